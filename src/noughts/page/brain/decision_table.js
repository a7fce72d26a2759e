// The decision table: marks as primes, the states of every line, the forks, and the decision that fired.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { listing, names, plural } from "../core/grammar.js";
import { disclosure, figure, scrollArea, table } from "./blocks.js";
import { stepList } from "./rule.js";
import { lineWords, playedCells } from "./words.js";

/** @import { CellName, DecisionTableJson, ForkJson, TableRowJson } from "../core/answers.js" */
/** @import { Side, Thought } from "../core/types.js" */
/** @import { Nested } from "../core/dom.js" */

const WIDEST = 16; // the most lines whose intersection table is still readable
const DRAWN = 12; // the most forks of one side that are drawn; the others are told

/** @param {Thought<DecisionTableJson>} thought */
export function decisionTable(thought) {
  const { evidence, heading } = thought;
  return [
    h(
      "section",
      {},
      heading("The decisions, in order"),
      h("div", { class: "brain-pair" }, decisions(evidence), firingRows(thought)),
    ),
    h("section", {}, heading("Decision table"), h("p", { class: "brain-note" }, LEGEND), statesTable(evidence)),
    h("section", {}, heading("Potential forks"), ...forks(thought), ...popularity(evidence)),
    h("section", {}, heading("Remaining cells"), h("p", {}, cellsLeft(evidence))),
    disclosure("Intersection table", () => intersections(evidence)),
  ];
}

/** @param {DecisionTableJson} evidence */
const decisions = (evidence) => stepList(evidence, ([, name]) => name === evidence.fired, ["", evidence.fired]);

/** @param {Thought<DecisionTableJson>} thought */
function firingRows({ decision, evidence, board, position, move }) {
  const rows = evidence.rows.filter((row) => evidence.lines.includes(row.name));
  const rings = playedCells({ decision, move });
  const picture = miniBoard(board, position, { rings, wins: rows.map((row) => row.cells) });
  const through = rows.map((row) => `${row.name} (${lineWords(row.cells, position)})`);
  const lines = through.length ? `Through ${listing(through)}. ` : "";
  return figure(picture, lines, `It plays ${names(rings, { joint: "or" })}.`);
}

const LEGEND = "X counts 3 and O counts 5, two primes, so that the sum of a line tells its state. 1 is yes, · is no.";

/**
 * Every line with its marks, sum and states, in the columns of the document.
 * @param {DecisionTableJson} evidence
 */
function statesTable({ rows, lines }) {
  const caption = "Every line with its marks as primes and its states";
  return scrollArea(
    caption,
    h(
      "table",
      { class: "brain-table brain-states" },
      h("caption", { class: "visually-hidden" }, caption),
      h("thead", {}, ...statesHead(rows)),
      h(
        "tbody",
        {},
        rows.map((row) => statesRow(row, lines.includes(row.name))),
      ),
    ),
  );
}

/** @param {TableRowJson[]} rows */
function statesHead(rows) {
  const wide = Math.max(...rows.map((row) => row.marks.length));
  const tall = (/** @type {string} */ text) => h("th", { scope: "col", rowspan: 2 }, text);
  const pair = (/** @type {string} */ text) => h("th", { scope: "colgroup", colspan: 2, class: "group" }, text);
  const marks = h("th", { scope: "colgroup", colspan: wide, rowspan: 2, class: "group" }, "marks");
  const flags = ["sum", "clear", "blocked", "filled"].map(tall);
  const sides = [1, 2, 3].flatMap(() => [
    h("th", { scope: "col", class: "group" }, "X"),
    h("th", { scope: "col" }, "O"),
  ]);
  const first = h(
    "tr",
    {},
    tall("line"),
    marks,
    flags,
    pair("win next"),
    pair("win in two"),
    tall("cells"),
    pair("fork"),
  );
  return [first, h("tr", {}, sides)];
}

/** @param {string} words */
const hiddenWords = (words) => h("span", { class: "visually-hidden" }, words);

