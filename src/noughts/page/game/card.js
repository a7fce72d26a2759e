// The card beside the board: an invitation, or how the game ended, why in one sentence, and what may come now; then what is
// asked at its mistakes.

import { ask } from "../core/api.js";
import { button, h, row } from "../core/dom.js";
import { toMove } from "../core/notation.js";
import { keptGame } from "../core/store.js";
import { free } from "./friend.js";
import { resultWords } from "./status.js";

/** @typedef {{act: (what: string) => unknown, join: () => unknown, tell: (words: string) => unknown,
 *   guide: (mistakes: ReviewedMistakeJson[], at: number) => unknown}} CardHandlers */

export class Card {
  element = h("section", { class: "card-place", "aria-label": "How it ended", hidden: true });
  /** What was put away by whoever looks. */
  #away = "";
  #shown = "";
  /** What was found of each finished game, by its key. @type {Map<string, ReviewJson | null>} */
  #reviews = new Map();

  /** @param {CardHandlers} on */
  constructor(on) {
    this.on = on;
  }

  /** `told` is whether help is wanted. @param {TableState} state @param {Session} session @param {boolean} told */
  show(state, session, told) {
    const { game, guide } = state;
    const over = game.outcome && state.live && state.settled;
    const side = session.spectator && keptGame(game.id).invited ? free(game) : null;
    const end = over ? `${game.id} ${game.moves.join("")} ${game.outcome?.reason}` : ""; // offers come after it
    const kind = side ? `invited ${side}` : end;
    this.element.hidden = !guide && (!kind || kind === this.#away);
    if (this.element.hidden) return;
    if (told && end && game.moves.length && !this.#reviews.has(end)) this.#ask(session, end);
    const review = (told && this.#reviews.get(end)) || null;
    const key = JSON.stringify([
      kind,
      guide,
      review,
      session.asked("again"),
      game.offers,
      session.mine,
      resultWords(session),
    ]);
    if (key === this.#shown) return;
    this.#shown = key;
    const content = guide ? guide.draw() : side ? this.#invitation(side) : this.#result(session, review, end);
    const focused = this.element.contains(document.activeElement) && document.activeElement?.textContent;
    this.element.replaceChildren(h("div", { class: "card panel" }, content));
    const same = focused && [...this.element.querySelectorAll("button")].find((each) => each.textContent === focused);
    if (same) same.focus();
  }

  /** @param {string} side */
  #invitation(side) {
    return [
      h("p", { class: "card-title" }, `You are invited to play ${side}.`),
      row(button(`Play as ${side}`, () => this.on.join(), { class: "button primary" })),
    ];
  }

  /** @param {Session} session @param {ReviewJson | null} review @param {string} end */
  #result(session, review, end) {
    const { spectator } = session;
    const [first, ...rest] = resultWords(session).split(/(?<=\.) /);
    const { mistakes, at } = decided(review);
    const waits = session.apart && session.asked("again");
    const rematch = button(
      waits ? "Asked for a rematch" : session.computers.length === 2 ? "Play again" : "Rematch",
      () => this.on.act("again"),
      { class: "button primary", "aria-disabled": waits ? "true" : null },
    );
    const away = () => {
      this.#away = end;
      this.element.hidden = true;
    };
    const better = () => this.on.guide(mistakes, at);
    const why = whyWords(review, session);
    return [
      button("×", away, { class: "button plain card-close", "aria-label": "Put the result away" }),
      h("p", { class: "card-title" }, first),
      rest.length > 0 && h("p", {}, rest.join(" ")),
      why && h("p", { class: "card-why" }, why),
      row(!spectator && rematch, mistakes.length > 0 && button("Find the better move", better)),
    ];
  }

  /** @param {Session} session @param {string} end */
  async #ask(session, end) {
    this.#reviews.set(end, null);
    const { board, start, moves } = session.game;
    const review = await ask("/api/review", { board, position: start, moves: moves.join() }).catch(() => null);
    const why = whyWords(review, session);
    if (!why) return;
    keepMoments(board, decided(review).mistakes, session.mine);
    this.#reviews.set(end, review);
    this.on.tell(why);
  }
}

/**
 * The moments that whoever plays here gave away come again as puzzles, under Learn.
 * @param {string} board @param {ReviewedMistakeJson[]} mistakes @param {Side[]} mine
 */
async function keepMoments(board, mistakes, [side, ...others]) {
  const own = mistakes.filter(({ position }) => toMove(position) === side);
  if (!own.length || others.length) return; // of two people on one device nobody knows whose it was
  const { keepMoment } = await import("../core/boxes.js");
  for (const { position, move, best, before } of own) {
    const asked = `${side} to move. You played ${move}: what would have ${before.value === "win" ? "won" : "held"}?`;
    keepMoment({ title: "From a game of yours", question: asked, board, position, answers: best, open: true });
  }
}

/** The mistakes whose better moves are known, and which of them decided the game. @param {ReviewJson | null} review */
function decided(review) {
  const mistakes = (review?.mistakes ?? []).filter(({ best }) => best.length);
  const turning = mistakes.findIndex(({ ply }) => ply === review?.turning_point?.ply);
  return { mistakes, at: turning < 0 ? mistakes.length - 1 : turning };
}

/**
 * Why the game was lost; without a loss what there was at the decisive mistake; empty if neither is known.
 * @param {ReviewJson | null} review @param {Session} session
 */
function whyWords(review, { mine }) {
  if (review?.loss) return ownWords(review.loss.what, mine);
  const { mistakes, at } = decided(review);
  return mistakes.length ? whatWords(mistakes[at], mine) : "";
}

/**
 * What there was at a mistake, or could have come after it.
 * @param {Pick<ReviewedMistakeJson, "what">} mistake @param {Side[]} mine
 */
export const whatWords = ({ what }, mine) => ownWords(`${what}.`, mine);

/**
 * Sentences in the past tense, with "you" for the side of the only person who plays here.
 * @param {string} words @param {Side[]} mine
 */
function ownWords(words, [side, ...others]) {
  if (!side || others.length) return words;
  return words.replace(new RegExp(`(^|\\. )?\\b${side}\\b`, "g"), (_, start) =>
    start === undefined ? "you" : `${start}You`,
  );
}
