// All that is seen stands in the address: the board, the moves and variations, the one that is looked at, the tab, what
// is shown on the board, the register of words, and a question with whether its answer is shown.

import { address } from "../core/api.js";
import { emptyPosition } from "../core/notation.js";

/** @import { Preferences } from "../core/types.js" */
/** @import { Variations } from "./variations.js" */
/**
 * What an address asks for; what it does not say is null.
 * @typedef {{board: string | null, position: string | null, moves: string | null, at: number | null,
 *   tab: string | null, show: Set<string>, words: Preferences["words"] | null, question: string, answered: boolean,
 *   names: {X: string, O: string}}} Asked
 */

export const LONGEST = 4000; // letters of moves and notes that an address holds

/** @param {URLSearchParams} query @returns {Asked} */
export function readAddress(query) {
  const words = query.get("words");
  return {
    board: query.get("board"),
    position: query.get("position"),
    moves: query.get("moves"),
    at: query.has("at") ? Number(query.get("at")) || 0 : null,
    tab: query.get("tab"),
    show: new Set(query.get("show")?.split(/[ ,]/) ?? []),
    words: words === "simple" || words === "precise" ? words : null,
    question: (query.get("question") ?? "").slice(0, 200),
    answered: query.get("answer") === "shown",
    names: { X: query.get("x") ?? "", O: query.get("o") ?? "" },
  };
}

/**
 * The address of what is seen; of moves that are too long for one, only those that lead to what is looked at.
 * @param {{board: string, variations: Variations, at: import("./variations.js").Step, tab: string, show: string[],
 *   words: string, question: string, answered: boolean, names: {X: string, O: string}}} seen
 */
export function addressOf({ board, variations, at, tab, show, words, question, answered, names }) {
  const { text, start } = variations;
  const whole = text.length <= LONGEST;
  const named = variations.root.after.length ? text : text && `${board} ${text}`; // without a board, a note alone is no record
  const last = at === variations.end(variations.root);
  return address("/analyse", {
    board,
    position: start === emptyPosition(board) ? null : start,
    moves: (whole ? named : variations.cells(at).join("")) || null,
    at: !whole || last ? null : variations.number(at),
    tab: tab === "moves" ? null : tab,
    show: show.join(",") || null,
    words,
    question: question || null,
    answer: question && answered ? "shown" : null,
    x: names.X || null,
    o: names.O || null,
  });
}
