// References to cells: a name in a sentence, a row of a table, a step, a cell of a board. While the pointer or the
// keyboard is on one, its cells are pointed out on all boards of the explanation, and an event, `noughts-refer`, has them
// for the large board of the page.

import { pictureOf } from "../board/picture.js";
import { set } from "../core/dom.js";

const TOUCH = 3000; // milliseconds for which cells stay pointed out after a touch
const SOURCES = "[data-cells], [data-cell]";

/**
 * Point out cells while a reference to them in an element is hovered or focused.
 * @template {HTMLElement} E @param {E} root
 */
export function withReferences(root) {
  let pointed = "";
  const point = (/** @type {CellName[]} */ cells) => cells.join(" ") === pointed || refer(root, cells);
  const over = (/** @type {Event} */ event) => {
    // Only the innermost explanation dispatches the event.
    if (event.target instanceof Element && event.target.closest("[data-refers]") === root) point(cellsAt(event));
  };
  const end = () => point([]);
  const leave = (/** @type {PointerEvent} */ { pointerType }) => {
    if (pointerType === "touch") setTimeout(end, TOUCH);
    else end();
  };
  return set(root, {
    "data-refers": true,
    onpointermove: over, // not pointerover, which is also dispatched if the page scrolls below the mouse
    onpointerdown: over,
    onpointerleave: leave,
    onfocusin: over,
    onfocusout: end,
    "onnoughts-refer": (/** @type {CustomEvent} */ { detail }) => {
      pointed = detail.cells.join(" ");
      light(root, detail.cells);
    },
  });
}

/** Dispatch the cells to point out; no cells end it. @param {HTMLElement} element @param {CellName[]} cells */
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
