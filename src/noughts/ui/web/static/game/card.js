// The card over the board: an invitation, or how the game ended, why in one sentence, and what may come now.

import { ask } from "../core/api.js";
import { button, h } from "../core/dom.js";
import { keptGame } from "../core/store.js";
import { free } from "./friend.js";
import { resultWords } from "./status.js";

/** @import { CellName, TurningPointJson } from "../core/answers.js" */
/** @import { Game, TableState } from "../core/types.js" */
/** @import { Session } from "./session.js" */
/** @typedef {{act: (what: string) => unknown, join: () => unknown, look: (index: number, turning: TurningPointJson) => unknown,
 *   retry: (index: number) => unknown, told: (turning: TurningPointJson) => unknown, depthOf: (cell: CellName) => number}} CardHandlers */

export class Card {
  element = h("div", { class: "card-place", hidden: true });
  /** What was put away by whoever looks. */
  #away = "";
  #shown = "";
  /** Where each finished game was decided, by its key. @type {Map<string, TurningPointJson | null>} */
  #turned = new Map();

  /** @param {CardHandlers} on */
  constructor(on) {
    this.on = on;
  }

  /**
   * Answers where the game was decided while the card tells it, for an arrow on the board; `told` is whether help is wanted.
   * @param {TableState} state @param {Session} session @param {boolean} told @returns {TurningPointJson | null}
   */
  show(state, session, told) {
    const { game } = state;
    const over = game.outcome && state.live && state.settled && !state.trying;
    const side = session.spectator && keptGame(game.id).invited ? free(game) : null;
    const end = over ? `${game.id} ${game.moves.join("")} ${game.outcome?.reason}` : ""; // offers come after it
    const kind = side ? `invited ${side}` : end;
    this.element.hidden = !kind || kind === this.#away;
    if (this.element.hidden) return null;
    if (end && game.moves.length && !this.#turned.has(end)) this.#ask(game, end);
    const turning = (told && this.#turned.get(end)) || null;
    const key = JSON.stringify([
      kind,
      turning,
      session.asked("again"),
      game.offers,
      session.mine,
      resultWords(session),
    ]);
    if (key === this.#shown) return turning;
    this.#shown = key;
    const content = side ? this.#invitation(side) : this.#result(session, turning, end);
    this.element.replaceChildren(h("div", { class: "card panel" }, content));
    this.element.classList.toggle("upper", this.#isBelow(game, turning));
    return turning;
  }

  /**
   * Whether more of what is to be seen on the board lies at its lower edge than at its upper, where the card then belongs.
   * @param {Game} game @param {TurningPointJson | null} turning
   */
  #isBelow({ outcome }, turning) {
    const cells = [...(outcome?.lines.flat() ?? []), ...(turning?.needed ?? [])];
    const covered = cells.map((cell) => this.on.depthOf(cell));
    return covered.filter((depth) => depth > 0.62).length > covered.filter((depth) => depth < 0.38).length;
  }

  /** @param {string} side */
  #invitation(side) {
    return [
      h("p", { class: "card-title" }, `You are invited to play ${side}.`),
      h(
        "div",
        { class: "row" },
        button(`Play as ${side}`, () => this.on.join(), { class: "button primary" }),
      ),
    ];
  }

  /** @param {Session} session @param {TurningPointJson | null} turning @param {string} end */
  #result(session, turning, end) {
    const { game, spectator } = session;
    const [first, ...rest] = resultWords(session).split(/(?<=\.) /);
    const why = turning && turningWords(turning, session.mine);
    const index = turning ? turning.ply - (game.ply - game.moves.length) : 0;
    const own = turning && session.mine.includes(turning.side);
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
    const ways = [
      spectator ? null : rematch,
      turning && button("Show me", () => this.on.look(index, turning)),
      own ? button("Try again", () => this.on.retry(index)) : null,
    ];
    return [
      button("×", away, { class: "button plain card-close", "aria-label": "Put the result away" }),
      h("p", { class: "card-title" }, first),
      rest.length ? h("p", {}, rest.join(" ")) : null,
      why ? h("p", { class: "card-why" }, why) : null,
      h("div", { class: "row" }, ways),
    ].filter((part) => part !== null);
  }

  /** @param {Game} game @param {string} end */
  async #ask({ board, start, moves }, end) {
    this.#turned.set(end, null);
    const review = await ask("/api/review", { board, position: start, moves: moves.join() }).catch(() => null);
    if (!review?.turning_point) return;
    this.#turned.set(end, review.turning_point);
    this.on.told(review.turning_point);
  }
}

/**
 * Where the game was decided, in one sentence; only a person's own mistake is told as theirs.
 * @param {TurningPointJson} turning @param {string[]} mine
 */
export function turningWords({ what, instead, side }, mine) {
  const own = mine.length === 1 && mine.includes(side);
  return `${what}: ${own ? instead.replace(/^[XO] needed/, "you needed") : instead}.`;
}
