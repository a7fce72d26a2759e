// A question that came with the position, above the board; its answer is hidden until it is asked for, and what is
// tried meanwhile is judged.

import { button, h, set } from "../core/dom.js";
import { names, valueWords } from "../core/grammar.js";
import { toMove } from "../core/notation.js";

/** @import { AnalysisJson } from "../core/answers.js" */
/** @import { AskedQuestion } from "./asked_question.js" */

export class AskedPanel {
  #text = h("p", { class: "asked-text" });
  #answer = h("p", { class: "asked-answer" });
  #button;
  element;

  /** @param {() => unknown} turn - shows the answer, or hides it again */
  constructor(turn) {
    this.#button = button("Show the answer", turn);
    const row = h("div", { class: "row spread" }, this.#answer, this.#button);
    this.element = h("section", { class: "asked", "aria-label": "A question", hidden: true }, this.#text, row);
  }

  /** @param {AskedQuestion} question @param {AnalysisJson | null} analysis @param {string} ended */
  show({ text, answered, tried }, analysis, ended) {
    this.element.hidden = !text;
    this.#text.textContent = text;
    this.#button.textContent = answered ? "Hide the answer" : "Show the answer";
    const known = ended || (analysis ? answerWords(analysis) : "Working it out.");
    const asked = tried?.words() ?? (ended ? "" : "Try a move on the board.");
    this.#answer.textContent = answered ? known : asked;
    const verdict = answered || tried?.right == null ? "" : tried.right ? "right" : "wrong";
    set(this.#answer, { class: `asked-answer ${verdict}` });
  }
}

/** What the side to move plays, and what that is worth. @param {AnalysisJson} analysis */
function answerWords({ position, best, moves, ...worth }) {
  const cells = names(best, { joint: "or" });
  const own = moves[best[0]] ?? worth;
  return `${toMove(position)} plays ${cells}, which ${valueWords(own)}.`;
}
