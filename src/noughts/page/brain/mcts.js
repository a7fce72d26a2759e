// The top of a tree of random games: how often each move was tried, how its games went, and what is proved.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { plural, valueWords, whole } from "../core/grammar.js";
import { bar, disclosure, figure, table } from "./blocks.js";
import { percent } from "./words.js";

/** @import { BranchJson, MctsJson } from "../core/answers.js" */
/** @import { Thought } from "../core/types.js" */

const FEW = 8; // branches that are shown at once

/** @param {Thought<MctsJson>} thought */
export function mcts({ evidence, board, position, heading }) {
  const { branches, playouts, nodes, pv, value, seed } = evidence;
  const line = pv.filter((cell, i) => pv.indexOf(cell) === i);
  const best = value ? `Proved: ${pv[0]} ${valueWords(value)}.` : "Nothing is proved.";
  const others = branches.slice(FEW);
  const most = Math.max(...branches.map(({ visits }) => visits), 1);
  const size = `${plural(playouts, "random game")} of the seed ${seed} grew a tree of ${plural(nodes, "node")}.`;
  return [
    h(
      "section",
      {},
      heading("The best play it sees"),
      figure(miniBoard(board, position, { line }), `${pv.join(" ")}. ${best}`),
    ),
    h(
      "section",
      {},
      heading("The top of the tree"),
      branchTable(branches.slice(0, FEW), most),
      others.length ? disclosure(plural(others.length, "other move"), () => branchTable(others, most)) : null,
      h("p", { class: "brain-note" }, `${size} The mean is the share of points; a draw is half a point.`),
    ),
  ];
}

/** @param {BranchJson[]} branches @param {number} most */
function branchTable(branches, most) {
  const rows = branches.map(({ cell, visits, mean, value }) => [
    cell,
    [bar(visits / most), ` ${whole(visits)}`],
    mean === null ? "–" : percent(mean),
    value ? valueWords(value) : "–",
  ]);
  const heads = ["move", "games", "mean", "proved"];
  return table({ caption: "The moves at the root", heads, rows, quiet: true });
}
