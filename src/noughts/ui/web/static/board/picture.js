// Small still pictures of positions, in the structure of the large board's.

import { svg } from "../core/dom.js";
import { cellAt, cellName } from "../core/notation.js";

const UNIT = 100; // the side of a cell
const MARGIN = 50; // for the coordinates
const GAP = 12; // around, where there are none
const CROSS = "M26 26 74 74M74 26 26 74";

/** Columns and rows of a position's text. */
export function layoutOf(position) {
  const rows = position.split("/");
  return { columns: rows[0].length, rows: rows.length };
}

/** The names of a layout's cells in reading order. */
export const cellsOf = ({ columns, rows }) =>
  Array.from({ length: columns * rows }, (_, i) => cellName(i % columns, Math.floor(i / columns)));

/** The marks of a position in reading order: `X`, `O` or `.`. */
export const marksOf = (position) => [...position.replaceAll("/", "")];

/** The names of a position's empty cells in reading order. */
export function emptyCells(position) {
  const marks = marksOf(position);
  return cellsOf(layoutOf(position)).filter((_, i) => marks[i] === ".");
}

/** The other side. */
export const otherSide = (side) => (side === "X" ? "O" : "X");

/**
 * A still picture of a position, in the structure of the large board's. All of these may be left out:
 * `texts` {cell: text}, written in cells; `heat` {cell: 0 to 1}; `rings`, cells to point out; `lines`, lists of cells
 * to strike through; `last`, the last move; `label`, what a screen reader says of it (silent without one).
 */
export function miniBoard(position, options = {}) {
  const { texts = {}, heat = {}, rings = [], lines = [], last = null, label = null, coordinates = true } = options;
  const layout = layoutOf(position);
  const margin = coordinates ? MARGIN : GAP;
  const box = `0 0 ${layout.columns * UNIT + margin + GAP} ${layout.rows * UNIT + margin + GAP}`;
  const name = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  const at = (cell) => [cellAt(cell).column, cellAt(cell).row].map((n) => n * UNIT + margin);
  return svg(
    "svg",
    { class: "noughts-board mini", viewBox: box, ...name },
    cellsGroup(layout, heat, at),
    gridGroup(layout, margin),
    svg("g", { class: "rings" }, rings.map((cell) => ring(cell, at))),
    marksGroup(position, layout, last, at),
    svg("g", { class: "wins" }, lines.map((line) => strike(line, at))),
    textsGroup(texts, at),
    coordinates ? namesGroup(layout, margin) : null,
  );
}

/** A single mark, as on the boards: an O that nobody takes for a nought. */
export function markIcon(mark) {
  const shape = mark === "X" ? svg("path", { d: CROSS }) : svg("circle", { cx: 50, cy: 50, r: 26 });
  return svg("svg", { class: `mark-icon ${mark.toLowerCase()}`, viewBox: "0 0 100 100", role: "img", "aria-label": mark }, shape);
}

function cellsGroup(layout, heat, at) {
  const cells = cellsOf(layout).map((cell) => {
    const [x, y] = at(cell);
    const rect = svg("rect", { class: "cell", "data-cell": cell, x, y, width: UNIT, height: UNIT });
    if (heat[cell]) rect.style.setProperty("--share", heat[cell]);
    return rect;
  });
  return svg("g", { class: "cells" }, cells);
}

function gridGroup({ columns, rows }, margin) {
  const [right, bottom] = [margin + columns * UNIT, margin + rows * UNIT];
  const upright = steps(columns).map((n) => ({ x1: margin + n, y1: margin, x2: margin + n, y2: bottom }));
  const across = steps(rows).map((n) => ({ x1: margin, y1: margin + n, x2: right, y2: margin + n }));
  return svg("g", { class: "grid" }, [...upright, ...across].map((line) => svg("line", line)));
}

const steps = (number) => Array.from({ length: number - 1 }, (_, i) => (i + 1) * UNIT);

function ring(cell, at) {
  const [x, y] = at(cell);
  return svg("rect", { class: "ring", "data-cell": cell, x: x + 7, y: y + 7, width: 86, height: 86, rx: 14 });
}

function marksGroup(position, layout, last, at) {
  const marks = marksOf(position);
  const drawn = cellsOf(layout).map((cell, i) => {
    if (marks[i] === ".") return null;
    const [x, y] = at(cell);
    const name = { class: `mark ${marks[i].toLowerCase()}${cell === last ? " last" : ""}`, "data-cell": cell };
    return marks[i] === "X"
      ? svg("path", { ...name, d: CROSS, transform: `translate(${x} ${y})` })
      : svg("circle", { ...name, cx: x + 50, cy: y + 50, r: 26 });
  });
  return svg("g", { class: "marks" }, drawn);
}

/** A stroke through a straight line; on a board where lines run on across an edge, a circle at every cell. */
function strike(line, at) {
  const centres = line.map((cell) => at(cell).map((n) => n + UNIT / 2));
  const [[x1, y1], [x2, y2]] = [centres[0], centres.at(-1)];
  const last = line.length - 1;
  const straight = centres.every(([x, y], i) => (x - x1) * last === (x2 - x1) * i && (y - y1) * last === (y2 - y1) * i);
  if (!straight) return centres.map(([cx, cy]) => svg("circle", { cx, cy, r: 43 }));
  const [dx, dy] = [Math.sign(x2 - x1) * 40, Math.sign(y2 - y1) * 40];
  return svg("line", { x1: x1 - dx, y1: y1 - dy, x2: x2 + dx, y2: y2 + dy });
}

function textsGroup(texts, at) {
  const parts = new Map(Object.entries(texts).map(([cell, text]) => [cell, text.length > 4 ? text.split("/") : [text]]));
  const all = [...parts.values()];
  const longest = Math.max(1, ...all.flat().map((text) => text.length));
  const size = Math.min(all.some((each) => each.length > 1) ? 34 : 42, Math.floor(150 / longest));
  return svg("g", { class: "texts" }, [...parts].map(([cell, each]) => cellText(cell, each, size, at)));
}

/** A text in the middle of a cell; of a long fraction, one part above the other. */
function cellText(cell, parts, size, at) {
  const [x, y] = at(cell).map((n) => n + UNIT / 2);
  const name = { class: "text", "data-cell": cell, "font-size": size };
  const line = (text, down) => svg("text", { ...name, x, y: y + size * 0.36 + down }, text);
  if (parts.length === 1) return line(parts[0], 0);
  const rule = svg("line", { class: "fraction", x1: x - 33, x2: x + 33, y1: y, y2: y });
  return svg("g", {}, line(parts[0], -19), rule, line(parts[1], 21));
}

function namesGroup({ columns, rows }, margin) {
  const size = columns > 8 ? 44 : 28;
  const name = (text, x, y) => svg("text", { class: "text name", x, y, "font-size": size }, text);
  const letters = Array.from({ length: columns }, (_, i) => name(cellName(i, 0)[0], margin + i * UNIT + 50, margin - 16));
  const numbers = Array.from({ length: rows }, (_, i) => name(i + 1, margin - 26, margin + i * UNIT + 60));
  return svg("g", { class: "texts names" }, letters, numbers);
}
