// A field in which a move can be typed: for whoever listens, and whoever thinks in names of cells.

import { button, h } from "../core/dom.js";

/** @import { CellName } from "../core/answers.js" */

/** `play` plays a cell, or answers in words why not. @param {(cell: CellName) => string} play */
export function typedMove(play) {
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
    problem.textContent = play(typed.value.trim().toLowerCase());
    if (!problem.textContent) typed.value = "";
  };
  const label = h("label", { for: "typed-move" }, "Type a move");
  const row = h("div", { class: "row" }, label, typed, button("Play it", null, { type: "submit" }));
  return h("form", { class: "typed-move", onsubmit }, row, problem);
}
