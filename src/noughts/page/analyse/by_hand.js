// A position set up by hand: what a click puts on a cell, whose turn follows, and whether the rules allow it.

import { positionFacts } from "../board/assist.js";
import { announce, refusalOf } from "../core/announce.js";
import { button, h, row, segments } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { cellWords, emptyPosition, marksOf, SIDES, toMove, withMark } from "../core/notation.js";

/** @typedef {"X" | "O" | "."} Brush */

/** @type {[Brush, string][]} */
const BRUSHES = [
  ["X", "X"],
  ["O", "O"],
  [".", "Empty"],
];

/** A position while it is set up: each mark is looked at by the rules, and nothing else changes until it is done. */
export class ByHand {
  board = "";
  /** What is set up; null while nothing is. @type {string | null} */
  position = null;
  /** What is wrong with it, else nothing. */
  #problem = "";
  /** What a click puts. @type {Brush} */
  brush = "X";
  #brushes = segments("What a click puts on a cell", "brush", BRUSHES, "X", (brush) => (this.brush = brush));
  #words = h("p", { class: "by-hand-words", role: "status" });
  #changed;
  element;

  /** `finish` is called to end with what is set up. @param {() => unknown} changed @param {() => unknown} finish */
  constructor(changed, finish) {
    this.#changed = changed;
    this.element = h("div", { class: "by-hand", hidden: true }, [
      this.#words,
      row([
        this.#brushes,
        button("Clear", () => this.#set(emptyPosition(this.board))),
        button("Cancel", () => this.#cancel()),
        button("Done", finish, { class: "button primary" }),
      ]),
    ]);
  }

  /** Begins with what is on the board. @param {string} board @param {string} position */
  begin(board, position) {
    this.board = board;
    announce("Set up by hand: x, o and the point put a mark on the cell you are on.");
    return this.#set(position);
  }

  /** Puts the mark of the brush; another brush is taken up. @param {CellName} cell @param {Brush} mark */
  put(cell, mark = this.brush) {
    if (this.position === null) return;
    this.brush = mark;
    for (const input of this.#brushes.querySelectorAll("input")) input.checked = input.value === mark;
    announce(`${cellWords(this.board, cell)}: ${mark === "." ? "empty" : mark}.`);
    this.#set(withMark(this.position, cell, mark));
  }

  /** What was set up, which ends it; null, and why is said, where the rules do not allow it. */
  async done() {
    const { position } = this;
    if (position === null) return null;
    await this.#set(position);
    if (this.#problem) announce(this.#problem);
    if (this.#problem || this.position !== position) return null;
    this.position = null;
    return position;
  }

  show() {
    const { position } = this;
    this.element.hidden = position === null;
    if (position === null) return;
    const [x, o] = counts(position);
    const words = this.#problem || `${x} X and ${o} O: ${toMove(position)} to move.`;
    if (this.#words.textContent !== words) this.#words.textContent = words;
    this.#words.classList.toggle("problem", Boolean(this.#problem));
  }

  #cancel() {
    this.position = null;
    this.#changed();
  }

  /** @param {string} position */
  async #set(position) {
    this.position = position;
    this.#problem = balanceNote(position);
    this.#changed();
    if (this.#problem) return;
    const problem = await refusalOf(positionFacts(this.board, position));
    if (position !== this.position || !problem) return;
    this.#problem = problem;
    this.#changed();
  }
}

/** How many marks each side has. @param {string} position */
const counts = (position) => SIDES.map((side) => marksOf(position).filter((each) => each === side).length);

/** How many marks are missing for turns to alternate, X first; nothing where none is. @param {string} position */
function balanceNote(position) {
  const [x, o] = counts(position);
  if (x === o || x === o + 1) return "";
  const [fewer, missing] = x > o ? ["O", x - o - 1] : ["X", o - x];
  return `${x} X and ${o} O: X moves first and turns alternate, so ${plural(missing, fewer, fewer)} more, or as many less of the other.`;
}
