// What is chosen here: a player with any options, and any board.

import { h, select, set } from "../core/dom.js";
import { boardWords, dimensions } from "../core/notation.js";
import { choices } from "../core/players.js";

/** @import { Option } from "../core/dom.js" */

const USUAL = ["3x3x3", "4x3x3", "4x4x4", "5x5x4", "6x6x4", "7x7x5", "10x10x5", "15x15x5"];
const OTHER = "other";
const TYPED = "typed";

/** @param {string} label @param {HTMLElement} field @param {string} id */
function labelled(label, field, id) {
  field.id = id;
  field.removeAttribute("aria-label");
  return h("div", { class: "field" }, h("label", { class: "label", for: id }, label), field);
}

/** Who plays: one of the known, or a name that is typed. */
export class PlayerField {
  element = h("div", { class: "compare-field" });
  #id;
  #label;
  #value;
  #typed = h("input", { type: "text", maxlength: 100, spellcheck: "false", autocapitalize: "off" });
  #onchange;

  /** @param {string} label @param {string} id @param {string} value @param {() => unknown} [onchange] */
  constructor(label, id, value, onchange = () => {}) {
    this.#label = label;
    this.#id = id;
    this.#value = value;
    this.#onchange = onchange;
    set(this.#typed, { oninput: () => this.set(this.#typed.value.trim(), false) });
  }

  get value() {
    return this.#value;
  }

  /** @param {string} value */
  set(value, drawn = true) {
    this.#value = value;
    if (drawn) this.draw();
    this.#onchange();
  }

  /** Who plays on a board; what does not is not offered. @param {string} [board] */
  async draw(board = "3x3x3") {
    const groups = (await choices(board)).filter(([label]) => label !== "People");
    /** @type {[string, Option[]][]} */
    const options = groups.map(([label, all]) => [
      label,
      all.filter(([, , whyNot]) => !whyNot).map(([value, text]) => [value, text.split(":")[0]]),
    ]);
    options.push(["Anybody else", [[TYPED, "A name, typed"]]]);
    const known = options.some(([, all]) => all.some(([value]) => value === this.#value));
    const choose = (/** @type {string} */ value) => this.#choose(value);
    const field = select(null, options, known ? this.#value : TYPED, choose);
    this.#typed.value = this.#value;
    set(this.#typed, { "aria-label": `${this.#label}: the name`, placeholder: "newell-simon(level=4)" });
    this.element.replaceChildren(labelled(this.#label, field, this.#id), known ? "" : this.#typed);
  }

  /** @param {string} value */
  #choose(value) {
    if (value !== TYPED) return this.set(value);
    this.element.append(this.#typed);
    this.#typed.focus();
    this.#typed.select();
  }
}

/** Which board: one of the usual, or any by its shape and numbers. */
export class BoardField {
  element = h("div", { class: "compare-field" });
  #value;
  #onchange;
  #own = false; // whether shape and numbers are open

  /** @param {string} value @param {(board: string) => unknown} onchange */
  constructor(value, onchange) {
    this.#value = value;
    this.#onchange = onchange;
    this.#own = !USUAL.includes(value);
    this.#draw();
  }

  get value() {
    return this.#value;
  }

  #draw() {
    const options = USUAL.map((name) => /** @type {Option} */ ([name, boardWords(name)]));
    options.push([OTHER, "Any other: size, torus, cube"]);
    const field = select(null, options, this.#own ? OTHER : this.#value, (value) => {
      this.#own = value === OTHER;
      if (!this.#own) this.#set(value);
      this.#draw();
      /** @type {HTMLElement | null} */ (this.element.querySelector("#compare-board"))?.focus();
    });
    this.element.replaceChildren(labelled("Board", field, "compare-board"), this.#own ? this.#numbers() : "");
  }

  #numbers() {
    const { columns, rows, k, layers } = dimensions(this.#value);
    const cube = layers > 1 || this.#value.startsWith("cube");
    const shape = cube ? "cube" : this.#value.startsWith("torus") ? "torus" : "flat";
    const sides = cube ? [k, k, k] : [columns, rows, k];
    const number = (/** @type {string} */ label, /** @type {number} */ at, most = 20) => {
      const changed = () => this.#numbered(shape, sides.with(at, Number(input.value)));
      const input = h("input", { type: "number", min: 1, max: most, value: sides[at], onchange: changed });
      return labelled(label, input, `compare-side-${at}`);
    };
    /** @type {Option[]} */
    const shapes = [
      ["flat", "Flat"],
      ["torus", "Torus: edges join"],
      ["cube", "Cube"],
    ];
    const kinds = select(null, shapes, shape, (value) => this.#numbered(value, value === "cube" ? [3, 3, 3] : sides));
    const fields = cube ? [number("Side", 2, 4)] : [number("Columns", 0), number("Rows", 1), number("In a row", 2)];
    return h("div", { class: "compare-sides" }, labelled("Shape", kinds, "compare-shape"), fields);
  }

  /** @param {string} shape @param {number[]} sides */
  #numbered(shape, [columns, rows, k]) {
    const focused = document.activeElement?.id;
    this.#set(shape === "cube" ? `cube${k}` : `${shape === "torus" ? "torus" : ""}${columns}x${rows}x${k}`);
    this.#draw();
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {string} board */
  #set(board) {
    this.#value = board;
    this.#onchange(board);
  }
}
