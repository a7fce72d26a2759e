// The keys of this page beside those of every page: arrows walk through the moves, letters put marks where one sets up.

import { actOf } from "../core/keys.js";

/** @type {Record<string, string>} */
const WALKS = {
  ArrowLeft: "back",
  ArrowRight: "on",
  ArrowUp: "upper",
  ArrowDown: "lower",
  Home: "first",
  End: "final",
};
/** @type {Record<string, "X" | "O" | ".">} */
const BRUSHED = { x: "X", X: "X", o: "O", O: "O", ".": ".", Delete: ".", Backspace: "." };
/** Where arrows have a meaning of their own. */
const OWN =
  "input, select, textarea, dialog, summary, [role=grid], [role=tablist], [role=tree], [role=treegrid], .panels:focus";

/** What a key does here; null for nothing. @param {KeyboardEvent} event */
export function actHere(event) {
  const act = actOf(event);
  if (act) return act === "keys" ? null : act;
  const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented;
  const own = event.target instanceof Element && event.target.closest(OWN);
  return modified || own ? null : (WALKS[event.key] ?? null);
}

/** The mark that a key puts on the cell that the keyboard is on. @param {KeyboardEvent} event */
export function markHere(event) {
  const cell = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined;
  const mark = BRUSHED[event.key];
  if (!cell || !mark || event.ctrlKey || event.altKey || event.metaKey) return null;
  return { cell, mark };
}
