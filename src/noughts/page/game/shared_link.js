// A link that goes to another device: as text to copy, and as a QR code to look at. On a server's own machine its
// address is that under which others in the same network reach it.

import { announce } from "../core/announce.js";
import { tell } from "../core/api.js";
import { button, h, set, svg } from "../core/dom.js";
import { messageOf } from "../core/refusals.js";
import { within } from "../core/site.js";
import { copyButton } from "./copying.js";
import { forOthers, isHere, originForOthers } from "./reach.js";

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
   * With `open` the code is there at once; `said` is told the link as others reach it, `alone` is what to say where nobody
   * else does.
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
    const row = h(
      "div",
      { class: "row" },
      this.#field,
      copyButton("Copy the link", () => this.link),
      qr,
    );
    this.element.append(h("label", { for: id }, label), row, this.#code, this.#note);
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
