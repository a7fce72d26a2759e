// What was refused, in words, and what can be done about it.

import { notice } from "./announce.js";
import { ApiRefusal, Unreachable } from "./api.js";
import { sentence } from "./grammar.js";

const NO_SEAT = ["no-token", "wrong-token", "seat-taken"];

/** What an error says. @param {unknown} error */
export const messageOf = (error) => sentence((error instanceof Error && error.message) || "Something went wrong");

/** Why a request was refused; empty where it was not. @param {Promise<unknown>} request */
export const refusalOf = (request) => request.then(() => "", messageOf);

/** What comes of it; where it fails, that is shown and said. @template T @param {Promise<T>} work */
export const orNotice = (work) => work.catch((error) => void notice(messageOf(error)));

/**
 * Shows and says it. `again` asks once more, where that may help; `anew` begins a game of one's own.
 * @param {unknown} error @param {() => unknown} anew @param {() => unknown} [again]
 */
export function explain(error, anew, again) {
  /** @type {[string, () => unknown][]} */
  const retry = again ? [["Try again", again]] : [];
  /** @type {[string, () => unknown]} */
  const own = ["New game", anew];
  if (error instanceof Unreachable)
    return notice("The server cannot be reached. What was played is kept; the last step may not be.", retry);
  if (!(error instanceof ApiRefusal)) return notice(messageOf(error), retry);
  if (error.code === "stale") return notice("The game went on elsewhere: this is how it stands now.", [], "calm");
  if (NO_SEAT.includes(error.code))
    return notice(`${messageOf(error)} You can look on, or begin a game of your own.`, [own]);
  if (error.code === "store-full") return notice(messageOf(error), retry);
  if (error.status >= 500 || error.status === 429) return notice(messageOf(error), [...retry, own]);
  return notice(messageOf(error), error.code === "unknown-game" ? [own] : [], "calm");
}
