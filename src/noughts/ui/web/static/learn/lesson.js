// A lesson: its blocks in order, each a component of its own.

import { table } from "../brain/blocks.js";
import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { DrawnTree } from "./drawn_tree.js";
import { FrameSteps } from "./frames.js";
import { LessonGame } from "./led_game.js";
import { head, printing, prose } from "./prose.js";
import { QuestionBoard } from "./question.js";

/** @import { Block, LedGame, Lesson, LessonHead } from "./lessons.js" */

/** @param {HTMLElement} main @param {string} name */
export async function openLesson(main, name) {
  /** @type {[Lesson, {lessons: LessonHead[]}]} */
  const [lesson, { lessons }] = await Promise.all([ask(`/api/lessons/${name}`), ask("/api/lessons")]);
  const blocks = lesson.blocks.map(shown);
  const article = h("article", { class: "learn learn-lesson" }, head(lesson.title, lesson.summary), blocks);
  article.append(ways(lessons, name));
  main.replaceChildren(article);
  return {};
}

/** @param {Block} block @returns {Node} */
function shown(block) {
  switch (block.kind) {
    case "heading":
      return h("h2", {}, block.text);
    case "frames":
      return new FrameSteps(block.title, block.frames).element;
    case "table":
      return table({ caption: block.caption, heads: block.head, rows: block.rows });
    case "question":
      return new QuestionBoard(block).element;
    case "game":
      return led(block);
    case "tree":
      return new DrawnTree(block).element;
    default:
      return h("p", {}, prose(block.text));
  }
}

/** A game; printed, its moves are told. @param {LedGame} game */
function led(game) {
  const moves = game.line.length > 0 && h("p", { class: "learn-on-paper" }, `${game.title}: ${game.line.join(" ")}.`);
  return h("div", {}, new LessonGame(game).element, moves);
}

/** The lessons before and after. @param {LessonHead[]} lessons @param {string} name */
function ways(lessons, name) {
  const at = lessons.findIndex((each) => each.name === name);
  const way = (/** @type {LessonHead | undefined} */ to, /** @type {string} */ words) =>
    to ? h("a", { class: "button", href: `/learn/${to.name}` }, `${words}: ${to.title}`) : null;
  const links = [way(lessons[at - 1], "Before"), way(lessons[at + 1], "Next")];
  return h(
    "nav",
    { class: "row spread on-screen", "aria-label": "Other lessons" },
    links,
    printing("Print this lesson"),
  );
}
