// Evidence of other people's players, as it came: objects as lists of terms, lists as lists, grids as tables.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { figure, table } from "./blocks.js";

export function plain({ decision, evidence, position, heading }) {
  const { kind, ...fields } = evidence;
  const picture = figure(miniBoard(position, { texts: shortMoves(decision) }), "The probability of each move.");
  const found = Object.keys(fields).length ? rendered(fields) : h("p", {}, "It tells nothing more.");
  const note = h("p", { class: "brain-note" }, `Evidence of the kind ${kind}.`);
  return [h("section", {}, heading("What it saw"), note, found, picture)];
}

/** Probabilities are written on the board while there is room for them. */
const shortMoves = ({ moves }) => (Object.keys(moves).length > 40 ? {} : moves);

function rendered(value, name = "") {
  if (isGrid(value)) return grid(value, name);
  if (Array.isArray(value)) return list(value);
  if (value !== null && typeof value === "object") return terms(value);
  return h("span", {}, words(value));
}

function terms(object) {
  const pairs = Object.entries(object).map(([name, value]) =>
    h("div", {}, h("dt", {}, name.replaceAll("_", " ")), h("dd", {}, rendered(value, name))));
  return h("dl", { class: "brain-terms" }, pairs);
}

function list(items) {
  if (items.every((item) => item === null || typeof item !== "object")) {
    return h("span", {}, items.map(words).join(", ") || "none");
  }
  return h("ul", {}, items.map((item) => h("li", {}, rendered(item))));
}

const isGrid = (value) =>
  Array.isArray(value) && value.length > 1 && value.every((row) => Array.isArray(row) && row.length === value[0].length
    && row.every((item) => typeof item === "number"));

function grid(rows, name) {
  return table({
    caption: name.replaceAll("_", " ") || "grid",
    heads: ["row", ...rows[0].map((_, i) => "abcdefghijklmnopqrs"[i] ?? i + 1)],
    rows: rows.map((row, i) => [String(i + 1), ...row.map(String)]),
    kind: "brain-numbers",
    quiet: true,
  });
}

function words(value) {
  if (value === null) return "none";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
