// The weight grid as a table: every weight as a number, warmer where it is heavier, each cell marked with its kind.

import { h } from "../core/dom.js";
import { cellsOf, layoutOf, markIcon, marksOf } from "../board/picture.js";
import { whole } from "./words.js";

/** The three kinds of cell: the short name, the frame, and the words of each. */
export const KINDS = {
  "potential line cell": { short: "PL", name: "potential", words: "potential line cell" },
  "opponent's completion": { short: "OC", name: "opponent", words: "opponent’s completion" },
  "player's completion": { short: "PC", name: "player", words: "player’s completion" },
};

const SMALL = 25; // up to so many cells there is room for the name of the kind in every cell

/**
 * `weights` {cell: number}; `kinds` {cell: kind}; `line`, the cells to outline; `added` {cell: number}, what the last
 * line brought; `chosen`, the cells that may be played; `heaviest`, the greatest weight of all steps, so that colours
 * stay comparable from step to step.
 */
export function gridTable({ position, weights, kinds, line = [], added = {}, chosen = [], heaviest, caption }) {
  const layout = layoutOf(position);
  const marks = marksOf(position);
  const names = cellsOf(layout);
  const small = names.length <= SMALL;
  const cells = names.map((name, i) => {
    const seen = { weight: weights[name] ?? 0, kind: kinds[name], add: added[name], small, heaviest };
    const td = marks[i] === "." ? weightCell(name, seen) : markCell(name, marks[i]);
    td.classList.toggle("on-line", line.includes(name));
    td.classList.toggle("chosen", chosen.includes(name));
    return td;
  });
  const letters = names.slice(0, layout.columns).map((name) => h("th", { scope: "col" }, name[0]));
  const rows = Array.from({ length: layout.rows }, (_, row) =>
    h("tr", {}, h("th", { scope: "row" }, row + 1), cells.slice(row * layout.columns, (row + 1) * layout.columns)));
  const grid = h(
    "table",
    { class: `brain-grid ${small ? "small" : "large"}` },
    h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, h("td"), letters)),
    h("tbody", {}, rows),
  );
  grid.style.setProperty("--columns", layout.columns);
  return grid;
}

const markCell = (name, mark) => h("td", { class: "taken", "data-cell": name }, markIcon(mark));

function weightCell(name, { weight, kind, add, small, heaviest }) {
  const { short, name: frame } = KINDS[kind] ?? {};
  const td = h(
    "td",
    { class: weight ? `weight ${frame ?? ""}` : "weight zero", "data-cell": name },
    h("span", { class: `brain-weight digits-${String(weight).length}` }, whole(weight)),
    short && (small || frame !== "potential") ? h("abbr", { class: "brain-kind", title: KINDS[kind].words }, short) : null,
    add ? h("span", { class: "brain-add" }, `+${whole(add)}`) : null,
  );
  if (weight) td.style.setProperty("--share", heat(weight, heaviest));
  return td;
}

/** From 0 to 1, by logarithm: a completion outweighs all else a hundredfold. */
const heat = (weight, heaviest) => Math.log1p(weight) / Math.log1p(heaviest);
