// A question that came with the position, above the board; its answer is hidden until it is asked for.

import { button, h } from "../core/dom.js";
import { names, valueWords } from "../core/grammar.js";
import { toMove } from "../core/notation.js";

/** @import { Analysis } from "../core/types.js" */

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

  /** @param {{question: string, answered: boolean}} state @param {Analysis | null} analysis @param {string} ended */
  show({ question, answered }, analysis, ended) {
    this.element.hidden = !question;
    this.#text.textContent = question;
    this.#button.textContent = answered ? "Hide the answer" : "Show the answer";
    this.#answer.textContent = answered ? ended || (analysis ? answerWords(analysis) : "Working it out.") : "";
  }
}

/** What the side to move plays, and what that is worth. @param {Analysis} analysis */
export function answerWords({ position, best, moves, ...worth }) {
  const cells = names(best, { joint: "or" });
  const own = moves[best[0]] ?? worth;
  return `${toMove(position)} plays ${cells}, which ${valueWords(own)}.`;
}
