// What either side threatens, in words: lines that a move would complete, rows open at both ends, forks; and of an engine
// the threats that win.

import { threatWords } from "../board/threat_words.js";
import { h } from "../core/dom.js";
import { otherSide } from "../core/notation.js";

/** @import { AnalysisJson, PositionJson } from "../core/answers.js" */

export class ThreatsList {
  #list = h("ul", { class: "threat-list" });
  element = h("section", { class: "threats-of", "aria-labelledby": "threats-title" }, [
    h("h2", { id: "threats-title" }, "Threats"),
    this.#list,
  ]);
  /** What an engine sees of them, which comes later. */
  seen = h("p", { class: "threats-seen" });

  /** @param {PositionJson | null} facts @param {AnalysisJson | null} analysis */
  show(facts, analysis) {
    const open = facts && !facts.outcome;
    this.element.hidden = !open;
    const own = open && analysis?.position === facts.position ? engineWords(facts, analysis) : [];
    if (this.seen.textContent !== own.join(" ")) this.seen.textContent = own.join(" ");
    if (!open) return;
    this.#list.replaceChildren(...threatWords(facts).map((text) => h("li", {}, text)));
  }
}

/** @param {PositionJson} facts @param {AnalysisJson} analysis */
function engineWords({ to_move: side }, { threat = [], danger = [] }) {
  return [
    threat.length && `${side} wins by threats: ${threat.join(" ")}.`,
    danger.length && `If nothing is done against it, ${otherSide(side)} wins by threats: ${danger.join(" ")}.`,
  ].filter((words) => typeof words === "string");
}
