// The probabilities of a player's moves: exactly, roughly, and as bars; equally likely moves together.

import { h } from "../core/dom.js";
import { emptyCells } from "../board/picture.js";
import { bar, table } from "./blocks.js";
import { names, percent, ratio, share } from "./words.js";

/** A row for every different probability, the likeliest first. */
export function chances(decision) {
  return table({
    caption: "The probability of every move it may play",
    heads: ["move", "probability", "share"],
    rows: grouped(decision).map(row),
    kind: "brain-chances",
    quiet: true,
  });
}

const row = ({ cells, probability, each }) => [cells, probability + each, [bar(ratio(probability)), ` ${percent(probability)}`]];

/** The same where there is little room: a line and a bar for each. */
export function chancesInShort(decision) {
  return h("ul", { class: "brain-short" }, grouped(decision).map(({ cells, probability, each }) =>
    h("li", {}, h("strong", {}, cells), ` ${share(probability)}${each} `, bar(ratio(probability)))));
}

/** Moves of equal probability together, the likeliest first. */
function grouped({ moves, position }) {
  const free = emptyCells(position).length;
  const groups = Map.groupBy(Object.keys(moves), (cell) => moves[cell]);
  return [...groups].sort(([one], [other]) => ratio(other) - ratio(one)).map(([probability, cells]) => ({
    probability,
    cells: cells.length === free && free > 9 ? `any of the ${free} free cells` : names(cells, { joint: "or" }),
    each: cells.length > 1 ? " each" : "",
  }));
}
