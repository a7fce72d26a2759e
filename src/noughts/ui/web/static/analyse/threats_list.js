// What either side threatens, in words: lines that a move would complete, rows open at both ends, forks; and of an engine
// the threats that win.

import { h } from "../core/dom.js";
import { names } from "../core/grammar.js";
import { dimensions, otherSide } from "../core/notation.js";
import { isSimple } from "../core/register.js";

/** @import { Analysis, PositionFacts, Side } from "../core/types.js" */

/** @type {Side[]} */
const SIDES = ["X", "O"];
const COUNTS = ["", "one", "two", "three", "four", "five", "six", "seven"];

export class ThreatsList {
  #list = h("ul", { class: "threat-list" });
  element = h("section", { class: "threats-of", "aria-labelledby": "threats-title" }, [
    h("h2", { id: "threats-title" }, "Threats"),
    this.#list,
  ]);
  /** What an engine sees of them, which comes later. */
  seen = h("p", { class: "threats-seen" });

  /** @param {PositionFacts | null} facts @param {Analysis | null} analysis */
  show(facts, analysis) {
    const open = facts && !facts.outcome;
    this.element.hidden = !open;
    const own = open && analysis?.position === facts.position ? engineWords(facts, analysis) : [];
    if (this.seen.textContent !== own.join(" ")) this.seen.textContent = own.join(" ");
    if (!open) return;
    const words = SIDES.flatMap((side) => sideWords(facts, side));
    const told = words.length ? words : ["Neither side threatens anything yet."];
    this.#list.replaceChildren(...told.map((text) => h("li", {}, text)));
  }
}

/** @param {PositionFacts} facts @param {Side} side */
function sideWords({ board, to_move, threats, forks, open_rows }, side) {
  const { k } = dimensions(board);
  const row = `an open ${COUNTS[k - 2] ?? k - 2}`;
  const wins = side === to_move ? "wins at once" : "would win next";
  const meets = forks[side].filter((cell) => !threats[side].includes(cell));
  return [
    threats[side].length &&
      (isSimple()
        ? `${side} ${wins} at ${names(threats[side], { joint: "or" })}.`
        : `${side} completes a line at ${names(threats[side], { joint: "or" })}.`),
    ...open_rows[side].map((cells) => `${side} has ${row}: ${names(cells)}.`),
    meets.length && `${side} would threaten two lines at once at ${names(meets, { joint: "or" })}.`,
  ].filter((words) => typeof words === "string");
}

/** @param {PositionFacts} facts @param {Analysis} analysis */
function engineWords({ to_move: side }, { threat = [], danger = [] }) {
  return [
    threat.length && `${side} wins by threats: ${threat.join(" ")}.`,
    danger.length && `If nothing is done against it, ${otherSide(side)} wins by threats: ${danger.join(" ")}.`,
  ].filter((words) => typeof words === "string");
}
