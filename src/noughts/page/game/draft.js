// A game that is not made yet.

import { dimensions, marksOf, otherSide, withMark } from "../core/notation.js";
import { seatOf } from "../core/players.js";

/** @import { CellName, PositionJson } from "../core/answers.js" */
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
    classroom: null,
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

/**
 * Whether two people may play on before anybody says how the game stands: with fewer marks than a line has, it goes on.
 * @param {Game} game
 */
export function goesOn({ id, board, position, legal, seats, to_move }) {
  const people = seats.X.kind === "person" && seats.O.kind === "person";
  const marks = marksOf(position).filter((mark) => mark === to_move).length + 1;
  return id === null && people && marks < dimensions(board).k && legal.length > 1;
}

/** The draft after a move of a person against a person. @param {Game} game @param {CellName} cell @returns {Game} */
export function draftAfter(game, cell) {
  const { X, O } = game.may;
  return {
    ...game,
    position: withMark(game.position, cell, game.to_move),
    ply: game.ply + 1,
    moves: [...game.moves, cell],
    to_move: otherSide(game.to_move),
    legal: game.legal.filter((other) => other !== cell),
    may: { X: O, O: X },
  };
}
