// <noughts-board>: a position as a picture, and over it a grid of buttons that everybody can use (W3C APG grid).
// It knows no rules: what may be played, marked or written comes in by `show`, the chosen cell goes out as an event.

import { around, h, set } from "../core/dom.js";
import { valueWords } from "../core/grammar.js";
import { cellAt, cellName, cells, cellWords, dimensions, markAt, withMark } from "../core/notation.js";
import { BoardPicture } from "./picture.js";

/** @import { BoardState, Cell } from "../core/types.js" */

/** What is not named is nothing; `types.d.ts` says what each means. */
const NOTHING = {
  coordinates: true,
  legal: /** @type {Cell[]} */ ([]),
  mark: null,
  last: null,
  wins: /** @type {Cell[][]} */ ([]),
  pending: null,
  values: {},
  hint: /** @type {Cell[]} */ ([]),
  threats: [],
  line: [],
};

export class NoughtsBoard extends HTMLElement {
  /** @type {Required<Omit<BoardState, "rings" | "heat" | "texts">>} */
  #state = { ...NOTHING, board: "3x3x3", position: "", label: "Board" };
  #drawn = ""; // which board and coordinates the picture shows
  /** The cell that holds the one tab stop. */
  #at = "";
  /** The last move that was brought into sight. @type {Cell | null | undefined} */
  #followed = undefined;
  /** @type {Map<Cell, HTMLButtonElement>} */
  #buttons = new Map();
  #picture = new BoardPicture("3x3x3");
  #grid = h("div", { role: "grid", class: "grid" });
  #scroller = h("div", { class: "scroller" });

  /**
   * Shows a position. Dispatches `cell`, `cell-refused` and `cell-looked-at` with the cell.
   * @param {BoardState} state
   */
  show(state) {
    this.#state = { ...NOTHING, ...state };
    const key = `${state.board} ${this.#state.coordinates}`;
    if (this.#drawn !== key) this.#build();
    this.#drawn = key;
    this.#picture.show(this.#state);
    for (const stroke of this.#picture.element.querySelectorAll(".wins line")) set(stroke, { pathLength: 1 });
    if (this.#state.last !== this.#followed) this.#follow();
    this.#name();
  }

  /** Puts the keyboard on the board. */
  enter() {
    this.#buttons.get(this.#at)?.focus();
  }

  #build() {
    const focused = this.contains(document.activeElement);
    const { board, coordinates } = this.#state;
    const { columns, rows, layers } = dimensions(board);
    const roomy = columns < 6 && coordinates && layers === 1; // its small letters need less room than there is
    this.#picture = new BoardPicture(board, { coordinates, edge: roomy ? 20 : 0 });
    this.#followed = undefined;
    this.#buttons = new Map();
    const row = (/** @type {number} */ y) =>
      h(
        "div",
        { role: "row" },
        Array.from({ length: columns }, (_, x) => this.#cell(cellName(x, y))),
      );
    this.#grid = h(
      "div",
      { role: "grid", class: "grid" },
      Array.from({ length: rows }, (_, y) => row(y)),
    );
    this.#listen();
    this.#lay(columns > 9 ? 24.5 : 44);
    if (!this.#buttons.has(this.#at)) this.#at = cellName(Math.floor(columns / 2), Math.floor(rows / 2));
    if (focused) this.enter();
  }

  /** The picture and the grid over it, so large that a cell can be hit: `least` pixels. @param {number} least */
  #lay(least) {
    const { width, height } = this.#picture.frame;
    const surface = h("div", { class: "surface" }, this.#picture.element, this.#grid);
    surface.style.setProperty("--least", `${(width / 100) * least}px`);
    surface.style.setProperty("--shape", `${width} / ${height}`);
    this.classList.toggle("large", width > 950);
    this.classList.toggle("small", width < 650);
    this.#scroller = h("div", { class: "scroller" }, surface);
    this.replaceChildren(this.#scroller);
  }

  /** @param {Cell} name */
  #cell(name) {
    const button = h("button", { type: "button", "data-cell": name, tabindex: "-1" });
    const [x, y] = this.#picture.corner(name);
    const { edge, width, height } = this.#picture.frame;
    const cell = h("div", { role: "gridcell" }, button);
    const place = { left: (x - edge) / width, top: (y - edge) / height, width: 100 / width, height: 100 / height };
    for (const [side, share] of Object.entries(place)) cell.style.setProperty(side, `${share * 100}%`);
    this.#buttons.set(name, button);
    return cell;
  }

  #listen() {
    const cell = (/** @type {Event} */ event) => around(event, "button")?.dataset.cell ?? null;
    set(this.#grid, {
      onclick: (event) => this.#choose(cell(event)),
      onkeydown: (event) => this.#key(event),
      onfocusin: (event) => this.#stop(cell(event)),
      onfocusout: () => this.#ghost(null),
      onpointerover: (event) => event.pointerType !== "touch" && this.#ghost(cell(event)),
      onpointerleave: () => this.#ghost(null),
    });
  }

  /** @param {Cell | null} name */
  #choose(name) {
    if (!name) return;
    this.#stop(name);
    this.#tell(this.#state.legal.includes(name) ? "cell" : "cell-refused", name);
  }

