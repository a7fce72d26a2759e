// <noughts-board>: a position as a picture, and over it a grid of buttons that everybody can use (W3C APG grid).
// It knows no rules: what may be played, marked or written comes in by `show`, the chosen cell goes out as an event.
// On a large board a finger's first touch aims and its second plays; see also Zoom.

import { around, button, h, set } from "../core/dom.js";
import { valueWords } from "../core/grammar.js";
import { cellAt, cellName, cells, cellWords, dimensions, markAt, withMark } from "../core/notation.js";
import { BoardPicture } from "./picture.js";

/** What is not named is nothing; `types.d.ts` says what each means. */
const NOTHING = {
  coordinates: true,
  legal: /** @type {CellName[]} */ ([]),
  mark: null,
  last: null,
  wins: /** @type {CellName[][]} */ ([]),
  pending: null,
  values: {},
  hint: /** @type {CellName[]} */ ([]),
  threats: [],
  line: [],
  lines: /** @type {CellName[][]} */ ([]),
  numbers: /** @type {Record<CellName, number>} */ ({}),
};
const LARGE = 8; // columns or rows beyond which a board has rulers, can be made larger, and shows a touch before it plays
const REFUSED = 900; // milliseconds that a refused cell is pointed out
const SURE = 40; // pixels of a cell that a finger does not miss

/**
 * Who hears what is done on a board: a cell that is chosen, refused, touched a first time, looked at.
 * @typedef {{choose?: (cell: CellName) => unknown, refuse?: (cell: CellName) => unknown,
 *   aim?: (cell: CellName) => unknown, point?: (cell: CellName | null) => unknown}} BoardHandlers
 */

class NoughtsBoard extends HTMLElement {
  /** @type {Required<Omit<BoardState, "rings" | "heat" | "texts">>} */
  #state = { ...NOTHING, board: "3x3x3", position: "", label: "Board" };
  #drawn = ""; // which board and coordinates the picture shows
  /** The cell that holds the one tab stop. */
  #at = "";
  /** The last move that was brought into sight. @type {CellName | null | undefined} */
  #followed = undefined;
  /** @type {Map<CellName, HTMLButtonElement>} */
  #buttons = new Map();
  #picture = new BoardPicture("3x3x3");
  #grid = h("div", { role: "grid", class: "grid" });
  #zoom = new Zoom(h("div"), false);
  /** The cell that a finger has pointed out, and may touch again to play. @type {CellName | null} */
  #aimed = null;
  #touched = false; // whether the last press was a finger's

  /**
   * Shows a position. Dispatches `cell`, `cell-refused`, `cell-aimed` and `cell-looked-at` with the cell.
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

  /** Point out cells that a text beside the board refers to; no cells end it. @param {CellName[]} cells */
  refer(cells) {
    this.#picture.refer(cells);
  }

  /** Shows that a cell was touched and nothing came of it. @param {CellName} name */
  refuse(name) {
    const cell = this.#buttons.get(name)?.parentElement;
    cell?.classList.add("refused");
    setTimeout(() => cell?.classList.remove("refused"), REFUSED);
  }

