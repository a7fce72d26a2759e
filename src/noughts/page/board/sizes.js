// The choice of any board: one of the usual boards, or a flat board, a torus or a cube by its numbers.

import { field, h, select } from "../core/dom.js";
import { boardOptions, dimensions, OTHER } from "../core/notation.js";

const SHAPES = [
  ["flat", "Flat"],
  ["torus", "Torus: edges join"],
  ["cube", "Cube"],
];

const CUBE = [3, 3, 3]; // that a choice of cubes begins with

/** The fields for a board's shape and numbers; `choose` is told the board that they name, when one of them has changed. */
export class SizeFields {
  element = h("div", { class: "board-sizes" });
  #choose;
  /** The fields for numbers, by what of `columns, rows, k` they hold. @type {Map<number, HTMLInputElement>} */
  #inputs = new Map();
  /** Those in which something is typed that is not chosen yet. @type {Set<HTMLInputElement>} */
  #typed = new Set();
  #kinds = select(null, SHAPES, "flat", (kind) => this.#choose(boardOf(kind, kind === "cube" ? CUBE : this.#sides())));

  /** @param {(board: string) => unknown} choose */
  constructor(choose) {
    this.#choose = choose;
    this.element.append(field("Shape", this.#kinds, "board-shape"));
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
    return field(label, input, `board-side-${at}`);
  }

  /** Columns, rows and k as they stand in the fields: all the same where there is one field, that of a cube. */
  #sides() {
    const value = (/** @type {number} */ at) => Number((this.#inputs.get(at) ?? this.#inputs.get(2))?.value);
    return [value(0), value(1), value(2)];
  }
}

/** The choice of a board. Size fields are shown once `Any other` is chosen. */
export class BoardField {
  #value;
  #onchange;
  #fields = new SizeFields((board) => this.#set(board));
  /** The usual boards, and any other. */
  select;
  /** The fields for the size of any other. */
  sizes = this.#fields.element;

  /** @param {string} value @param {(board: string) => unknown} onchange */
  constructor(value, onchange) {
    this.#value = value;
    this.#onchange = onchange;
    this.#fields.show(value);
    this.sizes.hidden = true;
    this.select = select("Board", [...boardOptions(value), OTHER], value, (name) => {
      this.sizes.hidden = name !== OTHER[0];
      if (name !== OTHER[0]) this.#set(name);
    });
  }

  get value() {
    return this.#value;
  }

  /** Both parts below each other, with a label. */
  labelled() {
    return h("div", { class: "board-field" }, field("Board", this.select, "board-choice"), this.sizes);
  }

  /** @param {string} board */
  #set(board) {
    this.#value = board;
    this.#fields.show(board);
    this.#onchange(board);
  }
}

/** @param {string} shape @param {number[]} sides */
function boardOf(shape, [columns, rows, k]) {
  return shape === "cube" ? `cube${k}` : `${shape === "torus" ? "torus" : ""}${columns}x${rows}x${k}`;
}
