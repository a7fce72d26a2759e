// What a move is worth, as a number and beside another: a value that is known, or else the engine's estimate.

import { chanceOf, valueWords } from "./grammar.js";

const ORDER = ["win", "draw", "unknown", "loss"];
/** @type {Record<string, number>} */
const SCORES = { win: 100, draw: 50, loss: 0 };

/** What whoever it belongs to scores by it, in 100; 50 where nothing is known. @param {JudgementJson} worth */
export const scoreOf = ({ value, estimate }) => SCORES[value ?? ""] ?? (estimate == null ? 50 : chanceOf(estimate));

/** The better first: quick wins, draws, estimates, slow losses. @param {JudgementJson} a @param {JudgementJson} b */
export function byWorth(a, b) {
  const rank = (/** @type {JudgementJson} */ { value }) => ORDER.indexOf(value ?? "unknown");
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (a.estimate != null && b.estimate != null) return b.estimate - a.estimate;
  const [p, q] = [a.plies ?? 0, b.plies ?? 0];
  return a.value === "loss" ? q - p : p - q;
}

/**
 * Judge a move that is tried in place of a mistake. It is right if it keeps the value of the position; where that is
 * unknown, if it is not proved to lose.
 * @param {CellName} cell @param {AnalysisJson} analysis
 */
export function judge(cell, { value, moves }) {
  const worth = moves[cell];
  const open = value === "unknown";
  const right = open ? worth.value !== "loss" : worth.value === value;
  if (!right) return { right, words: `Not ${cell}: it ${valueWords(worth)}. Try another.` };
  const words = open ? `${cell} loses nothing that can be proved.` : `${cell} is right: it ${valueWords(worth)}.`;
  return { right, words };
}
