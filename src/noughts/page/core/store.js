// What this browser keeps: preferences, the games it knows, and its right to the seats it plays.
// A token stays here and goes out in the Authorization header only; in an address it stands behind `#` at most, which is
// sent to nobody, where somebody carries a seat to another device of theirs (game/shared_link.js).

import { dimensions, emptyCells } from "./notation.js";
import { within } from "./site.js";

const PREFIX = "noughts.";
/**
 * What the browser would not keep for us. It goes with the page's entry in the history of its tab, which nobody else
 * reads and no address shows: whoever reloads goes on, and it is forgotten with the tab.
 * @type {Map<string, string>}
 */
const memory = new Map(history.state?.kept ?? []);

/** Whether this browser keeps nothing for the page once its tab is closed. */
export const keepsNothing = () => {
  try {
    return !localStorage;
  } catch {
    return true;
  }
};

/** Shows another address in the tab, without loading it. @param {string} address @param {boolean} replace */
export function enter(address, replace) {
  const state = keepsNothing() ? { kept: [...memory] } : null;
  history[replace ? "replaceState" : "pushState"](state, "", within(address));
}

/** Lays what is remembered beside the entry of the tab that is shown. */
function stamp() {
  if (!keepsNothing()) return;
  try {
    history.replaceState({ kept: [...memory] }, "");
  } catch {
    // Too often for this browser: the next time will tell all.
  }
}
window.addEventListener("popstate", stamp);

/** The value stored under a key; undefined where it is not JSON. @param {string} key @returns {unknown} */
function read(key) {
  try {
    return JSON.parse(textOf(key) ?? "null");
  } catch {
    return undefined;
  }
}

/** @param {string} key */
function textOf(key) {
  try {
    return localStorage.getItem(PREFIX + key) ?? memory.get(key);
  } catch {
    return memory.get(key);
  }
}

/** Changes parts of a stored object; its other parts stay, also damaged ones. @param {string} key @param {object} changes */
function change(key, changes) {
  const before = read(key);
  write(key, { ...(isObject(before) ? before : {}), ...changes });
}

/** @param {string} key @param {object} value */
function write(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    stamp(); // full or forbidden: the page works on, and forgets when it is closed
  }
}

/** @param {string} key */
function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    stamp();
  }
}

/** What an address asks for: it holds while its page is shown, and is not kept. @type {Partial<Preferences>} */
let assumed = {};

/** What holds from now on whatever was chosen, until it is chosen anew. @param {Partial<Preferences>} changes */
export function assume(changes) {
  assumed = changes;
  window.dispatchEvent(new Event("noughts-preferences"));
}

/**
 * A preference, or what it is when nobody chose.
 * @template {keyof Preferences} N
 * @param {N} name @returns {Preferences[N]}
 */
export function preference(name) {
  const [usual, check] = PREFERENCES[name];
  const chosen = assumed[name] ?? fitting(read("preferences"), { [name]: check })[name];
  return chosen === undefined ? usual : chosen;
}

/** @param {Partial<Preferences>} changes */
export function prefer(changes) {
  for (const name of Object.keys(changes)) delete (/** @type {Record<string, unknown>} */ (assumed)[name]);
  change("preferences", changes);
}

/** Keeps a choice and tells whoever draws by it. @param {Partial<Preferences>} choice */
export function choose(choice) {
  prefer(choice);
  window.dispatchEvent(new Event("noughts-preferences"));
}

/** What this browser keeps of a game: no token for a stranger's. @param {string | null} id @returns {KeptGame} */
export const keptGame = (id) => gameOf(id && read(`game.${id}`));

/** @param {string} id @param {Partial<KeptGame>} changes */
export function remember(id, changes) {
  change(`game.${id}`, { ...changes, tokens: { ...keptGame(id).tokens, ...changes.tokens } });
}

/** @param {string} id */
export function forget(id) {
  remove(`game.${id}`);
}

