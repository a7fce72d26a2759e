// The probabilities of a player's moves: exactly, roughly, and as bars; equally likely moves together.

import { h } from "../core/dom.js";
import { names } from "../core/grammar.js";
import { emptyCells } from "../core/notation.js";
import { bar, table } from "./blocks.js";
import { percent, ratio, share } from "./words.js";

/** @import { ToldDecisionJson } from "../core/answers.js" */

/** A row for every different probability, the likeliest first; a sentence where nothing else is possible. @param {ToldDecisionJson} decision */
export function chances(decision) {
  const [only, ...others] = groupsOf(decision);
  if (!others.length && ratio(only.probability) === 1) return h("p", {}, h("strong", {}, only.cells), ", always.");
  return table({
    caption: "The probability of every move it may play",
    heads: ["move", "probability", "share"],
    rows: groupsOf(decision).map(({ cells, probability, each }) => [
      cells,
      probability + each,
      [bar(ratio(probability)), ` ${percent(probability)}`],
    ]),
    kind: "brain-chances",
    quiet: true,
  });
}

/** The same where there is little room: a line and a bar for each. @param {ToldDecisionJson} decision */
export function chancesInShort(decision) {
  const items = groupsOf(decision).map(({ cells, probability, each }) =>
    h("li", {}, h("strong", {}, cells), ` ${share(probability)}${each} `, bar(ratio(probability))),
  );
  return h("ul", { class: "brain-short" }, items);
}

/** Moves of equal probability together, the likeliest first. @param {ToldDecisionJson} decision */
function groupsOf({ moves, position }) {
  const free = emptyCells(position).length;
  const groups = Map.groupBy(Object.keys(moves), (cell) => moves[cell]);
  const sorted = [...groups].sort(([one], [other]) => ratio(other) - ratio(one));
  return sorted.map(([probability, cells]) => ({
    probability,
    cells: cells.length === free && free > 9 ? `any of the ${free} free cells` : names(cells, { joint: "or" }),
    each: cells.length > 1 ? " each" : "",
  }));
}
