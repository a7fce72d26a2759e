// A lesson: its blocks in order, each a component of its own that tells itself anew in the other register.

import { table } from "../blocks/parts.js";
import { prose } from "../blocks/text.js";
import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { inRegister, isSimple, onRegister } from "../core/register.js";
import { DrawnTree } from "./drawn_tree.js";
import { FrameSteps } from "./frames.js";
import { head, titleOf } from "./headings.js";
import { LessonEnd } from "./lesson_end.js";
import { LessonGame } from "./lesson_game.js";
import { QuestionBoard } from "./question.js";

/** @import { LessonBlockJson, LessonJson, LessonsJson } from "../core/answers.js" */
/** @import { LedGame } from "../core/types.js" */
/** @typedef {{element: Node, retell: () => unknown, ready?: Promise<void>}} BlockView */

const PATIENCE = 1000; // milliseconds that a tree is waited for, so that nothing below it moves

/** @param {HTMLElement} main @param {string} name */
export async function openLesson(main, name) {
  /** @type {[LessonJson, LessonsJson]} */
  const [lesson, { lessons }] = await Promise.all([ask(`/api/lessons/${name}`), ask("/api/lessons")]);
  const end = new LessonEnd(lesson, lessons);
  const blocks = lesson.blocks.map((block) => blockView(block, end));
  const heading = h("header", {});
  const tell = () => {
    const { title, summary } = titleOf(lesson);
    heading.replaceChildren(...head(title, summary));
    end.retell();
  };
  tell();
  const parts = blocks.map(({ element }) => element);
  await Promise.race([
    Promise.all(blocks.map(({ ready }) => ready)),
    new Promise((done) => setTimeout(done, PATIENCE)),
  ]);
  main.replaceChildren(h("article", { class: "learn learn-lesson" }, heading, parts, end.element));
  const leave = onRegister(() => {
    tell();
    for (const { retell } of blocks) retell();
  });
  return { leave };
}

/** @param {LessonBlockJson} block @param {LessonEnd} end @returns {BlockView} */
function blockView(block, end) {
  switch (block.kind) {
    case "heading":
      return text("h2", () => inRegister(block.text, block));
    case "frames":
      return component(new FrameSteps(block));
    case "table":
      return tables(block);
    case "question":
      return component(new QuestionBoard(block, undefined, end.question()));
    case "game":
      return ledGame(block);
    case "tree":
      return component(new DrawnTree(block, { stepped: true }));
    default:
      return text("p", () => inRegister(block.text, block));
  }
}

/** @param {BlockView} made @returns {BlockView} */
const component = (made) => ({ element: made.element, retell: () => made.retell(), ready: made.ready });

/** @param {"h2" | "p"} tag @param {() => string} words @returns {BlockView} */
function text(tag, words) {
  const element = h(tag, {});
  const retell = () => element.replaceChildren(...prose(words()));
  retell();
  return { element, retell };
}

/** @param {Extract<LessonBlockJson, {kind: "table"}>} block @returns {BlockView} */
function tables(block) {
  const element = h("div", {});
  const retell = () => {
    const { caption, head, rows } = (isSimple() && block.simple) || block;
    element.replaceChildren(table({ caption, heads: head, rows }));
  };
  retell();
  return { element, retell };
}

/** A game; printed, its moves are told. @param {LedGame} game @returns {BlockView} */
function ledGame(game) {
  const made = new LessonGame(game);
  const paper = h("p", { class: "learn-on-paper" });
  const tell = () => paper.replaceChildren(...prose(`${inRegister(game.title, game)}: ${game.line.join(" ")}.`));
  tell();
  const retell = () => {
    tell();
    made.retell();
  };
  return { element: h("div", {}, made.element, game.line.length > 0 && paper), retell };
}