/** The ids of everything of a kind that is kept. @param {string} kind */
function idsOf(kind) {
  const names = new Set([...memory.keys()].filter((key) => key.startsWith(`${kind}.`)));
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${PREFIX}${kind}.`)) names.add(key.slice(PREFIX.length));
  } catch {
    // Only those of this visit.
  }
  return [...names].map((key) => key.slice(kind.length + 1));
}

/** What this browser keeps of a class: the right to lead it, or to be in it. @param {string} id @returns {KeptClass | null} */
export const keptClass = (id) => classOf(read(`class.${id}`));

/** @param {string} id @param {Partial<KeptClass>} changes */
export function rememberClass(id, changes) {
  change(`class.${id}`, { ...changes, tokens: { ...keptClass(id)?.tokens, ...changes.tokens } });
}

/** @param {string} id */
export const forgetClass = (id) => remove(`class.${id}`);

const ID = /^[\w-]{1,100}$/;

/** Whether what is stored under an id can be listed. @type {Record<"game" | "class", (id: string) => boolean>} */
const READABLE = {
  game: (id) => ID.test(id) && isGame(read(`game.${id}`)),
  class: (id) => ID.test(id) && isClass(read(`class.${id}`)),
};

/** The ids of entries that cannot be read. @param {"game" | "class"} kind */
export const unreadable = (kind) => idsOf(kind).filter((id) => !READABLE[kind](id));

/** @param {"game" | "class"} kind */
export function forgetUnreadable(kind) {
  for (const id of unreadable(kind)) remove(`${kind}.${id}`);
}

/** Every class this browser knows, the latest first. */
export function keptClasses() {
  const ids = idsOf("class").filter(READABLE.class);
  const all = ids.map((id) => ({ id, .../** @type {KeptClass} */ (keptClass(id)) }));
  return all.sort((a, b) => (b.seen ?? 0) - (a.seen ?? 0));
}

const LESSON = 12 * 3_600_000; // milliseconds after which nobody is in a class any more

/** The class that this browser is in now as a pupil, if any. */
export function classNow() {
  const [latest] = keptClasses().filter(({ pupil, seen }) => pupil && Date.now() - (seen ?? 0) < LESSON);
  return latest?.id ?? null;
}

/** Every game this browser knows, the latest first. */
export function games() {
  const ids = idsOf("game").filter(READABLE.game);
  const all = ids.map((id) => ({ id, ...keptGame(id) }));
  const listed = all.flatMap((game) => (game.summary ? [{ ...game, summary: game.summary }] : []));
  return listed.sort((a, b) => (b.seen ?? 0) - (a.seen ?? 0));
}

/** What was played in a game that is not made yet. @returns {KeptDraft | null} */
export const draft = () => draftOf(read("draft"));

/** @param {KeptDraft | null} kept */
export const rememberDraft = (kept) => (kept ? write("draft", kept) : remove("draft"));

/** What this browser keeps of who learns. @returns {Learnt} */
export const learnt = () => learntOf(read("learnt"));

/** @param {Learnt} changes */
export const rememberLearnt = (changes) => change("learnt", changes);

/** A secret of our own that makes it harmless to claim a seat twice. */
export function nonce() {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/**
 * Calls back when another tab changed what is kept, until the signal is aborted.
 * @param {(key: string) => unknown} listener @param {AbortSignal} signal
 */
export function onChange(listener, signal) {
  const heard = (/** @type {StorageEvent} */ event) =>
    event.key?.startsWith(PREFIX) && listener(event.key.slice(PREFIX.length));
  window.addEventListener("storage", heard, { signal });
}

/**
 * The rights in what stands behind `#`, by side; null where there are none.
 * @param {string} hash @returns {Partial<Record<Side, string>> | null}
 */
export function seatsInLink(hash) {
  const text = new URLSearchParams(hash.slice(1)).get("seat") ?? "";
  const found = [...text.matchAll(/([XO])\.([\w-]{20,100})/g)].map(([, side, token]) => [side, token]);
  return found.length ? Object.fromEntries(found) : null;
}

// Checks of what localStorage or a file holds, before it is used: an older version may have written it, or a person.
// Parts that do not fit are left out. Entries of lists are checked as a whole, so that damaged ones can be removed.

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
const isGame = (value) => isObject(value) && optional(isTime)(value.seen) && optional(isSummary)(value.summary);

const CLASS = { nonce: isText, pupil: isCount, led: isText, seen: isTime, board: isBoard };

/** @param {unknown} value @returns {KeptClass | null} */
function classOf(value) {
  if (!isObject(value)) return null;
  return { ...fitting(value, CLASS), tokens: fitting(value.tokens, { teacher: isToken, pupil: isToken }) };
}

/** Whether a stored class can be listed. @param {unknown} value */
const isClass = (value) => isObject(value) && optional(isTime)(value.seen) && optional(isBoard)(value.board);

/** @param {unknown} value @returns {KeptDraft | null} */
function draftOf(value) {
  if (!isObject(value) || !isText(value.id) || !isObject(value.wanted) || !isTexts(value.moves)) return null;
  const { x, o, board, position } = value.wanted;
  const isWanted = x === "person" && o === "person" && isBoard(board) && optional(isText)(position);
  return isWanted ? /** @type {KeptDraft} */ (/** @type {unknown} */ (value)) : null;
}

/** @type {Check} */
const isWish = optional((value) => isObject(value) && isText(value.wished) && isText(value.instead));

/** The default of each preference, and the check of stored values. @type {{[N in keyof Preferences]: [Preferences[N], Check]}} */
const PREFERENCES = {
  x: ["person", isText],
  o: [null, optional(isText)],
  board: ["3x3x3", isBoard],
  sound: [false, isFlag],
  theme: ["system", oneOf("system", "light", "dark")],
  words: ["simple", oneOf("simple", "precise")],
  wish: [null, optional((value) => isObject(value) && isWish(value.x) && isWish(value.o))],
  coordinates: [true, isFlag],
  keys: [true, isFlag],
  speed: [1000, (value) => isCount(value) && Number(value) <= MAX_SPEED],
  clock: ["", (value) => isText(value) && /^(\d{1,5}\+\d{1,5})?$/.test(value)],
  name: ["", isText],
};

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
function learntOf(value) {
  const { solved, answered, daily, runs } = isObject(value) ? value : {};
  return {
    ...fitting(value, LEARNT),
    solved: entriesOf(solved, isTexts),
    answered: entriesOf(answered, (all) => Array.isArray(all) && all.every(isCount)),
    daily: entriesOf(daily, isFlag),
    runs: entriesOf(runs, isCount),
  };
}
