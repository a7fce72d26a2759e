// The two registers of words: simple, which everybody meets first, and precise. One switch, kept by this browser.
// Simple counts moves of whoever wins, where precise counts plies.

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

/**
 * Calls back when the register may have changed, until the view is left.
 * @param {() => unknown} act @returns {() => void} what is to be called then
 */
export function onRegister(act) {
  let before = isSimple();
  const heard = () => {
    if (isSimple() === before) return;
    before = isSimple();
    act();
  };
  window.addEventListener("noughts-preferences", heard);
  return () => window.removeEventListener("noughts-preferences", heard);
}
