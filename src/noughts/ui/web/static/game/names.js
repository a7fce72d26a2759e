// What people are called: typed by whoever sits there, and shown to all who look at the game.

import { button, h } from "../core/dom.js";
import { prefer, preference } from "../core/store.js";

/** @import { Side } from "../core/types.js" */
/** @import { Session } from "./session.js" */

const LONGEST = 30; // letters of a name

export class NamesPanel {
  element = h("div", { class: "names" });
  #shown = "";

  /** @param {Session} session */
  show(session) {
    const sides = session.apart || session.mine.length === 2 ? session.mine : [];
    const { id, seats } = session.game;
    const key = JSON.stringify([id, sides, sides.map((side) => seats[side].name)]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.element.replaceChildren(...sides.map((side) => form(session, side, sides.length === 1)));
  }
}

/** @param {Session} session @param {Side} side @param {boolean} own - whether it is the name of who uses this browser */
function form(session, side, own) {
  const id = `name-${side}`;
  const label = own ? "Your name" : `The name of ${side}`;
  const value = session.game.seats[side].name ?? (own ? preference("name") : "");
  const field = h("input", { type: "text", id, maxlength: LONGEST, value, autocomplete: own ? "nickname" : "off" });
  const said = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const name = field.value.trim();
    if (!name) return field.focus();
    if (own) prefer({ name });
    session.name(side, name);
  };
  const say = button("Say it", null, { type: "submit" });
  return h(
    "form",
    { class: "field", onsubmit: said },
    h("label", { for: id }, label),
    h("div", { class: "row" }, field, say),
  );
}
