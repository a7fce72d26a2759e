// What was missed comes again: each in a box, and the further on the box the longer until the next time (S. Leitner, So
// lernt man lernen, 1972). Missed again it begins anew; right in the last box it is learnt. All stays in this browser.

import { isPuzzle, learnt, rememberLearnt } from "./store.js";

const DAYS = [0, 1, 3, 7, 14]; // until it comes again, by its box
const MOST = 300; // that are kept, the learnt ones among them: so none of these comes as new

/** A day of this device's calendar, so many from now: `2026-11-23`. */
export function dayFromNow(days = 0) {
  const date = new Date();
  date.setDate(date.getDate() + days);
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Those that are stored, also what cannot be read. */
const stored = () => learnt().again ?? [];

const kept = () => stored().filter(isPuzzle);

/** How many puzzles cannot be read. */
export const unreadablePuzzles = () => stored().length - kept().length;

export const forgetUnreadablePuzzles = () => rememberLearnt({ again: kept() });

/** @param {Asked} asked @returns {(one: KeptPuzzle) => boolean} */
const isOf = (asked) => (one) => one.asked.board === asked.board && one.asked.position === asked.position;

/** Return the scheduled puzzles, the earliest first. */
const waiting = () =>
  kept()
    .filter(({ due }) => due)
    .sort((a, b) => String(a.due).localeCompare(String(b.due)));

/** Return the puzzles that are due today. */
export const duePuzzles = () => waiting().filter(({ due }) => String(due) <= dayFromNow());

/** Return the puzzles that are due on another day. */
export const laterPuzzles = () => waiting().filter(({ due }) => String(due) > dayFromNow());

/** Keeps an answer at the first try: a wrong one comes again, a right one later or no more. @param {Asked} asked @param {boolean} right */
export function boxAnswer(asked, right) {
  const before = kept().find(isOf(asked));
  if (!before && right) return;
  const box = right && before ? before.box + 1 : 0;
  put({ asked: before?.asked ?? asked, box, due: box < DAYS.length ? dayFromNow(DAYS[box]) : null });
}

/** Keeps a moment of a game of one's own, unless it was kept before. @param {Asked} asked */
export function keepMoment(asked) {
  if (!kept().some(isOf(asked))) put({ asked, box: 0, due: dayFromNow() });
}

/** @param {KeptPuzzle} one */
function put(one) {
  const others = stored().filter((each) => !isPuzzle(each) || !isOf(one.asked)(each));
  rememberLearnt({ again: [...others, one].slice(-MOST) });
}

// What this browser keeps of who learns: what was solved, the streak, runs, the rungs that were climbed.

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
