// What the page says: one live region that announces, one notice that shows what went wrong and what to do, and sounds.

import { ApiRefusal, Unreachable } from "./api.js";
import { button, h, one, row } from "./dom.js";
import { sentence } from "./grammar.js";
import { preference } from "./store.js";

const region = () => one("#live");
const place = () => one("#notice");
/** What is said next, all at once, each on a line of its own. @type {string[]} */
let waiting = [];

/**
 * Says it to those who listen rather than look. The same words again, a moment later, are said again.
 * @param {string} text
 */
export function announce(text) {
  if (!text || waiting.includes(text)) return;
  if (waiting.push(text) > 1) return;
  region().textContent = "";
  setTimeout(() => {
    region().textContent = waiting.join("\n");
    waiting = [];
  }, 60);
}

/** Show words in an element, and announce them. @param {Element} element @param {string} words */
export function sayIn(element, words) {
  element.textContent = words;
  announce(words);
}

/**
 * Shows and says a sentence, with what can be done about it.
 * @param {string} text @param {[label: string, act: () => unknown][]} actions @param {"error" | "calm"} kind
 */
export function notice(text, actions = [], kind = "error") {
  announce(text);
  const close = button("Close", () => clearNotice(), { class: "button plain" });
  const buttons = actions.map(([label, act]) =>
    button(label, () => {
      clearNotice();
      act();
    }),
  );
  place().replaceChildren(h("div", { class: `notice ${kind}` }, h("p", {}, text), row(buttons, close)));
}

/** Fill the screen with an element, or end that. @param {Element | null} element */
export function fillScreen(element) {
  if (document.fullscreenElement) document.exitFullscreen();
  else element?.requestFullscreen().catch(() => notice("This browser does not fill the screen for the page."));
}

export function clearNotice() {
  place().replaceChildren();
}

// Four short sounds, made on the spot; silent unless the person asked for them.

/** What each sound is made of: [hertz, seconds from its beginning]. @type {Record<string, [number, number][]>} */
const TONES = {
  X: [[520, 0]],
  O: [[390, 0]],
  join: [
    [650, 0],
    [780, 0.15],
  ],
  end: [
    [390, 0],
    [520, 0.12],
    [650, 0.24],
  ],
};
/** @type {AudioContext | null} */
let context = null;

/** Sounds a move of `X` or `O`, a friend who has come to `join`, or the `end` of a game. @param {"X" | "O" | "join" | "end"} name */
export function sound(name) {
  if (!preference("sound")) return;
  context ??= new AudioContext();
  context.resume();
  for (const [frequency, delay] of TONES[name]) tone(context, frequency, context.currentTime + delay);
}

/** @param {AudioContext} on @param {number} frequency @param {number} at */
function tone(on, frequency, at) {
  const source = new OscillatorNode(on, { type: "triangle", frequency });
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(0.2, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.18);
  source.connect(gain).connect(on.destination);
  source.start(at);
  source.stop(at + 0.2);
}

const NO_SEAT = ["no-token", "wrong-token", "seat-taken"];

/** What an error says. @param {unknown} error */
export const messageOf = (error) => sentence((error instanceof Error && error.message) || "Something went wrong");

/** Return why a request was rejected, or an empty text if it was not. @param {Promise<unknown>} request */
export const refusalOf = (request) => request.then(() => "", messageOf);

/** Return the result of a request. Show and announce its error. @template T @param {Promise<T>} work */
export const orNotice = (work) => work.catch((error) => void notice(messageOf(error)));

/**
 * Shows and says what was refused, and what can be done about it. `again` asks once more, where that may help; `anew`
 * begins a game of one's own.
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
