// Moves rated from +1 to −1, and again where the best are tied: the players that search the whole tree.

import { miniBoard } from "../board/picture.js";
import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { capital, names, plural, verb } from "../core/grammar.js";
import { disclosure, figure, problem, table } from "./blocks.js";
import { treeBelow } from "./tree.js";
import { curly, fraction, mapValues, playedCells, ratio, resultOf, share, signed } from "./words.js";

/** @import { RatingsJson, ToldDecisionJson } from "../core/answers.js" */
/** @import { Thought } from "../core/types.js" */
/** @import { Nested } from "../core/dom.js" */
/** @typedef {Thought<RatingsJson>} RatingsThought */

/** @param {RatingsThought} thought */
export function ratings(thought) {
  const { decision, evidence, heading } = thought;
  const tied = Object.keys(evidence.second).length > 0;
  return [
    h("section", {}, heading("How it chose"), h("ol", { class: "brain-stages" }, stages(thought, tied))),
    h("section", {}, heading("Every move"), everyMove(decision, evidence, tied), treeSize(evidence)),
    tied && evidence.otherwise ? otherReading(thought) : null,
    treeBelow(thought, !evidence.meanings.second), // whoever rates once has seen the tree and nothing else
  ];
}

/** @param {RatingsThought} thought @param {boolean} tied */
function stages(thought, tied) {
  return [firstStage(thought), tied ? secondStage(thought) : null, choice(thought, tied)];
}

/** @param {RatingsThought} thought */
function firstStage({ evidence, board, position }) {
  const { first, kept_first: kept, meanings } = evidence;
  const number = Object.keys(first).length;
  const each = `${kept.length > 1 ? "each" : "it"} ${verb(resultOf(first[kept[0]]))}`;
  return stage(
    "First rating",
    miniBoard(board, position, { texts: mapValues(first, signed), rings: kept }),
    meant(meanings.first),
    `It keeps ${kept.length} of ${plural(number, "move")}: ${each}.`,
  );
}

/** @param {Pick<RatingsThought, "evidence" | "board" | "position">} thought */
function secondStage({ evidence: { second, kept_second: kept, meanings }, board, position }) {
  const best = fraction(second[kept[0]]);
  return stage(
    "Second rating",
    miniBoard(board, position, { texts: mapValues(second, fraction), rings: kept }),
    meant(meanings.second),
    `It keeps ${kept.length} of ${plural(Object.keys(second).length, "tied move")}, rated ${best}.`,
  );
}

/** What a rating means, in the player's own words, as a sentence. @param {string | undefined} meaning */
const meant = (meaning) => (meaning ? `${capital(curly(meaning)).replace(/-(?=\d)/g, "−")}. ` : "");

/** @param {RatingsThought} thought @param {boolean} tied */
function choice({ decision, evidence, board, position, move }, tied) {
  const picture = miniBoard(board, position, { texts: decision.moves, rings: playedCells({ decision, move }) });
  return stage("The choice", picture, chosenWords(decision, evidence, tied), move ? ` It played ${move}.` : "");
}

/** @param {ToldDecisionJson} decision @param {RatingsJson} evidence @param {boolean} tied */
function chosenWords({ moves }, evidence, tied) {
  const cells = Object.keys(moves);
  const likeliest = cells.reduce((a, b) => (ratio(moves[b]) > ratio(moves[a]) ? b : a));
  if (new Set(Object.values(moves)).size > 1) {
    return `Usually ${likeliest}, ${share(moves[likeliest])}; the dice may choose any other move.`;
  }
  if (cells.length > 1) return `Chance picks among ${plural(cells.length, "move")}: ${share(moves[likeliest])} each.`;
  const kept = tied ? evidence.kept_second : evidence.kept_first;
  if (!kept.includes(likeliest)) return `${likeliest}, whatever it is rated.`;
  if (kept.length === 1) return `${likeliest}: nothing is rated as high.`;
  return likeliest === kept[0] ? `${likeliest}: the first of them in reading order.` : `${likeliest}: one of them.`;
}

/** @param {string} title @param {Element} picture @param {Nested[]} words */
function stage(title, picture, ...words) {
  return h("li", { class: "brain-stage" }, figure(picture, h("strong", {}, title), " ", words));
}

/**
 * What the terminal shows as a table: both ratings of every move, and how far it came.
 * @param {ToldDecisionJson} decision @param {RatingsJson} evidence @param {boolean} tied
 */
function everyMove({ moves }, { first, second, kept_first, kept_second }, tied) {
  const byFirst = (/** @type {string} */ cell) => (kept_first.includes(cell) ? (tied ? "by the first" : "yes") : "no");
  const kept = (/** @type {string} */ cell) => (kept_second.includes(cell) ? "by both" : byFirst(cell));
  const rows = Object.keys(first).map((cell) => ({
    cells: [
      cell,
      `${signed(first[cell])} ${verb(resultOf(first[cell]))}`,
      ...(tied ? [second[cell] ? fraction(second[cell]) : "–"] : []),
      kept(cell),
      moves[cell] ? share(moves[cell]) : "–",
    ],
    class: moves[cell] ? "chosen" : null,
  }));
  const heads = ["move", "first rating", ...(tied ? ["second rating"] : []), "kept", "probability"];
  return table({ caption: "The ratings of every move", heads, rows, quiet: true });
}

/** How large the tree is; a table may have told what it is worth, so that nobody searched it. @param {RatingsJson} evidence */
function treeSize({ nodes, games }) {
  if (!nodes || !games) return null;
  return h(
    "p",
    { class: "brain-note" },
    `The tree from here has ${plural(nodes, "node")} and ${plural(games, "complete game")}.`,
  );
}

/** What the player says that reads the second rating in another way. @param {RatingsThought} thought */
function otherReading({ evidence, board, position }) {
  const player = evidence.otherwise;
  const which = curly(evidence.meanings.otherwise ?? `by ${player}`);
  return disclosure(`The second rating read otherwise, ${which}`, () => {
    const place = h("div", { "aria-busy": "true" });
    ask("/api/decide", { board, position, player })
      .then(
        (other) => place.replaceChildren(...reading(/** @type {ToldDecisionJson & {evidence: RatingsJson}} */ (other))),
        (error) => place.replaceChildren(problem(error)),
      )
      .finally(() => place.removeAttribute("aria-busy"));
    return place;
  });
}

/** @param {ToldDecisionJson & {evidence: RatingsJson}} other */
function reading({ evidence, moves, board, position }) {
  const list = h("ol", { class: "brain-stages other", start: 2 }, secondStage({ evidence, board, position }));
  const cells = Object.keys(moves);
  const each = cells.length > 1 ? `, ${share(moves[cells[0]])} each` : "";
  const words = `So it would play ${names(cells, { joint: "or" })}${each}.`;
  return [list, h("p", { class: "brain-note" }, words)];
}
