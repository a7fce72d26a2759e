// The strip above or below the board: who plays that side and their face, what there is to know of them, the score, whose turn it is.
// Touching it opens the choice of that seat. What the other side asks is asked, and answered, here.

import { markIcon } from "../board/picture.js";
import { button, h, set, svg } from "../core/dom.js";
import { capital } from "../core/grammar.js";
import { characterOf, seatWords } from "../core/players.js";
import { keptGame } from "../core/store.js";
import { SideClock } from "./clock.js";
import { offerWords, ownOfferWords } from "./friend.js";

/** @import { Answer } from "./friend.js" */

/** @typedef {{choose: (side: Side, strip: HTMLElement) => unknown, answer: Answer}} StripHandlers */

const FLASH = 3000; // milliseconds that a word about a refused cell stays

export class Strip {
  #face = h("span", { class: "strip-face" });
  #mark = h("span", { class: "strip-mark" });
  #name = h("span", { class: "strip-name" });
  #line = h("span", { class: "strip-line" });
  #turn = h("span", { class: "strip-turn" });
  #score = h("span", { class: "strip-score" });
  #word = h("p", { class: "strip-word", "aria-hidden": "true" }); // for the ear it is announced
  #clock = new SideClock("strip-clock");
  #ask = h("div", { class: "strip-ask", hidden: true });
  #who;
  /** @type {HTMLElement | null} */
  #held = null;
  #shown = "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #flash;

  /** @param {StripHandlers} on */
  constructor(on) {
    this.on = on;
    /** @type {Side} */
    this.side = "X";
    const text = h("span", { class: "strip-text" }, this.#name, this.#line);
    this.#who = button("", () => on.choose(this.side, this.#who), {
      class: "button strip-who",
      "aria-haspopup": "dialog",
    });
    this.#who.append(this.#face, text, this.#score, this.#turn);
    this.element = h("div", { class: "strip" }, this.#mark, this.#who, this.#clock.element, this.#ask, this.#word);
  }

  /** @param {Side} side @param {Session} session @param {string} turn - whose turn it is, in a word or two */
  show(side, session, turn) {
    const { game, spectator } = session;
    this.#clock.show(side, game, session.turn !== null, () => spectator || session.flag());
    const seat = game.seats[side];
    const mine = session.mine.includes(side);
    const own = keptGame(game.id).names?.[side];
    const you = mine && session.mine.length === 1;
    const name = own ?? (you && seat.name ? `${seat.name} (you)` : capital(seatWords(seat, you)));
    const line = characterOf(seat) ?? (seat.kind === "friend" && !seat.taken ? "Not here yet" : "");
    const score = Object.values(game.score).some(Boolean) ? game.score[side] : null;
    const offer = game.offers.find((each) => each.seat === side) ?? null;
    const key = JSON.stringify([side, seat, mine, name, line, score, turn, offer, session.mine, game.id, game.to_move]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.side = side;
    set(this.element, { class: `strip ${side.toLowerCase()}`, "data-turn": turn ? true : null, "data-side": side });
    this.#mark.replaceChildren(markIcon(side));
    this.#face.replaceChildren(face(mine ? { ...seat, kind: "person" } : seat));
    this.#name.textContent = name;
    this.#line.textContent = line;
    this.#turn.textContent = turn;
    this.#score.replaceChildren(...scoreParts(side, score));
    set(this.#who, { "aria-label": this.#label(side, line, turn), "data-seat": side });
    this.#showOffer(offer, session.mine.includes(side) || spectator, session.mine.includes(side));
  }

  /** @param {Side} side @param {string} line @param {string} turn */
  #label(side, line, turn) {
    const parts = [
      `${side}: ${this.#name.textContent}`,
      line,
      this.#score.textContent,
      turn,
      `Choose who plays ${side}`,
    ];
    return parts.filter(Boolean).join(". ");
  }

  /** What a computer thinks there, in the place of who it is. @param {HTMLElement | null} element */
  hold(element) {
    if (element === this.#held) return;
    this.#held = element;
    this.#ask.hidden = !element;
    set(this.element, { "data-asks": element ? true : null });
    this.#ask.replaceChildren(element ?? "");
  }

  /** @param {OfferJson | null} offer @param {boolean} quiet - whether there is nothing to answer @param {boolean} own */
  #showOffer(offer, quiet, own) {
    if (this.#held) return;
    this.#ask.hidden = !offer;
    set(this.element, { "data-asks": offer ? true : null });
    if (!offer) return this.#ask.replaceChildren();
    const words = h("span", {}, own ? ownOfferWords(offer) : `${this.#name.textContent} ${offerWords(offer)}.`);
    const agree = button("Agree", () => this.on.answer(offer.what), { class: "button primary" });
    const decline = button("Decline", () => this.on.answer("decline"));
    this.#ask.replaceChildren(words, ...(quiet ? [] : [agree, decline]));
  }

  /** A word for the eye, in the place of the line, for a moment. @param {string} words */
  flash(words) {
    clearTimeout(this.#flash);
    this.#word.textContent = words;
    this.#flash = setTimeout(() => this.#word.replaceChildren(), FLASH);
  }
}

/** @param {Side} side @param {number | null} score */
function scoreParts(side, score) {
  if (score === null) return [];
  return [h("span", { class: "visually-hidden" }, `won by ${side}: `), String(score)];
}

/** Brows and mouth of each level, in a drawing of 48 units. @type {Record<string, string>} */
const LEVELS = {
  easy: "M15 19q3-3 6 0M27 19q3-3 6 0M15 29q9 10 18 0",
  medium: "M15 18h6M27 18h6M16 31q8 5 16 0",
  hard: "M15 17l6 1M27 18l6-1M17 32h14",
  expert: "M14 16l7 3M27 19l7-3M17 33q7-3 14 0",
  impossible: "M13 14l8 5M27 19l8-5M16 34q8-6 16 0",
};
const PLAYER = "M15 18h6M27 18h6M18 32h12";

/** @param {string} d */
const line = (d) => svg("path", { d });

/** The face of a seat. @param {SeatJson} seat */
export function face({ kind, level }) {
  const box = { class: `face ${kind}`, viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" };
  if (kind !== "computer") {
    const second = kind === "friend" ? line("M33 12a6 6 0 0 1 1 11M38 29q4 3 4 9") : null;
    return svg("svg", box, svg("circle", { cx: 22, cy: 17, r: 7 }), line("M8 40c0-18 28-18 28 0"), second);
  }
  return svg(
    "svg",
    box,
    svg("rect", { x: 8, y: 10, width: 32, height: 30, rx: 9 }),
    line("M24 10V4"),
    svg("circle", { class: "filled", cx: 24, cy: 4, r: 2 }),
    svg("circle", { class: "filled", cx: 18, cy: 24, r: 2.4 }),
    svg("circle", { class: "filled", cx: 30, cy: 24, r: 2.4 }),
    line(LEVELS[level ?? ""] ?? PLAYER),
  );
}
