// The ways to practise: the links from one to the others, and the choice of a board and a theme.

import { duePuzzles } from "../core/boxes.js";
import { h, select } from "../core/dom.js";
import { boardOptions } from "../core/notation.js";

/** @import { PuzzlesJson } from "../core/answers.js" */
/** @import { Go } from "../core/types.js" */

/** @type {[path: string, words: string][]} */
const WAYS = [
  ["/learn/daily", "Today’s puzzle"],
  ["/learn/puzzles", "By theme"],
  ["/learn/run", "Against the clock"],
  ["/learn/again", "Again"],
  ["/learn/worksheet", "On paper"],
];

/** The links from one way to practise to the others. @param {string} [path] the one that is shown */
export function ways(path) {
  const due = duePuzzles().length;
  const links = WAYS.map(([href, words]) => {
    const number = href === "/learn/again" && due ? ` (${due})` : "";
    return h("a", { href, "aria-current": href === path ? "page" : null }, words + number);
  });
  return h("div", { class: "learn-controls on-screen" }, h("nav", { "aria-label": "Puzzles" }, links));
}

/**
 * The choice of a board and of what is asked there; another leads to an address below a path.
 * @param {Go} go @param {string} path @param {PuzzlesJson} asked @param {string} board
 */
export function choices(go, path, { boards, kinds, puzzles }, board) {
  /** @type {[string, string][]} */
  const themes = kinds.map(({ kind, title, number }) => [kind, `${title} (${number})`]);
  return [
    select("Board", boardOptions(board, boards), board, (to) => go(`${path}?board=${to}`)),
    select("Theme", themes, puzzles[0].kind, (to) => go(`${path}?board=${board}&kind=${to}`)),
  ];
}
