// A lesson: its blocks in order, each a component of its own that tells itself anew in the other register.

import { Frames } from "../blocks/frames.js";
import { blockTable } from "../blocks/tables.js";
import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { isSimple, onRegister } from "../core/register.js";
import { prose } from "../core/text.js";
import { DrawnTree } from "./drawn_tree.js";
import { head, titleOf } from "./headings.js";
import { LessonEnd } from "./lesson_end.js";
import { LessonGame } from "./lesson_game.js";
import { QuestionBoard } from "./question.js";

/** @import { LessonBlockJson, LessonJson, LessonsJson, TableBlockJson, TextJson, WordingsBlockJson } from "../core/answers.js" */
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
  switch (block.block) {
    case "heading":
      return text("h2", block.words);
    case "paragraph":
      return text("p", block.words);
    case "frames":
      return component(new Frames(block, { titled: true }));
    case "question":
      return component(new QuestionBoard({ ...block, ...bothQuestions(block.question) }, undefined, end.question()));
    case "practice-game":
      return ledGame({ ...block, side: block.side === "X" ? "X" : "O", line: block.line ?? [] });
    case "drawn-tree":
      return component(new DrawnTree({ merge: false, cuts: false, ...block }, { stepped: true }));
    case "table":
    case "wordings":
      return tables(block);
    default:
      throw new Error(`a lesson has no ${block.block}`);
  }
}

/** @param {BlockView} made @returns {BlockView} */
const component = (made) => ({ element: made.element, retell: () => made.retell(), ready: made.ready });

/** @param {TextJson} text */
const bothQuestions = (text) =>
  typeof text === "string" ? { question: text } : { question: text.precise, simple: text.simple };

/** @param {"h2" | "p"} tag @param {TextJson} words @returns {BlockView} */
function text(tag, words) {
  const element = h(tag, {});
  const retell = () => element.replaceChildren(...prose(words));
  retell();
  return { element, retell };
}

/** Return tables, which may differ in the two wordings. @param {TableBlockJson | WordingsBlockJson} block @returns {BlockView} */
function tables(block) {
  const element = h("div", {});
  const worded = () => (block.block === "table" ? [block] : isSimple() ? block.simple : block.precise);
  const retell = () =>
    element.replaceChildren(...worded().flatMap((each) => (each.block === "table" ? [blockTable(each)] : [])));
  retell();
  return { element, retell };
}

/** A game; printed, its moves are told. @param {LedGame} game @returns {BlockView} */
function ledGame(game) {
  const made = new LessonGame(game);
  const paper = h("p", { class: "learn-on-paper" });
  const tell = () => paper.replaceChildren(...prose(game.title), `: ${game.line.join(" ")}.`);
  tell();
  const retell = () => {
    tell();
    made.retell();
  };
  return { element: h("div", {}, made.element, game.line.length > 0 && paper), retell };
}
