// A certificate: read, downloaded, and verified on the server, which says who verified what.

import { announce } from "../core/announce.js";
import { ask, fresh } from "../core/api.js";
import { button, h, set } from "../core/dom.js";
import { whole } from "../core/grammar.js";
import { messageOf } from "../core/refusals.js";
import { plain } from "../core/text.js";
import { ProofGame } from "./proof_game.js";

export class CertificatePart {
  element = h("div", { class: "compare-certificate" });
  #sha256;
  #said = h("p", { class: "compare-status" });
  #read = h("div", {});
  #game = h("div", {});

  /**
   * `bytes` is null where nobody has said how many; claims about plies are not `playable`.
   * @param {string} sha256 @param {string} board @param {number | null} bytes @param {boolean} playable
   */
  constructor(sha256, board, bytes, playable) {
    this.#sha256 = sha256;
    const file = { class: "button", href: `/api/certificates/${sha256}/file.gz`, download: `${board}.gz` };
    const row = h(
      "div",
      { class: "row" },
      button("Verify it", (event) => this.#verify(/** @type {HTMLButtonElement} */ (event.currentTarget))),
      button("Read it", (event) => this.#open(/** @type {HTMLButtonElement} */ (event.currentTarget))),
      h("a", file, bytes === null ? "Download" : `Download, ${whole(bytes)} bytes`),
    );
    this.element.append(row, this.#said, this.#read, this.#game);
    if (playable)
      row.prepend(
        button("Play against it", (event) => this.#play(/** @type {HTMLButtonElement} */ (event.currentTarget))),
      );
  }

  /** @param {HTMLButtonElement} pressed */
  async #verify(pressed) {
    pressed.disabled = true;
    this.#say("Verifying …");
    try {
      const { text } = await fresh(`/api/certificates/${this.#sha256}/verified`);
      this.#say(plain(text), true);
    } catch (error) {
      this.#say(messageOf(error), true);
    }
    pressed.disabled = false;
    pressed.focus();
  }

  /** @param {HTMLButtonElement} pressed */
  async #open(pressed) {
    const open = this.#read.childElementCount > 0;
    this.#read.replaceChildren();
    set(pressed, { "aria-expanded": String(!open) });
    if (open) return;
    try {
      const { blocks } = await ask(`/api/certificates/${this.#sha256}`);
      const { render } = await import("../blocks/render.js");
      this.#read.replaceChildren(...render(blocks, { level: 3 }));
    } catch (error) {
      this.#say(messageOf(error), true);
    }
  }

  /** Opens the game along it, or closes it. @param {HTMLButtonElement} pressed */
  #play(pressed) {
    const open = this.#game.childElementCount > 0;
    this.#game.replaceChildren(...(open ? [] : [new ProofGame(this.#sha256).element]));
    set(pressed, { "aria-expanded": String(!open) });
  }

  /** @param {string} words @param {boolean} [spoken] */
  #say(words, spoken = false) {
    this.#said.textContent = words;
    if (spoken) announce(words);
  }
}
