// Headings of the pages of lessons and puzzles, and titles of lessons.

import { duePuzzles } from "../core/boxes.js";
import { h, select } from "../core/dom.js";
import { boardOptions } from "../core/notation.js";
import { isSimple } from "../core/text.js";

const PLANS = "For a class"; // the part of lessons that are not read but given

/** Return whether a lesson is a plan for teachers. @param {LessonHeadJson} lesson */
export const isPlan = ({ part }) => part === PLANS;

/** Return the title and the summary of a lesson, in the chosen wording. @param {LessonHeadJson} lesson */
export const titleOf = (lesson) => (isSimple() && lesson.simple) || lesson;

/** The way back, and the heading. @param {string} title @param {string} [note] */
export function head(title, note) {
  document.title = `${title} · noughts`;
  const back = h("p", { class: "learn-back on-screen" }, h("a", { href: "/learn" }, "‹ Learn"));
  const heading = h("h1", { id: "title" }, title);
  return note ? [back, heading, h("p", { class: "note" }, note)] : [back, heading];
}

/** Show a page of puzzles. @param {Element} main @param {string} title @param {string} note @param {Nested[]} parts */
export function showPage(main, title, note, ...parts) {
  const section = { class: "learn learn-lesson", "aria-labelledby": "title" };
  main.replaceChildren(h("section", section, head(title, note), parts));
}

/** A button that prints the page. @param {string} words */
export function printButton(words = "Print") {
  return h("button", { type: "button", class: "button on-screen", onclick: () => print() }, words);
}

// The ways to practise: the links from one to the others, and the choice of a board and a theme.

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
  const themes = kinds.map(({ kind, title, number }) => [kind, `${title} (${number})`]);
  return [
    select("Board", boardOptions(board, boards), board, (to) => go(`${path}?board=${to}`)),
    select("Theme", themes, puzzles[0].kind, (to) => go(`${path}?board=${board}&kind=${to}`)),
  ];
}
