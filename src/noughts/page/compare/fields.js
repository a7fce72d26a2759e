// The choice of a player, with any options.

import { field, h, select, set } from "../core/dom.js";
import { choices } from "../core/players.js";

/** @import { Option } from "../core/dom.js" */

const TYPED = "typed";
const USUAL = "3x3x3"; // whose players are offered where a board is none

/** Who plays: one of the known, or a name that is typed. */
export class PlayerField {
  element = h("div", { class: "compare-field" });
  #id;
  #label;
  #value;
  #typed = h("input", { type: "text", maxlength: 100, spellcheck: "false", autocapitalize: "off" });
  #onchange;

  /** @param {string} label @param {string} id @param {string} value @param {() => unknown} [onchange] */
  constructor(label, id, value, onchange = () => {}) {
    this.#label = label;
    this.#id = id;
    this.#value = value;
    this.#onchange = onchange;
    set(this.#typed, { oninput: () => this.set(this.#typed.value.trim(), false) });
  }

  get value() {
    return this.#value;
  }

  /** @param {string} value */
  set(value, drawn = true) {
    this.#value = value;
    if (drawn) this.draw();
    this.#onchange();
  }

  /** Who plays on a board; what does not is not offered. A board that is none is refused when it is asked about. @param {string} [board] */
  async draw(board = USUAL) {
    const groups = (await choices(board).catch(() => choices(USUAL))).filter(([label]) => label !== "People");
    /** @type {[string, Option[]][]} */
    const options = groups.map(([label, all]) => [
      label,
      all.filter(({ whyNot }) => !whyNot).map(({ who, name }) => [who, name]),
    ]);
    options.push(["Anybody else", [[TYPED, "A name, typed"]]]);
    const known = options.some(([, all]) => all.some(([value]) => value === this.#value));
    const choose = (/** @type {string} */ value) => this.#choose(value);
    const offered = select(null, options, known ? this.#value : TYPED, choose);
    this.#typed.value = this.#value;
    set(this.#typed, { "aria-label": `${this.#label}: the name`, placeholder: "newell-simon(level=4)" });
    this.element.replaceChildren(field(this.#label, offered, this.#id), known ? "" : this.#typed);
  }

  /** @param {string} value */
  #choose(value) {
    if (value !== TYPED) return this.set(value);
    this.element.append(this.#typed);
    this.#typed.focus();
    this.#typed.select();
  }
}
