// What this browser keeps: preferences, the games it knows, and its right to the seats it plays.
// A token stays here and goes out in the Authorization header only: never in an address.

const PREFIX = "noughts.";
const memory = new Map(); // where the browser keeps nothing for us

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? memory.get(key) ?? "null");
  } catch {
    return JSON.parse(memory.get(key) ?? "null");
  }
}

function write(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    // Full or forbidden: the page works on, and forgets when it is closed.
  }
}

function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept.
  }
}

const DEFAULTS = {
  x: "person",
  o: null,
  board: "3x3x3",
  sound: false,
  theme: "system",
  coordinates: true,
  keys: true,
  speed: 1000,
};

/** A preference, or what it is when nobody chose. */
export function preference(name) {
  return { ...DEFAULTS, ...read("preferences") }[name];
}

export function prefer(changes) {
  write("preferences", { ...read("preferences"), ...changes });
}

/** What is known of a game: `{tokens: {X, O}, invitation, nonce, summary, seen}`; empty for a stranger's. */
export function known(id) {
  return { tokens: {}, ...read(`game.${id}`) };
}

export function remember(id, changes) {
  const before = known(id);
  write(`game.${id}`, { ...before, ...changes, tokens: { ...before.tokens, ...changes.tokens } });
}

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
  const all = [...names].map((key) => ({ id: key.slice(5), ...known(key.slice(5)) }));
  return all.filter((game) => game.summary).sort((a, b) => b.seen - a.seen);
}

/** A secret of our own that makes it harmless to claim a seat twice. */
export function nonce() {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/** Calls back when another tab changed what is kept, until the signal is aborted. */
export function onChange(listener, signal) {
  const heard = (event) => event.key?.startsWith(PREFIX) && listener(event.key.slice(PREFIX.length));
  window.addEventListener("storage", heard, { signal });
}
