// What the engine thinks: its best play on the board, every candidate with its score, the threats that it found.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { chanceOf, plural, valueWords } from "../core/grammar.js";
import { disclosure, figure, table } from "./blocks.js";
import { signed } from "./words.js";

/** @import { CandidateJson, CellName, EngineJson } from "../core/answers.js" */
/** @import { Thought } from "../core/types.js" */
/** @typedef {Thought<EngineJson>} EngineThought */

const FEW = 8; // candidates that are shown at once
const SCORES = "A score is in thousandths of a logit: 0 is even, +1,000 is 73 in 100. It is an estimate, no value.";
const DANGER = "By these fours the other side would win if nothing were done.";

/** @param {EngineThought} thought */
export function engine(thought) {
  const { evidence, heading } = thought;
  const { threat, danger } = evidence;
  const candidates = rootCandidates(evidence);
  const others = candidates.length - FEW;
  return [
    h("section", {}, heading("The best play it sees"), lineFigure(thought, evidence.pv, worth(thought))),
    threat.length
      ? h("section", {}, heading("The threats that win"), lineFigure(thought, threat, threatWords(thought)))
      : null,
    danger.length ? h("section", {}, heading("What it must meet"), lineFigure(thought, danger, DANGER)) : null,
    h(
      "section",
      {},
      heading("The moves it searched"),
      candidateTable(candidates.slice(0, FEW)),
      others > 0 ? disclosure(plural(others, "other move"), () => candidateTable(candidates.slice(FEW))) : null,
      h("p", { class: "brain-note" }, `${effortWords(evidence)} ${SCORES}`),
    ),
  ];
}

/** A line of play, numbered on the board. @param {EngineThought} thought @param {CellName[]} line @param {string} words */
function lineFigure({ board, position }, line, words) {
  const texts = Object.fromEntries(line.map((cell, i) => [cell, String(i + 1)]).reverse()); // of a cell twice the first
  return figure(miniBoard(board, position, { texts, rings: line.slice(0, 1) }), `${line.join(" ")}. ${words}`);
}

/** @param {EngineThought} thought */
function worth({ evidence: { value, score, pv } }) {
  if (value) return `Proved: ${pv[0]} ${valueWords(value)}.`;
  return `Nothing is proved; it expects to score about ${chanceOf(score)} in 100.`;
}

/** @param {EngineThought} thought */
const threatWords = ({ evidence: { threat } }) =>
  `${plural(threat.length, "ply", "plies")}: every answer is forced, or loses sooner.`;

/**
 * The candidates, the chosen one with the score that the decision goes by: a search that was broken off bounds it.
 * @param {EngineJson} evidence @returns {CandidateJson[]}
 */
function rootCandidates({ candidates: [first, ...others], score }) {
  return [first.exact ? first : { ...first, score, exact: true }, ...others];
}

/** @param {CandidateJson[]} candidates */
function candidateTable(candidates) {
  const rows = candidates.map(({ cell, score, exact, value }, i) => {
    const proved = value && (exact || score < 0) ? value : null; // at most a win proves nothing
    const most = exact || proved ? "" : "at most ";
    const expected = proved ? "–" : `${most}${chanceOf(score)} in 100`;
    return {
      cells: [cell, `${most}${signed(score)}`, expected, proved ? valueWords(proved) : "–"],
      class: i === 0 ? "chosen" : null,
    };
  });
  const heads = ["move", "score", "expected", "proved"];
  return table({ caption: "The moves that were searched", heads, rows, quiet: true });
}

/** @param {EngineJson} evidence */
function effortWords({ nodes, depth }) {
  const deep = depth ? `, ${plural(depth, "ply", "plies")} deep` : "";
  return `Searched: ${plural(nodes, "position")}${deep}.`;
}
