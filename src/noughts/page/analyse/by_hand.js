// A position set up by hand: what a click puts on a cell, whose turn follows, and whether the rules allow it.

import { button, h, row } from "../core/dom.js";
import { marksOf, toMove } from "../core/notation.js";

/** @typedef {"X" | "O" | "."} Brush */
/** @typedef {{clear: () => unknown, done: () => unknown, cancel: () => unknown}} HandHandlers */

/** @type {[Brush, string][]} */
const BRUSHES = [
  ["X", "X"],
  ["O", "O"],
  [".", "Empty"],
];

export class ByHand {
  /** What a click puts. @type {Brush} */
  brush = "X";
  #inputs = BRUSHES.map(([value]) => {
    const input = h("input", { type: "radio", name: "brush", value, onchange: () => (this.brush = value) });
    input.checked = value === "X";
    return input;
  });
  #words = h("p", { class: "by-hand-words", role: "status" });
  element;

  /** @param {HandHandlers} on */
  constructor({ clear, done, cancel }) {
    const brushes = BRUSHES.map(([, text], i) =>
      h("label", { class: "segment" }, this.#inputs[i], h("span", {}, text)),
    );
    const legend = h("legend", { class: "visually-hidden" }, "What a click puts on a cell");
    this.element = h("div", { class: "by-hand", hidden: true }, [
      this.#words,
      row([
        h("fieldset", { class: "segments" }, legend, brushes),
        button("Clear", clear),
        button("Cancel", cancel),
        button("Done", done, { class: "button primary" }),
      ]),
    ]);
  }

  /** @param {Brush} brush */
  take(brush) {
    this.brush = brush;
    for (const input of this.#inputs) input.checked = input.value === brush;
  }

  /** @param {string | null} position - null while nothing is set up @param {string} problem */
  show(position, problem) {
    this.element.hidden = position === null;
    if (position === null) return;
    const count = (/** @type {string} */ mark) => marksOf(position).filter((each) => each === mark).length;
    const words = problem || `${count("X")} X and ${count("O")} O: ${toMove(position)} to move.`;
    if (this.#words.textContent !== words) this.#words.textContent = words;
    this.#words.classList.toggle("problem", Boolean(problem));
  }
}
