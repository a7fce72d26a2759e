// <noughts-brain>: why a player moves as it does, how likely each of its moves is, and all that it saw.

import { ask } from "../core/api.js";
import { chances } from "./chances.js";
import { h } from "../core/dom.js";
import { keepingOpen, problem } from "./blocks.js";
import { plain } from "./plain.js";
import { ratings } from "./ratings.js";
import { rule } from "./rule.js";
import { decisionTable } from "./decision_table.js";
import { uniform } from "./uniform.js";
import { values } from "./values.js";
import { weights } from "./weights.js";

/** How each kind of evidence is shown: `(seen) => [nodes]`. A kind that is not here is shown as it came. */
const SHOWN = { uniform, ratings, values, weights, rule, "decision-table": decisionTable };

/**
 * `show({board, position, player, move})` asks the server and shows the answer. `position` is the one to think about;
 * `move`, where given, was played in it. The attribute `level` is that of its headings, 3 unless given.
 */
export class NoughtsBrain extends HTMLElement {
  #asked = 0;
  #question = "";
  #first = null; // what was shown for that question: the same question need not be answered twice

  async show({ board, position, player, move = null }) {
    const question = JSON.stringify([board, position, player, move]);
    if (question === this.#question && (this.ariaBusy || this.firstChild === this.#first)) return;
    this.#question = question;
    const turn = ++this.#asked;
    this.setAttribute("aria-busy", "true");
    let nodes;
    try {
      nodes = this.#nodes(await ask("/api/decide", { board, position, player }), move);
    } catch (error) {
      nodes = [problem(error)];
      if (turn === this.#asked) this.#question = "";
    }
    if (turn !== this.#asked) return;
    keepingOpen(this, nodes);
    this.#first = this.firstChild;
    this.removeAttribute("aria-busy");
  }

  /** Nothing to think about: `words` say why. An answer that is still on its way is not shown. */
  clear(words = "") {
    this.#asked += 1;
    this.#question = "";
    this.replaceChildren(words ? h("p", {}, words) : "");
    this.removeAttribute("aria-busy");
  }

  #nodes(decision, move) {
    const level = Number(this.getAttribute("level")) || 3;
    const heading = (text) => h(`h${level}`, { class: "brain-heading" }, text);
    const seen = { decision, evidence: decision.evidence, position: decision.position, board: decision.board, move, heading };
    return [
      h("p", { class: "brain-why" }, why(decision, move)),
      h("section", {}, heading("What it plays"), chances(decision)),
      ...(SHOWN[decision.evidence.kind] ?? plain)(seen),
    ];
  }
}

/** The sentence for the move that was played, or for all that may be. */
function why(decision, move) {
  if (move && decision.why?.[move]) return decision.why[move];
  const played = move && !decision.moves[move] ? `${decision.player} would not have played ${move}. ` : "";
  return played + (decision.sentence ?? "");
}

customElements.define("noughts-brain", NoughtsBrain);
