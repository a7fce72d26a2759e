// Pictures to step through: a row of boards, of which one is large at a time. Printed, all of them stand side by side.

import { miniBoard } from "../board/picture.js";
import { announce } from "../core/announce.js";
import { button, h, set } from "../core/dom.js";

/** @import { Frame } from "./lessons.js" */

export class FrameSteps {
  element = h("figure", { class: "learn-frames" });
  #frames;
  #at = 0;
  #stage = h("div", { class: "learn-stage" });
  #words = h("p", { class: "learn-words" });
  #slider;

  /** @param {string} title @param {Frame[]} frames */
  constructor(title, frames) {
    this.#frames = frames;
    const last = String(frames.length - 1);
    this.#slider = h("input", { type: "range", min: "0", max: last, value: "0", "aria-label": `Step of: ${title}` });
    set(this.#slider, { oninput: () => this.show(Number(this.#slider.value)) });
    const step = (/** @type {number} */ by) => this.show(this.#at + by, true);
    const back = button("‹", () => step(-1), { "aria-label": "One step back" });
    const on = button("›", () => step(1), { "aria-label": "One step on" });
    const steps = h("div", { class: "learn-steps" }, back, this.#slider, on);
    const said = h("div", { class: "learn-said" }, this.#words, frames.length > 1 && steps);
    const live = h("div", { class: "learn-pair on-screen" }, this.#stage, said);
    this.element.append(h("figcaption", { class: "learn-title" }, title), live, printed(frames));
    this.show(0);
  }

  /** @param {number} at @param {boolean} [spoken] */
  show(at, spoken = false) {
    this.#at = Math.min(Math.max(at, 0), this.#frames.length - 1);
    const frame = this.#frames[this.#at];
    const count = this.#frames.length > 1 ? `${this.#at + 1} of ${this.#frames.length}. ` : "";
    this.#stage.replaceChildren(picture(frame));
    this.#words.replaceChildren(frame.words);
    this.#slider.value = String(this.#at);
    set(this.#slider, { "aria-valuetext": `${count}${frame.words}` });
    if (spoken) announce(`${count}${frame.words}`);
  }
}

/** @param {Frame} frame */
function picture({ board, position, texts, rings, lines, last }) {
  const label = `Board ${board}: ${position.replaceAll("/", " / ")}`;
  return miniBoard(board, position, { label, coordinates: true, texts, rings, wins: lines, last });
}

/** @param {Frame[]} frames */
function printed(frames) {
  const one = (/** @type {Frame} */ frame) => h("div", {}, picture(frame), h("p", {}, frame.words));
  return h("div", { class: "learn-printed", "aria-hidden": "true" }, frames.map(one));
}
