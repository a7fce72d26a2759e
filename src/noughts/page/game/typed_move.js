// A field in which a move can be typed: for whoever listens, and whoever thinks in names of cells.

import { announce } from "../core/announce.js";
import { button, h } from "../core/dom.js";

/** @import { CellName } from "../core/answers.js" */

/**
 * Build the field. `whyNot` returns why a cell cannot be played, or an empty string; `choose` plays it.
 * @param {{whyNot: (cell: CellName) => string, choose: (cell: CellName) => unknown}} on
 */
export function typedMove({ whyNot, choose }) {
  const typed = h("input", {
    type: "text",
    id: "typed-move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 4,
    size: 4,
    placeholder: "b2",
    "aria-describedby": "typed-move-problem",
  });
  const problem = h("p", { class: "problem", id: "typed-move-problem" });
  const onsubmit = () => {
    const cell = typed.value.trim().toLowerCase();
    const words = whyNot(cell);
    problem.textContent = words;
    if (words) return announce(words);
    choose(cell);
    typed.value = "";
  };
  const label = h("label", { for: "typed-move" }, "Type a move");
  const row = h("div", { class: "row" }, label, typed, button("Play it", null, { type: "submit" }));
  return h("form", { class: "typed-move", onsubmit }, row, problem);
}
