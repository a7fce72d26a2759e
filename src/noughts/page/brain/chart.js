// What the position was worth after every ply of a game, and where it was given away.

import { h, svg } from "../core/dom.js";
import { chanceOf, lengthWords } from "../core/grammar.js";
import { press } from "../core/keys.js";
import { toMove } from "../core/notation.js";

/**
 * @typedef {ReviewedPlyJson & {i: number, mistake: ReviewedMistakeJson | undefined}} ChartPoint - `i` counts the plies of the game from 0
 */

const HEIGHT = 120;
const LEVELS = { X: 20, draw: 60, O: 100 }; // where X wins, nobody wins, O wins
const LEFT = 62; // room for the names of the levels
const MARKS = ["", "?", "??"]; // a mistake by its size

/**
 * A curve for the eye and the same as a list. What would have been better is not told: somebody may want to find it.
 */
export class ValuesChart {
  element = h("div", { class: "values-chart" });
  /** @type {HTMLButtonElement[]} */
  #buttons = [];

  /** `choose` is called with the ply that is to be looked at. @param {(ply: number) => unknown} choose */
  constructor(choose) {
    this.choose = choose;
  }

  /** @param {ReviewJson} review */
  show({ values, mistakes }) {
    const start = values[0].ply;
    const mistakeAt = (/** @type {number} */ i) => mistakes.find((each) => each.ply - start === i - 1);
    const points = values.map((value, i) => ({ ...value, i, mistake: mistakeAt(i) }));
    this.#buttons = points.map((point) => this.#button(point));
    const list = { class: "brain-plies", "aria-label": "The value after every move" };
    this.element.replaceChildren(
      this.#picture(points),
      h(
        "ol",
        { ...list, onkeydown: (event) => this.#key(event) },
        this.#buttons.map((button) => h("li", {}, button)),
      ),
      h("p", { class: "brain-note" }, "Counted from before each move, as in the values on the board."),
    );
  }

  /** Points out how many moves stand on the board. @param {number} ply */
  at(ply) {
    for (const each of this.element.querySelectorAll("[data-ply]"))
      each.classList.toggle("here", Number(each.getAttribute("data-ply")) === ply);
    for (const [i, button] of this.#buttons.entries()) {
      button.setAttribute("aria-current", String(i === ply));
      button.tabIndex = i === ply ? 0 : -1;
    }
  }

  /** The curve. The list below says the same, so it is silent. @param {ChartPoint[]} points */
  #picture(points) {
    const width = Math.max(360, LEFT + points.length * 24);
    const step = (width - LEFT - 20) / Math.max(1, points.length - 1);
    const at = (/** @type {ChartPoint} */ { i }) => LEFT + 4 + i * step;
    const lines = Object.entries(LEVELS).flatMap(([name, y]) => [
      svg("line", { class: "level", x1: LEFT, x2: width, y1: y, y2: y }),
      svg("text", { class: "level-name", x: LEFT - 10, y: y + 4 }, name === "draw" ? "draw" : `${name} wins`),
    ]);
    const columns = points.map((point) => {
      const place = { x: at(point) - step / 2, y: 0, width: step, height: HEIGHT };
      return svg("rect", { class: "column", "data-ply": point.i, ...place, onclick: () => this.choose(point.i) });
    });
    const curve = svg("path", { class: "curve", d: path(points, at) });
    const estimated = points.filter(isEstimated).map((point) => {
      const place = { cx: at(point), cy: LEVELS.O + ((LEVELS.X - LEVELS.O) * chanceOfX(point)) / 100, r: 3 };
      return svg("circle", { class: "estimated", "data-ply": point.i, ...place });
    });
    const dots = points.filter(isKnown).map((point) => dot(point, at(point)));
    const box = { class: "brain-chart", viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true" };
    return svg("svg", box, lines, columns, curve, estimated, dots);
  }

  /** A ply in words; one tab stop for all, arrows inside. @param {ChartPoint} point */
  #button(point) {
    const { i, ply, move, mistake } = point;
    const name = move ? `${ply}. ${move}${mistake ? ` ${MARKS[mistake.size]}` : ""}` : "start";
    const cost = mistake && h("span", { class: "brain-given" }, ` · ${costWords(mistake)}`);
    return h(
      "button",
      { type: "button", class: "brain-ply", "data-ply": i, tabindex: "-1", onclick: () => this.choose(i) },
      h("span", { class: "brain-ply-move" }, name),
      h("span", {}, words(point), cost),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = this.#buttons.findIndex((button) => button.contains(document.activeElement));
    const to = (/** @type {number} */ place) => {
      if (!this.#buttons[place]) return;
      this.choose(place);
      this.#buttons[place].focus();
    };
    const [on, back] = [() => to(at + 1), () => to(at - 1)];
    const [first, last] = [() => to(0), () => to(this.#buttons.length - 1)];
    press(event, { ArrowDown: on, ArrowRight: on, ArrowUp: back, ArrowLeft: back, Home: first, End: last });
  }
}

/** @param {ChartPoint} point */
const isKnown = ({ value }) => value !== null;

/** What nobody knows may be estimated. @param {ChartPoint} point */
const isEstimated = (point) => !isKnown(point) && point.estimate != null;

/** What X is estimated to score, in 100. @param {ChartPoint} point */
const chanceOfX = ({ position, estimate = 0 }) => chanceOf(toMove(position) === "X" ? estimate : -estimate);

/** @param {ChartPoint} point */
const level = ({ value, winner }) => (value === "draw" || !winner ? LEVELS.draw : LEVELS[winner]);

/**
 * What a move made of the game, in words: `O wins in 3 plies`, `a draw`. Plies are counted from before the move, as in
 * the values of moves everywhere.
 * @param {ChartPoint} point
 */
function words(point) {
  const { value, plies, winner, move } = point;
  if (isEstimated(point)) return `not known: estimated at ${chanceOfX(point)} in 100 for X`;
  if (value === null) return "too early to tell on this board";
  if (value === "draw") return "a draw";
  return plies === 0 ? `${winner} has won` : `${winner} wins in ${lengthWords((plies ?? 0) + (move ? 1 : 0))}`;
}

/** What a mistake cost: `a win given away`. @param {ReviewedMistakeJson} mistake */
function costWords({ before, after, size }) {
  if (before.value === "unknown") return "a win let in";
  if (after.value === "unknown") return "a win passed over";
  return size > 1 ? "a win turned into a loss" : `a ${before.value} given away`;
}

/**
 * Steps, not slopes: a value holds until the next move. It breaks where it is not known.
 * @param {ChartPoint[]} points @param {(point: ChartPoint) => number} at
 */
function path(points, at) {
  const steps = points.filter(isKnown).map((point, n) => {
    const before = points[point.i - 1];
    return n && before && isKnown(before) ? `H${at(point)}V${level(point)}` : `M${at(point)} ${level(point)}`;
  });
  return steps.join("");
}

/** A dot for every ply; a mistake is larger, and bears its sign. @param {ChartPoint} point @param {number} x */
function dot(point, x) {
  const y = level(point);
  if (!point.mistake) return svg("circle", { class: "dot", "data-ply": point.i, cx: x, cy: y, r: 4 });
  const { size } = point.mistake;
  const sign = svg("text", { class: "brain-slip-sign", x, y: y + 4 }, MARKS[size]);
  return svg("g", { class: "brain-slip", "data-ply": point.i }, svg("circle", { cx: x, cy: y, r: 7 + size * 2 }), sign);
}
