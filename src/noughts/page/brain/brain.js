// Why a player moves as it does, how likely each of its moves is, and all that it saw.

import { keepOpen, problem } from "../blocks/parts.js";
import { withReferences } from "../blocks/refer.js";
import { render } from "../blocks/render.js";
import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { isSimple, prose } from "../core/text.js";

export class Brain {
  element = withReferences(h("div", { class: "brain-view" }));
  #asked = 0;
  #question = "";

  /** @param {number} level - of its headings */
  constructor(level = 3) {
    this.level = level;
  }

  /**
   * Asks the server and shows the answer; the same question need not be answered twice.
   * @param {BrainQuestion} question
   */
  async show({ board, position, player, move = null }) {
    const question = JSON.stringify([board, position, player, move, isSimple()]);
    if (question === this.#question) return;
    this.#question = question;
    this.#asked += 1;
    const turn = this.#asked;
    this.element.setAttribute("aria-busy", "true");
    /** @type {Nested} */
    let content;
    try {
      content = this.#content(await ask("/api/explain", { board, position, player }), move);
    } catch (error) {
      content = problem(error);
      if (turn === this.#asked) this.#question = "";
    }
    if (turn !== this.#asked) return;
    keepOpen(this.element, content);
    this.element.removeAttribute("aria-busy");
  }

  /** Nothing to think about: `words` say why. An answer that is still on its way is not shown. @param {string} words */
  clear(words) {
    this.#asked += 1;
    this.#question = "";
    this.element.replaceChildren(h("p", {}, words));
    this.element.removeAttribute("aria-busy");
  }

  /** @param {ExplanationJson} explanation @param {CellName | null} move @returns {Nested} */
  #content(explanation, move) {
    const { moves, blocks } = explanation;
    const shown = render(blocks, { level: this.level, chosen: Object.keys(moves), move });
    return [h("p", { class: "brain-why" }, whyWords(explanation, move)), shown];
  }
}

/**
 * The sentence for the move that was played, or for all that may be.
 * @param {ExplanationJson} explanation @param {CellName | null} move
 */
function whyWords({ player, moves, why, summary }, move) {
  if (move && why[move]) return prose(why[move]);
  const foreign = move && !moves[move] ? `${player} would not have played ${move}. ` : "";
  return [foreign, ...prose(summary)];
}
