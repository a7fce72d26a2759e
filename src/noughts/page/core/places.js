// The address of the page where a position or a game is looked at and nobody moves unasked.

import { address } from "./api.js";
import { emptyPosition } from "./notation.js";

/** @import { CellName } from "./answers.js" */
/** @import { GameAtPly } from "./types.js" */

/**
 * Where a position, or a game from a position on, is analysed; `at` is the move that is looked at, 0 for the start.
 * @param {{board: string, position?: string | null, moves?: CellName[], at?: number}} what
 */
export function analyseAddress({ board, position, moves = [], at = moves.length }) {
  const shown = { moves: moves.join("") || null, at: at === moves.length ? null : at };
  return address("/analyse", { board, position: position === emptyPosition(board) ? null : position, ...shown });
}

/** Where what is looked at is analysed, with the whole game. @param {GameAtPly} view */
export function studyOf({ board, game, ply, moves }) {
  return analyseAddress({ board, position: game.start, moves, at: ply });
}
