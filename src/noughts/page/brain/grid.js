// The weight grid as a table: every weight as a number, warmer where it is heavier, each cell marked with its kind.

import { markIcon } from "../board/picture.js";
import { h } from "../core/dom.js";
import { whole } from "../core/grammar.js";
import { cellName, cellsOf, layoutOf, markAt } from "../core/notation.js";

/** @import { CellName } from "../core/answers.js" */
/**
 * A step of the grid: `line`, the cells to outline; `added`, what the last line brought; `chosen`, the cells that may be
 * played.
 * @typedef {{weights: Record<CellName, number>, kinds: Record<CellName, string>, line?: CellName[], added?: Record<CellName, number>,
 *   chosen?: CellName[]}} GridStep
 */

/** @typedef {GridStep & {heaviest: number}} Shared */

/**
 * The three kinds of cell: the short name, the frame, and the words of each.
 * @type {Record<string, {short: string, name: string, words: string}>}
 */
export const KINDS = {
  "potential line cell": { short: "PL", name: "potential", words: "potential line cell" },
  "opponent's completion": { short: "OC", name: "opponent", words: "opponent’s completion" },
  "player's completion": { short: "PC", name: "player", words: "player’s completion" },
};

const SMALL = 25; // up to so many cells there is room for the name of the kind in every cell

/**
 * A table, or one for each layer of a cube. `heaviest` is the greatest weight of all steps, so that colours stay comparable
 * from step to step.
 * @param {Shared & {position: string, layers?: number, caption: string}} grid
 */
export function gridTable({ position, layers = 1, caption, ...step }) {
  const { columns, rows } = layoutOf(position);
  const names = cellsOf({ columns, rows });
  const small = names.length <= SMALL;
  const cells = names.map((name) => gridCell(name, position, small, step));
  const size = (columns * rows) / layers; // of a layer
  const tables = Array.from({ length: layers }, (_, layer) => {
    const from = layer * size;
    const words = layers > 1 ? `${caption}, layer ${layer + 1}` : caption;
    return layerTable(cells.slice(from, from + size), columns, from / columns, words, small);
  });
  return layers > 1 ? h("div", { class: "brain-grids" }, tables) : tables[0];
}

/** @param {CellName} name @param {string} position @param {boolean} small @param {Shared} step */
function gridCell(name, position, small, { weights, kinds, line = [], added = {}, chosen = [], heaviest }) {
  const mark = markAt(position, name);
  const weight = { weight: weights[name] ?? 0, kind: kinds[name], add: added[name], small, heaviest };
  const td = mark === "." ? weightCell(name, weight) : h("td", { class: "taken", "data-cell": name }, markIcon(mark));
  td.classList.toggle("on-line", line.includes(name));
  td.classList.toggle("chosen", chosen.includes(name));
  return td;
}

/**
 * The table of a board, or of one layer of a cube, whose rows are counted on from those before it.
 * @param {HTMLElement[]} cells @param {number} columns @param {number} before @param {string} caption
 * @param {boolean} small
 */
function layerTable(cells, columns, before, caption, small) {
  const grid = h(
    "table",
    { class: `brain-grid ${small ? "small" : "large"}` },
    h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, h("td"), letters(Array.from({ length: columns }, (_, i) => cellName(i, 0))))),
    h("tbody", {}, gridRows(cells, columns, before)),
  );
  grid.style.setProperty("--columns", String(columns));
  return grid;
}

/** @param {CellName[]} names */
const letters = (names) => names.map((name) => h("th", { scope: "col" }, name[0]));

/** @param {HTMLElement[]} cells @param {number} columns @param {number} before */
const gridRows = (cells, columns, before) =>
  Array.from({ length: cells.length / columns }, (_, row) =>
    h("tr", {}, h("th", { scope: "row" }, before + row + 1), cells.slice(row * columns, (row + 1) * columns)),
  );

/** @param {CellName} name @param {{weight: number, kind?: string, add?: number, small: boolean, heaviest: number}} cell */
function weightCell(name, { weight, kind, add, small, heaviest }) {
  const { short, name: frame, words } = KINDS[kind ?? ""] ?? {};
  const named = short && (small || frame !== "potential");
  const td = h(
    "td",
    { class: weight ? `weight ${frame ?? ""}` : "weight zero", "data-cell": name },
    h("span", { class: `brain-weight digits-${String(weight).length}` }, whole(weight)),
    named ? h("abbr", { class: "brain-kind", title: words }, short) : null,
    add ? h("span", { class: "brain-add" }, `+${whole(add)}`) : null,
  );
  if (weight) td.style.setProperty("--share", String(heat(weight, heaviest)));
  return td;
}

/**
 * From 0 to 1, by logarithm: a completion outweighs all else a hundredfold.
 * @param {number} weight @param {number} heaviest
 */
const heat = (weight, heaviest) => Math.log1p(weight) / Math.log1p(heaviest);
