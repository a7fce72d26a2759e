// What was refused, in words, and what can be done about it.

import { Refusal, Unreachable } from "./api.js";
import { notice, sentence } from "./announce.js";

const NO_SEAT = ["no-token", "wrong-token", "seat-taken"];

/** Shows and says it. `again` asks once more, where that may help; `anew` begins a game of one's own. */
export function explain(error, anew, again) {
  const retry = again ? [["Try again", again]] : [];
  const fresh = ["New game", anew];
  if (error instanceof Unreachable)
    return notice("The server cannot be reached. What was played is kept; the last step may not be.", retry);
  if (!(error instanceof Refusal)) return notice(sentence(error.message), retry);
  if (error.code === "stale") return notice("The game went on elsewhere: this is how it stands now.", [], "calm");
  if (NO_SEAT.includes(error.code))
    return notice(`${sentence(error.message)} You can look on, or begin a game of your own.`, [fresh]);
  if (error.status >= 500 || error.status === 429) return notice(sentence(error.message), [...retry, fresh]);
  return notice(sentence(error.message), error.code === "unknown-game" ? [fresh] : [], "calm");
}
