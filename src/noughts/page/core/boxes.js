// What was missed comes again: each in a box, and the further on the box the longer until the next time (S. Leitner, So
// lernt man lernen, 1972). Missed again it begins anew; right in the last box it is learnt. All stays in this browser.

import { learnt, rememberLearnt } from "./store.js";
import { isPuzzle } from "./stored.js";

/** @import { Asked, KeptPuzzle } from "./types.js" */

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

/** Those that come again today, the longest waiting first. */
export const duePuzzles = () =>
  kept()
    .filter(({ due }) => due && due <= dayFromNow())
    .sort((a, b) => String(a.due).localeCompare(String(b.due)));

/** Those that will come again on another day, the next first. */
export const laterPuzzles = () =>
  kept()
    .filter(({ due }) => due && due > dayFromNow())
    .sort((a, b) => String(a.due).localeCompare(String(b.due)));

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
