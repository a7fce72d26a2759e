// The weight grid of a player that reads every line, stepped line by line as its author draws it.

import { miniBoard } from "../board/picture.js";
import { button, h } from "../core/dom.js";
import { capital, listing, names, whole } from "../core/grammar.js";
import { cells, cellsOf, dimensions, layoutOf } from "../core/notation.js";
import { disclosure, figure, scrollArea, table } from "./blocks.js";
import { gridTable, KINDS } from "./grid.js";
import { curly, lineWords } from "./words.js";

/** @import { CellName, GridStepJson, ToldDecisionJson, WeightsJson } from "../core/answers.js" */
/** @import { Thought } from "../core/types.js" */
/** @import { GridStep } from "./grid.js" */
/** @typedef {Thought<WeightsJson>} WeightsThought */
/** @typedef {GridStep & {text: string}} StepInWords */

const SMALL = 25; // up to so many cells every weight is broken down; beyond, that of a chosen cell
const PACE = 900; // milliseconds a step at most; a long run is played in about TOTAL
const TOTAL = 15000;

/** @param {WeightsThought} thought */
export function weights(thought) {
  const { heading } = thought;
  return [
    h("section", {}, heading("The weight grid, line by line"), new WeightStepper(thought).element),
    disclosure("Where each weight comes from", () => sources(thought)),
  ];
}

/** The grid with a slider over its steps; it begins at the end, where the choice is made. */
class WeightStepper {
  element = h("div", { class: "weights-view" });
  #steps;
  #at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #grid = scrollArea("The weight grid");
  #words = h("p", { class: "brain-step-line" });
  #slider;
  #play = button("Play", () => (this.#timer ? this.#stop() : this.#run()));
  #back = button("Previous", () => this.#step(-1));
  #next = button("Next", () => this.#step(1));

