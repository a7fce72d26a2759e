// Moves whose worth is estimated, on the board: the better, the darker the cell; the best are ringed, and what is proved
// bears its badge. Where most of a large board loses, the cells that lose are only light.

import { byWorth, scoreOf } from "../core/worth.js";

const FEW = 12; // best moves that are ringed: where more are alike, none stands out
const LEAST = 20; // in 100: what lies closer together differs by less than the whole scale

/**
 * Which cells are shaded, how much, from 0 to 1; which are ringed; and which bear a badge.
 * @param {[CellName, JudgementJson][]} moves
 */
export function shadesOf(moves) {
  const [first] = moves.toSorted(([, a], [, b]) => byWorth(a, b));
  const alike = moves.filter(([, worth]) => byWorth(worth, first[1]) === 0).map(([cell]) => cell);
  const best = alike.length > FEW ? [] : alike;
  const scores = moves.map(([, worth]) => scoreOf(worth));
  const most = Math.max(...scores);
  const range = Math.max(LEAST, most - Math.min(...scores));
  const share = (/** @type {JudgementJson} */ worth) => 1 - (most - scoreOf(worth)) / range;
  const proved = moves.filter(([, { value }]) => value !== null && value !== "unknown");
  const seen = moves.filter(([, { value, estimate }]) => value === "win" || value === "draw" || estimate != null);
  const heat = seen.map(([cell, worth]) => [cell, share(worth) ** 2]);
  const badges = proved.filter(([cell, { value }]) => value !== "loss" || best.includes(cell));
  return { heat: /** @type {Record<CellName, number>} */ (Object.fromEntries(heat)), best, badges };
}
