// What there is to learn: a path of lessons, puzzles and the ladder, with what is done and what comes next; sheets to
// print, pictures of the whole game.

import { miniBoard } from "../board/picture.js";
import { ask } from "../core/api.js";
import { climbedRungs, doneLessons, solvedPositions, streak } from "../core/boxes.js";
import { h, note } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { alone } from "../core/site.js";
import { inRegister, inWords } from "../core/text.js";
import { skippedLessons } from "../core/unreadable.js";
import { isPlan, titleOf, ways } from "./headings.js";

const SHEETS = /** @type {const} */ ([
  ["X../.../...", "/learn/map?side=X", "The map for X", "All that X need know, on one sheet."],
  ["X../.O./...", "/learn/map?side=O", "The map for O", "An answer to whatever X does, on one sheet."],
  ["..X/.O./X..", "/learn/worksheet?kind=fork", "Worksheets", "Puzzles to be printed, with their answers."],
]);

const WHOLE = /** @type {const} */ ([
  ["X.O/.X./..O", "/learn/tree", "The tree, drawn", "Open it where you like, and watch a search go through it."],
  [
    "XOX/OXO/.X.",
    "/learn/positions",
    "The graph of all positions",
    "Every board there is, and every move between them.",
  ],
]);

const ENOUGH = 10; // puzzles of a kind that make it done
const LADDER = "Beat Easy as X, then as O, then Medium, and on.";
const CLASS = "One link for all: everybody plays somebody, round after round, and you project every board.";

/** @param {HTMLElement} main */
export async function contents(main) {
  document.title = "Learn · noughts";
  /** @type {[LessonsJson, {kinds: PuzzleKindJson[]}, {rungs: RungJson[]}]} */
  const [{ lessons, skipped }, { kinds }, { rungs }] = await Promise.all([
    ask("/api/lessons"),
    ask("/api/puzzles", { kind: "only" }), // the fewest: only the kinds are shown
    ask("/api/ladder"),
  ]);
  main.replaceChildren(
    inWords(h("div", { class: "learn" }), () => drawn(lessons, kinds, rungs, skippedLessons(skipped))),
  );
  return {};
}

/**
 * A step of the path: where it leads, what it is called and about, its picture, and whether it is done.
 * @typedef {{href: string, part: string, title: string, words: string, picture: Element | null, done: boolean}} Step
 */

/**
 * @param {LessonHeadJson[]} lessons @param {PuzzleKindJson[]} kinds @param {RungJson[]} rungs
 * @param {HTMLElement | null} skipped
 */
function drawn(lessons, kinds, rungs, skipped) {
  const plans = lessons
    .filter(isPlan)
    .map(({ name, title, summary, board, position }) => card(`/learn/${name}`, title, summary, still(board, position)));
  const open = alone() ? [] : [card("/class", "A class", CLASS, still("3x3x3", "X.O/.X./..O"))];
  const steps = [
    ...lessons.filter((lesson) => !isPlan(lesson)).map(lessonStep),
    ...kinds.map(kindStep),
    ladderStep(rungs),
  ];
  const next = steps.find(({ done }) => !done);
  const parts = [...new Set(steps.map(({ part }) => part))];
  return [
    h("h1", { id: "title" }, "Learn"),
    note("Every number in here is computed, every answer looked up in the exact table."),
    onwards(steps, next),
    ways(),
    parts.map((part) => stretch(part, steps, next)),
    section("The whole game", "learn-cards", WHOLE.map(sheetCard)),
    section("To print", "learn-cards", SHEETS.map(sheetCard)),
    section("For a class", "learn-cards", [...open, ...plans]),
    skipped,
  ];
}

/** How far one has come, and the one way on. @param {Step[]} steps @param {Step | undefined} next */
function onwards(steps, next) {
  const done = steps.filter((step) => step.done).length;
  const words = done
    ? `${done} of ${plural(steps.length, "step")} done.`
    : `A path of ${plural(steps.length, "step")}.`;
  const way =
    next && h("a", { class: "button primary", href: next.href }, `${done ? "Go on" : "Begin"}: ${next.title}`);
  return h("div", { class: "row learn-onwards" }, way, h("span", { class: "note" }, words, " ", streakWords()));
}

/** The steps of a part, in order. @param {string} part @param {Step[]} steps @param {Step | undefined} next */
function stretch(part, steps, next) {
  const items = steps.flatMap((step, at) => (step.part === part ? [stepItem(step, at + 1, step === next)] : []));
  return h("section", {}, h("h2", {}, part), h("ol", { class: "learn-path" }, items));
}

/** @param {Step} step @param {number} number @param {boolean} next */
function stepItem({ href, title, words, picture, done }, number, next) {
  const state = done ? "Done" : next ? "Next" : "";
  const sign = h("span", { class: "learn-number", "aria-hidden": "true" }, done ? "✓" : String(number));
  const told = h("span", { class: "learn-about" }, h("strong", {}, title), h("span", {}, words));
  const link = h("a", { class: "learn-card", href, "aria-current": next ? "step" : null }, sign, picture, told);
  if (state) link.append(h("span", { class: "learn-state" }, state));
  return h("li", { class: state.toLowerCase() || null }, link);
}

/** @param {string} board @param {string} position */
const still = (board, position) => miniBoard(board, position, { coordinates: false });

/** @param {string} title @param {string} kind @param {Node[]} cards */
function section(title, kind, cards) {
  const items = cards.map((each) => h("li", {}, each));
  return h("section", {}, h("h2", {}, title), h("ul", { class: kind }, items));
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

/** @param {readonly [position: string, href: string, title: string, words: string]} sheet */
const sheetCard = ([position, href, title, words]) => card(href, title, words, still("3x3x3", position));

/** @param {LessonHeadJson} lesson @returns {Step} */
function lessonStep(lesson) {
  const { title, summary } = titleOf(lesson);
  const { name, part, board, position } = lesson;
  const done = doneLessons().has(name);
  return { href: `/learn/${name}`, part, title, words: summary, picture: still(board, position), done };
}

/** @param {PuzzleKindJson} kind @returns {Step} */
function kindStep({ kind, title, question, simple, number, position }) {
  const solved = solvedPositions(kind).size;
  const goal = Math.min(number, ENOUGH);
  const done = solved >= goal;
  const count = solved ? `${solved} of ${done ? number : goal} solved.` : `Solve ${goal} of ${number}.`;
  const words = `${inRegister(question, { simple })} ${count}`;
  const href = `/learn/puzzles?kind=${kind}`;
  return { href, part: "Puzzles", title, words, picture: still("3x3x3", position), done };
}

/** @param {RungJson[]} rungs @returns {Step} */
function ladderStep(rungs) {
  const climbed = climbedRungs().size;
  const words = climbed ? `${climbed} of ${rungs.length} rungs climbed.` : LADDER;
  return {
    href: "/learn/ladder",
    part: "The ladder",
    title: "Climb",
    words,
    picture: null,
    done: climbed >= rungs.length,
  };
}

function streakWords() {
  const { now, best } = streak();
  return best ? `Right at the first try: ${now} in a row just now, ${best} at most so far.` : "";
}
