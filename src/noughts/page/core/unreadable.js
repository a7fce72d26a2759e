// A note on how many stored entries cannot be read, with a button that removes them.

import { announce } from "./announce.js";
import { button, h, one } from "./dom.js";
import { plural } from "./grammar.js";

export class UnreadableNote {
  #words = h("span", {});
  #button = button("", () => this.#remove());
  element = h("p", { class: "row problem", hidden: true }, this.#words, this.#button);

  /**
   * `count` says how many entries cannot be read, `remove` removes them, and `removed` is called after that.
   * @param {{count: () => number, remove: () => unknown, removed: () => unknown}} what
   * @param {string} noun - of one entry @param {string} [nouns]
   */
  constructor(what, noun, nouns) {
    this.what = what;
    this.nouns = /** @type {const} */ ([noun, nouns]);
  }

  show() {
    const count = this.what.count();
    this.element.hidden = count === 0;
    this.#words.textContent = `${plural(count, ...this.nouns)} in this browser cannot be read.`;
    this.#button.textContent = count === 1 ? "Remove it" : "Remove them";
  }

  #remove() {
    this.what.remove();
    announce("Removed.");
    this.what.removed();
    one("#main").focus();
  }
}

/** Return a list of the lessons that the server cannot read, for their author; null if it would be empty. @param {SkippedFileJson[]} [files] */
export function skippedLessons(files = []) {
  if (!files.length) return null;
  const items = files.map(({ name, reason }) => h("li", {}, `Skipped: ${name}: ${reason}`));
  return h(
    "div",
    { role: "note", "aria-label": "Lessons that cannot be read" },
    h("p", {}, "Files in the folder of lessons that cannot be read:"),
    h("ul", { class: "problem" }, items),
  );
}
