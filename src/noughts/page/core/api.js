// The server, asked and told. Questions are pure and kept; what is told is sent again after a lost answer,
// which the server makes safe: a repeated request with the same version does nothing twice.

import { emptyPosition } from "./notation.js";

/** The answer to a path, as far as the path alone says it. @template {string} Path @typedef {Path extends keyof Answers ? Answers[Path] : any} Answer */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Params - null and undefined are left out */

const WAITS = [300, 1000, 2500, 5000]; // milliseconds before each further try

/** Longest Retry-After, in milliseconds, that is waited for; of a longer one the sentence is shown at once. */
const LONGEST_WAIT = 30_000;
const KEPT = 400; // answers kept at most
/** @type {Map<string, Promise<any>>} */
const answers = new Map();
/** The game for which help is asked: every question says it, and the server looks at it where it matters. @type {string | null} */
let helped = null;

/** All that is asked from now on is for this game of a class, or for none. @param {string | null} game */
export function askFor(game) {
  helped = game;
}

/** The address of a question, with the game that it is asked for. @param {string} path @param {Params} params */
export const question = (path, params) => address(path, { ...params, game: helped });

/**
 * What the server refused, in its own words; `code` is its short name, `game` how the game stands, where it says so,
 * `boards` those that a record may be on which does not name its own.
 */
export class ApiRefusal extends Error {
  retryAfter = 0; // milliseconds

  /** @param {number} status @param {{error?: string, code?: string, game?: Game, boards?: string[]} | null} body */
  constructor(status, body) {
    super(body?.error || `the server answered ${status}`);
    this.status = status;
    this.code = body?.code || "refused";
    this.game = body?.game || null;
    this.boards = body?.boards ?? [];
  }
}

/** Nobody answered. */
export class Unreachable extends Error {
  code = "unreachable";

  constructor() {
    super("the server cannot be reached");
  }
}

/** The address of a question. @param {string} path @param {Params} params */
export function address(path, params = {}) {
  const given = Object.entries(params).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  const query = new URLSearchParams(given);
  return query.size ? `${path}?${query.toString().replaceAll("%2F", "/")}` : path; // a position stays readable
}

/**
 * The answer to a question as a promise, the same one for the same question; a refusal is not kept.
 * @template {string} Path @param {Path} path @param {Params} params @returns {Promise<Answer<Path>>}
 */
export function ask(path, params = {}) {
  const key = question(path, params);
  const kept = answers.get(key);
  if (kept) return kept;
  const answer = persist(() => request(key));
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  for (const oldest of answers.keys()) {
    if (answers.size <= KEPT) break;
    answers.delete(oldest);
  }
  return answer;
}

/**
 * The same question until somebody no longer wants the answer: the signal ends it, here and on the server.
 * @template {string} Path @param {AbortSignal} signal @param {Path} path @param {Params} params
 * @returns {Promise<Answer<Path>>}
 */
export async function askUntil(signal, path, params = {}) {
  const key = question(path, params);
  const kept = answers.get(key);
  if (kept) return kept;
  const answer = await persist(() => request(key, { signal }));
  answers.set(key, Promise.resolve(answer));
  return answer;
}

/**
 * The same question without the memory: for what changes, like a game.
 * @template {string} Path @param {Path} path @param {Params} params @returns {Promise<Answer<Path>>}
 */
export function fresh(path, params = {}) {
  return persist(() => request(address(path, params), { cache: "no-store" }));
}

/**
 * Tells the server something, with the right to it; asks again while it cannot be reached.
 * @template {string} Path @param {Path} path @param {object} body @param {string} [token]
 * @returns {Promise<Answer<Path>>}
 */
export function tell(path, body, token) {
  return persist(() => request(path, post(body, token)));
}

/** A request that tells something, with the right to it. @param {object} body @param {string} [token] @returns {RequestInit} */
export function post(body, token) {
  const headers = { "Content-Type": "application/json", ...(token && { Authorization: `Bearer ${token}` }) };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

/** @param {string} url @param {RequestInit} options */
async function request(url, options = {}) {
  let response;
  try {
    response = await fetch(url, { headers: { Accept: "application/json" }, ...options });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Unreachable();
  }
  const body = await response.json().catch(() => null);
  if (response.ok && body !== null) return body;
  if (response.ok) throw new Unreachable(); // the answer broke off on its way
  const refusal = new ApiRefusal(response.status, body);
  refusal.retryAfter = Number(response.headers.get("Retry-After")) * 1000 || 0;
  throw refusal;
}

/**
 * Tries again what may pass: a lost connection, a busy server. What it was refused for good, it says at once.
 * @param {() => Promise<any>} attempt @returns {Promise<any>}
 */
async function persist(attempt) {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await attempt();
      if (tries) report("back");
      return answer;
    } catch (error) {
      const asked = error instanceof ApiRefusal ? error.retryAfter : 0;
      if (!isTransient(error) || tries === WAITS.length || asked > LONGEST_WAIT) throw error;
      report("waiting");
      await new Promise((resolve) => setTimeout(resolve, Math.max(WAITS[tries], asked)));
    }
  }
}

/** @param {unknown} error */
function isTransient(error) {
  return error instanceof Unreachable || (error instanceof ApiRefusal && [429, 502, 503, 504].includes(error.status));
}

/** Tells whoever shows the connection. @param {"waiting" | "back"} state */
function report(state) {
  window.dispatchEvent(new CustomEvent("noughts-connection", { detail: state }));
}

/**
 * The address where a position, or a game from a position on, is looked at and nobody moves unasked; `at` is the move
 * that is looked at, 0 for the start.
 * @param {{board: string, position?: string | null, moves?: CellName[], at?: number}} what
 */
export function analyseAddress({ board, position, moves = [], at = moves.length }) {
  const shown = { moves: moves.join("") || null, at: at === moves.length ? null : at };
  return address("/analyse", { board, position: position === emptyPosition(board) ? null : position, ...shown });
}

/** Where what is looked at is analysed, with the whole game. @param {GameAtPly} view */
export function studyOf({ board, game, ply, moves }) {
  return analyseAddress({ board, position: game.start, moves, at: ply });
}
