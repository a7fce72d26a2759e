// The puzzle of today: the same for everybody, and tomorrow another.

import { ask } from "../core/api.js";
import { dailyAnswers, dayFromNow, keepDaily } from "../core/boxes.js";
import { h } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { showPage, ways } from "./headings.js";
import { about, dayWords, others, puzzleBoard } from "./question.js";

/** @param {HTMLElement} main */
export async function openDaily(main) {
  const day = dayFromNow();
  const {
    puzzles: [puzzle],
  } = await ask("/api/puzzles/daily", { day });
  const state = h("p", { class: "note", role: "status" });
  const fails = h("div", {});
  const tell = () => {
    state.textContent = dailyWords(day);
  };
  const board = puzzleBoard(puzzle, (right) => {
    keepDaily(day, right);
    tell();
    fails.replaceChildren(others(puzzle));
  });
  tell();
  const note = `${dayWords(day)}. The same for everybody, and tomorrow another.`;
  showPage(main, "Today’s puzzle", note, about(puzzle), board.element, state, fails, ways("/learn/daily"));
  return { board };
}

/** How today went, and how many days were answered rightly. @param {string} day */
function dailyWords(day) {
  const answers = dailyAnswers();
  const right = Object.values(answers).filter(Boolean).length;
  const today = { true: "Solved at the first try today.", false: "Not at the first try today." }[String(answers[day])];
  return `${today ?? "Your first answer counts."}${right ? ` Right on ${plural(right, "day")} so far.` : ""}`;
}