  #build() {
    const focused = this.contains(document.activeElement);
    const { board, coordinates } = this.#state;
    const { columns, rows, layers } = dimensions(board);
    const large = layers === 1 && Math.max(columns, rows) > LARGE;
    const roomy = columns < 6 && coordinates && layers === 1 && !board.includes("torus"); // its small letters need less
    this.#picture = new BoardPicture(board, { coordinates: coordinates && !large, edge: roomy ? 20 : 0 });
    this.#followed = undefined;
    this.#aimed = null;
    this.#buttons = new Map();
    const row = (/** @type {number} */ y) => {
      const names = Array.from({ length: columns }, (_, x) => cellName(x, y));
      return h(
        "div",
        { role: "row" },
        names.map((name) => this.#cell(name)),
      );
    };
    const all = Array.from({ length: rows }, (_, y) => row(y));
    this.#grid = h("div", { role: "grid", class: "grid" }, all);
    this.#listen();
    this.#lay(large, large && coordinates);
    this.classList.toggle("large", large);
    this.classList.toggle("small", this.#picture.frame.width < 650);
    if (!this.#buttons.has(this.#at)) this.#at = cellName(Math.floor(columns / 2), Math.floor(rows / 2));
    if (focused) this.enter();
  }

  /** The picture and the grid over it; a large board has its rulers beside it, which stay. @param {boolean} large @param {boolean} ruled */
  #lay(large, ruled) {
    const { width, height } = this.#picture.frame;
    const surface = h("div", { class: "surface" }, this.#picture.element, this.#grid);
    const sheet = h("div", { class: ruled ? "sheet ruled" : "sheet" }, ruled && this.#rulers(), surface);
    const scroller = h("div", { class: "scroller" }, sheet);
    this.#zoom = new Zoom(scroller, large);
    this.style.setProperty("--shape", `${width} / ${height}`);
    this.style.setProperty("--ratio", String(width / height));
    this.replaceChildren(scroller, this.#zoom.element);
  }

  /** The letters above and the numbers to the left, in places of their own that do not scroll away. */
  #rulers() {
    const { columns, rows } = dimensions(this.#state.board);
    const { edge, width, height } = this.#picture.frame;
    const ruler = (/** @type {string} */ kind, /** @type {number} */ count, /** @type {"left" | "top"} */ side) => {
      const texts = Array.from({ length: count }, (_, i) => {
        const [x, y] = this.#picture.corner(side === "left" ? cellName(i, 0) : cellName(0, i));
        const share = side === "left" ? (x + 50 - edge) / width : (y + 50 - edge) / height;
        const text = h("span", {}, side === "left" ? cellName(i, 0)[0] : i + 1);
        text.style.setProperty(side, `${share * 100}%`);
        return text;
      });
      return h("div", { class: `ruler ${kind}`, "aria-hidden": "true" }, texts);
    };
    return [ruler("letters", columns, "left"), ruler("numbers", rows, "top"), h("div", { class: "ruler corner" })];
  }

  /** @param {CellName} name */
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
      onpointerdown: (/** @type {PointerEvent} */ event) => {
        this.#touched = event.pointerType === "touch";
      },
      onclick: (event) => this.#press(cell(event)),
      onkeydown: (event) => this.#key(event),
      onfocusin: (event) => this.#stop(cell(event)),
      onfocusout: () => this.#aimed || this.#ghost(null),
      onpointerover: (event) => event.pointerType !== "touch" && this.#ghost(cell(event)),
      onpointerleave: () => this.#ghost(null),
    });
  }

  /** A press: on a large board a finger's first touch shows where it would play. @param {CellName | null} name */
  #press(name) {
    const small = (name && this.#buttons.get(name)?.clientWidth) || 0;
    const sure = !this.#touched || !this.classList.contains("large") || small >= SURE || this.#aimed === name;
    const legal = name && this.#state.legal.includes(name);
    this.#aimed = sure || !legal ? null : name;
    if (!this.#aimed) return this.#choose(name);
    this.#stop(name);
    this.#picture.ghost(name, this.#state.mark, true);
    this.#tell("cell-aimed", name);
  }

  /** @param {CellName | null} name */
  #choose(name) {
    if (!name) return;
    this.#stop(name);
    this.#tell(this.#state.legal.includes(name) ? "cell" : "cell-refused", name);
  }

  /** @param {string} event @param {CellName | null} detail */
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

  /** Where each key leads from here. @param {boolean} whole @returns {Record<string, CellName>} */
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

  /** Moves the tab stop; the cell looked at is told, for whoever shows more about it. @param {CellName | null} name */
  #stop(name) {
    if (!name) return;
    for (const [cell, button] of this.#buttons)
      if (cell === this.#at || cell === name) set(button, { tabindex: cell === name ? "0" : "-1" });
    this.#at = name;
    this.#ghost(name);
  }

  /** @param {CellName | null} name */
  #ghost(name) {
    const playable = name && this.#state.legal.includes(name);
    this.#picture.ghost(playable ? name : null, this.#state.mark);
    this.#tell("cell-looked-at", name);
  }

  /** On a board larger than its window: brings the last move, or the middle, into sight. */
  #follow() {
    const { last } = this.#state;
    const { edge, width, height } = this.#picture.frame;
    const [x, y] = this.#picture.corner(last ?? this.#at);
    this.#followed = last;
    this.#aimed = null;
    this.#zoom.bring((x + 50 - edge) / width, (y + 50 - edge) / height);
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

  /** @returns {(name: CellName) => string[]} */
  #words() {
    const { board, position, last, wins, hint, threats, values, pending, numbers } = this.#state;
    const shown = pending ? withMark(position, pending.cell, pending.mark) : position;
    const winning = new Set(wins.flat());
    return (name) => {
      const mark = markAt(shown, name);
      const words = [cellWords(board, name), mark === "." ? "empty" : mark];
      if (numbers[name]) words.push(`move ${numbers[name]}`);
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

/**
 * Point out on a board the cells that references in an element have (`noughts-refer`).
 * @template {HTMLElement} E @param {E} element @param {NoughtsBoard} board
 */
export function lightOn(element, board) {
  const heard = (/** @type {CustomEvent} */ event) => board.refer(event.detail.cells);
  return set(element, { "onnoughts-refer": heard });
}

/** A board with who hears what is done on it. @param {BoardHandlers} on */
export function boardWith({ choose, refuse, aim, point }) {
  const heard = (/** @type {((cell: any) => unknown) | undefined} */ act) => (/** @type {CustomEvent} */ event) =>
    act?.(event.detail);
  return set(new NoughtsBoard(), {
    oncell: heard(choose),
    "oncell-refused": heard(refuse),
    "oncell-aimed": heard(aim),
    "oncell-looked-at": heard(point),
  });
}

const STEP = 1.5; // by a button

/** A picture made larger: by two fingers, or by two buttons; what is under the fingers stays under them. */
export class Zoom {
  #scale = 1;
  #scroller;
  #most;
  /** The fingers' distance and the scale when they came down. @type {{apart: number, scale: number} | null} */
  #pinch = null;

  /**
   * `scroller` is the window onto the picture, whose style reads `--zoom`: at most `most` times its place.
   * @param {HTMLElement} scroller @param {boolean} pinched - whether fingers zoom, too @param {number} [most]
   */
  constructor(scroller, pinched, most = 4, [smaller, larger] = ["Make the board smaller", "Make the board larger"]) {
    this.#scroller = scroller;
    this.#most = most;
    this.out = button("−", () => this.#by(1 / STEP), { "aria-label": smaller });
    this.in = button("+", () => this.#by(STEP), { "aria-label": larger });
    this.element = h("div", { class: "zoom", role: "group", "aria-label": "Size of the board" }, this.out, this.in);
    this.#show();
    if (!pinched) return;
    set(scroller, {
      ontouchstart: (/** @type {TouchEvent} */ event) => this.#begin(event),
      ontouchend: () => (this.#pinch = null),
    });
    scroller.addEventListener("touchmove", (event) => this.#move(event), { passive: false });
  }

  /** Brings a point, by its shares of width and height, into sight. @param {number} x @param {number} y */
  bring(x, y) {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.#scroller;
    const [left, top] = [x * scrollWidth, y * scrollHeight];
    const away = [left - scrollLeft, clientWidth - left + scrollLeft, top - scrollTop, clientHeight - top + scrollTop];
    if (Math.min(...away) < 48)
      this.#scroller.scrollTo({ left: left - clientWidth / 2, top: top - clientHeight / 2, behavior: "smooth" });
  }

  /** @param {number} factor */
  #by(factor) {
    const { left, top, width, height } = this.#scroller.getBoundingClientRect();
    this.#to(this.#scale * factor, left + width / 2, top + height / 2);
  }

  /** Another scale around a point of the screen. @param {number} scale @param {number} x @param {number} y */
  #to(scale, x, y) {
    const before = this.#scale;
    const { left, top } = this.#scroller.getBoundingClientRect();
    const [fromLeft, fromTop] = [x - left, y - top];
    this.#scale = Math.min(this.#most, Math.max(1, scale));
    this.#show();
    const grown = this.#scale / before;
    this.#scroller.scrollLeft = (this.#scroller.scrollLeft + fromLeft) * grown - fromLeft;
    this.#scroller.scrollTop = (this.#scroller.scrollTop + fromTop) * grown - fromTop;
  }

  #show() {
    this.#scroller.style.setProperty("--zoom", String(this.#scale));
    set(this.out, { "aria-disabled": this.#scale === 1 ? "true" : null });
    set(this.in, { "aria-disabled": this.#scale === this.#most ? "true" : null });
  }

  /** @param {TouchEvent} event */
  #begin({ touches }) {
    this.#pinch = touches.length === 2 ? { apart: apart(touches), scale: this.#scale } : null;
  }

  /** @param {TouchEvent} event */
  #move(event) {
    const { touches } = event;
    if (!this.#pinch || touches.length !== 2) return;
    event.preventDefault();
    const [x, y] = [(touches[0].clientX + touches[1].clientX) / 2, (touches[0].clientY + touches[1].clientY) / 2];
    this.#to((this.#pinch.scale * apart(touches)) / this.#pinch.apart, x, y);
  }
}

/** How far two fingers are from each other. @param {TouchList} touches */
const apart = (touches) => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
