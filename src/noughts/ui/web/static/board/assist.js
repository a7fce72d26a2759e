// What the page can tell about a position: a hint, the value of every move, the threats, and the best play from there.

import { ask } from "../core/api.js";
import { valueWords } from "./board.js";
import { cellWords, toMove, withMark } from "../core/notation.js";
import { players } from "../core/players.js";

const other = (side) => (side === "X" ? "O" : "X");

/** Whether every position of a board can be valued exactly here. */
export async function exact(board) {
  const { players: all } = await players(board);
  return all.some(({ name, plays }) => name === "perfect" && plays);
}

/** A recommended move and why: exact where the board can be searched, else the heaviest cell. */
export async function hint(board, position) {
  const player = (await exact(board)) ? "perfect" : "weights";
  const decision = await ask("/api/decide", { board, position, player });
  const cell = Object.keys(decision.moves)[0];
  return { cell, words: `Hint: ${cellWords(board, cell)}. ${decision.why?.[cell] ?? decision.sentence}` };
}

/** The exact value of every move, for the side to move. */
export function values(board, position) {
  return ask("/api/analyse", { board, position });
}

/** Where either side would complete a line: the weight grid's author calls these completions. */
export async function threats(board, position) {
  const { evidence } = await ask("/api/decide", { board, position, player: "weights" });
  const mover = toMove(position);
  const found = new Map();
  for (const { kind, cells } of evidence.lines) {
    if (!kind.includes("completion")) continue;
    const mark = kind.startsWith("opponent") ? other(mover) : mover;
    for (const cell of cells) found.set(`${cell} ${mark}`, { cell, mark });
  }
  return [...found.values()];
}

/** The play that follows a move when both sides do their best, the quickest win and the slowest loss. */
export async function bestLine(board, position, cell) {
  const line = [cell];
  const { moves } = await values(board, position);
  let at = withMark(position, cell, toMove(position));
  let { best } = await values(board, at);
  while (best.length) {
    line.push(best[0]);
    at = withMark(at, best[0], toMove(at));
    ({ best } = await values(board, at)); // none is left in a finished game
  }
  return { line, words: `${cell} ${valueWords(moves[cell])}. Best play: ${line.join(" ")}.` };
}
