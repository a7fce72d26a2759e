// A lesson: its blocks in order, each an element or a component of its own.

import { Frames } from "../blocks/frames.js";
import { blockTable } from "../blocks/parts.js";
import { announce, fillScreen } from "../core/announce.js";
import { ask } from "../core/api.js";
import { answeredQuestions, finishLesson, keepAnswered } from "../core/boxes.js";
import { button, h, set } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { inWords, isSimple, onRegister, prose } from "../core/text.js";
import { DrawnTree } from "./drawn_tree.js";
import { head, isPlan, printButton, titleOf } from "./headings.js";
import { LessonGame } from "./lesson_game.js";
import { QuestionBoard } from "./question.js";

/** @typedef {{element: Node, ready?: Promise<void>}} BlockView */

const PATIENCE = 1000; // milliseconds that a tree is waited for, so that nothing below it moves

/** @param {HTMLElement} main @param {string} name */
export async function openLesson(main, name) {
  /** @type {[LessonJson, LessonsJson]} */
  const [lesson, { lessons }] = await Promise.all([ask(`/api/lessons/${name}`), ask("/api/lessons")]);
  const end = new LessonEnd(lesson, lessons);
  const blocks = lesson.blocks.map((block) => blockView(block, end));
  const heading = inWords(h("header", {}), () => {
    const { title, summary } = titleOf(lesson);
    return head(title, summary);
  });
  end.show();
  const parts = blocks.map(({ element }) => element);
  await Promise.race([
    Promise.all(blocks.map(({ ready }) => ready)),
    new Promise((done) => setTimeout(done, PATIENCE)),
  ]);
  main.replaceChildren(h("article", { class: "learn learn-lesson" }, heading, parts, end.element));
  return {};
}

/** @param {LessonBlockJson} block @param {LessonEnd} end @returns {BlockView} */
function blockView(block, end) {
  switch (block.block) {
    case "heading":
      return text("h2", block.words);
    case "paragraph":
      return text("p", block.words);
    case "frames":
      return new Frames(block, { titled: true });
    case "question":
      return new QuestionBoard({ ...block, ...bothQuestions(block.question) }, undefined, end.question());
    case "practice-game":
      return ledGame({ ...block, side: block.side === "X" ? "X" : "O", line: block.line ?? [] });
    case "drawn-tree":
      return new DrawnTree({ merge: false, cuts: false, ...block }, { stepped: true });
    case "table":
    case "wordings":
      return tables(block);
    default:
      throw new Error(`a lesson has no ${block.block}`);
  }
}

/** @param {TextJson} text */
const bothQuestions = (text) =>
  typeof text === "string" ? { question: text } : { question: text.precise, simple: text.simple };

/** @param {"h2" | "p"} tag @param {TextJson} words @returns {BlockView} */
const text = (tag, words) => ({ element: inWords(h(tag, {}), () => prose(words)) });

/** Return tables, which may differ in the two wordings. @param {TableBlockJson | WordingsBlockJson} block @returns {BlockView} */
function tables(block) {
  const worded = () => (block.block === "table" ? [block] : isSimple() ? block.simple : block.precise);
  const drawn = () => worded().map((each) => each.block === "table" && blockTable(each));
  return { element: inWords(h("div", {}), drawn) };
}

/** A game; printed, its moves are told. @param {LedGame} game @returns {BlockView} */
function ledGame(game) {
  const made = new LessonGame(game);
  const told = () => [prose(game.title), `: ${game.line.join(" ")}.`];
  const paper = game.line.length > 0 && inWords(h("p", { class: "learn-on-paper" }), told);
  return { element: h("div", {}, made.element, paper) };
}

/** The end of a lesson: how many of its questions are answered, whether it is done, and the one way on. */
class LessonEnd {
  #state = h("p", { class: "learn-state", role: "status" });
  #screen = button("Whole screen", () => fillScreen(document.querySelector(".learn-lesson")));
  #on = h("a", { class: "button", onclick: () => this.#leave() });
  #name;
  #next;
  #questions = 0;
  element = h(
    "section",
    { class: "learn-end on-screen", "aria-label": "The end of this lesson" },
    this.#state,
    h("div", { class: "row spread" }, this.#on, this.#screen, printButton("Print this lesson")),
  );

  /** @param {LessonHeadJson} lesson @param {LessonHeadJson[]} path - all lessons in order */
  constructor({ name }, path) {
    this.#name = name;
    const next = path[path.findIndex((each) => each.name === name) + 1];
    if (next && !isPlan(next)) this.#next = next;
    onRegister(this.element, () => this.show());
  }

  /** One question more: what is to be called when it is answered rightly. */
  question() {
    const number = this.#questions++;
    return () => {
      const before = this.#left;
      keepAnswered(this.#name, number);
      this.show();
      if (before && !this.#left) announce(`This lesson is done. ${this.#on.textContent}`);
    };
  }

  show() {
    const [all, left] = [this.#questions, this.#left];
    if (all && !left) finishLesson(this.#name);
    const done = `Done: ${plural(all, "question")} answered.`;
    this.#state.textContent = left ? `${all - left} of ${plural(all, "question")} answered.` : all ? done : "";
    const [href, words] = this.#next
      ? [`/learn/${this.#next.name}`, titleOf(this.#next).title]
      : ["/learn/puzzles", "Puzzles"];
    this.#on.textContent = `Go on: ${words}`;
    set(this.#on, { href, class: left ? "button" : "button primary" });
  }

  /** How many questions are not answered yet. */
  get #left() {
    return this.#questions - answeredQuestions(this.#name).size;
  }

  /** A lesson without questions is done when it is left by its end. */
  #leave() {
    if (!this.#questions) finishLesson(this.#name);
  }
}
