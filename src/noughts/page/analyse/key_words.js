// What keys say of what is looked at, for whoever does not see it.

import { cells, toMove } from "../core/notation.js";
import { boardWords } from "../game/news.js";
import { stepWords } from "./moves_side.js";

/** @import { CellName, PositionJson } from "../core/answers.js" */
/** @import { Step, Variations } from "./variations.js" */

/**
 * The words of a key: the board, the last move, or what it is worth; empty for any other.
 * @param {string} act @param {Variations} variations @param {Step} at @param {string} worth
 */
export function keyWords(act, variations, at, worth) {
  if (act === "tellBoard") return boardWords({ position: variations.position(at) });
  if (act === "tellLast")
    return at.cell ? `${stepWords(variations, at)}. ${at.note}` : "The start: no move was played.";
  return act === "tellWhy" ? worth || `${toMove(variations.position(at))} to move.` : "";
}

/** Why nothing can be played on a cell; empty where something can. @param {string} board @param {PositionJson | null} facts @param {CellName} cell */
export function whyNotHere(board, facts, cell) {
  if (facts?.outcome) return `The game is over: ${facts.outcome.words}`;
  if (!cells(board).includes(cell)) return `“${cell}” is no cell of this board.`;
  return facts && !facts.legal.includes(cell) ? `${cell} is taken.` : "";
}
