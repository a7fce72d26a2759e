// A link that goes to another device: as text to copy, and as a QR code to look at. On a server's own machine its
// address is that under which others in the same network reach it.

import { announce, messageOf } from "../core/announce.js";
import { ask, tell } from "../core/api.js";
import { button, h, note, row, set, svg } from "../core/dom.js";
import { copyButton } from "../core/download.js";
import { alone, within } from "../core/site.js";
import { keptGame } from "../core/store.js";

const FRIEND = "This address is that of your own machine. For a friend elsewhere in your network it must be another.";
const QUIET = 4; // modules of white around a code (ISO/IEC 18004)

export class SharedLink {
  element = h("div", { class: "shared-link" });
  #path;
  #field;
  #code = h("div", { class: "qr", hidden: true });
  #note = h("p", { class: "note", hidden: true });
  #origin = location.origin;
  #said;
  #alone;

  /**
   * With `open` the code is there at once; `said` is told the link as others reach it, `alone` is what to say where
   * nobody else does.
   * @param {string} label @param {string} path - with what only the other device shall know behind `#` @param {string} id
   * @param {{open?: boolean, said?: (link: string) => unknown, alone?: string}} options
   */
  constructor(label, path, id, { open = false, said = () => {}, alone = FRIEND } = {}) {
    this.#alone = alone;
    this.#path = path;
    this.#said = said;
    this.#field = h("input", { type: "text", readonly: true, id, onfocus: () => this.#field.select() });
    const qr = button("QR code", () => this.#toggle(qr), { "aria-expanded": String(open) });
    this.#code.hidden = !open;
    const copy = copyButton("Copy the link", () => this.link);
    this.element.append(h("label", { for: id }, label), row(this.#field, copy, qr), this.#code, this.#note);
    this.#field.value = this.link;
    if (isHere()) this.#reach();
    else this.#draw();
  }

  get link() {
    return this.#origin + within(this.#path);
  }

  #draw() {
    this.#field.value = this.link;
    this.#said(this.link);
    if (!this.#code.hidden) this.#encode();
  }

  /** Where others reach this server, which is told to its own machine. */
  async #reach() {
    const origin = await originForOthers();
    if (origin) {
      this.#origin = origin;
      this.#note.textContent = "This address is that of your machine in your network.";
    } else {
      this.#note.className = this.#alone === FRIEND ? "note" : "problem";
      this.#note.replaceChildren(`${this.#alone} Start `, forOthers(), ".");
    }
    this.#note.hidden = false;
    this.#draw();
  }

  /** @param {HTMLButtonElement} pressed */
  async #toggle(pressed) {
    this.#code.hidden = !this.#code.hidden;
    set(pressed, { "aria-expanded": String(!this.#code.hidden) });
    if (this.#code.hidden) return;
    await this.#encode();
    announce("The QR code is shown.");
  }

  async #encode() {
    const text = this.link;
    try {
      const { modules } = await tell("/api/qr", { text });
      if (text === this.link) this.#code.replaceChildren(picture(modules));
    } catch (error) {
      this.#code.replaceChildren(messageOf(error));
    }
  }
}

/** @param {string[]} modules */
function picture(modules) {
  const size = modules.length + 2 * QUIET;
  const dark = modules.flatMap((row, y) =>
    [...row].flatMap((module, x) => (module === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : [])),
  );
  const label = "A QR code of the link: point the camera of the other device at it";
  return svg(
    "svg",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    svg("path", { class: "qr-light", d: `M0 0h${size}v${size}h-${size}z` }),
    svg("path", { class: "qr-dark", d: dark.join("") }),
  );
}

// Where others reach this server. On its own machine the page's address may be one that is heard nowhere else.

const HERE = ["localhost", "127.0.0.1", "[::1]"];

/** Whether the page was opened on the server's own machine, by an address that means that machine everywhere. */
const isHere = () => HERE.includes(location.hostname);

/** The origin by which others reach the server; null where nobody else does. @returns {Promise<string | null>} */
export async function originForOthers() {
  if (!isHere()) return location.origin;
  const { addresses } = await ask("/api/addresses").catch(() => ({ addresses: [] }));
  return addresses[0] ?? null;
}

/** What to start, so that others reach it. */
export const forOthers = () => h("code", {}, "noughts serve --host 0.0.0.0");

const NOTE =
  "Whoever has this link can move for you, so it is for your own devices only. It leaves the address as soon as it is opened.";

/** Going on at another device: a link that holds the right to this browser's seats, for nobody else. */
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
