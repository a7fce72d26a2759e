// Numbered steps tried in order, the first that applies is played.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { names } from "../core/grammar.js";
import { figure } from "./blocks.js";
import { curly, lineWords, playedCells } from "./words.js";

/** @import { RuleJson } from "../core/answers.js" */
/** @import { Thought } from "../core/types.js" */

/** A step of a player that tries them in order: its number and its name. @typedef {[number: number | string, name: string]} NumberedStep */

/** @param {Thought<RuleJson>} thought */
export function rule(thought) {
  const { evidence, heading } = thought;
  const { step, name } = evidence;
  const steps = stepList(evidence, ([number, title]) => number === step && title === name, [step, name]);
  const content = h("div", { class: "brain-pair" }, steps, firingLine(thought));
  return [h("section", {}, heading("The steps, in the order they are tried"), content)];
}

/**
 * The steps of a player in order, in its own words, and what became of each. One that fired (`isFired`) without being
 * among them is `last`. A number that comes again is not written again.
 * @param {{steps?: NumberedStep[], meanings?: Record<string, string>}} evidence
 * @param {(step: NumberedStep) => boolean} isFired @param {NumberedStep} last
 */
export function stepList({ steps = [], meanings = {} }, isFired, last) {
  const all = steps.some(isFired) ? steps : [...steps, last];
  const at = all.findIndex(isFired);
  const items = all.map(([number, title], i) =>
    stepItem({
      number: i && all[i - 1][0] === number ? "" : number,
      title,
      meaning: meanings[title],
      state: i < at ? "passed" : i === at ? "fired" : "unreached",
    }),
  );
  return h("ol", { class: "brain-steps" }, items);
}

const STATES = { passed: "did not apply", fired: "this one fired", unreached: "not reached" };

/**
 * A step: its number, its name, what it means, and what became of it, in words.
 * @param {{number: number | string, title: string, meaning?: string, state: keyof typeof STATES}} step
 */
function stepItem({ number, title, meaning, state }) {
  const words = [h("strong", {}, title), meaning ? `: ${curly(meaning)}` : null];
  return h(
    "li",
    { class: `brain-step ${state}`, "aria-current": state === "fired" ? "step" : null },
    h("span", { class: "brain-step-number" }, number),
    h("span", { class: "brain-step-words" }, words),
    h("span", { class: "brain-step-state" }, STATES[state]),
  );
}

/** @param {Thought<RuleJson>} thought */
function firingLine({ decision, evidence, board, position, move }) {
  const rings = playedCells({ decision, move });
  const picture = miniBoard(board, position, { rings, wins: evidence.line ? [evidence.line] : [] });
  const plays = `It plays ${names(rings, { joint: "or" })}.`;
  if (!evidence.line) return figure(picture, plays);
  const line = `${lineWords(evidence.line, position)} (${evidence.line.join(", ")})`;
  return figure(picture, `The line that fired it: ${line}. ${plays}`);
}
