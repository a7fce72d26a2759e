// The moves as they were played, with their variations and notes: one goes there by a click, or by the arrows.

import { button, h, row, set } from "../core/dom.js";
import { small } from "../core/grammar.js";
import { SIDES, toMove } from "../core/notation.js";

/**
 * @typedef {{to: (step: Step) => unknown, note: (text: string) => unknown, promote: () => unknown,
 *   remove: () => unknown, number: () => unknown, playOn: (side: Side) => unknown}} MovesHandlers
 */

export class MovesSide {
  #list = h("div", { class: "study", role: "group", "aria-label": "Moves and variations" });
  #of = h("p", { class: "note" });
  #note = h("textarea", { id: "study-note", rows: 3, maxlength: 2000, spellcheck: "true" });
  #about = h("label", { for: "study-note" });
  #promote;
  #remove;
  #numbers;
  #play;
  /** @type {Map<Step, HTMLButtonElement>} */
  #buttons = new Map();
  #drawn = "";
  /** @type {HTMLButtonElement | null} */
  #marked = null;
  /** @type {Step | null} */
  #at = null;

  /** @param {MovesHandlers} on */
  constructor(on) {
    this.on = on;
    this.#note.addEventListener("input", () => on.note(this.#note.value));
    this.#promote = button("Make it the main line", on.promote);
    this.#remove = button("Delete from here", on.remove);
    this.#numbers = button("Numbers on the board", on.number);
    this.#play = SIDES.map((side) => button(`As ${side}`, () => on.playOn(side)));
    this.element = h("section", { class: "moves-side", "aria-labelledby": "moves-title" }, [
      h("h2", { id: "moves-title" }, "Moves"),
      this.#of,
      this.#list,
      row(this.#promote, this.#remove, this.#numbers),
      h("div", { class: "field" }, this.#about, this.#note),
      h(
        "div",
        { class: "row", role: "group", "aria-label": "Play this from here" },
        h("span", { class: "label", "aria-hidden": "true" }, "Play this from here"),
        this.#play,
      ),
    ]);
  }

  /** @param {{variations: Variations, at: Step, names: {X: string, O: string}, numbers: boolean, over: boolean}} state */
  show({ variations, at, names, numbers, over }) {
    const drawn = `${variations.start} ${variations.text}`;
    if (drawn !== this.#drawn) this.#draw(variations);
    this.#drawn = drawn;
    this.#mark(at);
    if (this.#at !== at) this.#buttons.get(at)?.scrollIntoView({ block: "nearest" });
    this.#of.textContent = names.X || names.O ? `${names.X || "?"} (X) against ${names.O || "?"} (O)` : "";
    this.#of.hidden = !this.#of.textContent;
    set(this.#numbers, { "aria-pressed": String(numbers) });
    set(this.#remove, { disabled: !at.before });
    set(this.#promote, { disabled: !variations.line(at).some((each) => each.before?.after[0] !== each) });
    for (const one of this.#play) set(one, { disabled: over });
    this.#about.textContent = `Note on ${at.cell ? small(stepWords(variations, at)) : "the start"}`;
    if (this.#at !== at || document.activeElement !== this.#note) this.#note.value = at.note;
    this.#at = at;
  }

  /** The move that is looked at; before it another one was. @param {Step} at */
  #mark(at) {
    if (this.#marked) set(this.#marked, { "aria-current": null, tabindex: "-1" });
    this.#marked = this.#buttons.get(at) ?? null;
    if (this.#marked) set(this.#marked, { "aria-current": "true", tabindex: "0" });
  }

  /** Whether the keyboard is on a move, to follow it. @param {Step} step */
  follow(step) {
    if (this.#list.contains(document.activeElement)) this.#buttons.get(step)?.focus();
  }

  /** @param {Variations} variations */
  #draw(variations) {
    const focused = this.#list.contains(document.activeElement);
    this.#buttons = new Map();
    const start = this.#button(variations.root, "Start", "The start", "");
    this.#list.replaceChildren(start, noteOf(variations.root) ?? "", ...this.#lineFrom(variations, variations.root));
    if (focused && this.#at) this.#buttons.get(this.#at)?.focus();
  }

  /** A line of moves; what might be played instead of one stands in a block behind it. @param {Variations} variations @param {Step} step @returns {Node[]} */
  #lineFrom(variations, step) {
    const parts = [];
    for (let at = step; at.after.length; at = at.after[0]) {
      const [main, ...others] = at.after;
      parts.push(...this.#move(variations, main));
      for (const other of others) {
        const line = [...this.#move(variations, other), ...this.#lineFrom(variations, other)];
        parts.push(h("div", { class: "variation", role: "group", "aria-label": `Instead of ${main.cell}` }, line));
      }
    }
    return parts;
  }

  /** @param {Variations} variations @param {Step} step */
  #move(variations, step) {
    const { side, number } = placeOf(variations, step);
    const one = this.#button(step, `${number} ${step.cell}`, stepWords(variations, step), side.toLowerCase());
    const note = noteOf(step);
    return note ? [one, note] : [one];
  }

  /** @param {Step} step @param {string} text @param {string} label @param {string} kind */
  #button(step, text, label, kind) {
    const kinds = `button study-move ${kind}`;
    const one = button(text, () => this.on.to(step), { class: kinds, "aria-label": label, tabindex: "-1" });
    this.#buttons.set(step, one);
    return one;
  }
}

/** @param {Step} step */
const noteOf = ({ note }) => (note ? h("span", { class: "study-note" }, note) : null);

/** Whose move it is, and which. @param {Variations} variations @param {Step} step */
function placeOf(variations, step) {
  const number = variations.ply + variations.line(step).length;
  const first = toMove(variations.start);
  return { number, side: (number - variations.ply) % 2 ? first : first === "X" ? "O" : "X" };
}

/** `Move 3, X c1`. @param {Variations} variations @param {Step} step */
export function stepWords(variations, step) {
  const { number, side } = placeOf(variations, step);
  return `Move ${number}, ${side} ${step.cell}`;
}
