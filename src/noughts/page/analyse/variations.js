// A tree of moves with notes: what was played, and what might have been. Text and links only, no rules of the game.
//
// Each move knows the one before it; of those that follow a move the first is the main one. The root is the start. Moves
// are numbered depth first, as in the record (`records/study.py`): the number stands in the address.

import { markAt, otherSide, toMove, withMark } from "../core/notation.js";

/** @typedef {{cell: CellName | null, note: string, before: Step | null, after: Step[]}} Step */

export class Variations {
  /** @type {Step} */
  root = { cell: null, note: "", before: null, after: [] };

  /** @param {string} start - a position @param {StudyMoveJson[]} [moves] @param {string} [note] */
  constructor(start, moves = [], note = "") {
    this.start = start;
    this.root.note = note;
    const steps = [this.root];
    for (const { after, cell, note: said } of moves) steps.push(this.#add(steps[after], cell, said));
  }

  /** @param {Step} before @param {CellName} cell @returns {Step} */
  #add(before, cell, note = "") {
    /** @type {Step} */
    const step = { cell, note, before, after: [] };
    before.after.push(step);
    return step;
  }

  /** The move of a cell after another one: the one that is there, or a new one. @param {Step} before @param {CellName} cell */
  play(before, cell) {
    return before.after.find((step) => step.cell === cell) ?? this.#add(before, cell);
  }

  /** The moves that lead to one, itself included. @param {Step} step @returns {Step[]} */
  line(step) {
    const line = [];
    for (let at = step; at.before; at = at.before) line.push(at);
    return line.reverse();
  }

  /** The cells that lead to a move. @param {Step} step @returns {CellName[]} */
  cells(step) {
    return this.line(step).map(({ cell }) => /** @type {CellName} */ (cell));
  }

  /** The position after a move. @param {Step} step */
  position(step) {
    let [at, side] = [this.start, toMove(this.start)];
    for (const cell of this.cells(step)) {
      at = withMark(at, cell, side);
      side = otherSide(side);
    }
    return at;
  }

  /** The last move of what follows one along the main moves. @param {Step} step */
  end(step) {
    let at = step;
    while (at.after.length) at = at.after[0];
    return at;
  }

  /**
   * The variation before or after, at the nearest place on the way here where there is a choice; null where there is
   * none.
   * @param {Step} step @param {1 | -1} by
   */
  beside(step, by) {
    for (let at = step; at.before; at = at.before) {
      const all = at.before.after;
      const other = all[all.indexOf(at) + by];
      if (other) return other;
    }
    return null;
  }

  /** Takes a move away, with all that follows it; how many moves that are. @param {Step} step */
  remove(step) {
    if (!step.before) return 0;
    step.before.after = step.before.after.filter((each) => each !== step);
    return this.#below(step).length;
  }

  /** Makes the variation that a move is in the main one where it leaves the other; null where it is the main line. @param {Step} step */
  promote(step) {
    const at = this.line(step).findLast((each) => each.before && each.before.after[0] !== each);
    if (!at?.before) return null;
    at.before.after = [at, ...at.before.after.filter((each) => each !== at)];
    return at;
  }

  /** All moves in order. @returns {Step[]} */
  get all() {
    return this.#below(this.root).slice(1);
  }

  /** A move with all that follows it, depth first. @param {Step} step @returns {Step[]} */
  #below(step) {
    const steps = [];
    const left = [step];
    for (let at = left.pop(); at; at = left.pop()) {
      steps.push(at);
      left.push(...at.after.toReversed());
    }
    return steps;
  }

  /** The number of a move, 0 for the start. @param {Step} step */
  number(step) {
    return this.all.indexOf(step) + 1;
  }

  /** The move of a number; the end of the main line for one that no move has. @param {number | null} number */
  numbered(number) {
    if (number === 0) return this.root;
    return (number && this.all[number - 1]) || this.end(this.root);
  }

  /** How many marks are on the board before the first move. */
  get ply() {
    return [...this.start].filter((sign) => sign === "X" || sign === "O").length;
  }

  /** A copy, to come back to. */
  copy() {
    const { all } = this;
    const numbers = new Map(all.map((step, i) => [step, i + 1]));
    const moves = all.map(({ before, cell, note }) => ({
      after: (before && numbers.get(before)) ?? 0,
      cell: /** @type {CellName} */ (cell),
      note,
    }));
    return new Variations(this.start, moves, this.root.note);
  }

  /** All of it as people write moves: `b2a1(b1{why}c3)c1`. */
  get text() {
    return noteText(this.root) + continuation(this.root);
  }
}

/** @param {Step} step */
const noteText = ({ note }) => (note ? `{${note.replace(/[\\{}]/g, "\\$&")}}` : "");

/** What follows a move: the main one, in parentheses the others, and so on. @param {Step} step @returns {string} */
function continuation(step) {
  let text = "";
  for (let at = step; at.after.length; at = at.after[0]) {
    const [main, ...others] = at.after;
    const one = (/** @type {Step} */ each) => `${each.cell}${noteText(each)}`;
    text += one(main) + others.map((each) => `(${one(each)}${continuation(each)})`).join("");
  }
  return text;
}

/** The number of the move on each marked cell, as far as one was played here. @param {string} position @param {CellName[]} cells @param {number} ply */
export function moveNumbers(position, cells, ply) {
  /** @type {Record<CellName, number>} */
  const numbers = {};
  for (const [i, cell] of cells.entries()) if (markAt(position, cell) !== ".") numbers[cell] = ply + i + 1;
  return numbers;
}
