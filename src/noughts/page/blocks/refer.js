// What refers to cells points them out: a name in a sentence, a row of a table, a step, a cell of a board. They light up
// in all boards of the explanation, and `noughts-refer` tells whoever shows the large board.

import { pictureOf } from "../board/picture.js";
import { set } from "../core/dom.js";

/** @import { CellName } from "../core/answers.js" */

const SOURCES = "[data-cells], [data-cell]";

/**
 * Point out cells within an element while something that refers to them is hovered or focused.
 * @template {HTMLElement} E @param {E} root
 */
export function withReferences(root) {
  let pointed = "";
  const point = (/** @type {CellName[]} */ cells) => {
    if (cells.join(" ") === pointed) return;
    pointed = cells.join(" ");
    refer(root, cells);
  };
  const over = (/** @type {Event} */ event) => {
    // The innermost explanation is the one that tells.
    if (event.target instanceof Element && event.target.closest("[data-refers]") === root) point(cellsAt(event));
  };
  const leave = () => point([]);
  return set(root, {
    "data-refers": true,
    onpointermove: over, // not pointerover: the page may be scrolled below a mouse that rests
    onpointerdown: over,
    onpointerleave: leave,
    onfocusin: over,
    onfocusout: leave,
    "onnoughts-refer": (/** @type {CustomEvent} */ event) => light(root, event.detail.cells),
  });
}

/** Tell which cells are pointed out; none where that ends. @param {HTMLElement} element @param {CellName[]} cells */
export function refer(element, cells) {
  element.dispatchEvent(new CustomEvent("noughts-refer", { detail: { cells }, bubbles: true }));
}

/** @param {Event} event @returns {CellName[]} */
function cellsAt(event) {
  const { target } = event;
  if (!(target instanceof Element)) return [];
  const drawing = target.closest(".noughts-board");
  const cell = drawing && event instanceof PointerEvent && pictureOf(drawing)?.cellAt(event.clientX, event.clientY);
  if (cell) return [cell];
  const source = target.closest(SOURCES);
  const names = source?.getAttribute("data-cells") ?? source?.getAttribute("data-cell");
  return names ? names.split(" ") : [];
}

/** @param {HTMLElement} root @param {CellName[]} cells */
function light(root, cells) {
  for (const drawing of root.querySelectorAll(".noughts-board")) pictureOf(drawing)?.refer(cells);
  for (const cell of root.querySelectorAll("td[data-cell]"))
    cell.classList.toggle("referred", cells.includes(cell.getAttribute("data-cell") ?? ""));
}
