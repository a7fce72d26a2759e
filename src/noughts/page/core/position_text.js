// A position as people type or paste it: letters of either case, `_` or `-` for empty cells, rows parted or not, the board
// before it or not. How many in a row win is never guessed: where the text and the board at hand do not tell, it is asked.

import { dimensions } from "./notation.js";

/**
 * What a text says: a position on a board; or one whose board lacks its length of a line; or what is wrong with it.
 * @typedef {{position: string, board: string} | {position: string, columns: number, rows: number} | {problem: string}} ParsedPosition
 */

const NAMED = /^((?:[a-z]+-)?[a-z]*\d+x\d+(?:x\d+)?|(?:[a-z]+-)?cube\d(?:d\d)?)(?:\s*:\s*|\s+)(\S[\s\S]*)$/i;

/** Reads a position; `current` is the board at hand. @param {string} text @param {string} current @returns {ParsedPosition} */
export function parsePosition(text, current) {
  const [, named = "", rest = text] = NAMED.exec(text.trim()) ?? [];
  if (!rest.trim()) return { problem: "Type a position, like XX./.../O..: rows from the top, joined by /." };
  const lines = rest.trim().split(rest.includes("/") ? "/" : /\n/);
  const rows = lines.map((row) => row.replace(/\s/g, "").toUpperCase().replace(/[_-]/g, "."));
  const strange = /[^XO.]/.exec(rows.join(""));
  if (strange) return { problem: `“${strange[0]}” in “${short(text)}” is not X, O, . or /.` };
  const board = named.toLowerCase();
  const parted = rows.length > 1 ? rows : inRows(rows[0], board || current);
  if (!parted) return { problem: `“${short(text)}” has ${rows[0].length} cells in one row: part its rows by /.` };
  if (parted.some((row) => row.length !== parted[0].length))
    return { problem: `The rows of “${short(text)}” differ in length.` };
  return placeOnBoard(parted, board, current);
}

/** @param {string[]} rows @param {string} named @param {string} current @returns {ParsedPosition} */
function placeOnBoard(rows, named, current) {
  const [position, columns] = [rows.join("/"), rows[0].length];
  const fits = (/** @type {string} */ board) => {
    const own = dimensions(board);
    return own.columns === columns && own.rows === rows.length;
  };
  if (named && !fits(named))
    return { problem: `The position has ${columns} × ${rows.length} cells, which is not the board ${named}.` };
  if (named && !/^\d+x\d+$/.test(named)) return { position, board: named };
  if (fits(current)) return { position, board: current };
  const [x, o] = ["X", "O"].map((mark) => position.split(mark).length - 1);
  if (x !== o && x !== o + 1)
    return { problem: `“${short(position)}” has ${x} X and ${o} O, but X moves first and turns alternate.` };
  return { position, columns, rows: rows.length };
}

/** Cells in one row as the rows of a board of so many cells, or of a square; null where neither fits. @param {string} cells @param {string} board */
function inRows(cells, board) {
  const { columns, rows } = dimensions(board);
  const side = Math.sqrt(cells.length);
  const across = columns * rows === cells.length ? columns : Number.isInteger(side) && side > 2 ? side : 0;
  return across
    ? Array.from({ length: cells.length / across }, (_, i) => cells.slice(i * across, (i + 1) * across))
    : null;
}

/** A long text with its end cut off. @param {string} text */
const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
