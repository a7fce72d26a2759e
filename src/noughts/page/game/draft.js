// A game that is not on the server yet. Its moves are stored, so that the next tab goes on with it if this one is closed.

import { dimensions, marksOf, otherSide, withMark } from "../core/notation.js";
import { seatOf } from "../core/players.js";
import { draft, rememberDraft } from "../core/store.js";

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

const PATIENCE = 300; // milliseconds that a tab which is just closed may take until it is gone
const nameOf = (/** @type {string} */ id) => `noughts draft ${id}`;

/** Keeps the moves of one draft, under a lock that goes with its tab. */
export class DraftKeeper {
  #id = `${Date.now()}.${Math.random()}`;
  /** @type {(() => void) | null} */
  #release = null;

  /** @param {Wanted} wanted @param {CellName[]} moves */
  keep(wanted, moves) {
    rememberDraft({ id: this.#id, wanted, moves });
    if (this.#release) return;
    this.#release = () => {};
    const held = new Promise((resolve) => {
      this.#release = () => resolve(null);
    });
    navigator.locks?.request(nameOf(this.#id), () => held);
  }

  /** The game is made. */
  end() {
    if (draft()?.id === this.#id) rememberDraft(null);
    this.#release?.();
  }
}

/** What was left of a draft whose tab is gone; it is taken, so that no other tab goes on with it, too. */
export async function leftDraft() {
  const left = draft();
  if (!left || !navigator.locks) return null;
  const take = () => {
    if (draft()?.id !== left.id) return null;
    rememberDraft(null);
    return left;
  };
  return navigator.locks.request(nameOf(left.id), { signal: AbortSignal.timeout(PATIENCE) }, take).catch(() => null);
}
