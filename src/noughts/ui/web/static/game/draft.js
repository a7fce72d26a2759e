// A game that is not made yet.

import { seatOf } from "../core/players.js";

/** @import { PositionJson } from "../core/answers.js" */
/** @import { Act, Game, Wanted } from "../core/types.js" */

/**
 * A game that is not made yet, as the server would tell it.
 * @param {Wanted} wanted @param {PositionJson} facts @returns {Game}
 */
export function draftGame({ x, o }, { board, position, ply, to_move, legal, outcome }) {
  const seats = { X: seatOf(x), O: seatOf(o) };
  const mover = seats[to_move].kind === "computer" ? "step" : "move";
  /** @type {Act[]} */
  const may = outcome ? [] : [mover]; // of a draft: all else needs a game that is made
  const nobody = mover === "step" ? may : [];
  return {
    id: null,
    version: 0,
    board,
    start: position,
    position,
    ply,
    moves: [],
    redo: 0,
    outcome,
    offers: [],
    clock: null,
    to_move,
    legal,
    may: to_move === "X" ? { X: may, O: nobody } : { X: nobody, O: may },
    score: { X: 0, O: 0, draw: 0 },
    next: null,
    previous: null,
    swapped: false,
    seats,
  };
}
