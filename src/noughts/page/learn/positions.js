// The graph of all positions of three by three: drawn whole, moved and enlarged, every position a link to its tree.

import { miniBoard } from "../board/picture.js";
import { analyseAddress, ask } from "../core/api.js";
import { around, button, h, note, set } from "../core/dom.js";
import { plural, valueWords, whole } from "../core/grammar.js";
import { press } from "../core/keys.js";
import { marksOf, toMove } from "../core/notation.js";
import { isSimple, onRegister } from "../core/text.js";
import { head } from "./headings.js";

const RIM = 1.5; // units around the outermost boards

/** @param {HTMLElement} main */
export async function openPositions(main) {
  const { nodes, moves } = await ask("/api/positions");
  return new PositionsPage(main, nodes, moves);
}

class PositionsPage {
  #nodes;
  #moves;
  #canvas = h("canvas", { "aria-hidden": "true" });
  #links = h("div", { class: "learn-graph-links", role: "group", "aria-label": "Positions" });
  #view = h("div", { class: "learn-graph" }, this.#canvas, this.#links);
  #told = h("div", { class: "learn-told" });
  #head = h("header", {});
  /** @type {number | null} */
  #shown = null;
  #drawing;
  #camera;
  #ended = new AbortController();

  /** @param {HTMLElement} main @param {PositionNodeJson[]} nodes @param {[number, number][]} moves */
  constructor(main, nodes, moves) {
    this.#nodes = nodes;
    this.#moves = moves;
    this.#drawing = new GraphDrawing(this.#canvas, nodes, moves);
    const radius = Math.max(...nodes.map(({ at: [x, y] }) => Math.hypot(x, y))) + RIM;
    this.#camera = new GraphCamera(this.#view, radius, () => this.#draw());
    this.#links.append(...nodes.map((node, i) => link(node, i)));
    set(this.#links, {
      onclick: (event) => this.#camera.dragged && event.preventDefault(),
      onkeydown: (event) => this.#key(event),
      onfocusin: (event) => this.#look(event, true),
      onpointerover: (event) => this.#look(event, false),
      ondragstart: (/** @type {Event} */ event) => event.preventDefault(),
    });
    const row = h(
      "div",
      { class: "row on-screen" },
      button("−", () => this.#camera.zoom(1 / 1.5), { "aria-label": "Smaller" }),
      button("+", () => this.#camera.zoom(1.5), { "aria-label": "Larger" }),
      button("All of it", () => this.#camera.whole()),
      this.#legend(),
    );
    const graph = h("div", { class: "learn-graph-row" }, this.#view, this.#told);
    const section = { class: "learn learn-wide", "aria-labelledby": "title" };
    main.replaceChildren(h("section", section, this.#head, row, graph));
    this.#retell();
    onRegister(graph, () => this.#retell());
    this.#begin();
  }

  /** Draws it, once it has its place on the page; again when its size or the colours change, on paper too. */
  #begin() {
    const again = () => {
      this.#drawing.colour();
      this.#draw();
    };
    again();
    this.#camera.whole();
    const { signal } = this.#ended;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again, { signal });
    const printed = () => {
      this.#camera.whole();
      again();
    };
    matchMedia("print").addEventListener("change", printed, { signal });
    const theme = new MutationObserver(again);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    const size = new ResizeObserver(() => this.#camera.whole());
    size.observe(this.#view);
    signal.addEventListener("abort", () => {
      theme.disconnect();
      size.disconnect();
    });
  }

  leave() {
    this.#ended.abort();
  }

  #retell() {
    this.#head.replaceChildren(...head(`All ${whole(this.#nodes.length)} positions`, this.#note()));
    this.#tell(this.#shown ?? 0);
  }

  #note() {
    const { length } = this.#moves;
    const one = isSimple() ? "Mirrored and turned boards are one." : "Symmetric positions are one.";
    return `${one} In the middle is the empty board, on each ring the boards one move later; ${whole(length)} lines are the moves. Drag, turn the wheel or use two fingers; arrows go from board to board.`;
  }

  #legend() {
    const of = (/** @type {"X" | "O" | null} */ side) => this.#nodes.filter(({ winner }) => winner === side).length;
    const words = `With best play X wins ${whole(of("X"))} of them, O ${whole(of("O"))}; ${whole(of(null))} are drawn.`;
    const key = (/** @type {string} */ kind, /** @type {string} */ text) =>
      h("span", { class: `learn-key ${kind}` }, text);
    return note(words, " ", key("x", "X wins"), key("o", "O wins"), key("draw", "drawn"));
  }

  #draw() {
    const { scale, x, y } = this.#camera;
    const { clientWidth, clientHeight } = this.#view;
    this.#drawing.draw(this.#camera, this.#shown);
    const shift = `translate(${clientWidth / 2 - x * scale}px, ${clientHeight / 2 - y * scale}px) scale(${scale})`;
    this.#links.style.setProperty("transform", shift);
  }

  /** @param {Event} event @param {boolean} followed */
  #look(event, followed) {
    const at = around(event, "a")?.dataset.node;
    if (at === undefined) return;
    const node = Number(at);
    if (followed) this.#camera.follow(...this.#nodes[node].at);
    if (node === this.#shown) return;
    this.#shown = node;
    this.#tell(node);
    this.#draw();
  }

  /** What there is to say of a position, and where it leads. @param {number} at */
  #tell(at) {
    const node = this.#nodes[at];
    const { position, ply, copies, over } = node;
    const worth = over
      ? node.winner
        ? `${node.winner} has won.`
        : "A draw."
      : `${toMove(position)}, to move, ${valueWords(node)}.`;
    const next = this.#moves.flatMap(([from, to]) => (from === at ? [to] : []));
    const words = `After ${plural(ply, "move")}. ${worth} Stands for ${plural(copies, "position")}; ${plural(next.length, "way")} on.`;
    const ways = [
      h("a", { class: "button", href: `/learn/tree?position=${position}` }, "Its tree"),
      h("a", { class: "button", href: analyseAddress({ board: "3x3x3", position }) }, "Analyse"),
      h("a", { class: "button", href: `/brains?position=${position}` }, "Ask every player"),
    ];
    this.#told.replaceChildren(
      miniBoard("3x3x3", position, { coordinates: false }),
      h("p", {}, words),
      h("div", { class: "row" }, over ? null : ways),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = Number(around(event, "a")?.dataset.node);
    if (Number.isNaN(at)) return;
    const ring = this.#nodes.flatMap((node, i) => (node.ply === this.#nodes[at].ply ? [i] : []));
    ring.sort((a, b) => angle(this.#nodes[a]) - angle(this.#nodes[b]));
    const beside = (/** @type {number} */ by) => ring[(ring.indexOf(at) + by + ring.length) % ring.length];
    press(event, {
      ArrowRight: () => this.#focus(beside(1)),
      ArrowLeft: () => this.#focus(beside(-1)),
      ArrowDown: () => this.#focus(this.#moves.find(([from]) => from === at)?.[1]),
      ArrowUp: () => this.#focus(this.#moves.find(([, to]) => to === at)?.[0]),
      Home: () => this.#focus(0),
      "+": () => this.#camera.zoom(1.5),
      "-": () => this.#camera.zoom(1 / 1.5),
    });
  }

  /** @param {number | undefined} at */
  #focus(at) {
    if (at === undefined) return;
    for (const each of this.#links.children)
      if (each instanceof HTMLElement) {
        each.tabIndex = Number(each.dataset.node) === at ? 0 : -1;
        if (each.tabIndex === 0) each.focus({ preventScroll: true });
      }
  }
}

/** @param {PositionNodeJson} node */
const angle = ({ at: [x, y] }) => Math.atan2(y, x);

/** @param {PositionNodeJson} node @param {number} i */
function link({ position, at: [x, y], winner }, i) {
  const words = `${position.replaceAll("/", " / ")}: ${winner ? `${winner} wins` : "drawn"}`;
  const element = h("a", { href: `/learn/tree?position=${position}`, "data-node": i, "aria-label": words });
  element.tabIndex = i ? -1 : 0;
  element.style.setProperty("left", `${x - 0.5}px`);
  element.style.setProperty("top", `${y - 0.5}px`);
  return element;
}

const MOST = 90; // pixels a unit may take

/**
 * The visible part of a drawing whose middle is 0, 0 and which is `radius` units wide each way: moved by dragging,
 * enlarged by wheel, by two fingers, by buttons and keys. `changed` draws it.
 */
class GraphCamera {
  scale = 1; // pixels a unit
  x = 0; // of the drawing, in the middle of the view
  y = 0;
  dragged = false; // a click that ends a drag is none
  #view;
  #radius;
  #changed;
  /** @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();
  #waiting = false;

  /** @param {HTMLElement} view @param {number} radius @param {() => void} changed */
  constructor(view, radius, changed) {
    this.#view = view;
    this.#radius = radius;
    this.#changed = changed;
    set(view, {
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#down(event),
      onpointermove: (/** @type {PointerEvent} */ event) => this.#move(event),
      onpointerup: (/** @type {PointerEvent} */ event) => this.#fingers.delete(event.pointerId),
      onpointercancel: (/** @type {PointerEvent} */ event) => this.#fingers.delete(event.pointerId),
      onpointerleave: (/** @type {PointerEvent} */ event) => this.#fingers.delete(event.pointerId),
    });
    view.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  get #least() {
    return Math.min(this.#view.clientWidth, this.#view.clientHeight) / (2 * this.#radius);
  }

  /** All of it. */
  whole() {
    [this.x, this.y] = [0, 0];
    this.scale = this.#least;
    this.#draw();
  }

  /** Enlarges around the middle, or around a point of the view. @param {number} by */
  zoom(by, px = this.#view.clientWidth / 2, py = this.#view.clientHeight / 2) {
    const scale = Math.min(Math.max(this.scale * by, this.#least * 0.9), MOST);
    const [dx, dy] = [px - this.#view.clientWidth / 2, py - this.#view.clientHeight / 2];
    this.x += dx / this.scale - dx / scale;
    this.y += dy / this.scale - dy / scale;
    this.scale = scale;
    this.#draw();
  }

  /** Moves by so many pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.#draw();
  }

  /** Brings a point into sight, where it is not. @param {number} x @param {number} y */
  follow(x, y) {
    const [w, h] = [this.#view.clientWidth / 2 / this.scale - 1, this.#view.clientHeight / 2 / this.scale - 1];
    if (Math.abs(x - this.x) < w && Math.abs(y - this.y) < h) return;
    [this.x, this.y] = [x, y];
    this.#draw();
  }

  /** At most once a frame. */
  #draw() {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#changed();
    });
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const box = this.#view.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.dragged = false;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (Math.abs(dx) + Math.abs(dy) < (this.dragged ? 1 : 5)) return;
    this.dragged = true;
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!other) return this.pan(dx, dy);
    const apart = (/** @type {{x: number, y: number}} */ at) => Math.hypot(at.x - other.x, at.y - other.y);
    const box = this.#view.getBoundingClientRect();
    const by = apart({ x: event.clientX, y: event.clientY }) / Math.max(apart(before), 1);
    this.zoom(by, other.x - box.left, other.y - box.top);
  }
}

/** @typedef {{x: number, y: number, marks: string[], winner: string}} GraphBoard */

const THIRD = 1 / 3;
const DETAIL = 12; // pixels a board must have before its marks are drawn
const SLOW = 33; // milliseconds between two frames: 30 a second
const REST = 150; // milliseconds without a frame after which it rests

/**
 * The graph of positions on a canvas. Only what is in sight is drawn, each kind of stroke at once; while it moves and
 * the machine cannot keep up, the lines between the boards wait until it rests.
 */
class GraphDrawing {
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
