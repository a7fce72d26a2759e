// What this browser keeps of who learns: what was solved, the streak, runs, the rungs that were climbed.

import { learnt, rememberLearnt } from "../core/store.js";

/** @param {string} kind */
export const solvedPositions = (kind) => new Set(learnt().solved?.[kind] ?? []);

/** How many were right at the first try, one after another, and the most there ever were. */
export function streak() {
  const { streak: now = 0, best = 0 } = learnt();
  return { now, best };
}

/** Keeps an answer at the first try. @param {string} kind @param {string} position @param {boolean} right */
export function keepAnswer(kind, position, right) {
  const { solved: all = {} } = learnt();
  const { now, best } = streak();
  const next = right ? now + 1 : 0;
  const known = new Set(all[kind] ?? []);
  if (right) known.add(position);
  rememberLearnt({ solved: { ...all, [kind]: [...known] }, streak: next, best: Math.max(best, next) });
}

/** The lessons that are done: all their questions were answered rightly. */
export const doneLessons = () => new Set(learnt().lessons ?? []);

/** The numbers of the questions of a lesson that were answered rightly. @param {string} lesson */
export const answeredQuestions = (lesson) => new Set(learnt().answered?.[lesson] ?? []);

/** Keeps that a question of a lesson was answered rightly. @param {string} lesson @param {number} question */
export function keepAnswered(lesson, question) {
  const answered = [...answeredQuestions(lesson).add(question)];
  rememberLearnt({ answered: { ...learnt().answered, [lesson]: answered } });
}

/** Keeps that a lesson is done. @param {string} lesson */
export const finishLesson = (lesson) => rememberLearnt({ lessons: [...doneLessons().add(lesson)] });

/** The days whose puzzle was answered, and whether rightly at the first try. @returns {Record<string, boolean>} */
export const dailyAnswers = () => learnt().daily ?? {};

/** Keeps the first answer to the puzzle of a day. @param {string} day @param {boolean} right */
export const keepDaily = (day, right) => rememberLearnt({ daily: { [day]: right, ...dailyAnswers() } });

/** The most that were right in a run on a board, or on all. @param {string} board */
export const bestRun = (board) => learnt().runs?.[board] ?? 0;

/** Keeps how many were right in a run. @param {string} board @param {number} right */
export const keepRun = (board, right) =>
  rememberLearnt({ runs: { ...learnt().runs, [board]: Math.max(right, bestRun(board)) } });

/** The rungs that were climbed. */
export const climbedRungs = () => new Set(learnt().rungs ?? []);

/** @param {string} rung */
export function climb(rung) {
  rememberLearnt({ rungs: [...climbedRungs().add(rung)] });
}