  /** @param {string} event @param {Cell | null} detail */
  #tell(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { detail, bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.metaKey) return;
    const to = this.#steps(event.ctrlKey)[event.key];
    const digit = /^[1-9]$/.test(event.key) && this.#buttons.size === 9 && !event.ctrlKey;
    if (to) this.#stop(to);
    else if (digit) this.#choose(cells(this.#state.board)[Number(event.key) - 1]);
    else return;
    this.enter();
    event.preventDefault();
  }

  /** Where each key leads from here. @param {boolean} whole @returns {Record<string, Cell>} */
  #steps(whole) {
    const { columns, rows } = dimensions(this.#state.board);
    const { column, row } = cellAt(this.#at);
    const [right, bottom] = [columns - 1, rows - 1];
    return {
      ArrowLeft: cellName(Math.max(column - 1, 0), row),
      ArrowRight: cellName(Math.min(column + 1, right), row),
      ArrowUp: cellName(column, Math.max(row - 1, 0)),
      ArrowDown: cellName(column, Math.min(row + 1, bottom)),
      Home: cellName(0, whole ? 0 : row),
      End: cellName(right, whole ? bottom : row),
      PageUp: cellName(column, 0),
      PageDown: cellName(column, bottom),
    };
  }

  /** Moves the tab stop; the cell looked at is told, for whoever shows more about it. @param {Cell | null} name */
  #stop(name) {
    if (!name) return;
    for (const [cell, button] of this.#buttons)
      if (cell === this.#at || cell === name) set(button, { tabindex: cell === name ? "0" : "-1" });
    this.#at = name;
    this.#ghost(name);
  }

  /** @param {Cell | null} name */
  #ghost(name) {
    const playable = name && this.#state.legal.includes(name);
    this.#picture.ghost(playable ? name : null, this.#state.mark);
    this.#tell("cell-looked-at", name);
  }

  /** On a board larger than its window: brings the last move, or the middle, into sight. */
  #follow() {
    const { last } = this.#state;
    this.#followed = last;
    const scroller = this.#scroller;
    const [x] = this.#picture.corner(last ?? this.#at);
    const left = ((x + 50) / this.#picture.frame.width) * this.#picture.element.clientWidth;
    const away = left - scroller.scrollLeft;
    if (away < 48 || away > scroller.clientWidth - 48)
      scroller.scrollTo({ left: left - scroller.clientWidth / 2, behavior: "smooth" });
  }

  /** Every cell says what is on it, and what is noted there. */
  #name() {
    const { label, legal } = this.#state;
    set(this.#grid, { "aria-label": label });
    const words = this.#words();
    for (const [name, button] of this.#buttons)
      set(button, {
        "aria-label": words(name).join(", "),
        "aria-disabled": legal.includes(name) ? null : "true",
        tabindex: name === this.#at ? "0" : "-1",
      });
  }

  /** @returns {(name: Cell) => string[]} */
  #words() {
    const { board, position, last, wins, hint, threats, values, pending } = this.#state;
    const shown = pending ? withMark(position, pending.cell, pending.mark) : position;
    const winning = new Set(wins.flat());
    return (name) => {
      const mark = markAt(shown, name);
      const words = [cellWords(board, name), mark === "." ? "empty" : mark];
      if (name === last) words.push("last move");
      if (winning.has(name)) words.push("in the winning line");
      if (hint.includes(name)) words.push("hint");
      for (const { cell, mark, fork } of threats)
        if (cell === name) words.push(`${mark} would ${fork ? "threaten two lines" : "complete a line"}`);
      if (mark === "." && values[name]) words.push(valueWords(values[name]));
      return words;
    };
  }
}

customElements.define("noughts-board", NoughtsBoard);
