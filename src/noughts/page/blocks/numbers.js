// A figure as a table of its cells, so that a screen reader can read them one by one. Larger numbers are warmer.

import { markIcon } from "../board/picture.js";
import { h } from "../core/dom.js";
import { cellName, cellsOf, dimensions, layoutOf, markAt } from "../core/notation.js";
import { plain } from "../core/text.js";

/** @import { CellName, FigureBlockJson, NoteBlockJson } from "../core/answers.js" */

const SMALL = 25; // maximum cells of a board on which every cell has room for text below its number

/** Return a table, or one for each layer of a cube. @param {FigureBlockJson} figure @param {string} caption */
export function numbersTable(figure, caption) {
  const { columns, rows } = layoutOf(figure.position);
  const { layers } = dimensions(figure.board);
  const names = cellsOf({ columns, rows });
  const small = names.length <= SMALL;
  const cells = names.map((name) => cell(name, figure, small));
  const size = (columns * rows) / layers; // of a layer
  const tables = Array.from({ length: layers }, (_, layer) => {
    const from = layer * size;
    const words = layers > 1 ? `${caption}, layer ${layer + 1}` : caption;
    return layerTable(cells.slice(from, from + size), columns, from / columns, words, small);
  });
  return layers > 1 ? h("div", { class: "block-layers" }, tables) : tables[0];
}

/** @param {CellName} name @param {FigureBlockJson} figure @param {boolean} small */
function cell(name, { position, notes = {}, lines = [], rings = [] }, small) {
  const mark = markAt(position, name);
  const td = mark === "." ? noteCell(notes[name] ?? {}, small) : h("td", { class: "taken" }, markIcon(mark));
  td.dataset.cell = name;
  td.classList.toggle(
    "on-line",
    lines.some((line) => line.includes(name)),
  );
  td.classList.toggle("chosen", rings.includes(name));
  return td;
}

/** @param {NoteBlockJson} note @param {boolean} small */
function noteCell({ text = "", under = "", meaning = "", added = "", heat = 0, frame = "" }, small) {
  const number = plain(text);
  const td = h(
    "td",
    { class: heat ? frame : `zero ${frame}` },
    h("span", { class: `block-number digits-${number.replaceAll(",", "").length}` }, number),
    under && (small || frame !== "thin") && h("abbr", { class: "block-under", title: plain(meaning) || null }, under),
    added && h("span", { class: "block-added" }, added),
  );
  if (heat) td.style.setProperty("--share", String(heat));
  return td;
}

/**
 * Return the table of a board, or of one layer of a cube. `before` is the number of rows in the layers before it.
 * @param {HTMLElement[]} cells @param {number} columns @param {number} before @param {string} caption
 * @param {boolean} small
 */
function layerTable(cells, columns, before, caption, small) {
  const grid = h(
    "table",
    { class: `block-numbers ${small ? "small" : "large"}` },
    h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, h("td"), letters(columns))),
    h("tbody", {}, numberRows(cells, columns, before)),
  );
  grid.style.setProperty("--columns", String(columns));
  return grid;
}

/** @param {number} columns */
const letters = (columns) => Array.from({ length: columns }, (_, i) => h("th", { scope: "col" }, cellName(i, 0)[0]));

/** @param {HTMLElement[]} cells @param {number} columns @param {number} before */
const numberRows = (cells, columns, before) =>
  Array.from({ length: cells.length / columns }, (_, row) =>
    h("tr", {}, h("th", { scope: "row" }, before + row + 1), cells.slice(row * columns, (row + 1) * columns)),
  );
