// Why a player moves as it does, how likely each of its moves is, and all that it saw.

import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { isSimple, registerWords } from "../core/register.js";
import { keepOpen, problem } from "./blocks.js";
import { chances } from "./chances.js";
import { decisionTable } from "./decision_table.js";
import { engine } from "./engine.js";
import { box, learnedValues } from "./learning.js";
import { levelBy } from "./level.js";
import { mcts } from "./mcts.js";
import { plain } from "./plain.js";
import { ratings } from "./ratings.js";
import { rule } from "./rule.js";
import { uniform } from "./uniform.js";
import { values } from "./values.js";
import { weights } from "./weights.js";

/** @import { CellName, ToldDecisionJson } from "../core/answers.js" */
/** @import { BrainQuestion, Thought } from "../core/types.js" */
/** @import { Nested } from "../core/dom.js" */

/**
 * How each kind of evidence is shown. A kind that is not here is shown as it came.
 * @type {Record<string, (thought: any) => Nested>}
 */
const SHOWN = {
  uniform,
  ratings,
  values,
  weights,
  rule,
  engine,
  mcts,
  box,
  learned: learnedValues,
  "decision-table": decisionTable,
};
SHOWN.level = levelBy(evidenceView);

/** What a player saw. @param {Thought} thought @returns {Nested} */
function evidenceView(thought) {
  return (SHOWN[thought.evidence.kind] ?? plain)(thought);
}

export class Brain {
  element = h("div", { class: "brain-view" });
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
      content = this.#content(await ask("/api/decide", { board, position, player }), move);
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

  /** @param {ToldDecisionJson} decision @param {CellName | null} move @returns {Nested} */
  #content(decision, move) {
    const { board, position, evidence } = decision;
    const tag = this.level === 4 ? "h4" : "h3";
    const heading = (/** @type {string} */ text) => h(tag, { class: "brain-heading" }, text);
    const thought = { decision, evidence, position, board, move, heading };
    return [
      h("p", { class: "brain-why" }, whyWords(decision, move)),
      h("section", {}, heading("What it plays"), chances(decision)),
      evidenceView(thought),
    ];
  }
}

/**
 * The sentence for the move that was played, or for all that may be.
 * @param {ToldDecisionJson} decision @param {CellName | null} move
 */
function whyWords(decision, move) {
  if (move && decision.why?.[move]) return registerWords(decision.why[move]);
  const foreign = move && !decision.moves[move] ? `${decision.player} would not have played ${move}. ` : "";
  return foreign + registerWords(decision.sentence ?? "");
}
