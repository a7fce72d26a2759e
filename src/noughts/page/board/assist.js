// What the server can tell about a position: what the rules say of it, a hint, the value of every move, the best play.

import { announce, messageOf } from "../core/announce.js";
import { ApiRefusal, ask, askUntil } from "../core/api.js";
import { names } from "../core/grammar.js";
import { cellWords, dimensions, SIDES } from "../core/notation.js";
import { players } from "../core/players.js";
import { isSimple, plain } from "../core/text.js";

/**
 * What the rules say of a position: whose turn, what is legal, how it ended, what is threatened. A refusal where it
 * cannot be.
 * @param {string} board @param {string} [position] @returns {Promise<PositionJson>}
 */
export function positionFacts(board, position) {
  return ask("/api/position", { board, position });
}

/**
 * The same, and a refusal too where the game is over: there is nothing to begin or to think about.
 * @param {string} board @param {string} [position]
 */
export async function openPosition(board, position) {
  const facts = await positionFacts(board, position);
  if (!facts.outcome) return facts;
  const error = `the game “${facts.position}” is over: ${facts.outcome.words}`;
  throw new ApiRefusal(422, { error, code: "game-over" });
}

/** Whether every position of a board can be valued exactly here. @param {string} board */
export async function exact(board) {
  const { players: all } = await players(board);
  return all.some(({ name, plays }) => name === "perfect" && plays);
}

/** Whether every position of a board can be valued here, exactly or by the engine. @param {string} board */
export async function canValue(board) {
  const { players: all } = await players(board);
  return all.some(({ name, plays }) => (name === "perfect" || name === "engine") && plays);
}

/**
 * A recommended move and why: of those worth the same the one after which the other side errs most easily.
 * @param {string} board @param {string} position
 */
export async function hint(board, position) {
  const { cell, words } = await ask("/api/hint", { board, position });
  return { cell, words: `Hint: ${cellWords(board, cell)}. ${plain(words)}` };
}

/**
 * What every move is worth to the side to move: its value, or where that is not known the engine's estimate.
 * @param {string} board @param {string} position @returns {Promise<AnalysisJson>}
 */
export function values(board, position) {
  return ask("/api/analyse", { board, position });
}

/**
 * The same, within so many positions looked at, for as long as the answer is wanted.
 * @param {string} board @param {string} position @param {AbortSignal} signal @param {number | null} nodes
 * @returns {Promise<AnalysisJson>}
 */
export function valuesWithin(board, position, signal, nodes) {
  return askUntil(signal, "/api/analyse", { board, position, nodes });
}

/** Where either side would complete a line, or threaten two at once. @param {string} board @param {string} position */
export async function threats(board, position) {
  const { threats, forks } = await positionFacts(board, position);
  const of = (/** @type {Side} */ mark) => [
    ...threats[mark].map((cell) => ({ cell, mark })),
    ...forks[mark].filter((cell) => !threats[mark].includes(cell)).map((cell) => ({ cell, mark, fork: true })),
  ];
  return [...of("X"), ...of("O")];
}

/**
 * The play that follows a move, or the position, when both sides do their best; its words in the register.
 * @param {string} board @param {string} position @param {CellName | null} move
 * @returns {Promise<Omit<BestLineJson, "words"> & {words: string}>}
 */
export async function bestLine(board, position, move) {
  const line = await ask("/api/line", { board, position, move });
  return { ...line, words: plain(line.words) };
}

/**
 * The lines through a cell that one side may still complete.
 * @param {string} board @param {string} position @param {CellName} cell @returns {Promise<CellName[][]>}
 */
export async function openLines(board, position, cell) {
  return (await ask("/api/lines", { board, position, cell })).lines;
}

const COUNTS = ["", "one", "two", "three", "four", "five", "six", "seven"];

/** Return the threats of either side: lines that a move would complete, open rows, forks. At least one sentence. @param {PositionJson} facts */
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
