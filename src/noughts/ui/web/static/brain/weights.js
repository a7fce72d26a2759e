// The weight grid of a player that reads every line, stepped line by line as its author draws it.

import { h } from "../core/dom.js";
import { disclosure, figure, scrolling, table } from "./blocks.js";
import { gridTable, KINDS } from "./grid.js";
import { cellsOf, layoutOf, miniBoard } from "../board/picture.js";
import { curly, lineWords, listing, names, sentenceCase, whole } from "./words.js";

const SMALL = 25; // up to so many cells every weight is broken down; beyond, that of a chosen cell
const PACE = 900; // milliseconds a step at most; a long run is played in about TOTAL
const TOTAL = 15000;

export function weights(seen) {
  const { heading } = seen;
  const stepper = h("noughts-weights");
  stepper.show(seen);
  return [
    h("section", {}, heading("The weight grid, line by line"), stepper),
    disclosure("Where each weight comes from", () => sources(seen)),
  ];
}

/** The grid with a slider over its steps; it begins at the end, where the choice is made. */
class NoughtsWeights extends HTMLElement {
  #seen = null;
  #steps = [];
  #at = 0;
  #timer = null;
  #parts = {};

  show(seen) {
    this.#seen = seen;
    this.#steps = stepsOf(seen);
    this.#build();
    this.#go(this.#steps.length - 1);
  }

