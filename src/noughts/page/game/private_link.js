// Going on at another device: a link that holds the right to this browser's seats, for nobody else.

import { announce } from "../core/announce.js";
import { button, h, note } from "../core/dom.js";
import { alone } from "../core/site.js";
import { keptGame } from "../core/store.js";
import { SharedLink } from "./shared_link.js";

/** @import { Game } from "../core/types.js" */
/** @import { Session } from "./session.js" */

const NOTE =
  "Whoever has this link can move for you, so it is for your own devices only. It leaves the address as soon as it is opened.";

export class PrivateLinkPanel {
  element = h("section", { class: "carry", "aria-labelledby": "carry-title", hidden: true });
  /** @type {string | null} */
  #shown = null;

  /** @param {Session} session */
  show({ game, spectator }) {
    const key = spectator || !game.id || alone() ? null : game.id;
    if (key === this.#shown) return;
    this.#shown = key;
    this.element.hidden = !key;
    const place = h("div", {});
    const open = () => {
      place.replaceChildren(new SharedLink("Your private link", privatePath(game), "carry-link").element, note(NOTE));
      announce(`The private link is there. ${NOTE}`);
    };
    this.element.replaceChildren(
      h("h2", { id: "carry-title" }, "On another device"),
      note("Take your seat with you: play on with a phone, or from another browser."),
      button("Make a private link", open),
      place,
    );
  }
}

/** The path of the game, with the rights of this browser behind `#`, which no browser sends. @param {Game} game */
function privatePath({ id }) {
  const seats = Object.entries(keptGame(id).tokens).map(([side, token]) => `${side}.${token}`);
  return `/game/${id}#seat=${seats.join(",")}`;
}
