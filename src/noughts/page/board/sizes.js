// Any board by its shape and its numbers: a flat one or a torus of so many columns and rows, or a cube.

import { field, h, select } from "../core/dom.js";
import { dimensions } from "../core/notation.js";

/** @import { Option } from "../core/dom.js" */

/** @type {Option[]} */
const SHAPES = [
  ["flat", "Flat"],
  ["torus", "Torus: edges join"],
  ["cube", "Cube"],
];

const CUBE = [3, 3, 3]; // that a choice of cubes begins with

/** The fields for a board's shape and numbers; `choose` is told the board that they name, when one of them has changed. */
export class SizeFields {
  element = h("div", { class: "board-sizes" });
  #id;
  #choose;
  /** The fields for numbers, by what of `columns, rows, k` they hold. @type {Map<number, HTMLInputElement>} */
  #inputs = new Map();
  /** Those in which something is typed that is not chosen yet. @type {Set<HTMLInputElement>} */
  #typed = new Set();
  #kinds = select(null, SHAPES, "flat", (kind) => this.#choose(boardOf(kind, kind === "cube" ? CUBE : this.#sides())));

  /** @param {(board: string) => unknown} choose @param {string} id what the fields' ids begin with */
  constructor(choose, id) {
    this.#choose = choose;
    this.#id = id;
    this.element.append(field("Shape", this.#kinds, `${id}-shape`));
  }

  /** Shows a board's numbers; what is being typed stays. @param {string} board */
  show(board) {
    const { columns, rows, k, layers } = dimensions(board);
    const cube = layers > 1 || board.startsWith("cube");
    this.#kinds.value = cube ? "cube" : board.startsWith("torus") ? "torus" : "flat";
    if (!this.#inputs.size || cube === this.#inputs.has(0)) this.#make(cube);
    for (const [at, input] of this.#inputs)
      if (!this.#typed.has(input)) input.value = String(cube ? k : [columns, rows, k][at]);
  }

  /** @param {boolean} cube */
  #make(cube) {
    for (const input of this.#inputs.values()) input.parentElement?.remove();
    this.#inputs.clear();
    this.#typed.clear();
    if (cube) this.element.append(this.#number("Side", 2, 4));
    else this.element.append(this.#number("Columns", 0), this.#number("Rows", 1), this.#number("In a row", 2));
  }

  /** @param {string} label @param {number} at */
  #number(label, at, most = 20) {
    const chosen = () => {
      this.#typed.delete(input);
      this.#choose(boardOf(this.#kinds.value, this.#sides()));
    };
    const typed = () => this.#typed.add(input);
    const input = h("input", { type: "number", min: 1, max: most, oninput: typed, onchange: chosen });
    this.#inputs.set(at, input);
    return field(label, input, `${this.#id}-side-${at}`);
  }

  /** Columns, rows and k as they stand in the fields: all the same where there is one field, that of a cube. */
  #sides() {
    const value = (/** @type {number} */ at) => Number((this.#inputs.get(at) ?? this.#inputs.get(2))?.value);
    return [value(0), value(1), value(2)];
  }
}

/** @param {string} shape @param {number[]} sides */
function boardOf(shape, [columns, rows, k]) {
  return shape === "cube" ? `cube${k}` : `${shape === "torus" ? "torus" : ""}${columns}x${rows}x${k}`;
}
