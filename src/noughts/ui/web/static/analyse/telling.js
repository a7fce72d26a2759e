// What keys say of what is looked at, for whoever does not see it.

import { toMove } from "../core/notation.js";
import { boardWords } from "../game/news.js";
import { stepWords } from "./moves_side.js";

/** @import { Step, Variations } from "./variations.js" */

/**
 * The words of a key: the board, the last move, or what it is worth; empty for any other.
 * @param {string} act @param {Variations} variations @param {Step} at @param {string} worth
 */
export function telling(act, variations, at, worth) {
  if (act === "tellBoard") return boardWords({ position: variations.position(at) });
  if (act === "tellLast")
    return at.cell ? `${stepWords(variations, at)}. ${at.note}` : "The start: no move was played.";
  return act === "tellWhy" ? worth || `${toMove(variations.position(at))} to move.` : "";
}
