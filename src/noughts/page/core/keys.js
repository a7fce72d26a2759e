// The keys, and the window that tells them.

import { around, checkbox, h, openDialog } from "./dom.js";
import { choose, prefer, preference } from "./store.js";

const KEYS = [
  ["Arrows, Home, End", "go over the board"],
  ["Enter or space", "play on the cell"],
  ["1 to 9", "play on a cell of 3 × 3, counted from the top left"],
  ["u, r", "undo, redo"],
  ["n", "restart, or rematch when the game is over"],
  ["h", "hint"],
  ["v", "the value of every move: W wins, D draws, L loses"],
  ["t", "threats: where either side would complete a line, or threaten two"],
  ["s, p", "computer against computer: one step, run or pause"],
  ["[ and ]", "one move back, one move on"],
  ["{ and }", "in Analyse: the variation before, the next one; arrows walk, off the board"],
  ["b, l, w, y", "say the board, the last move, what is threatened, why it was played"],
  ["m", "type a move"],
  ["z", "hide all help, and show it again"],
  ["?", "these keys"],
];
/** What a key does, by the name of the act. @type {Record<string, string>} */
const ACTS = {
  u: "undo",
  r: "redo",
  n: "again",
  h: "hint",
  v: "values",
  t: "threats",
  s: "step",
  p: "run",
  z: "help",
  "[": "back",
  "]": "on",
  "{": "upper",
  "}": "lower",
  b: "tellBoard",
  l: "tellLast",
  w: "tellThreats",
  y: "tellWhy",
  m: "type",
  "?": "keys",
};

/** Where letters are letters. */
const TYPED =
  "input:not([type=range], [type=radio], [type=checkbox]), select, textarea, dialog, [role=tree], [role=treegrid]";

/**
 * What a pressed key means here; null while something is typed, with a modifier, or with the keys switched off.
 * @param {KeyboardEvent} event
 */
export function actOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented) return null;
  if (around(event, TYPED)) return null;
  return preference("keys") ? (ACTS[event.key] ?? null) : null;
}

/**
 * Does what a key means to the part that holds the keyboard, and nobody else hears of it; with a modifier it means
 * nothing.
 * @param {KeyboardEvent} event @param {Record<string, () => unknown>} acts
 */
export function press(event, acts) {
  const act = acts[event.key];
  if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** Opens the window with the keys. */
export function showKeys() {
  const names = "Letters and numbers beside the board";
  openDialog(
    { id: "keys-title", title: "Keys" },
    h(
      "dl",
      { class: "keys" },
      KEYS.map(([key, words]) => h("div", {}, h("dt", {}, key), h("dd", {}, words))),
    ),
    checkbox("Letters act as keys", preference("keys"), (keys) => prefer({ keys })),
    checkbox(names, preference("coordinates"), (coordinates) => choose({ coordinates })),
  );
}
