// Names in words, for brains: shares, ratings, lines and positions; the same as in the terminal.

import { listing } from "../core/grammar.js";
import { cellAt, cellsOf, layoutOf, marksOf } from "../core/notation.js";

/** @import { CellName } from "../core/answers.js" */
/** @import { Thought } from "../core/types.js" */

const ROWS = ["the top row", "the middle row", "the bottom row"];
const COLUMNS = ["the left column", "the middle column", "the right column"];

/** A player's own words as print has them: ’ for '. @param {string} text */
export const curly = (text) => text.replaceAll("'", "’");

/** `1/3` as a number. @param {string} text */
export function ratio(text) {
  const [above, below = 1] = text.split("/").map(Number);
  return above / below;
}

/** A share of one as a percentage: never 0% for a chance, nor 100% for less. @param {string} text */
export function percent(text) {
  const share = ratio(text);
  const tenths = Math.round(share * 1000);
  if (share > 0 && !tenths) return "under 0.1%";
  if (share < 1 && tenths === 1000) return "over 99.9%";
  return tenths % 10 ? `${(tenths / 10).toFixed(1)}%` : `${tenths / 10}%`;
}

/** A probability exactly and roughly: `1/3 (33.3%)`, `always` for 1. @param {string} text */
export const share = (text) => (ratio(text) === 1 ? "always" : `${text} (${percent(text)})`);

/** `+1`, `0`, `−1`. @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** A fraction with a proper minus. @param {string} text */
export const fraction = (text) => text.replace("-", "−");

/** The name of a rating: `win` of +1. @param {number} rating */
export const resultOf = (rating) => (rating > 0 ? "win" : rating < 0 ? "loss" : "draw");

/**
 * An object with every value changed.
 * @template V, W
 * @param {Record<string, V>} object @param {(value: V) => W} change @returns {Record<string, W>}
 */
export const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/**
 * The cells to point out: the move that was played, or all that may be.
 * @param {Pick<Thought, "decision" | "move">} thought
 */
export const playedCells = ({ decision, move }) =>
  move && decision.moves[move] ? [move] : Object.keys(decision.moves);

/**
 * A line in words: `the top row`, `the diagonal from a1 to c3`, `the row from c4 to g4`.
 * @param {CellName[]} cells @param {string} position
 */
export function lineWords(cells, position) {
  const kind = direction(cells);
  if (!kind) return `the line ${cells.join(", ")}`;
  const { columns, rows } = layoutOf(position);
  const { column, row } = cellAt(cells[0]);
  const named = columns === 3 && rows === 3 && cells.length === 3 && kind !== "diagonal";
  if (named) return kind === "row" ? ROWS[row] : COLUMNS[column];
  return `the ${kind} from ${cells[0]} to ${cells.at(-1)}`;
}

/** @type {Record<string, string>} */
const DIRECTIONS = { "1,0": "row", "0,1": "column", "1,1": "diagonal", "-1,1": "diagonal" };

/** Row, column or diagonal; null unless every step goes to a neighbour in the same direction. @param {CellName[]} cells */
function direction(cells) {
  const places = cells.map(cellAt);
  const steps = new Set(places.slice(1).map((p, i) => `${p.column - places[i].column},${p.row - places[i].row}`));
  return steps.size === 1 ? (DIRECTIONS[[...steps][0]] ?? null) : null;
}

/** A position for the ear: `X at a1 and c3, O at b2`. @param {string} position */
export function positionWords(position) {
  const cells = cellsOf(layoutOf(position));
  const marks = marksOf(position);
  const of = (/** @type {string} */ mark) => cells.filter((_, i) => marks[i] === mark);
  const parts = ["X", "O"].filter((mark) => of(mark).length).map((mark) => `${mark} at ${listing(of(mark))}`);
  return parts.join(", ") || "the empty board";
}
