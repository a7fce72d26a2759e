// The graph of positions on a canvas. Only what is in sight is drawn, each kind of stroke at once; while it moves and the
// machine cannot keep up, the lines between the boards wait until it rests.

import { marksOf } from "../core/notation.js";

/** @import { GraphCamera } from "./graph_camera.js" */
/** @typedef {{x: number, y: number, marks: string[], winner: string}} GraphBoard */

const THIRD = 1 / 3;
const DETAIL = 12; // pixels a board must have before its marks are drawn
const SLOW = 33; // milliseconds between two frames: 30 a second
const REST = 150; // milliseconds without a frame after which it rests

export class GraphDrawing {
  #canvas;
  /** @type {GraphBoard[]} */
  #boards;
  #moves;
  /** @type {Record<string, string>} */
  #colours = {};
  #last = 0; // when the last frame was drawn
  #slow = false;
  #resting = 0;

  /** @param {HTMLCanvasElement} canvas @param {PositionNodeJson[]} nodes @param {[number, number][]} moves */
  constructor(canvas, nodes, moves) {
    this.#canvas = canvas;
    this.#moves = moves;
    this.#boards = nodes.map(({ at: [x, y], position, winner }) => {
      return { x, y, marks: marksOf(position), winner: winner ?? "draw" };
    });
  }

  /** Takes the colours of the page, which may have changed. */
  colour() {
    for (const name of ["panel", "muted", "edge", "x", "o", "focus"]) {
      this.#canvas.style.color = `var(--${name})`;
      this.#colours[name] = getComputedStyle(this.#canvas).color;
    }
  }

  /** @param {GraphCamera} camera @param {number | null} shown the board that stands out */
  draw(camera, shown) {
    const now = performance.now();
    const since = now - this.#last;
    this.#last = now;
    this.#slow = since < REST && (this.#slow || since > SLOW);
    this.#paint(camera, shown, !this.#slow);
    clearTimeout(this.#resting);
    if (this.#slow) this.#resting = setTimeout(() => this.#paint(camera, shown, true), REST);
  }

  /** @param {GraphCamera} camera @param {number | null} shown @param {boolean} lines */
  #paint(camera, shown, lines) {
    const context = this.#canvas.getContext("2d");
    if (!context) return;
    const dots = Math.min(devicePixelRatio || 1, 2);
    const [width, height] = [this.#canvas.clientWidth * dots, this.#canvas.clientHeight * dots].map(Math.round);
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const unit = camera.scale * dots;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(unit, 0, 0, unit, width / 2 - camera.x * unit, height / 2 - camera.y * unit);
    const [w, h] = [width / 2 / unit + 1, height / 2 / unit + 1];
    const seen = (/** @type {GraphBoard} */ { x, y }) => Math.abs(x - camera.x) < w && Math.abs(y - camera.y) < h;
    if (lines) this.#lines(context, unit, camera, w, h);
    this.#cards(context, this.#boards.filter(seen), unit);
    if (shown !== null) this.#standOut(context, shown, unit);
  }

  /** The moves that may be in sight. @param {CanvasRenderingContext2D} context @param {number} unit @param {GraphCamera} camera @param {number} w @param {number} h */
  #lines(context, unit, { x, y }, w, h) {
    context.beginPath();
    for (const [from, to] of this.#moves) {
      const [a, b] = [this.#boards[from], this.#boards[to]];
      const beside = Math.min(a.x, b.x) > x + w || Math.max(a.x, b.x) < x - w;
      if (beside || Math.min(a.y, b.y) > y + h || Math.max(a.y, b.y) < y - h) continue;
      context.moveTo(a.x, a.y);
      context.lineTo(b.x, b.y);
    }
    context.globalAlpha = 0.4;
    stroke(context, this.#colours.edge, 0.8 / unit);
    context.globalAlpha = 1;
  }

  /** @param {CanvasRenderingContext2D} context @param {GraphBoard[]} boards @param {number} unit */
  #cards(context, boards, unit) {
    const { x, o, panel, edge, muted } = this.#colours;
    for (const [winner, colour] of [
      ["draw", muted],
      ["X", x],
      ["O", o],
    ]) {
      context.beginPath();
      for (const each of boards) if (each.winner === winner) context.rect(each.x - 0.5, each.y - 0.5, 1, 1);
      context.fillStyle = unit < DETAIL ? colour : panel;
      context.fill();
      if (unit >= DETAIL) stroke(context, colour, winner === "draw" ? 0.025 : 0.07);
    }
    if (unit < DETAIL) return;
    context.beginPath();
    for (const each of boards) grid(context, each);
    stroke(context, edge, 0.018);
    for (const [mark, colour] of [
      ["X", x],
      ["O", o],
    ]) {
      context.beginPath();
      for (const each of boards) marks(context, each, mark);
      stroke(context, colour, 0.045);
    }
  }

  /** A board, and the moves that lead to it and from it. @param {CanvasRenderingContext2D} context @param {number} shown @param {number} unit */
  #standOut(context, shown, unit) {
    context.beginPath();
    for (const [from, to] of this.#moves)
      if (from === shown || to === shown) {
        context.moveTo(this.#boards[from].x, this.#boards[from].y);
        context.lineTo(this.#boards[to].x, this.#boards[to].y);
      }
    stroke(context, this.#colours.focus, Math.max(0.05, 1.6 / unit));
    const { x, y } = this.#boards[shown];
    const side = Math.max(1.16, 14 / unit);
    context.beginPath();
    context.rect(x - side / 2, y - side / 2, side, side);
    stroke(context, this.#colours.focus, Math.max(0.1, 2.4 / unit));
  }
}

/** @param {CanvasRenderingContext2D} context @param {string} colour @param {number} width */
function stroke(context, colour, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {GraphBoard} board */
function grid(context, { x, y }) {
  for (const step of [-THIRD / 2, THIRD / 2]) {
    context.moveTo(x + step, y - 0.44);
    context.lineTo(x + step, y + 0.44);
    context.moveTo(x - 0.44, y + step);
    context.lineTo(x + 0.44, y + step);
  }
}

/** @param {CanvasRenderingContext2D} context @param {GraphBoard} board @param {string} mark */
function marks(context, board, mark) {
  for (const [i, each] of board.marks.entries()) {
    if (each !== mark) continue;
    const [x, y] = [board.x + ((i % 3) - 1) * THIRD, board.y + (Math.floor(i / 3) - 1) * THIRD];
    if (mark === "X") {
      context.moveTo(x - 0.085, y - 0.085);
      context.lineTo(x + 0.085, y + 0.085);
      context.moveTo(x + 0.085, y - 0.085);
      context.lineTo(x - 0.085, y + 0.085);
    } else {
      context.moveTo(x + 0.095, y);
      context.arc(x, y, 0.095, 0, 2 * Math.PI);
    }
  }
}
