// Pictures to step through: a row of boards, of which one is large at a time. Printed, all of them stand side by side.

import { boardPicture, figureAt } from "../blocks/figures.js";
import { announce } from "../core/announce.js";
import { button, h, set } from "../core/dom.js";
import { plain, prose } from "../core/text.js";

/** @import { LessonFrames } from "../core/types.js" */

export class FrameSteps {
  element = h("figure", { class: "learn-frames" });
  #told;
  #frames;
  #at = 0;
  #title = h("figcaption", { class: "learn-title" });
  #printed = h("div", { class: "learn-printed" });
  #stage = h("div", { class: "learn-stage" });
  #words = h("p", { class: "learn-words" });
  #slider;

  /** @param {LessonFrames} told */
  constructor(told) {
    this.#told = told;
    const frames = told.frames;
    this.#frames = frames;
    const last = String(frames.length - 1);
    this.#slider = h("input", { type: "range", min: "0", max: last, value: "0" });
    set(this.#slider, { oninput: () => this.show(Number(this.#slider.value)) });
    const step = (/** @type {number} */ by) => this.show(this.#at + by, true);
    const back = button("‹", () => step(-1), { "aria-label": "One step back" });
    const on = button("›", () => step(1), { "aria-label": "One step on" });
    const steps = h("div", { class: "learn-steps" }, back, this.#slider, on);
    const said = h("div", { class: "learn-said" }, this.#words, frames.length > 1 && steps);
    const live = h("div", { class: "learn-pair on-screen" }, this.#stage, said);
    this.element.append(this.#title, live, this.#printed);
    this.retell();
  }

  /** In the register as it is now. */
  retell() {
    const title = plain(this.#told.caption);
    this.#title.replaceChildren(...prose(this.#told.caption));
    set(this.#slider, { "aria-label": `Step of: ${title}` });
    this.#printed.replaceChildren(
      ...this.#frames.map((frame, i) => h("div", {}, this.#picture(i), h("p", {}, prose(frame.words)))),
    );
    this.show(this.#at);
  }

  /** @param {number} at @param {boolean} [spoken] */
  show(at, spoken = false) {
    this.#at = Math.min(Math.max(at, 0), this.#frames.length - 1);
    const frame = this.#frames[this.#at];
    const count = this.#frames.length > 1 ? `${this.#at + 1} of ${this.#frames.length}. ` : "";
    this.#stage.replaceChildren(this.#picture(this.#at));
    const words = frame.words;
    this.#words.replaceChildren(...prose(words));
    this.#slider.value = String(this.#at);
    set(this.#slider, { "aria-valuetext": `${count}${plain(words)}` });
    if (spoken) announce(`${count}${plain(words)}`);
  }

  /** @param {number} at */
  #picture(at) {
    const [{ board = "", position = "" }] = this.#frames;
    const shown = figureAt({ block: "figure", board, position }, this.#frames.slice(0, at + 1));
    const label = `Board ${shown.board}: ${shown.position.replaceAll("/", " / ")}`;
    return boardPicture(shown, { label });
  }
}
