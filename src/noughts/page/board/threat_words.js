// What either side threatens, in words: lines that a move would complete, rows open at both ends, forks.

import { announce } from "../core/announce.js";
import { names } from "../core/grammar.js";
import { dimensions } from "../core/notation.js";
import { messageOf } from "../core/refusals.js";
import { isSimple } from "../core/register.js";
import { positionFacts } from "./assist.js";

/** @import { PositionJson } from "../core/answers.js" */
/** @import { Side } from "../core/types.js" */

/** @type {Side[]} */
const SIDES = ["X", "O"];
const COUNTS = ["", "one", "two", "three", "four", "five", "six", "seven"];

/** In sentences, X first; one in any case. @param {PositionJson} facts */
export function threatWords(facts) {
  if (facts.outcome) return ["The game is over: nothing is threatened."];
  const words = SIDES.flatMap((side) => sideWords(facts, side));
  return words.length ? words : ["Neither side threatens anything yet."];
}

/** Says it, unless all help is hidden. @param {{board: string, position: string}} at @param {boolean} hidden */
export async function sayThreats({ board, position }, hidden) {
  if (hidden) return announce("All help is hidden.");
  announce(await positionFacts(board, position).then((facts) => threatWords(facts).join(" "), messageOf));
}

/** @param {PositionJson} facts @param {Side} side */
function sideWords({ board, to_move, threats, forks, open_rows }, side) {
  const { k } = dimensions(board);
  const row = `an open ${COUNTS[k - 2] ?? k - 2}`;
  const wins = side === to_move ? "wins at once" : "would win next";
  const meets = forks[side].filter((cell) => !threats[side].includes(cell));
  return [
    threats[side].length &&
      (isSimple()
        ? `${side} ${wins} at ${names(threats[side], { joint: "or" })}.`
        : `${side} completes a line at ${names(threats[side], { joint: "or" })}.`),
    ...open_rows[side].map((cells) => `${side} has ${row}: ${names(cells)}.`),
    meets.length && `${side} would threaten two lines at once at ${names(meets, { joint: "or" })}.`,
  ].filter((words) => typeof words === "string");
}
