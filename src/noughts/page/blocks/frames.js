// A figure that changes step by step: a slider over its frames, and buttons that step and play. Titled, it has its caption
// above it, and all frames stand side by side on paper.

import { announce } from "../core/announce.js";
import { button, h } from "../core/dom.js";
import { plain, prose } from "../core/text.js";
import { boardPicture, figureAt } from "./figures.js";
import { numbersTable } from "./numbers.js";
import { scrollArea } from "./parts.js";
import { refer } from "./refer.js";

/** @import { FrameBlockJson, FramesBlockJson } from "../core/answers.js" */
/** @import { BlockOptions } from "./figures.js" */

const PACE = 900; // milliseconds a frame at most; a long run is played in about TOTAL
const TOTAL = 15000;

export class Frames {
  element = h("figure", { class: "block-frames" });
  #title = h("figcaption", {});
  #printed = h("div", { class: "block-printed" });
  #block;
  #options;
  #frames;
  #at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #figure;
  #words = h("p", { class: "block-frame-words" });
  #slider;
  #play = button("Play", () => (this.#timer ? this.#stop() : this.play()));
  #back = button("Previous", () => this.#to(this.#at - 1, true));
  #next = button("Next", () => this.#to(this.#at + 1, true));

  /** @param {FramesBlockJson} block @param {BlockOptions & {titled?: boolean}} [options] */
  constructor(block, options = {}) {
    this.#block = block;
    this.#options = options;
    this.#frames = block.frames;
    this.#figure = scrollArea(plain(block.caption));
    const oninput = () => this.#to(Number(this.#slider.value), false);
    this.#slider = h("input", { type: "range", min: 0, max: this.#last, "aria-label": "Step", oninput });
    const controls = h("div", { class: "block-controls" }, this.#back, this.#play, this.#next, this.#slider);
    const said = h("div", { class: "block-frame-said" }, this.#words, this.#last > 0 && controls);
    this.element.append(h("div", { class: "block-frame on-screen" }, this.#figure, said));
    if (options.titled) {
      this.element.classList.add("titled");
      this.element.prepend(this.#title);
      this.element.append(this.#printed);
    }
    new ResizeObserver(() => intoView(this.#figure)).observe(this.#figure); // also when it is shown for the first time
    this.#at = block.at_end ? this.#last : 0;
    this.retell();
  }

  /** Show its texts in the wording as it is now. */
  retell() {
    this.#title.replaceChildren(...prose(this.#block.caption));
    this.show(this.#at);
    if (!this.#printed.parentNode) return;
    const printed = this.#frames.map(({ words }, at) => h("div", {}, this.#drawn(at), h("p", {}, prose(words))));
    this.#printed.replaceChildren(...printed);
  }

  get #last() {
    return this.#frames.length - 1;
  }

  /** The number of the frame. If the last frame is shown first, the first one is the start and counts as 0. */
  #place(/** @type {number} */ at) {
    const first = this.#block.at_end ? 0 : 1;
    return `${at + first} of ${this.#last + first}`;
  }

  #drawn(/** @type {number} */ at) {
    const { figure, caption } = this.#block;
    const shown = figureAt(figure, this.#frames.slice(0, at + 1));
    if (figure.numbers) return numbersTable(shown, `${plain(caption)}, step ${this.#place(at)}`);
    const label = `Board ${shown.board}: ${shown.position.replaceAll("/", " / ")}`;
    return boardPicture(shown, this.#options.titled ? { ...this.#options, label } : this.#options);
  }

  /** Show a frame, and announce it if it is to be `spoken`. @param {number} at @param {boolean} [spoken] */
  show(at, spoken = false) {
    this.#at = Math.min(Math.max(at, 0), this.#last);
    const frame = this.#frames[this.#at];
    const place = this.#last ? `${this.#place(this.#at)}. ` : "";
    this.#figure.replaceChildren(this.#drawn(this.#at));
    intoView(this.#figure);
    this.#words.replaceChildren(h("strong", {}, place), ...prose(frame.words));
    this.#slider.value = String(this.#at);
    const words = place + plain(frame.words);
    this.#slider.setAttribute("aria-valuetext", words);
    if (spoken) announce(words);
    this.#back.ariaDisabled = String(this.#at === 0); // not disabled, or it would lose the focus
    this.#next.ariaDisabled = String(this.#at === this.#last);
    this.#pointOut(frame);
  }

  /** Point out the cells of a frame on the other boards while a control has the focus. @param {FrameBlockJson} frame */
  #pointOut({ rings = [], lines = [] }) {
    const cells = [...rings, ...lines.flat()];
    this.element.dataset.cells = cells.join(" ");
    if (this.element.contains(document.activeElement)) refer(this.element, cells);
  }

  /** @param {number} at @param {boolean} spoken */
  #to(at, spoken) {
    this.#stop();
    this.show(at, spoken);
  }

  /** Show one frame after the other until the user steps. Only the last one is announced. */
  play() {
    if (this.#at === this.#last) this.show(0);
    this.#play.textContent = "Pause";
    const tick = () => {
      this.show(this.#at + 1, this.#at + 1 === this.#last);
      if (this.#at === this.#last || !this.element.isConnected) this.#stop();
    };
    this.#timer = setInterval(tick, Math.min(PACE, TOTAL / this.#frames.length));
  }

  #stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#play.textContent = "Play";
  }
}

/** Scroll the table, not the page, to the cells of the frame. @param {HTMLElement} place */
function intoView(place) {
  /** @type {HTMLElement[]} */
  const cells = [...place.querySelectorAll("td")].filter((cell) => cell.matches(".on-line, .chosen"));
  if (!cells.length) return;
  const left = Math.min(...cells.map((cell) => cell.offsetLeft));
  const right = Math.max(...cells.map((cell) => cell.offsetLeft + cell.offsetWidth));
  place.scrollLeft = (left + right - place.clientWidth) / 2;
}
