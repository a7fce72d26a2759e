// Two people at two devices: the invitation, who looks on, where the game went on. What one asks of the other stands in
// the strips, the seat that is free in the card over the board.

import { announce } from "../core/announce.js";
import { button, h } from "../core/dom.js";
import { keptGame } from "../core/store.js";

/** @import { Game, Offer, Side } from "../core/types.js" */
/** @import { Session } from "./session.js" */
/** @typedef {(what: "join" | "draw" | "undo" | "again" | "decline") => unknown} Answer */

const ASKS = { draw: "offers a draw", undo: "asks to take the last move back", again: "would like another game" };

/** What a side asks: `offers a draw`. @param {Offer} offer */
export const offerWords = ({ what, swap }) => `${ASKS[what]}${swap ? " with the sides changed" : ""}`;

/** Beside the board, when there is something to say. */
export class FriendPanel {
  element = h("div", { class: "friend" });
  #shown = "";

  /** @param {Session} session */
  show(session) {
    const { game, mine } = session;
    const key = JSON.stringify([game.id, game.seats, mine, game.next]);
    if (key === this.#shown) return;
    this.#shown = key;
    const parts = [inviting(game), spectating(session), next(game)];
    this.element.replaceChildren(...parts.filter((part) => part !== null));
  }
}

/** The friend's seat, where it is still free. @param {Game} game @returns {Side | null} */
export function free({ seats }) {
  if (seats.X.kind === "friend" && !seats.X.taken) return "X";
  return seats.O.kind === "friend" && !seats.O.taken ? "O" : null;
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
