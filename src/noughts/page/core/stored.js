// Checks of what localStorage or a file holds, before it is used: an older version may have written it, or a person.
// Parts that do not fit are left out. Entries of lists are checked as a whole, so that damaged ones can be removed.

import { dimensions, emptyCells } from "./notation.js";

/** @import { KeptClass, KeptDraft, KeptGame, KeptPuzzle, Learnt, Preferences } from "./types.js" */
/** @typedef {(value: unknown) => boolean} Check */

const MAX_SIDE = 20; // of a board's layout, as on the server
const MAX_COUNT = 1e9;
const MAX_SPEED = 60_000; // milliseconds a move

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {unknown} value @returns {value is string} */
export const isText = (value) => typeof value === "string";
/** A time in milliseconds that is a date, which 1e308 is not. @param {unknown} value @returns {value is number} */
export const isTime = (value) => typeof value === "number" && !Number.isNaN(new Date(value).getTime());
/** @param {unknown} value @returns {value is string[]} */
export const isTexts = (value) => Array.isArray(value) && value.every(isText);
/** Names by side; null where a side has none. @param {unknown} value */
export const isNames = (value) =>
  isObject(value) && [value.X, value.O].every((name) => name === null || name === undefined || isText(name));

/** A right that can be sent in a header. @type {Check} */
const isToken = (value) => isText(value) && /^[\w-]{1,200}$/.test(value);
/** @type {Check} */
const isFlag = (value) => typeof value === "boolean";
/** @type {Check} */
const isCount = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT;
/** @param {Check} check @returns {Check} */
const optional = (check) => (value) => value === null || value === undefined || check(value);
/** @param {...unknown} values @returns {Check} */
const oneOf =
  (...values) =>
  (value) =>
    values.includes(value);

/** @param {unknown} value @returns {value is string} */
function isBoard(value) {
  if (!isText(value)) return false;
  const { columns, rows } = dimensions(value);
  return [columns, rows].every((side) => side >= 1 && side <= MAX_SIDE);
}

/** Whether a position lies on a board. @param {string} board @param {unknown} position @returns {position is string} */
function isPosition(board, position) {
  if (!isText(position)) return false;
  const { columns, rows } = dimensions(board);
  const lines = position.split("/");
  return lines.length === rows && lines.every((line) => line.length === columns && /^[XO.]*$/.test(line));
}

/**
 * The parts of a stored object that pass their checks.
 * @param {unknown} value @param {Record<string, Check>} checks @returns {Record<string, any>}
 */
function fitting(value, checks) {
  const all = isObject(value) ? value : {};
  const names = Object.keys(checks).filter((name) => checks[name](all[name]));
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

/** The entries of a stored record that pass a check. @param {unknown} value @param {Check} check @returns {Record<string, any>} */
const entriesOf = (value, check) =>
  Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([, each]) => check(each)));

/** @type {Check} */
function isSummary(value) {
  if (!isObject(value) || !isBoard(value.board) || !isPosition(value.board, value.position)) return false;
  const { x, o, ply, names, outcome } = value;
  const isOutcome = optional((end) => isObject(end) && isText(end.words));
  return isText(x) && isText(o) && isCount(ply) && optional(isNames)(names) && isOutcome(outcome);
}

const GAME = { invitation: isText, invited: isText, nonce: isText, mine: isFlag, seen: isTime, summary: isSummary };

/** @param {unknown} value @returns {KeptGame} */
export function gameOf(value) {
  const { tokens, names } = isObject(value) ? value : {};
  const fit = { ...fitting(value, GAME), tokens: fitting(tokens, { X: isToken, O: isToken }) };
  return isObject(names) ? { ...fit, names: fitting(names, { X: isText, O: isText }) } : fit;
}

/** Whether a stored game can be listed. @param {unknown} value */
export const isGame = (value) => isObject(value) && optional(isTime)(value.seen) && optional(isSummary)(value.summary);

const CLASS = { nonce: isText, pupil: isCount, led: isText, seen: isTime, board: isBoard };

/** @param {unknown} value @returns {KeptClass | null} */
export function classOf(value) {
  if (!isObject(value)) return null;
  return { ...fitting(value, CLASS), tokens: fitting(value.tokens, { teacher: isToken, pupil: isToken }) };
}

/** Whether a stored class can be listed. @param {unknown} value */
export const isClass = (value) => isObject(value) && optional(isTime)(value.seen) && optional(isBoard)(value.board);

/** @param {unknown} value @returns {KeptDraft | null} */
export function draftOf(value) {
  if (!isObject(value) || !isText(value.id) || !isObject(value.wanted) || !isTexts(value.moves)) return null;
  const { x, o, board, position } = value.wanted;
  const isWanted = x === "person" && o === "person" && isBoard(board) && optional(isText)(position);
  return isWanted ? /** @type {KeptDraft} */ (/** @type {unknown} */ (value)) : null;
}

/** @type {Check} */
const isWish = optional((value) => isObject(value) && isText(value.wished) && isText(value.instead));

/** @type {Record<keyof Preferences, Check>} */
const PREFERENCES = {
  x: isText,
  o: optional(isText),
  board: isBoard,
  sound: isFlag,
  theme: oneOf("system", "light", "dark"),
  words: oneOf("simple", "precise"),
  wish: optional((value) => isObject(value) && isWish(value.x) && isWish(value.o)),
  coordinates: isFlag,
  keys: isFlag,
  speed: (value) => isCount(value) && Number(value) <= MAX_SPEED,
  clock: (value) => isText(value) && /^(\d{1,5}\+\d{1,5})?$/.test(value),
  name: isText,
};

/** @param {unknown} value @returns {Partial<Preferences>} */
export const preferencesOf = (value) => fitting(value, PREFERENCES);

/** @param {unknown} value @returns {value is KeptPuzzle} */
export function isPuzzle(value) {
  if (!isObject(value) || !isObject(value.asked) || !isCount(value.box)) return false;
  const { title, question, simple, solution, board, position, answers } = value.asked;
  if (!isText(title) || !isText(question) || !isBoard(board) || !isPosition(board, position)) return false;
  const empty = emptyCells(position);
  const hasTexts = [simple, solution].every(optional(isText));
  const isDue = optional((due) => isText(due) && /^\d{4}-\d\d-\d\d$/.test(due));
  const hasAnswers = isTexts(answers) && answers.length > 0 && answers.every((cell) => empty.includes(cell));
  return hasTexts && hasAnswers && isDue(value.due);
}

/** @type {Record<Exclude<keyof Learnt, "solved" | "answered" | "daily" | "runs">, Check>} */
const LEARNT = {
  streak: isCount,
  best: isCount,
  rungs: isTexts,
  lessons: isTexts,
  again: Array.isArray,
};

/** What is kept of who learns; puzzles that cannot be read are among `again`. @param {unknown} value @returns {Learnt} */
export function learntOf(value) {
  const { solved, answered, daily, runs } = isObject(value) ? value : {};
  return {
    ...fitting(value, LEARNT),
    solved: entriesOf(solved, isTexts),
    answered: entriesOf(answered, (all) => Array.isArray(all) && all.every(isCount)),
    daily: entriesOf(daily, isFlag),
    runs: entriesOf(runs, isCount),
  };
}
