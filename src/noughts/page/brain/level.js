// What a level may overlook: the other side's threats on the board, and what it plays by what it sees.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { listing, names, plural } from "../core/grammar.js";
import { bar, disclosure, figure, table } from "./blocks.js";
import { playedCells, ratio, share } from "./words.js";

/** @import { LevelEvidenceJson, SightJson, ThreatJson } from "../core/answers.js" */
/** @import { Thought } from "../core/types.js" */
/** @import { Nested } from "../core/dom.js" */
/** @typedef {Thought<LevelEvidenceJson>} LevelThought */

const FEW = 6; // threats that are shown at once

/**
 * `shown` draws the evidence of whom it follows where it overlooks nothing.
 * @param {(thought: Thought) => Nested} shown @returns {(thought: LevelThought) => Nested}
 */
export const levelBy = (shown) => (thought) => {
  const { decision, evidence, board, position, heading } = thought;
  const { sights, threats, thought: followed } = evidence;
  const picture = miniBoard(board, position, { rings: playedCells(thought) });
  return [
    h("section", {}, heading("What it sees"), figure(picture, threatWords(threats)), whatIfs(sights)),
    threats.length ? h("section", {}, heading("What it may overlook"), threatList(threats)) : null,
    followed &&
      disclosure(`Overlooking nothing it does as ${followed.player}`, () =>
        shown({ ...thought, decision: { ...decision, ...followed }, evidence: followed.evidence }),
      ),
  ];
};

/** @param {ThreatJson[]} threats */
function threatWords(threats) {
  if (!threats.length) return "There is nothing to overlook.";
  return `${plural(threats.length, "line")} of the other side ${threats.length === 1 ? "lacks" : "lack"} two stones or one.`;
}

/** @param {SightJson[]} sights */
function whatIfs(sights) {
  const rows = sights.map(({ overlooked, sees_last, chance, cells }) => [
    overlooked.length ? `${listing(overlooked)} lines${sees_last ? " that lack two" : ""}` : "nothing",
    [bar(ratio(chance)), ` ${share(chance)}`],
    names(cells, { joint: "or", limit: 4 }),
  ]);
  return table({ caption: "What it plays", heads: ["overlooking", "chance", "plays"], rows, quiet: true });
}

/** @param {ThreatJson[]} threats */
function threatList(threats) {
  const nearest = threats.toSorted((one, other) => one.lacks - other.lacks);
  const others = nearest.slice(FEW);
  return [
    lines(nearest.slice(0, FEW)),
    others.length ? disclosure(plural(others.length, "other line"), () => lines(others)) : null,
  ];
}

/** @param {ThreatJson[]} threats */
function lines(threats) {
  const rows = threats.map(({ line, line_kind, lacks }) => [line.join(" "), line_kind, plural(lacks, "stone")]);
  return table({ caption: "The other side's threats", heads: ["line", "runs", "lacks"], rows, quiet: true });
}
