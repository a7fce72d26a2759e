// Two people at two devices: the invitation, the seat to be taken, and what one side asks of the other.

import { button, h } from "../core/dom.js";
import { announce } from "../core/announce.js";
import { known } from "../core/store.js";

const ASKS = { draw: "offers a draw", undo: "asks to take the last move back", again: "would like another game" };

/** Below the board, when there is something to say; `act` is told `join`, `draw`, `undo`, `again` or `decline`. */
export function friendPart(act) {
  const element = h("div", { class: "friend" });
  let said = "";
  const show = (session) => {
    const key = JSON.stringify([
      session.game.id,
      session.game.seats,
      session.game.offers,
      session.mine,
      session.game.next,
      session.game.outcome?.reason,
    ]);
    if (key === said) return;
    said = key;
    element.replaceChildren(
      ...[invited(session, act), inviting(session), spectating(session), ...offers(session, act), next(session)].filter(
        Boolean,
      ),
    );
  };
  return { element, show };
}

function free(session) {
  return ["X", "O"].find((side) => session.game.seats[side].kind === "friend" && !session.game.seats[side].taken);
}

function invited(session, act) {
  const side = free(session);
  if (!side || !session.spectator || !known(session.game.id).invited) return null;
  return h(
    "div",
    { class: "panel call" },
    h("p", {}, `You are invited to play ${side}.`),
    button(`Play as ${side}`, () => act("join"), { class: "button primary" }),
  );
}

function inviting(session) {
  const { id } = session.game;
  const { invitation, mine } = id ? known(id) : {};
  if (!free(session) || !invitation || !mine) return null;
  const link = `${location.origin}/game/${id}#join=${invitation}`;
  const field = h("input", {
    type: "text",
    readonly: true,
    value: link,
    id: "invitation",
    onfocus: () => field.select(),
  });
  const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
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
    here &&
      h(
        "p",
        { class: "note" },
        "This address is that of your own machine. For a friend elsewhere in your network, start ",
        h("code", {}, "noughts serve --host"),
        " with an address that they can reach.",
      ),
  );
}

function spectating(session) {
  if (!session.spectator || (free(session) && known(session.game.id).invited)) return null;
  return h("p", { class: "note" }, "You are looking on: this browser holds no seat in this game.");
}

function offers(session, act) {
  return session.game.offers.map(({ seat, what, swap }) => {
    const asked = `${ASKS[what]}${swap ? " with the sides changed" : ""}`;
    if (session.mine.includes(seat))
      return h("p", { class: "note" }, `You asked: ${seat} ${asked}. Your friend can agree, or play on.`);
    if (session.spectator) return h("p", { class: "note" }, `${seat} ${asked}.`);
    return h(
      "div",
      { class: "panel call" },
      h("p", {}, `${seat}, your friend, ${asked}.`),
      h(
        "div",
        { class: "row" },
        button("Agree", () => act(what), { class: "button primary" }),
        button("Decline", () => act("decline")),
      ),
    );
  });
}

function next(session) {
  if (!session.game.next) return null;
  return h("p", {}, h("a", { href: `/game/${session.game.next}` }, "This game went on in another one."));
}

/** A button that copies a text, and says that it did. */
export function copyButton(label, text, name = label) {
  const copy = button(
    label,
    async () => {
      try {
        await navigator.clipboard.writeText(text());
        copy.textContent = "Copied";
        announce("Copied.");
      } catch {
        announce("This browser does not let the page copy: select the text and copy it.");
      }
      setTimeout(() => (copy.textContent = label), 2000);
    },
    { "aria-label": name },
  );
  return copy;
}
