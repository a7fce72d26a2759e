// Why nothing can be played on a cell, and what a move that was tried in place of a mistake comes to: in words.

import { valueWords } from "../core/grammar.js";
import { cells, cellWords, markAt } from "../core/notation.js";
import { resultWords, turnWords } from "./status.js";

/** @import { AnalysisJson, CellName } from "../core/answers.js" */
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

/**
 * Whether a move is as good as any: where nothing is proved, whether it is no proved loss.
 * @param {CellName} cell @param {AnalysisJson} analysis
 */
export function isRight(cell, { value, moves }) {
  const worth = moves[cell].value;
  return value === "unknown" || value === null ? worth !== "loss" : worth === value;
}

/**
 * What a move tried in place of a mistake comes to; where nothing is proved it is right if no loss is.
 * @param {CellName} cell @param {AnalysisJson} analysis
 */
export function trialWords(cell, { value, moves }) {
  const worth = moves[cell];
  if (worth.value === value && value !== "unknown") return `${cell} is right: it ${valueWords(worth)}.`;
  const open = value === "unknown" && worth.value !== "loss";
  return open ? `${cell} loses nothing that can be proved.` : `Not ${cell}: it ${valueWords(worth)}. Try another.`;
}
