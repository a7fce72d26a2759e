// What there is to learn: lessons, exercises, the ladder, sheets to print, pictures of the whole game.

import { miniBoard } from "../board/picture.js";
import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { inRegister, onRegister } from "../core/register.js";
import { climbedRungs, solvedPositions, streak } from "./progress.js";
import { titleOf } from "./prose.js";

/** @import { ExerciseKindJson, LessonHeadJson, RungJson } from "../core/answers.js" */

const SHEETS = /** @type {const} */ ([
  ["X........", "/learn/map?side=X", "The map for X", "All that X need know, on one sheet."],
  ["X...O....", "/learn/map?side=O", "The map for O", "An answer to whatever X does, on one sheet."],
  ["..X.O.X..", "/learn/worksheet?kind=fork", "Worksheets", "Exercises to be printed, with their answers."],
]);

const WHOLE = /** @type {const} */ ([
  ["X.O.X...O", "/learn/tree", "The tree, drawn", "Open it where you like, and watch a search go through it."],
  ["XOXOXO.X.", "/learn/positions", "The graph of all positions", "Every board there is, and every move between them."],
]);

const CLASS = "One link for all: everybody plays somebody, round after round, and you project every board.";

/** @param {HTMLElement} main */
export async function contents(main) {
  document.title = "Learn · noughts";
  /** @type {[{lessons: LessonHeadJson[]}, {kinds: ExerciseKindJson[]}, {rungs: RungJson[]}]} */
  const [{ lessons }, { kinds }, { rungs }] = await Promise.all([
    ask("/api/lessons"),
    ask("/api/exercises"),
    ask("/api/ladder"),
  ]);
  const tell = () => main.replaceChildren(drawn(lessons, kinds, rungs));
  tell();
  return { leave: onRegister(tell) };
}

/** @param {LessonHeadJson[]} lessons @param {ExerciseKindJson[]} kinds @param {RungJson[]} rungs */
function drawn(lessons, kinds, rungs) {
  const parts = [...new Set(lessons.map(({ part }) => part))];
  const ofPart = (/** @type {string} */ part) => lessons.filter((lesson) => lesson.part === part).map(lessonCard);
  return h(
    "div",
    { class: "learn" },
    h("h1", { id: "title" }, "Learn"),
    h("p", { class: "note" }, "Every number in here is computed, every answer looked up in the exact table."),
    parts.map((part) => section(part, "learn-cards", ofPart(part))),
    section("Exercises", "learn-cards", kinds.map(kindCard), streakWords()),
    section("The ladder", "learn-cards", [ladderCard(rungs)]),
    section("The whole game", "learn-cards", WHOLE.map(sheetCard)),
    section("To print", "learn-cards", SHEETS.map(sheetCard)),
    section("For a class", "learn-cards", [card("/class", "A class", CLASS, still("3x3x3", "X.O/.X./..O"))]),
  );
}

/** @param {string} board @param {string} position */
const still = (board, position) => miniBoard(board, position, { coordinates: false });

/** @param {string} marks */
const rows = (marks) => [0, 3, 6].map((at) => marks.slice(at, at + 3)).join("/");

/** @param {string} title @param {string} kind @param {Node[]} cards @param {string} [note] */
function section(title, kind, cards, note) {
  const items = cards.map((each) => h("li", {}, each));
  return h(
    "section",
    {},
    h("h2", {}, title),
    note ? h("p", { class: "note" }, note) : null,
    h("ul", { class: kind }, items),
  );
}

/** @param {string} href @param {string} title @param {string} words @param {Element | null} picture */
function card(href, title, words, picture) {
  return h(
    "a",
    { class: "panel learn-card", href },
    picture,
    h("span", {}, h("strong", {}, title), h("span", {}, words)),
  );
}

/** @param {readonly [marks: string, href: string, title: string, words: string]} sheet */
const sheetCard = ([marks, href, title, words]) => card(href, title, words, still("3x3x3", rows(marks)));

/** @param {LessonHeadJson} lesson */
function lessonCard(lesson) {
  const { title, summary } = titleOf(lesson);
  return card(`/learn/${lesson.name}`, title, summary, still(lesson.board, lesson.position));
}

/** @param {ExerciseKindJson} kind */
function kindCard({ kind, title, question, simple, number, position }) {
  const done = solvedPositions(kind).size;
  const words = `${inRegister(question, { simple })} ${done ? `${done} of ${number} solved.` : `${plural(number, "exercise")}.`}`;
  return card(`/learn/exercises?kind=${kind}`, title, words, still("3x3x3", position));
}

/** @param {RungJson[]} rungs */
function ladderCard(rungs) {
  const done = climbedRungs().size;
  const words = done ? `${done} of ${rungs.length} rungs climbed.` : "Beat Easy as X, then as O, then Medium, and on.";
  return card("/learn/ladder", "Climb", words, null);
}

function streakWords() {
  const { now, best } = streak();
  return best ? `Right at the first try: ${now} in a row just now, ${best} at most so far.` : undefined;
}