  connectedCallback() {
    intoView(this.#parts.grid);
  }

  disconnectedCallback() {
    this.#stop();
  }

  #build() {
    const last = this.#steps.length - 1;
    const act = (label, onclick) => h("button", { type: "button", class: "button", onclick }, label);
    const to = (at) => { this.#stop(); this.#go(at); };
    const by = (step) => () => { this.#parts.words.setAttribute("aria-live", "polite"); to(this.#at + step); };
    this.#parts = {
      grid: scrolling("The weight grid"),
      words: h("p", { class: "brain-step-line" }),
      slider: h("input", { type: "range", min: 0, max: last, "aria-label": "Step", oninput: (e) => to(Number(e.target.value)) }),
      play: act("Play", () => (this.#timer ? this.#stop() : this.#play())),
      back: act("Previous", by(-1)),
      next: act("Next", by(1)),
    };
    const { grid, words, slider, play, back, next } = this.#parts;
    this.replaceChildren(
      grid,
      words,
      h("div", { class: "brain-controls" }, back, play, next, slider),
      key(this.#seen.evidence),
    );
  }

  #go(at) {
    this.#at = Math.min(Math.max(at, 0), this.#steps.length - 1);
    const { grid, words, slider, back, next } = this.#parts;
    const { text, ...step } = this.#steps[this.#at];
    const heaviest = Math.max(1, ...Object.values(this.#steps.at(-1).weights));
    const caption = `The weight grid, step ${this.#at} of ${this.#steps.length - 1}`;
    grid.replaceChildren(gridTable({ position: this.#seen.position, heaviest, caption, ...step }));
    intoView(grid);
    words.replaceChildren(h("strong", {}, `${this.#at} of ${this.#steps.length - 1}. `), text);
    slider.value = this.#at;
    slider.setAttribute("aria-valuetext", `${this.#at} of ${this.#steps.length - 1}: ${text}`);
    back.ariaDisabled = this.#at === 0; // not disabled, which would take the keyboard away from it
    next.ariaDisabled = this.#at === this.#steps.length - 1;
  }

  #play() {
    if (this.#at === this.#steps.length - 1) this.#go(0);
    this.#parts.play.textContent = "Pause";
    this.#parts.words.removeAttribute("aria-live"); // a running grid would talk without end
    this.#timer = setInterval(() => {
      this.#go(this.#at + 1);
      if (this.#at === this.#steps.length - 1) this.#stop();
    }, Math.min(PACE, TOTAL / this.#steps.length));
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#parts.play.textContent = "Play";
  }
}

/** Scrolls the grid, not the page, to what the step is about. */
function intoView(place) {
  const cells = [...place.querySelectorAll(".on-line, .chosen")];
  if (!cells.length) return;
  const left = Math.min(...cells.map((cell) => cell.offsetLeft));
  const right = Math.max(...cells.map((cell) => cell.offsetLeft + cell.offsetWidth));
  place.scrollLeft = (left + right - place.clientWidth) / 2;
}

/** The grid at the start, after every line, and at the choice: {line, weights, kinds, added, chosen, text}. */
function stepsOf({ decision, position }) {
  const steps = [{ weights: {}, kinds: {}, text: "At the start every weight is 0." }];
  for (const built of decision.built) steps.push(stepAfter(steps.at(-1), built, position));
  return [...steps, choice(steps.at(-1), decision)];
}

function stepAfter({ kinds: known }, { line, words, kind, weight, cells, grid }, position) {
  const kinds = { ...known };
  for (const cell of cells) kinds[cell] = stronger(kinds[cell], kind);
  const added = Object.fromEntries(cells.map((cell) => [cell, weight]));
  const title = sentenceCase(words.replace(/^the /, ""));
  const what = kind ? `+${whole(weight)} at ${listing(cells)} (${KINDS[kind].words})` : "adds nothing";
  return { line, weights: cellWeights(grid, position), kinds, added, text: `${title}: ${what}.` };
}

function choice({ weights: found, kinds }, { moves }) {
  const chosen = Object.keys(moves);
  const weight = whole(found[chosen[0]] ?? 0);
  const text = chosen.length === 1
    ? `The heaviest is ${chosen[0]}, of weight ${weight}: it is played.`
    : `The heaviest are ${names(chosen)}, of weight ${weight}: chance picks one.`;
  return { weights: found, kinds, chosen, text };
}

function cellWeights(grid, position) {
  const all = grid.flat();
  return Object.fromEntries(cellsOf(layoutOf(position)).map((cell, i) => [cell, all[i]]));
}

/** A cell may be of several kinds; the one that weighs most names it. */
function stronger(one, other) {
  const order = Object.keys(KINDS);
  return order.indexOf(one) > order.indexOf(other) ? one : other;
}

/** What each kind of cell is, in the player's own words, and what a line adds to it. */
function key({ adds, meanings }) {
  return h("dl", { class: "brain-key" }, Object.entries(adds).map(([kind, weight]) => h(
    "div",
    {},
    h("dt", {}, swatch(KINDS[kind]), ` ${KINDS[kind].words}, +${whole(weight)}`),
    h("dd", {}, curly(meanings[kind] ?? "")),
  )));
}

const swatch = ({ name, short }) => h("span", { class: `brain-swatch ${name}` }, short);

/** The lines behind each weight: of all cells on small boards, of a chosen one on large ones. */
function sources(seen) {
  const { evidence, position } = seen;
  const cells = cellsOf(layoutOf(position)).filter((cell) => feedsOf(evidence, cell).length);
  if (!cells.length) return h("p", {}, "No line adds anything yet: every cell weighs 0.");
  if (cellsOf(layoutOf(position)).length <= SMALL) return sourcesTable(evidence, position, cells);
  const heaviest = new Set(Object.keys(seen.decision.moves));
  const order = [...cells.filter((cell) => heaviest.has(cell)), ...cells.filter((cell) => !heaviest.has(cell))];
  const place = h("div");
  const choose = (cell) => place.replaceChildren(oneSource(evidence, position, cell));
  const select = h("select", { onchange: () => choose(select.value) }, order.map((cell) =>
    h("option", { value: cell }, `${cell}: ${whole(total(evidence, cell))}${heaviest.has(cell) ? ", the heaviest" : ""}`)));
  choose(order[0]);
  return [h("p", { class: "brain-controls" }, h("label", {}, "Cell ", select)), place];
}

function oneSource(evidence, position, cell) {
  const lines = feedsOf(evidence, cell).map((feed) => feed.line);
  const picture = figure(miniBoard(position, { rings: [cell], lines }), `The lines that feed ${cell}.`);
  return h("div", { class: "brain-pair" }, picture, sourcesTable(evidence, position, [cell]));
}

/** A row for each line that feeds a cell; the heaviest cell first. */
function sourcesTable(evidence, position, cells) {
  const sorted = cells.toSorted((one, other) => total(evidence, other) - total(evidence, one));
  const number = (text) => h("span", { class: "number" }, text);
  const rows = sorted.flatMap((cell) => feedsOf(evidence, cell).map((feed, i) => [
    i ? h("span", { class: "visually-hidden" }, cell) : cell,
    i ? "" : number(whole(total(evidence, cell))),
    number(`+${whole(feed.weight)}`),
    `${lineWords(feed.line, position)} (${KINDS[feed.kind].short})`,
  ]));
  const heads = ["cell", "weight", "adds", "line and kind"];
  return table({ caption: "The lines behind the weight", heads, rows, kind: "brain-sources" });
}

const feedsOf = ({ lines }, cell) => lines.filter((feed) => feed.cells.includes(cell));
const total = (evidence, cell) => feedsOf(evidence, cell).reduce((sum, feed) => sum + feed.weight, 0);

customElements.define("noughts-weights", NoughtsWeights);
