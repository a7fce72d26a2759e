// A figure that changes step by step: a slider over its frames, and buttons that step and play. Titled, it has its caption
// above it, and all frames stand side by side on paper.

import { markIcon, miniBoard } from "../board/picture.js";
import { announce } from "../core/announce.js";
import { button, h } from "../core/dom.js";
import { cellName, cellsOf, dimensions, layoutOf, markAt } from "../core/notation.js";
import { onRegister, plain, prose } from "../core/text.js";
import { scrollArea } from "./parts.js";
import { refer } from "./refer.js";

const PACE = 900; // milliseconds a frame at most; a long run is played in about TOTAL
const TOTAL = 15000;

export class Frames {
  element = h("figure", { class: "block-frames" });
  #title = h("figcaption", {});
  #printed = h("div", { class: "block-printed" });
  #block;
  #options;
  #frames;
  #at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #figure;
  #words = h("p", { class: "block-frame-words" });
  #slider;
  #play = button("Play", () => (this.#timer ? this.#stop() : this.play()));
  #back = button("Previous", () => this.#to(this.#at - 1, true));
  #next = button("Next", () => this.#to(this.#at + 1, true));

  /** @param {FramesBlockJson} block @param {BlockOptions & {titled?: boolean}} [options] */
  constructor(block, options = {}) {
    this.#block = block;
    this.#options = options;
    this.#frames = block.frames;
    this.#figure = scrollArea(plain(block.caption));
    const oninput = () => this.#to(Number(this.#slider.value), false);
    this.#slider = h("input", { type: "range", min: 0, max: this.#last, "aria-label": "Step", oninput });
    const controls = h("div", { class: "block-controls" }, this.#back, this.#play, this.#next, this.#slider);
    const said = h("div", { class: "block-frame-said" }, this.#words, this.#last > 0 && controls);
    this.element.append(h("div", { class: "block-frame on-screen" }, this.#figure, said));
    if (options.titled) {
      this.element.classList.add("titled");
      this.element.prepend(this.#title);
      this.element.append(this.#printed);
    }
    new ResizeObserver(() => intoView(this.#figure)).observe(this.#figure); // also when it is shown for the first time
    this.#at = block.at_end ? this.#last : 0;
    this.#tell();
    onRegister(this.element, () => this.#tell());
  }

  /** Show its texts in the wording as it is now. */
  #tell() {
    this.#title.replaceChildren(...prose(this.#block.caption));
    this.show(this.#at);
    if (!this.#printed.parentNode) return;
    const printed = this.#frames.map(({ words }, at) => h("div", {}, this.#drawn(at), h("p", {}, prose(words))));
    this.#printed.replaceChildren(...printed);
  }

  get #last() {
    return this.#frames.length - 1;
  }

  /** The number of the frame. If the last frame is shown first, the first one is the start and counts as 0. */
  #place(/** @type {number} */ at) {
    const first = this.#block.at_end ? 0 : 1;
    return `${at + first} of ${this.#last + first}`;
  }

  #drawn(/** @type {number} */ at) {
    const { figure, caption } = this.#block;
    const shown = figureAt(figure, this.#frames.slice(0, at + 1));
    if (figure.numbers) return numbersTable(shown, `${plain(caption)}, step ${this.#place(at)}`);
    const label = `Board ${shown.board}: ${shown.position.replaceAll("/", " / ")}`;
    return boardPicture(shown, this.#options.titled ? { ...this.#options, label } : this.#options);
  }

  /** Show a frame, and announce it if it is to be `spoken`. @param {number} at @param {boolean} [spoken] */
  show(at, spoken = false) {
    this.#at = Math.min(Math.max(at, 0), this.#last);
    const frame = this.#frames[this.#at];
    const place = this.#last ? `${this.#place(this.#at)}. ` : "";
    this.#figure.replaceChildren(this.#drawn(this.#at));
    intoView(this.#figure);
    this.#words.replaceChildren(h("strong", {}, place), ...prose(frame.words));
    this.#slider.value = String(this.#at);
    const words = place + plain(frame.words);
    this.#slider.setAttribute("aria-valuetext", words);
    if (spoken) announce(words);
    this.#back.ariaDisabled = String(this.#at === 0); // not disabled, or it would lose the focus
    this.#next.ariaDisabled = String(this.#at === this.#last);
    this.#pointOut(frame);
  }

  /** Point out the cells of a frame on the other boards while a control has the focus. @param {FrameBlockJson} frame */
  #pointOut({ rings = [], lines = [] }) {
    const cells = [...rings, ...lines.flat()];
    this.element.dataset.cells = cells.join(" ");
    if (this.element.contains(document.activeElement)) refer(this.element, cells);
  }

  /** @param {number} at @param {boolean} spoken */
  #to(at, spoken) {
    this.#stop();
    this.show(at, spoken);
  }

  /** Show one frame after the other until the user steps. Only the last one is announced. */
  play() {
    if (this.#at === this.#last) this.show(0);
    this.#play.textContent = "Pause";
    const tick = () => {
      this.show(this.#at + 1, this.#at + 1 === this.#last);
      if (this.#at === this.#last || !this.element.isConnected) this.#stop();
    };
    this.#timer = setInterval(tick, Math.min(PACE, TOTAL / this.#frames.length));
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#play.textContent = "Play";
  }
}

/** Scroll the table, not the page, to the cells of the frame. @param {HTMLElement} place */
function intoView(place) {
  /** @type {HTMLElement[]} */
  const cells = [...place.querySelectorAll("td")].filter((cell) => cell.matches(".on-line, .chosen"));
  if (!cells.length) return;
  const left = Math.min(...cells.map((cell) => cell.offsetLeft));
  const right = Math.max(...cells.map((cell) => cell.offsetLeft + cell.offsetWidth));
  place.scrollLeft = (left + right - place.clientWidth) / 2;
}

/**
 * Options: `level` is the level of headings, `chosen` are the cells that the player may choose, and `move` is the one
 * that was played. `path` is the address that the blocks were requested from, if they are within others.
 * @typedef {{level?: number, chosen?: CellName[], move?: CellName | null, path?: string}} BlockOptions
 */

/** Return the drawing of a figure. @param {FigureBlockJson} block @param {BlockOptions & {label?: string}} options */
export function boardPicture(block, options) {
  const { board, position, notes = {}, lines = [], last } = block;
  const entries = Object.entries(notes);
  const texts = entries.map(([cell, { text = "" }]) => [cell, plain(text)]).filter(([, text]) => text);
  return miniBoard(board, position, {
    texts: Object.fromEntries(texts),
    heat: Object.fromEntries(entries.flatMap(([cell, { heat }]) => (heat ? [[cell, heat]] : []))),
    rings: ringsOf(block, options),
    wins: lines,
    last,
    label: options.label,
  });
}

/**
 * Return the cells with a ring. If these are all cells that the player may choose, only the move that was played has
 * one. It also has one if the figure has a note there.
 * @param {FigureBlockJson} block @param {BlockOptions} options
 */
function ringsOf({ rings = [], notes = {} }, { chosen = [], move = null }) {
  if (!move) return rings;
  if (rings.length === chosen.length && chosen.includes(move) && chosen.every((cell) => rings.includes(cell)))
    return [move];
  return notes[move] && !rings.includes(move) ? [...rings, move] : rings;
}

/**
 * Return the figure after frames. Notes stay until they are changed, except what they have `added`. Rings and lines are
 * those of the last frame alone.
 * @param {FigureBlockJson} figure @param {FrameBlockJson[]} frames @returns {FigureBlockJson}
 */
function figureAt(figure, frames) {
  let { board, position } = figure;
  let notes = { ...figure.notes };
  for (const frame of frames) {
    if (frame.position) {
      notes = {};
      position = frame.position;
      board = frame.board ?? board;
    }
    Object.assign(notes, frame.notes);
  }
  const { rings, lines, last, notes: own = {} } = frames[frames.length - 1];
  for (const [cell, { added, ...note }] of Object.entries(notes)) notes[cell] = own[cell] ?? note;
  return { ...figure, board, position, notes, rings, lines, last };
}

// A figure as a table of its cells, so that a screen reader can read them one by one. Larger numbers are warmer.

const SMALL = 25; // maximum cells of a board on which every cell has room for text below its number

/** Return a table, or one for each layer of a cube. @param {FigureBlockJson} figure @param {string} caption */
export function numbersTable(figure, caption) {
  const { columns, rows } = layoutOf(figure.position);
  const { layers } = dimensions(figure.board);
  const names = cellsOf({ columns, rows });
  const small = names.length <= SMALL;
  const cells = names.map((name) => cell(name, figure, small));
  const size = (columns * rows) / layers; // of a layer
  const tables = Array.from({ length: layers }, (_, layer) => {
    const from = layer * size;
    const words = layers > 1 ? `${caption}, layer ${layer + 1}` : caption;
    return layerTable(cells.slice(from, from + size), columns, from / columns, words, small);
  });
  return layers > 1 ? h("div", { class: "block-layers" }, tables) : tables[0];
}

/** @param {CellName} name @param {FigureBlockJson} figure @param {boolean} small */
function cell(name, { position, notes = {}, lines = [], rings = [] }, small) {
  const mark = markAt(position, name);
  const td = mark === "." ? noteCell(notes[name] ?? {}, small) : h("td", { class: "taken" }, markIcon(mark));
  td.dataset.cell = name;
  td.classList.toggle(
    "on-line",
    lines.some((line) => line.includes(name)),
  );
  td.classList.toggle("chosen", rings.includes(name));
  return td;
}

/** @param {NoteBlockJson} note @param {boolean} small */
function noteCell({ text = "", under = "", meaning = "", added = "", heat = 0, frame = "" }, small) {
  const number = plain(text);
  const td = h(
    "td",
    { class: heat ? frame : `zero ${frame}` },
    h("span", { class: `block-number digits-${number.replaceAll(",", "").length}` }, number),
    under && (small || frame !== "thin") && h("abbr", { class: "block-under", title: plain(meaning) || null }, under),
    added && h("span", { class: "block-added" }, added),
  );
  if (heat) td.style.setProperty("--share", String(heat));
  return td;
}

/**
 * Return the table of a board, or of one layer of a cube. `before` is the number of rows in the layers before it.
 * @param {HTMLElement[]} cells @param {number} columns @param {number} before @param {string} caption
 * @param {boolean} small
 */
function layerTable(cells, columns, before, caption, small) {
  const grid = h(
    "table",
    { class: `block-numbers ${small ? "small" : "large"}` },
    h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, h("td"), letters(columns))),
    h("tbody", {}, numberRows(cells, columns, before)),
  );
  grid.style.setProperty("--columns", String(columns));
  return grid;
}

/** @param {number} columns */
const letters = (columns) => Array.from({ length: columns }, (_, i) => h("th", { scope: "col" }, cellName(i, 0)[0]));

/** @param {HTMLElement[]} cells @param {number} columns @param {number} before */
const numberRows = (cells, columns, before) =>
  Array.from({ length: cells.length / columns }, (_, row) =>
    h("tr", {}, h("th", { scope: "row" }, before + row + 1), cells.slice(row * columns, (row + 1) * columns)),
  );
