// The bar of the evaluation: how much of it is X's, the same in words, and whether that is exact, proved or estimated.

import { h, set } from "../core/dom.js";
import { toMove } from "../core/notation.js";
import { messageOf } from "../core/refusals.js";
import { shareOfX, verdict } from "../game/analysis_side.js";

/** @import { LiveValues } from "../board/live_values.js" */
/** @import { OutcomeJson } from "../core/answers.js" */

const ENDED = { X: 1, O: 0 };

export class EvaluationBar {
  #bar = h("div", { class: "bar", "aria-hidden": "true" }, h("span", { class: "bar-x" }));
  /** What is told of it. */
  get words() {
    return this.#words.textContent;
  }

  #words = h("span", { class: "evaluation-words" });
  #kind = h("span", { class: "chip", hidden: true });
  element = h("div", { class: "evaluation" }, this.#bar, h("p", { class: "row spread" }, this.#words, this.#kind));

  /**
   * `secret`: why nothing is told, where nothing is to be.
   * @param {string} position @param {LiveValues} live @param {OutcomeJson | null} outcome @param {string} secret
   */
  show(position, { analysis, error, exactly }, outcome, secret) {
    if (secret) return this.#say(0.5, secret, "");
    if (outcome) return this.#say(outcome.winner ? ENDED[outcome.winner] : 0.5, outcome.words, "");
    if (error) return this.#say(0.5, messageOf(error), "");
    if (!analysis) return this.#say(null, "Working it out.", "");
    const known = analysis.value !== "unknown" && analysis.value !== null;
    const side = toMove(position);
    this.#say(shareOfX(side, analysis), verdict(side, analysis), exactly ? "exact" : known ? "proved" : "estimate");
  }

  /** @param {number | null} share @param {string} words @param {string} kind */
  #say(share, words, kind) {
    if (share !== null) this.#bar.style.setProperty("--share", String(share));
    set(this.#bar, { "data-kind": kind || "none" });
    this.#words.textContent = words;
    this.#kind.textContent = kind;
    this.#kind.hidden = !kind;
  }
}