/** @param {TableRowJson} row @param {boolean} gave - the move */
function statesRow(row, gave) {
  const flag = (/** @type {boolean} */ on, kind = "") =>
    h("td", { class: `${on ? "yes" : "no"} ${kind}` }, on ? "1" : "·");
  const sides = (/** @type {(side: Side) => boolean} */ holds) => [flag(holds("X"), "group"), flag(holds("O"))];
  return h(
    "tr",
    { class: gave ? "chosen" : null },
    h("th", { scope: "row" }, gave ? "→ " : null, row.name, gave ? hiddenWords(" gave the move") : null),
    row.marks.map((mark, i) => h("td", { class: `${mark ? "prime" : "no"}${i ? "" : " group"}` }, mark)),
    h("td", { class: "sum" }, row.sum),
    [row.clear, row.blocked, row.filled].map((on) => flag(on)),
    sides((side) => row.win_next === side),
    sides((side) => row.win_in_two === side),
    h("td", { class: "group cells" }, row.cells.join(" ")),
    sides((side) => row.forks.includes(side)),
  );
}

/**
 * Each potential fork of either side as a picture: two lines that meet in an empty cell.
 * @param {Thought<DecisionTableJson>} thought
 */
function forks({ evidence, board, position }) {
  const cells = new Map(evidence.rows.map((row) => [row.name, row.cells]));
  return ["X", "O"].flatMap((side) => {
    const own = evidence.forks.filter((fork) => fork.side === side);
    if (!own.length) return [h("p", {}, `Potential forks of ${side}: none.`)];
    const pictures = own.slice(0, DRAWN).map((fork) => forkFigure(fork, cells, board, position));
    const others = own.slice(DRAWN).map((fork) => `${fork.rows.join(" and ")} at ${fork.cell}`);
    return [
      h("p", {}, `Potential forks of ${side}:`),
      h("div", { class: "brain-forks" }, pictures),
      others.length ? h("p", {}, `And ${others.join("; ")}.`) : null,
    ];
  });
}

/** @param {ForkJson} fork @param {Map<string, CellName[]>} cells @param {string} board @param {string} position */
function forkFigure({ rows, cell }, cells, board, position) {
  const wins = rows.map((name) => cells.get(name) ?? []);
  const picture = miniBoard(board, position, { rings: [cell], wins, coordinates: false });
  return figure(picture, `${rows.join(" and ")} at ${cell}`);
}

/** @param {DecisionTableJson} evidence */
function popularity({ popularity: popular }) {
  const sorted = Object.entries(popular).sort(([, one], [, other]) => other - one);
  if (!sorted.length) return [];
  const note =
    "In how many potential forks each line of the opponent is. The advanced version tries the most popular first.";
  const rows = sorted.map(([name, count]) => [name, String(count)]);
  const counts = table({ caption: note, heads: ["line", "potential forks"], rows, quiet: true });
  return [h("p", { class: "brain-note" }, note), counts];
}

/** @param {DecisionTableJson} evidence */
const cellsLeft = ({ remaining }) =>
  remaining.length > 40
    ? `${plural(remaining.length, "cell")}: ${names(remaining, { limit: 40 })}.`
    : `${remaining.join(", ")}.`;

/**
 * The cells that any two lines share; of many lines, only those that win next or in two.
 * @param {DecisionTableJson} evidence
 */
function intersections({ rows, lines }) {
  const some = rows.length > WIDEST;
  const shown = some ? rows.filter((row) => row.win_next || row.win_in_two) : rows;
  if (!shown.length) return h("p", {}, "No line of the table has marks of one side only.");
  if (shown.length > WIDEST) return h("p", {}, `${shown.length} lines: too many to show.`);
  return table({
    caption: `The cell that two lines share${some ? ", of the lines that win next or in two" : ""}`,
    heads: ["line", ...shown.map((row) => row.name)],
    rows: shown.map((one) => [one.name, ...shown.map((other) => sharedCells(one, other, lines))]),
    kind: "brain-meetings",
  });
}

/** @param {TableRowJson} one @param {TableRowJson} other @param {string[]} lines @returns {Nested} */
function sharedCells(one, other, lines) {
  if (one === other) return "–";
  const cells = one.cells.filter((cell) => other.cells.includes(cell)).join(" ");
  if (!cells) return "·";
  const gave = lines.length === 2 && lines.includes(one.name) && lines.includes(other.name);
  return gave ? h("mark", { class: "brain-gave" }, cells) : cells;
}
