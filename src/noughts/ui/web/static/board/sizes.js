// Any board by its shape and its numbers: a flat one or a torus of so many columns and rows, or a cube.

import { h, select } from "../core/dom.js";
import { dimensions } from "../core/notation.js";

/** @import { Option } from "../core/dom.js" */

/** @type {Option[]} */
const SHAPES = [
  ["flat", "Flat"],
  ["torus", "Torus: edges join"],
  ["cube", "Cube"],
];

/** @param {string} label @param {HTMLElement} field @param {string} id */
export function labelled(label, field, id) {
  field.id = id;
  field.removeAttribute("aria-label");
  return h("div", { class: "field" }, h("label", { class: "label", for: id }, label), field);
}

/**
 * The fields for a board's shape and numbers; `choose` is told the board that they name, when one of them has changed.
 * @param {string} board @param {(board: string) => unknown} choose @param {string} id what the fields' ids begin with
 */
export function sizeFields(board, choose, id) {
  const { columns, rows, k, layers } = dimensions(board);
  const cube = layers > 1 || board.startsWith("cube");
  const shape = cube ? "cube" : board.startsWith("torus") ? "torus" : "flat";
  const sides = cube ? [k, k, k] : [columns, rows, k];
  const number = (/** @type {string} */ label, /** @type {number} */ at, most = 20) => {
    const changed = () => choose(boardOf(shape, sides.with(at, Number(input.value))));
    const input = h("input", { type: "number", min: 1, max: most, value: sides[at], onchange: changed });
    return labelled(label, input, `${id}-side-${at}`);
  };
  const kinds = select(null, SHAPES, shape, (kind) => choose(boardOf(kind, kind === "cube" ? [3, 3, 3] : sides)));
  const fields = cube ? [number("Side", 2, 4)] : [number("Columns", 0), number("Rows", 1), number("In a row", 2)];
  return h("div", { class: "board-sizes" }, labelled("Shape", kinds, `${id}-shape`), fields);
}

/** @param {string} shape @param {number[]} sides */
function boardOf(shape, [columns, rows, k]) {
  return shape === "cube" ? `cube${k}` : `${shape === "torus" ? "torus" : ""}${columns}x${rows}x${k}`;
}
