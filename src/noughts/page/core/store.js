// What this browser keeps: preferences, the games it knows, and its right to the seats it plays.
// A token stays here and goes out in the Authorization header only; in an address it stands behind `#` at most, which is
// sent to nobody, where somebody carries a seat to another device of theirs (game/private_link.js).

import { within } from "./site.js";
import { classOf, draftOf, gameOf, isClass, isGame, isObject, learntOf, preferencesOf } from "./stored.js";

/** @import { KeptClass, KeptDraft, KeptGame, Learnt, Preferences, Side } from "./types.js" */

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

/** @type {Preferences} */
const DEFAULTS = {
  x: "person",
  o: null,
  board: "3x3x3",
  sound: false,
  theme: "system",
  words: "simple",
  wish: null,
  coordinates: true,
  keys: true,
  speed: 1000,
  clock: "",
  name: "",
};

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
  return { ...DEFAULTS, ...preferencesOf(read("preferences")), ...assumed }[name];
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
