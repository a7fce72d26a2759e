// Numbered steps tried in order, the first that applies is played.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { figure } from "./blocks.js";
import { lineWords, MEANINGS, names } from "./words.js";

export function rule(seen) {
  const { evidence, heading } = seen;
  const steps = h("ol", { class: "brain-steps" }, stepItems(known(evidence), evidence));
  const content = h("div", { class: "brain-pair" }, steps, fired(seen));
  return [h("section", {}, heading("The steps, in the order they are tried"), content)];
}

/** All the steps the player knows; one that fired without being among them comes last. */
function known({ step, name, steps = [] }) {
  return steps.some(([n, s]) => n === step && s === name) ? steps : [...steps, [step, name]];
}

function stepItems(steps, { step, name }) {
  const at = steps.findIndex(([n, s]) => n === step && s === name);
  return steps.map(([number, title], i) =>
    stepItem({ number, title, meaning: MEANINGS[title], state: i < at ? "passed" : i === at ? "fired" : "unreached" }));
}

const STATES = { passed: "did not apply", fired: "this one fired", unreached: "not reached" };

/** A step: its number, its name, what it means, and what became of it, in words. */
export function stepItem({ number, title, meaning, state }) {
  const words = meaning ? [h("strong", {}, title), `: ${meaning}`] : h("strong", {}, title);
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
