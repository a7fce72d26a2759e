// How a player can be exploited: on each side whether it can lose, and a game that it loses, shown or played.

import { positionFacts } from "../board/assist.js";
import { address } from "../core/api.js";
import { button, h } from "../core/dom.js";
import { capital } from "../core/grammar.js";
import { emptyPosition, otherSide, positions, toMove } from "../core/notation.js";
import { playerWords } from "../core/players.js";
import { isSimple } from "../core/register.js";
import { styled } from "../core/sheet.js";
import { FrameSteps } from "../learn/frames.js";
import { LessonGame } from "../learn/led_game.js";
import { numberOf, scoreWords } from "./parts.js";

/** @import { Cell, Side } from "../core/types.js" */
/** @import { Exploit } from "./answers.js" */

const STEP = 900; // milliseconds for a move of a game that is shown

/** Both sides of it, and under them the game that is asked for. @param {Exploit} exploit */
export function weaknesses(exploit) {
  const place = h("div", { class: "compare-lost" });
  const sides = /** @type {Side[]} */ (["X", "O"]).map((side) => ofSide(exploit, side, place));
  return h("div", { class: "compare-weak" }, h("div", { class: "compare-sides-of" }, sides), place);
}

/** @param {Exploit} exploit @param {Side} side @param {HTMLElement} place */
function ofSide(exploit, side, place) {
  const { score, can_lose: canLose, line } = exploit[side === "X" ? "x" : "o"];
  const name = playerWords(exploit.player);
  const verdict = canLose ? "can lose" : "cannot lose";
  const number = scoreWords(numberOf(score));
  const expects = isSimple()
    ? `Against whoever knows it best it scores ${number} a game.`
    : `Against its best reply it expects ${number}${score.includes("/") && score.length < 24 ? ` (${score})` : ""}.`;
  const ways = line && [
    button("Show a game it loses", () => show(place, exploit, side, line), { class: "button primary" }),
    button("Play it yourself", () => play(place, exploit, side, line)),
  ];
  return h(
    "section",
    { class: `panel compare-side ${canLose ? "weak" : "sound"}`, "aria-label": `${name} as ${side}` },
    h("h3", {}, `As ${side} it ${verdict}`),
    h("p", {}, canLose ? expects : `No game of it ends in a loss: every one was looked at. ${expects}`),
    ways ? h("div", { class: "row" }, ways) : null,
  );
}

/** The game, to be stepped through. @param {HTMLElement} place @param {Exploit} exploit @param {Side} side @param {Cell[]} line */
async function show(place, { board, player }, side, line) {
  await styled("/static/learn/learn.css");
  const all = positions(emptyPosition(board), line);
  const { outcome } = await positionFacts(board, all[all.length - 1]);
  const name = playerWords(player);
  const frames = all.map((position, ply) => {
    if (!ply) return { board, position, words: `${name} plays ${side}; the other side knows what it will do.` };
    const mover = toMove(all[ply - 1]);
    const who = mover === side ? `${capital(name)}, as ${side},` : otherSide(side);
    const over = ply === line.length ? ` ${outcome?.words ?? ""}` : "";
    const lines = ply === line.length ? outcome?.lines : [];
    return { board, position, last: line[ply - 1], lines, words: `${who} plays ${line[ply - 1]}.${over}` };
  });
  const steps = new FrameSteps(`A game that ${name} loses as ${side}`, frames);
  const choice = all[line.length - 2]; // its own last choice
  const look = h(
    "a",
    { class: "button", href: address("/analyse", { board, position: choice }) },
    "Analyse its last choice",
  );
  place.replaceChildren(steps.element, h("div", { class: "row" }, look));
  begin(place);
  playOut(steps, frames.length - 1);
}

/**
 * Steps on by itself, until somebody else does; for whoever wants no motion it is at its end at once.
 * @param {FrameSteps} steps @param {number} last
 */
function playOut(steps, last) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return steps.show(last, true);
  const touched = new AbortController();
  for (const event of ["pointerdown", "keydown"])
    steps.element.addEventListener(event, () => touched.abort(), { signal: touched.signal });
  const on = (/** @type {number} */ at) => {
    if (touched.signal.aborted || !steps.element.isConnected) return;
    steps.show(at, true);
    if (at < last) setTimeout(on, STEP, at + 1);
  };
  setTimeout(on, STEP, 1);
}

/** The same against the player itself. @param {HTMLElement} place @param {Exploit} exploit @param {Side} side @param {Cell[]} line */
async function play(place, { board, player }, side, line) {
  await styled("/static/learn/learn.css");
  const title = `Beat ${playerWords(player)}`;
  const position = emptyPosition(board);
  const game = new LessonGame({ title, board, position, side: otherSide(side), player, line });
  place.replaceChildren(game.element);
  begin(place);
}

/** @param {HTMLElement} place */
function begin(place) {
  const first = /** @type {HTMLElement | null} */ (place.querySelector("input, button"));
  first?.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
}
