// <noughts-values-chart>: what the position was worth after every ply of a game, and where it was given away.

import { ask } from "../core/api.js";
import { h, svg } from "../core/dom.js";
import { problem } from "./blocks.js";
import { plural } from "./words.js";

const HEIGHT = 120;
const LEVELS = { X: 20, draw: 60, O: 100 }; // where X wins, nobody wins, O wins
const LEFT = 62; // room for the names of the levels
const MARKS = ["", "?", "??"]; // a mistake by its size

/**
 * `show({board, position, moves})`: `position` is the start of the game. The attribute `ply` tells how many of its moves
 * stand on the board, all unless given. Dispatches `ply`, with `detail.ply`, when another is chosen. What would have
 * been better is not told here: somebody may want to find it.
 */
class NoughtsValuesChart extends HTMLElement {
  #asked = 0;

  static observedAttributes = ["ply"];

  async show({ board, position = null, moves }) {
    const turn = ++this.#asked;
    this.setAttribute("aria-busy", "true");
    let nodes;
    try {
      const review = await ask("/api/review", { board, position, moves: moves.join(",") });
      nodes = this.#nodes(review);
    } catch (error) {
      nodes = [problem(error)];
    }
    if (turn !== this.#asked) return;
    this.replaceChildren(...nodes);
    this.removeAttribute("aria-busy");
    this.attributeChangedCallback();
  }

  attributeChangedCallback() {
    const last = this.querySelectorAll("button").length - 1;
    const ply = Math.min(Number(this.getAttribute("ply") ?? last), last);
    for (const each of this.querySelectorAll("[data-ply]")) {
      const here = Number(each.dataset.ply) === ply;
      each.classList.toggle("here", here);
      if (each.tagName !== "BUTTON") continue;
      each.setAttribute("aria-current", here);
      each.tabIndex = here ? 0 : -1;
    }
  }

  #nodes({ values, mistakes }) {
    const start = values[0].ply;
    const mistakeAt = (i) => mistakes.find((each) => each.ply - start === i - 1);
    const points = values.map((value, i) => ({ ...value, i, mistake: mistakeAt(i) }));
    const counted = "Plies are counted from before each move, as in the values on the board.";
    return [this.#picture(points), this.#list(points), h("p", { class: "brain-note" }, counted)];
  }

  #choose(ply) {
    this.setAttribute("ply", ply);
    this.dispatchEvent(new CustomEvent("ply", { detail: { ply }, bubbles: true }));
  }

  /** The curve. The list below says the same, so it is silent. */
  #picture(points) {
    const width = Math.max(360, LEFT + points.length * 24);
    const step = (width - LEFT - 20) / Math.max(1, points.length - 1);
    const at = ({ i }) => LEFT + 4 + i * step;
    const lines = Object.entries(LEVELS).flatMap(([name, y]) => [
      svg("line", { class: "level", x1: LEFT, x2: width, y1: y, y2: y }),
      svg("text", { class: "level-name", x: LEFT - 10, y: y + 4 }, name === "draw" ? "draw" : `${name} wins`),
    ]);
    const columns = points.map((point) => {
      const place = { x: at(point) - step / 2, y: 0, width: step, height: HEIGHT };
      return svg("rect", { class: "column", "data-ply": point.i, ...place, onclick: () => this.#choose(point.i) });
    });
    const curve = svg("path", { class: "curve", d: path(points, at) });
    const dots = points.filter(known).map((point) => dot(point, at(point)));
    const box = { class: "brain-chart", viewBox: `0 0 ${width} ${HEIGHT}`, "aria-hidden": "true" };
    return svg("svg", box, lines, columns, curve, dots);
  }

  /** The same in words, each ply a button; one tab stop, arrows inside. */
  #list(points) {
    const items = points.map((point) => h("li", {}, this.#button(point)));
    const onkeydown = (event) => this.#key(event);
    return h("ol", { class: "brain-plies", "aria-label": "The value after every move", onkeydown }, items);
  }

  #button(point) {
    const { i, ply, move, mistake } = point;
    const name = move ? `${ply}. ${move}${mistake ? ` ${MARKS[mistake.size]}` : ""}` : "start";
    return h(
      "button",
      { type: "button", class: "brain-ply", "data-ply": i, tabindex: "-1", onclick: () => this.#choose(i) },
      h("span", { class: "brain-ply-move" }, name),
      h("span", {}, words(point), mistake ? h("span", { class: "brain-given" }, ` · ${given(mistake)}`) : null),
    );
  }

  #key(event) {
    const buttons = [...this.querySelectorAll("button[data-ply]")];
    const at = buttons.indexOf(event.target);
    const steps = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 };
    const to = buttons[steps[event.key]];
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#choose(buttons.indexOf(to));
    to.focus();
  }
}

const known = ({ value }) => value !== null;
const level = ({ value, winner }) => LEVELS[value === "draw" ? "draw" : winner];

/**
 * What a move made of the game, in words: `O wins in 3 plies`, `a draw`. Plies are counted from before the move, as in
 * the values of moves everywhere.
 */
function words({ value, plies, winner, move }) {
  if (value === null) return "too early to tell on this board";
  if (value === "draw") return "a draw";
  return plies === 0 ? `${winner} has won` : `${winner} wins in ${plural(plies + (move ? 1 : 0), "ply", "plies")}`;
}

/** What a mistake cost: `a win given away`. */
const given = ({ before, size }) => (size > 1 ? "a win turned into a loss" : `a ${before.value} given away`);

/** Steps, not slopes: a value holds until the next move. It breaks where it is not known. */
function path(points, at) {
  return points.filter(known).map((point, n) => {
    const before = points[point.i - 1];
    return n && before && known(before) ? `H${at(point)}V${level(point)}` : `M${at(point)} ${level(point)}`;
  }).join("");
}

/** A dot for every ply; a mistake is larger, and bears its sign. */
function dot(point, x) {
  const y = level(point);
  if (!point.mistake) return svg("circle", { class: "dot", "data-ply": point.i, cx: x, cy: y, r: 4 });
  const { size } = point.mistake;
  const sign = svg("text", { class: "brain-slip-sign", x, y: y + 4 }, MARKS[size]);
  return svg("g", { class: "brain-slip", "data-ply": point.i }, svg("circle", { cx: x, cy: y, r: 7 + size * 2 }), sign);
}

customElements.define("noughts-values-chart", NoughtsValuesChart);
