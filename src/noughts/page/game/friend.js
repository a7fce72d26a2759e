// Two people at two devices: the invitation, who looks on, where the game went on. What one asks of the other stands in
// the strips, the seat that is free in the card over the board.

import { analyseAddress } from "../core/api.js";
import { h, note } from "../core/dom.js";
import { keptGame } from "../core/store.js";

/** @typedef {(what: "join" | "draw" | "undo" | "again" | "decline") => unknown} Answer */

const ASKS = { draw: "offers a draw", undo: "asks to take the last move back", again: "would like another game" };

const ASKED = {
  draw: "You offer a draw",
  undo: "You ask to take the last move back",
  again: "You would like another game",
};

/** What one asks oneself, as a sentence. @param {OfferJson} offer */
export const ownOfferWords = ({ what, swap }) => `${ASKED[what]}${swap ? " with the sides changed" : ""}.`;

/** What a side asks: `offers a draw`. @param {OfferJson} offer */
export const offerWords = ({ what, swap }) => `${ASKS[what]}${swap ? " with the sides changed" : ""}`;

/** Beside the board, when there is something to say. */
export class FriendPanel {
  element = h("div", { class: "friend" });
  #shown = "";

  /** @param {Session} session */
  show(session) {
    const { game, mine, spectator } = session;
    const key = JSON.stringify([game.id, game.seats, mine, game.next, spectator && game.moves]);
    if (key === this.#shown) return;
    this.#shown = key;
    const parts = [invitationPart(game), spectatorPart(session), next(game)];
    this.element.replaceChildren(...parts.filter((part) => part !== null));
  }
}

/** The friend's seat, where it is still free. @param {Game} game @returns {Side | null} */
export function free({ seats }) {
  if (seats.X.kind === "friend" && !seats.X.taken) return "X";
  return seats.O.kind === "friend" && !seats.O.taken ? "O" : null;
}

/** @param {Game} game */
function invitationPart(game) {
  const { invitation, mine } = keptGame(game.id);
  if (!free(game) || !invitation || !mine) return null;
  const label = "Send this link to your friend. Whoever opens it first takes the seat.";
  const place = h("div", { class: "panel call" });
  import("./shared_link.js").then(({ SharedLink }) =>
    place.append(new SharedLink(label, `/game/${game.id}#join=${invitation}`, "invitation").element),
  );
  return place;
}

/** @param {Session} session */
function spectatorPart({ game, spectator }) {
  if (!spectator || (free(game) && keptGame(game.id).invited)) return null;
  const { board, start: position, moves } = game;
  const study = h("a", { href: analyseAddress({ board, position, moves }) }, "try moves of your own in Analyse");
  return note("You are looking on: this browser holds no seat in this game. You may ", study, ".");
}

/** @param {Game} game */
function next(game) {
  if (!game.next) return null;
  return h("p", {}, h("a", { href: `/game/${game.next}` }, "This game went on in another one."));
}
