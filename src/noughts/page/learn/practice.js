// What all ways to practise share: a puzzle with its board, and what is kept of an answer.

import { bar } from "../blocks/parts.js";
import { boxAnswer, dayFromNow, keepAnswer } from "../core/boxes.js";
import { h, note } from "../core/dom.js";
import { capital } from "../core/grammar.js";
import { boardWords } from "../core/notation.js";
import { QuestionBoard } from "./question.js";

/** What progress is kept under: of three in a row by the kind alone. @param {{board: string, kind: string}} puzzle */
export const themeOf = ({ board, kind }) => (board === "3x3x3" ? kind : `${board} ${kind}`);

/** What is kept of a puzzle that is to come again. @param {PuzzleJson} puzzle @returns {Asked} */
const kept = ({ kind, title, question, simple, board, position, answers, solution }) => ({
  ...{ kind, title, question, simple, board, position, answers, solution },
});

/**
 * A puzzle of the server's on its board; an answer at the first try is kept, then told.
 * @param {PuzzleJson} puzzle @param {(right: boolean) => unknown} answered @param {() => unknown} [solved]
 */
export function puzzleBoard(puzzle, answered, solved) {
  const keep = (/** @type {boolean} */ right) => {
    keepAnswer(themeOf(puzzle), puzzle.position, right);
    boxAnswer(kept(puzzle), right);
    answered(right);
  };
  return new QuestionBoard(puzzle, keep, solved);
}

/** What a puzzle is about, above its board. @param {{title: string, board: string}} puzzle */
export const about = ({ title, board }) => note(`${title}, on ${boardWords(board)}.`);

/** A day as people write it, without its year. @param {string} day */
export function dayWords(day) {
  if (day === dayFromNow(1)) return "tomorrow";
  return new Date(`${day}T12:00`).toLocaleDateString("en", { weekday: "long", day: "numeric", month: "long" });
}

/** How often others answer wrongly. @param {PuzzleJson} puzzle */
export function others({ fails }) {
  const line = (/** @type {[string, number]} */ [name, percent]) =>
    h("tr", {}, h("th", { scope: "row" }, capital(name)), h("td", {}, bar(percent / 100)), h("td", {}, `${percent}%`));
  return h(
    "table",
    { class: "learn-fails" },
    h("caption", {}, "How likely others are to answer wrongly"),
    h("tbody", {}, Object.entries(fails).map(line)),
  );
}
