// Puzzles on a sheet of paper, and their answers on another.

import { miniBoard } from "../board/picture.js";
import { ask } from "../core/api.js";
import { h, select } from "../core/dom.js";
import { names, plural } from "../core/grammar.js";
import { boardWords, dimensions } from "../core/notation.js";
import { inMoves, inRegister, isSimple, onRegister } from "../core/text.js";
import { choices, printButton, showPage, ways } from "./headings.js";

const ON_A_SHEET = 12;
const LARGE = 8; // columns or rows of a board beyond which half as many fit

/** @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query */
export async function worksheet(main, go, query) {
  const board = query.get("board") ?? "3x3x3";
  const asked = await ask("/api/puzzles", { board, kind: query.get("kind") ?? (board === "3x3x3" ? "fork" : null) });
  const { puzzles, kinds } = asked;
  const { columns, rows } = dimensions(board);
  const large = Math.max(columns, rows) > LARGE;
  const each = large ? ON_A_SHEET / 2 : ON_A_SHEET;
  const sheet = h("div", { class: large ? "learn-sheet large" : "learn-sheet" });
  const theme = kinds.find(({ kind }) => kind === puzzles[0].kind) ?? kinds[0];
  const show = (/** @type {number} */ first) =>
    sheet.replaceChildren(
      ...drawn(puzzles.slice(first, first + each), first, theme.title, inRegister(theme.question, theme)),
    );
  const firsts = Array.from({ length: Math.ceil(puzzles.length / each) }, (_, i) => i * each);
  const range = (/** @type {number} */ first) =>
    `${first + 1} to ${Math.min(first + each, puzzles.length)} of ${puzzles.length}`;
  const options = firsts.map((first) => [String(first), range(first)]);
  const choice = select("Which puzzles", options, "0", (first) => show(Number(first)));
  const controls = h(
    "div",
    { class: "row on-screen" },
    choices(go, "/learn/worksheet", asked, board),
    choice,
    printButton(),
  );
  show(0);
  showPage(main, `Worksheet: ${theme.title}`, `${boardWords(board)}.`, controls, sheet, ways("/learn/worksheet"));
  onRegister(sheet, () => show(Number(choice.value)));
  return {};
}

/** @param {PuzzleJson[]} some @param {number} first @param {string} title @param {string} question */
function drawn(some, first, title, question) {
  const asked = some.map((each, i) => one(each, first + i + 1, []));
  const told = some.map((each, i) => one(each, first + i + 1, each.answers));
  return [
    h("p", { class: "learn-asked" }, question, h("span", { class: "learn-name" }, "Name:")),
    h("ol", { class: "learn-sheet-grid", "aria-label": `${title}: puzzles` }, asked),
    h("h2", { class: "learn-answers" }, "Answers"),
    h("ol", { class: "learn-sheet-grid", "aria-label": `${title}: answers` }, told),
  ];
}

/** @param {PuzzleJson} puzzle @param {number} number @param {string[]} rings */
function one({ board, position, to_move, line, plies }, number, rings) {
  const label = `${number}. ${position.replaceAll("/", " / ")}`;
  const length = isSimple() ? plural(inMoves(plies), "move") : plural(plies, "ply", "plies");
  const words = rings.length
    ? names(rings, { joint: "or" })
    : `${to_move} to move${line.length > 3 ? `, ${length}` : ""}`;
  return h(
    "li",
    {},
    miniBoard(board, position, { label, coordinates: true, rings }),
    h("span", {}, `${number}. ${words}`),
  );
}
