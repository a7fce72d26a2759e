// Two people at two devices: the invitation, the seat to be taken, and what one side asks of the other.

import { announce } from "../core/announce.js";
import { button, h } from "../core/dom.js";
import { keptGame } from "../core/store.js";

/** @import { Game, Side } from "../core/types.js" */
/** @import { Session } from "./session.js" */
/** @typedef {(what: "join" | "draw" | "undo" | "again" | "decline") => unknown} Answer */

const ASKS = { draw: "offers a draw", undo: "asks to take the last move back", again: "would like another game" };

/** Below the board, when there is something to say. */
export class FriendPanel {
  element = h("div", { class: "friend" });
  #shown = "";
  #answer;

  /** @param {Answer} answer */
  constructor(answer) {
    this.#answer = answer;
  }

  /** @param {Session} session */
  show(session) {
    const { game, mine } = session;
    const key = JSON.stringify([game.id, game.seats, game.offers, mine, game.next, game.outcome?.reason]);
    if (key === this.#shown) return;
    this.#shown = key;
    const parts = [
      invited(session, this.#answer),
      inviting(game),
      spectating(session),
      ...offers(session, this.#answer),
      next(game),
    ];
    this.element.replaceChildren(...parts.filter((part) => part !== null));
  }
}

/** The friend's seat, where it is still free. @param {Game} game @returns {Side | null} */
function free({ seats }) {
  if (seats.X.kind === "friend" && !seats.X.taken) return "X";
  return seats.O.kind === "friend" && !seats.O.taken ? "O" : null;
}

/** @param {Session} session @param {Answer} answer */
function invited({ game, spectator }, answer) {
  const side = free(game);
  if (!side || !spectator || !keptGame(game.id).invited) return null;
  return h(
    "div",
    { class: "panel call" },
    h("p", {}, `You are invited to play ${side}.`),
    button(`Play as ${side}`, () => answer("join"), { class: "button primary" }),
  );
}

/** @param {Game} game */
function inviting(game) {
  const { invitation, mine } = keptGame(game.id);
  if (!free(game) || !invitation || !mine) return null;
  const link = `${location.origin}/game/${game.id}#join=${invitation}`;
  const field = h("input", {
    type: "text",
    readonly: true,
    value: link,
    id: "invitation",
    onfocus: () => field.select(),
  });
  const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  const elsewhere = h(
    "p",
    { class: "note" },
    "This address is that of your own machine. For a friend elsewhere in your network, start ",
    h("code", {}, "noughts serve --host"),
    " with an address that they can reach.",
  );
  return h(
    "div",
    { class: "panel call" },
    h("label", { for: "invitation" }, "Send this link to your friend. Whoever opens it first takes the seat."),
    h(
      "div",
      { class: "row" },
      field,
      copyButton("Copy the link", () => link),
    ),
    here && elsewhere,
  );
}

/** @param {Session} session */
function spectating({ game, spectator }) {
  if (!spectator || (free(game) && keptGame(game.id).invited)) return null;
  return h("p", { class: "note" }, "You are looking on: this browser holds no seat in this game.");
}

/** @param {Session} session @param {Answer} answer */
function offers({ game, mine, spectator }, answer) {
  return game.offers.map(({ seat, what, swap }) => {
    const asked = `${ASKS[what]}${swap ? " with the sides changed" : ""}`;
    if (mine.includes(seat))
      return h("p", { class: "note" }, `You asked: ${seat} ${asked}. Your friend can agree, or play on.`);
    if (spectator) return h("p", { class: "note" }, `${seat} ${asked}.`);
    const agree = button("Agree", () => answer(what), { class: "button primary" });
    const decline = button("Decline", () => answer("decline"));
    const words = h("p", {}, `${seat}, your friend, ${asked}.`);
    return h("div", { class: "panel call" }, words, h("div", { class: "row" }, agree, decline));
  });
}

/** @param {Game} game */
function next(game) {
  if (!game.next) return null;
  return h("p", {}, h("a", { href: `/game/${game.next}` }, "This game went on in another one."));
}

/** A button that copies a text, and says that it did. @param {string} label @param {() => string} text */
export function copyButton(label, text, name = label) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      element.textContent = "Copied";
      announce("Copied.");
    } catch {
      announce("This browser does not let the page copy: select the text and copy it.");
    }
    setTimeout(() => (element.textContent = label), 2000);
  };
  const element = button(label, copy, { "aria-label": name });
  return element;
}
