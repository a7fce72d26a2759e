// The keys of Analyse: arrows step through the moves, letters put marks while a position is set up. And their words for
// screen readers.

import { actOf } from "../core/keys.js";
import { cells, toMove } from "../core/notation.js";
import { boardWords } from "../game/news.js";
import { stepWords } from "./moves_side.js";

/** @import { CellName, PositionJson } from "../core/answers.js" */
/** @import { Step, Variations } from "./variations.js" */

/** @type {Record<string, string>} */
const WALKS = {
  ArrowLeft: "back",
  ArrowRight: "on",
  ArrowUp: "upper",
  ArrowDown: "lower",
  Home: "first",
  End: "final",
};
/** @type {Record<string, "X" | "O" | ".">} */
const BRUSHED = { x: "X", X: "X", o: "O", O: "O", ".": ".", Delete: ".", Backspace: "." };
/** Where arrows have a meaning of their own. */
const OWN =
  "input, select, textarea, dialog, summary, [role=grid], [role=tablist], [role=tree], [role=treegrid], .panels:focus";

/** What a key does here; null for nothing. @param {KeyboardEvent} event */
export function actHere(event) {
  const act = actOf(event);
  if (act) return act === "keys" ? null : act;
  const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented;
  const own = event.target instanceof Element && event.target.closest(OWN);
  return modified || own ? null : (WALKS[event.key] ?? null);
}

/** The mark that a key puts on the cell that the keyboard is on. @param {KeyboardEvent} event */
export function markHere(event) {
  const cell = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined;
  const mark = BRUSHED[event.key];
  if (!cell || !mark || event.ctrlKey || event.altKey || event.metaKey) return null;
  return { cell, mark };
}

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
