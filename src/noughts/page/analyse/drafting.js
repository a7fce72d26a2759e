// A position while it is set up by hand: each mark is looked at by the rules, and nothing else changes until it is done.

import { positionFacts } from "../board/assist.js";
import { announce } from "../core/announce.js";
import { plural } from "../core/grammar.js";
import { cellWords, emptyPosition, marksOf, withMark } from "../core/notation.js";
import { messageOf } from "../core/refusals.js";

/** @import { CellName } from "../core/answers.js" */

export class Drafting {
  board = "";
  /** What is set up; null while nothing is. @type {string | null} */
  position = null;
  /** What is wrong with it, else nothing. */
  problem = "";
  #changed;

  /** @param {() => unknown} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Begins with what is on the board. @param {string} board @param {string} position */
  begin(board, position) {
    this.board = board;
    announce("Set up by hand: x, o and the point put a mark on the cell you are on.");
    return this.#set(position);
  }

  /** @param {CellName} cell @param {"X" | "O" | "."} mark */
  put(cell, mark) {
    if (this.position === null) return;
    announce(`${cellWords(this.board, cell)}: ${mark === "." ? "empty" : mark}.`);
    this.#set(withMark(this.position, cell, mark));
  }

  clear() {
    return this.#set(emptyPosition(this.board));
  }

  /** What was set up, which ends it; null, and why is said, where the rules do not allow it. */
  async done() {
    const { position } = this;
    if (position === null) return null;
    await this.#set(position);
    if (this.problem) announce(this.problem);
    if (this.problem || this.position !== position) return null;
    this.position = null;
    return position;
  }

  cancel() {
    this.position = null;
    this.#changed();
  }

  /** @param {string} position */
  async #set(position) {
    this.position = position;
    this.problem = balanceNote(position);
    this.#changed();
    if (this.problem) return;
    const problem = await positionFacts(this.board, position).then(
      () => "",
      (error) => messageOf(error),
    );
    if (position !== this.position || !problem) return;
    this.problem = problem;
    this.#changed();
  }
}

/** How many marks are missing for turns to alternate, X first; nothing where none is. @param {string} position */
function balanceNote(position) {
  const count = (/** @type {string} */ mark) => marksOf(position).filter((each) => each === mark).length;
  const [x, o] = [count("X"), count("O")];
  if (x === o || x === o + 1) return "";
  const [fewer, missing] = x > o ? ["O", x - o - 1] : ["X", o - x];
  return `${x} X and ${o} O: X moves first and turns alternate, so ${plural(missing, fewer, fewer)} more, or as many less of the other.`;
}
