// The two registers of words: simple, which everybody meets first, and precise. One switch, kept by this browser.
// Simple counts moves of whoever wins, where precise counts plies.

import { nodes, set } from "./dom.js";
import { preference } from "./store.js";

/** Whether the words are the simple ones. */
export const isSimple = () => preference("words") === "simple";

/** How many of the winner's own moves so many plies are. @param {number} plies */
export const inMoves = (plies) => Math.ceil(plies / 2);

/**
 * What the server tells in both registers: `simple` stands beside it where that differs.
 * @param {string} precise @param {{simple?: string}} told
 */
export const inRegister = (precise, { simple }) => (isSimple() && simple) || precise;

/** What brings an element up to date. @type {WeakMap<Element, () => unknown>} */
const acts = new WeakMap();
let shown = isSimple();

window.addEventListener("noughts-preferences", () => {
  if (isSimple() === shown) return;
  shown = isSimple();
  for (const element of document.querySelectorAll("[data-worded]")) if (element.isConnected) acts.get(element)?.();
});

/**
 * Calls back whenever the register has changed while an element is on the page: first for what is around others.
 * @template {Element} E @param {E} element @param {() => unknown} act
 */
export function onRegister(element, act) {
  acts.set(element, act);
  return set(element, { "data-worded": true });
}

/**
 * An element whose content is in the register, now and whenever it changes.
 * @template {Element} E @param {E} element @param {() => Nested} content
 */
export function inWords(element, content) {
  const tell = () => element.replaceChildren(...nodes(content()));
  tell();
  return onRegister(element, tell);
}
