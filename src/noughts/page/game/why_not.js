// Why nothing can be played on a cell, in words.

import { cells, cellWords, markAt } from "../core/notation.js";
import { resultWords, turnWords } from "./status.js";

/** @import { CellName } from "../core/answers.js" */
/** @import { GameAtPly } from "../core/types.js" */
/** @import { Session } from "./session.js" */

/** Why nothing can be played there. @param {Session} session @param {GameAtPly} view @param {CellName} cell */
export function whyNot(session, { position, live }, cell) {
  const { game, spectator } = session;
  const mark = markAt(position, cell);
  if (mark !== ".") return `${cellWords(game.board, cell)} is taken by ${mark}.`;
  if (!live) return "You are looking back. Go back to the game to play on.";
  if (game.outcome) return `The game is over. ${resultWords(session)}`;
  if (spectator) return "You are looking on: this browser holds no seat here.";
  return turnWords(session);
}

/**
 * The same of a cell by its typed name; nothing where it can be played.
 * @param {Session} session @param {GameAtPly} view @param {CellName} cell
 */
export function whyNotTyped(session, view, cell) {
  const all = cells(session.game.board);
  if (!all.includes(cell)) return `“${cell}” is no cell of this board: ${all[0]} to ${all.at(-1)}.`;
  return view.live && session.turn && session.game.legal.includes(cell) ? "" : whyNot(session, view, cell);
}