  /** @param {WeightsThought} thought */
  constructor(thought) {
    this.position = thought.position;
    this.layers = dimensions(thought.board).layers;
    this.#steps = stepsOf(thought);
    const oninput = () => this.#to(Number(this.#slider.value));
    this.#slider = h("input", { type: "range", min: 0, max: this.#last, "aria-label": "Step", oninput });
    const controls = h("div", { class: "brain-controls" }, this.#back, this.#play, this.#next, this.#slider);
    this.element.append(this.#grid, this.#words, controls, key(thought.evidence));
    new ResizeObserver(() => intoView(this.#grid)).observe(this.#grid); // also when it is seen for the first time
    this.show(this.#last);
  }

  get #last() {
    return this.#steps.length - 1;
  }

  /** Shows a step. @param {number} at */
  show(at) {
    this.#at = Math.min(Math.max(at, 0), this.#last);
    const { text, ...step } = this.#steps[this.#at];
    const heaviest = Math.max(1, ...Object.values(this.#steps[this.#last].weights));
    const place = `${this.#at} of ${this.#last}`;
    const caption = `The weight grid, step ${place}`;
    this.#grid.replaceChildren(gridTable({ position: this.position, layers: this.layers, heaviest, caption, ...step }));
    intoView(this.#grid);
    this.#words.replaceChildren(h("strong", {}, `${place}. `), text);
    this.#slider.value = String(this.#at);
    this.#slider.setAttribute("aria-valuetext", `${place}: ${text}`);
    this.#back.ariaDisabled = String(this.#at === 0); // not disabled, which would take the keyboard away from it
    this.#next.ariaDisabled = String(this.#at === this.#last);
  }

  /** @param {number} by */
  #step(by) {
    this.#words.setAttribute("aria-live", "polite");
    this.#to(this.#at + by);
  }

  /** @param {number} at */
  #to(at) {
    this.#stop();
    this.show(at);
  }

  #run() {
    if (this.#at === this.#last) this.show(0);
    this.#play.textContent = "Pause";
    this.#words.removeAttribute("aria-live"); // a running grid would talk without end
    const tick = () => {
      this.show(this.#at + 1);
      if (this.#at === this.#last || !this.element.isConnected) this.#stop();
    };
    this.#timer = setInterval(tick, Math.min(PACE, TOTAL / this.#steps.length));
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#play.textContent = "Play";
  }
}

/** Scrolls the grid, not the page, to what the step is about. @param {HTMLElement} place */
function intoView(place) {
  /** @type {HTMLElement[]} */
  const cells = [...place.querySelectorAll("td")].filter((cell) => cell.matches(".on-line, .chosen"));
  if (!cells.length) return;
  const left = Math.min(...cells.map((cell) => cell.offsetLeft));
  const right = Math.max(...cells.map((cell) => cell.offsetLeft + cell.offsetWidth));
  place.scrollLeft = (left + right - place.clientWidth) / 2;
}

/** The grid at the start, after every line, and at the choice. @param {WeightsThought} thought */
function stepsOf({ decision, position }) {
  /** @type {StepInWords} */
  let step = { weights: {}, kinds: {}, text: "At the start every weight is 0." };
  const steps = [step];
  for (const built of decision.built ?? []) {
    step = stepAfter(step, built, position);
    steps.push(step);
  }
  return [...steps, choice(step, decision)];
}

/** @param {StepInWords} before @param {GridStepJson} built @param {string} position @returns {StepInWords} */
function stepAfter(before, { line, words, kind, weight, cells, grid }, position) {
  const kinds = { ...before.kinds };
  if (kind) for (const cell of cells) kinds[cell] = stronger(kinds[cell], kind);
  const added = Object.fromEntries(cells.map((cell) => [cell, weight]));
  const title = capital(words.replace(/^the /, ""));
  const what = kind ? `+${whole(weight)} at ${listing(cells)} (${KINDS[kind].words})` : "adds nothing";
  return { line, weights: cellWeights(grid, position), kinds, added, text: `${title}: ${what}.` };
}

/** @param {StepInWords} step @param {ToldDecisionJson} decision @returns {StepInWords} */
function choice({ weights, kinds }, { moves }) {
  const chosen = Object.keys(moves);
  const weight = whole(weights[chosen[0]] ?? 0);
  const text =
    chosen.length === 1
      ? `The heaviest is ${chosen[0]}, of weight ${weight}: it is played.`
      : `The heaviest are ${names(chosen)}, of weight ${weight}: chance picks one.`;
  return { weights, kinds, chosen, text };
}

/** @param {number[][]} grid @param {string} position @returns {Record<CellName, number>} */
function cellWeights(grid, position) {
  const all = grid.flat();
  return Object.fromEntries(cellsOf(layoutOf(position)).map((cell, i) => [cell, all[i]]));
}

/**
 * A cell may be of several kinds; the one that weighs most names it.
 * @param {string | undefined} one @param {string} other
 */
function stronger(one, other) {
  const order = Object.keys(KINDS);
  return one && order.indexOf(one) > order.indexOf(other) ? one : other;
}

/**
 * What each kind of cell is, in the player's own words, and what a line adds to it.
 * @param {WeightsJson} evidence
 */
function key({ adds, meanings }) {
  return h(
    "dl",
    { class: "brain-key" },
    Object.entries(adds).map(([kind, weight]) =>
      h(
        "div",
        {},
        h("dt", {}, swatch(KINDS[kind]), ` ${KINDS[kind].words}, +${whole(weight)}`),
        h("dd", {}, curly(meanings[kind] ?? "")),
      ),
    ),
  );
}

/** @param {{name: string, short: string}} kind */
const swatch = ({ name, short }) => h("span", { class: `brain-swatch ${name}` }, short);

/**
 * The lines behind each weight: of all cells on small boards, of a chosen one on large ones.
 * @param {WeightsThought} thought
 */
function sources({ decision, evidence, board, position }) {
  const all = cells(board);
  const fed = all.filter((cell) => feedsOf(evidence, cell).length);
  if (!fed.length) return h("p", {}, "No line adds anything yet: every cell weighs 0.");
  if (all.length <= SMALL) return sourcesTable(evidence, position, fed);
  const heaviest = new Set(Object.keys(decision.moves));
  const order = [...fed.filter((cell) => heaviest.has(cell)), ...fed.filter((cell) => !heaviest.has(cell))];
  const place = h("div");
  const choose = (/** @type {CellName} */ cell) => place.replaceChildren(oneSource(evidence, board, position, cell));
  const select = h(
    "select",
    { onchange: () => choose(select.value) },
    order.map((cell) =>
      h(
        "option",
        { value: cell },
        `${cell}: ${whole(total(evidence, cell))}${heaviest.has(cell) ? ", the heaviest" : ""}`,
      ),
    ),
  );
  choose(order[0]);
  return [h("p", { class: "brain-controls" }, h("label", {}, "Cell ", select)), place];
}

/** @param {WeightsJson} evidence @param {string} board @param {string} position @param {CellName} cell */
function oneSource(evidence, board, position, cell) {
  const lines = feedsOf(evidence, cell).map((feed) => feed.line);
  const picture = figure(miniBoard(board, position, { rings: [cell], wins: lines }), `The lines that feed ${cell}.`);
  return h("div", { class: "brain-pair" }, picture, sourcesTable(evidence, position, [cell]));
}

/**
 * A row for each line that feeds a cell; the heaviest cell first.
 * @param {WeightsJson} evidence @param {string} position @param {CellName[]} cells
 */
function sourcesTable(evidence, position, cells) {
  const sorted = cells.toSorted((one, other) => total(evidence, other) - total(evidence, one));
  const number = (/** @type {string} */ text) => h("span", { class: "number" }, text);
  const rows = sorted.flatMap((cell) =>
    feedsOf(evidence, cell).map((feed, i) => [
      i ? h("span", { class: "visually-hidden" }, cell) : cell,
      i ? "" : number(whole(total(evidence, cell))),
      number(`+${whole(feed.weight)}`),
      `${lineWords(feed.line, position)} (${KINDS[feed.kind].short})`,
    ]),
  );
  const heads = ["cell", "weight", "adds", "line and kind"];
  return table({ caption: "The lines behind the weight", heads, rows, kind: "brain-sources" });
}

/** @param {WeightsJson} evidence @param {CellName} cell */
const feedsOf = ({ lines }, cell) => lines.filter((feed) => feed.cells.includes(cell));
/** @param {WeightsJson} evidence @param {CellName} cell */
const total = (evidence, cell) => feedsOf(evidence, cell).reduce((sum, feed) => sum + feed.weight, 0);
