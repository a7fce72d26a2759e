// What this browser keeps: preferences, the games it knows, and its right to the seats it plays.
// A token stays here and goes out in the Authorization header only; in an address it stands behind `#` at most, which is
// sent to nobody, where somebody carries a seat to another device of theirs (game/carry.js).

/** @import { KeptGame, Learnt, Preferences, Side } from "./types.js" */

const PREFIX = "noughts.";
/** What the browser would not keep for us, for as long as the page is open. @type {Map<string, string>} */
const memory = new Map();

/** @param {string} key */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? memory.get(key) ?? "null");
  } catch {
    return JSON.parse(memory.get(key) ?? "null");
  }
}

/** @param {string} key @param {object} value */
function write(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    // Full or forbidden: the page works on, and forgets when it is closed.
  }
}

/** @param {string} key */
function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept.
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
  return { ...DEFAULTS, ...read("preferences"), ...assumed }[name];
}

/** @param {Partial<Preferences>} changes */
export function prefer(changes) {
  for (const name of Object.keys(changes)) delete (/** @type {Record<string, unknown>} */ (assumed)[name]);
  write("preferences", { ...read("preferences"), ...changes });
}

/** Keeps a choice and tells whoever draws by it. @param {Partial<Preferences>} choice */
export function choose(choice) {
  prefer(choice);
  window.dispatchEvent(new Event("noughts-preferences"));
}

/** What this browser keeps of a game: no token for a stranger's. @param {string | null} id @returns {KeptGame} */
export function keptGame(id) {
  return { tokens: {}, ...(id && read(`game.${id}`)) };
}

/** @param {string} id @param {Partial<KeptGame>} changes */
export function remember(id, changes) {
  const before = keptGame(id);
  write(`game.${id}`, { ...before, ...changes, tokens: { ...before.tokens, ...changes.tokens } });
}

/** @param {string} id */
export function forget(id) {
  remove(`game.${id}`);
}

/** Every game this browser knows, the latest first. */
export function games() {
  const names = new Set([...memory.keys()].filter((key) => key.startsWith("game.")));
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${PREFIX}game.`)) names.add(key.slice(PREFIX.length));
  } catch {
    // Only those of this visit.
  }
  const all = [...names].map((key) => ({ id: key.slice(5), ...keptGame(key.slice(5)) }));
  const listed = all.flatMap((game) => (game.summary ? [{ ...game, summary: game.summary }] : []));
  return listed.sort((a, b) => (b.seen ?? 0) - (a.seen ?? 0));
}

/** What this browser keeps of who learns. @returns {Learnt} */
export const learnt = () => read("learnt") ?? {};

/** @param {Learnt} changes */
export const rememberLearnt = (changes) => write("learnt", { ...learnt(), ...changes });

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
export function carried(hash) {
  const text = new URLSearchParams(hash.slice(1)).get("seat") ?? "";
  const found = [...text.matchAll(/([XO])\.([\w-]{20,100})/g)].map(([, side, token]) => [side, token]);
  return found.length ? Object.fromEntries(found) : null;
}
