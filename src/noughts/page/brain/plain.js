// Evidence of other people's players, as it came: objects as lists of terms, lists as lists, grids as tables.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { figure, table } from "./blocks.js";

/** @import { ToldDecisionJson } from "../core/answers.js" */
/** @import { Thought } from "../core/types.js" */

/** @param {Thought} thought */
export function plain({ decision, evidence, board, position, heading }) {
  const { kind, ...fields } = evidence;
  const picture = figure(miniBoard(board, position, { texts: shortMoves(decision) }), "The probability of each move.");
  const content = Object.keys(fields).length ? valueView(fields) : h("p", {}, "It tells nothing more.");
  const note = h("p", { class: "brain-note" }, `Evidence of the kind ${kind}.`);
  return [h("section", {}, heading("What it saw"), note, content, picture)];
}

/** Probabilities are written on the board while there is room for them. @param {ToldDecisionJson} decision */
const shortMoves = ({ moves }) => (Object.keys(moves).length > 40 ? {} : moves);

/** @param {unknown} value @returns {HTMLElement} */
function valueView(value, name = "") {
  if (isGrid(value)) return grid(value, name);
  if (Array.isArray(value)) return list(value);
  if (value !== null && typeof value === "object") return terms(value);
  return h("span", {}, words(value));
}

/** @param {object} object */
function terms(object) {
  const pairs = Object.entries(object).map(([name, value]) =>
    h("div", {}, h("dt", {}, name.replaceAll("_", " ")), h("dd", {}, valueView(value, name))),
  );
  return h("dl", { class: "brain-terms" }, pairs);
}

/** @param {unknown[]} items */
function list(items) {
  if (items.every((item) => item === null || typeof item !== "object"))
    return h("span", {}, items.map(words).join(", ") || "none");
  return h(
    "ul",
    {},
    items.map((item) => h("li", {}, valueView(item))),
  );
}

/** @param {unknown} value @returns {value is number[][]} */
function isGrid(value) {
  const isRow = (/** @type {unknown} */ row, /** @type {number} */ length) =>
    Array.isArray(row) && row.length === length && row.every((item) => typeof item === "number");
  return Array.isArray(value) && value.length > 1 && value.every((row) => isRow(row, value[0].length));
}

/** @param {number[][]} rows @param {string} name */
function grid(rows, name) {
  return table({
    caption: name.replaceAll("_", " ") || "grid",
    heads: ["row", ...rows[0].map((_, i) => "abcdefghijklmnopqrst"[i] ?? i + 1)],
    rows: rows.map((row, i) => [String(i + 1), ...row.map(String)]),
    kind: "brain-numbers",
    quiet: true,
  });
}

/** @param {unknown} value */
function words(value) {
  if (value === null) return "none";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
