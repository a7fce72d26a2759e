// Numbered steps tried in order, the first that applies is played.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { figure } from "./blocks.js";
import { curly, lineWords, names } from "./words.js";

export function rule(seen) {
  const { evidence, heading } = seen;
  const { step, name } = evidence;
  const steps = stepList(evidence, ([number, title]) => number === step && title === name, [step, name]);
  const content = h("div", { class: "brain-pair" }, steps, fired(seen));
  return [h("section", {}, heading("The steps, in the order they are tried"), content)];
}

/**
 * The steps of a player in order, in its own words, and what became of each. One that fired (`isFired`) without being
 * among them is `last`. A number that comes again is not written again.
 */
export function stepList({ steps = [], meanings = {} }, isFired, last) {
  const all = steps.some(isFired) ? steps : [...steps, last];
  const at = all.findIndex(isFired);
  return h("ol", { class: "brain-steps" }, all.map(([number, title], i) => stepItem({
    number: i && all[i - 1][0] === number ? "" : number,
    title,
    meaning: meanings[title],
    state: i < at ? "passed" : i === at ? "fired" : "unreached",
  })));
}

const STATES = { passed: "did not apply", fired: "this one fired", unreached: "not reached" };

/** A step: its number, its name, what it means, and what became of it, in words. */
function stepItem({ number, title, meaning, state }) {
  const words = meaning ? [h("strong", {}, title), `: ${curly(meaning)}`] : h("strong", {}, title);
  return h(
    "li",
    { class: `brain-step ${state}`, "aria-current": state === "fired" ? "step" : null },
    h("span", { class: "brain-step-number" }, number),
    h("span", { class: "brain-step-words" }, words),
    h("span", { class: "brain-step-state" }, STATES[state]),
  );
}

function fired({ decision, evidence, position, move }) {
  const cells = Object.keys(decision.moves);
  const rings = move && decision.moves[move] ? [move] : cells;
  const picture = miniBoard(position, { rings, lines: evidence.line ? [evidence.line] : [] });
  const plays = `It plays ${names(rings, { joint: "or" })}.`;
  if (!evidence.line) return figure(picture, plays);
  return figure(picture, `The line that fired it: ${lineWords(evidence.line, position)} (${evidence.line.join(", ")}). ${plays}`);
}
