// Pictures to step through: a row of boards, of which one is large at a time. Printed, all of them stand side by side.

import { plain, prose } from "../blocks/text.js";
import { miniBoard } from "../board/picture.js";
import { announce } from "../core/announce.js";
import { button, h, set } from "../core/dom.js";
import { inRegister } from "../core/register.js";

/** @import { FrameJson } from "../core/answers.js" */
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
    const title = inRegister(this.#told.title, this.#told);
    this.#title.textContent = title;
    set(this.#slider, { "aria-label": `Step of: ${title}` });
    this.#printed.replaceChildren(...this.#frames.map(paperFrame));
    this.show(this.#at);
  }

  /** @param {number} at @param {boolean} [spoken] */
  show(at, spoken = false) {
    this.#at = Math.min(Math.max(at, 0), this.#frames.length - 1);
    const frame = this.#frames[this.#at];
    const count = this.#frames.length > 1 ? `${this.#at + 1} of ${this.#frames.length}. ` : "";
    this.#stage.replaceChildren(picture(frame));
    const words = inRegister(frame.words, frame);
    this.#words.replaceChildren(...prose(words));
    this.#slider.value = String(this.#at);
    set(this.#slider, { "aria-valuetext": `${count}${plain(words)}` });
    if (spoken) announce(`${count}${plain(words)}`);
  }
}

/** @param {FrameJson} frame */
function picture({ board, position, texts, rings, lines, last }) {
  const label = `Board ${board}: ${position.replaceAll("/", " / ")}`;
  return miniBoard(board, position, { label, coordinates: true, texts, rings, wins: lines, last });
}

/** @param {FrameJson} frame */
const paperFrame = (frame) => h("div", {}, picture(frame), h("p", {}, prose(inRegister(frame.words, frame))));
