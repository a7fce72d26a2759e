// Names in words, and the small grammar of lists and plurals: the same as in the terminal.

import { cellAt } from "../core/notation.js";
import { cellsOf, layoutOf, marksOf } from "../board/picture.js";

const VERBS = { win: ["wins", "win"], draw: ["draws", "draw"], loss: ["loses", "lose"] };
const ROWS = ["the top row", "the middle row", "the bottom row"];
const COLUMNS = ["the left column", "the middle column", "the right column"];

/** A player's own words as print has them: ’ for '. */
export const curly = (text) => text.replaceAll("'", "’");

/** `1/3` as a number. */
export function ratio(text) {
  const [above, below = 1] = String(text).split("/").map(Number);
  return above / below;
}

/** A share of one as a percentage: never 0% for a chance, nor 100% for less. */
export function percent(text) {
  const share = ratio(text);
  const tenths = Math.round(share * 1000);
  if (share > 0 && !tenths) return "under 0.1%";
  if (share < 1 && tenths === 1000) return "over 99.9%";
  return tenths % 10 ? `${(tenths / 10).toFixed(1)}%` : `${tenths / 10}%`;
}

/** A probability exactly and roughly: `1/3 (33.3%)`, `always` for 1. */
export const share = (text) => (ratio(text) === 1 ? "always" : `${text} (${percent(text)})`);

/** A whole number with its thousands told apart. */
export const whole = (number) => number.toLocaleString("en");

/** A number and its noun: `1 ply`, `3 cells`. */
export const plural = (number, one, many = `${one}s`) => `${whole(number)} ${number === 1 ? one : many}`;

/** `+1`, `0`, `−1`. */
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** A fraction with a proper minus. */
export const fraction = (text) => String(text).replace("-", "−");

/** Words as a sentence begins. */
export const sentenceCase = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Items as a sentence lists them: `a, b and c`. */
export function listing(items, joint = "and") {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${joint} ${items.at(-1)}`;
}

/** Names as a list; those beyond `limit` are counted. */
export function names(cells, { joint = "and", limit = 12 } = {}) {
  const left = cells.length - limit;
  return listing(left > 1 ? [...cells.slice(0, limit), `${left} others`] : cells, joint);
}

/** What moves of a result do: `wins`, `draw`. */
export const verb = (result, number = 1) => VERBS[result][number === 1 ? 0 : 1];

/** The name of a rating: `win` of +1. */
export const resultOf = (rating) => (rating > 0 ? "win" : rating < 0 ? "loss" : "draw");

/** What the side it belongs to does: `wins in 3 plies`. */
export function valueWords({ value, plies }) {
  if (!VERBS[value]) return "is not known";
  if (value === "draw" || plies == null) return verb(value);
  if (plies === 0) return value === "win" ? "has won" : "has lost";
  return `${verb(value)} in ${plural(plies, "ply", "plies")}`;
}

/** A value in two or three characters: `W3`, `L4`, `D`. */
export const valueShort = ({ value, plies }) =>
  value === "draw" ? "D" : VERBS[value] ? `${value[0].toUpperCase()}${plies ?? ""}` : "?";

/** A line in words: `the top row`, `the diagonal from a1 to c3`, `the row from c4 to g4`. */
export function lineWords(cells, position) {
  const kind = direction(cells);
  if (!kind) return `the line ${cells.join(", ")}`;
  const { columns, rows } = layoutOf(position);
  const { column, row } = cellAt(cells[0]);
  const known = columns === 3 && rows === 3 && cells.length === 3 && kind !== "diagonal";
  if (known) return kind === "row" ? ROWS[row] : COLUMNS[column];
  return `the ${kind} from ${cells[0]} to ${cells.at(-1)}`;
}

/** Row, column or diagonal; null unless every step goes to a neighbour in the same direction. */
function direction(cells) {
  const places = cells.map(cellAt);
  const steps = new Set(places.slice(1).map((p, i) => `${p.column - places[i].column},${p.row - places[i].row}`));
  if (steps.size !== 1) return null;
  return { "1,0": "row", "0,1": "column", "1,1": "diagonal", "-1,1": "diagonal" }[[...steps][0]] ?? null;
}

/** A position for the ear: `X at a1 and c3, O at b2`. */
export function positionWords(position) {
  const cells = cellsOf(layoutOf(position));
  const marks = marksOf(position);
  const of = (mark) => cells.filter((_, i) => marks[i] === mark);
  const parts = ["X", "O"].filter((mark) => of(mark).length).map((mark) => `${mark} at ${listing(of(mark))}`);
  return parts.join(", ") || "the empty board";
}
