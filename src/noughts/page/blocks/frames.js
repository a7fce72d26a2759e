// A figure that changes step by step: a slider over its frames, and buttons that step and play.

import { button, h } from "../core/dom.js";
import { plain, prose } from "../core/text.js";
import { figureAt } from "./figures.js";
import { numbersTable } from "./numbers.js";
import { scrollArea } from "./parts.js";
import { refer } from "./refer.js";

/** @import { FigureBlockJson, FrameBlockJson, FramesBlockJson } from "../core/answers.js" */

const PACE = 900; // milliseconds a frame at most; a long run is played in about TOTAL
const TOTAL = 15000;

export class Frames {
  element = h("div", { class: "block-frames" });
  #block;
  #draw;
  #frames;
  #at = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #figure;
  #words = h("p", { class: "block-frame-words" });
  #slider;
  #play = button("Play", () => (this.#timer ? this.#stop() : this.#run()));
  #back = button("Previous", () => this.#step(-1));
  #next = button("Next", () => this.#step(1));

  /** `draw` draws a figure that is not a table of numbers. @param {FramesBlockJson} block @param {(figure: FigureBlockJson) => Element} draw */
  constructor(block, draw) {
    this.#block = block;
    this.#draw = draw;
    this.#frames = block.frames;
    this.#figure = scrollArea(plain(block.caption));
    const oninput = () => this.#to(Number(this.#slider.value));
    this.#slider = h("input", { type: "range", min: 0, max: this.#last, "aria-label": "Step", oninput });
    const controls = h("div", { class: "block-controls" }, this.#back, this.#play, this.#next, this.#slider);
    this.element.append(this.#figure, this.#words, controls);
    new ResizeObserver(() => intoView(this.#figure)).observe(this.#figure); // also when it is shown for the first time
    this.show(block.at_end ? this.#last : 0);
  }

  get #last() {
    return this.#frames.length - 1;
  }

  /** The number of the frame. If the last frame is shown first, the first one is the start and counts as 0. */
  get #place() {
    const first = this.#block.at_end ? 0 : 1;
    return `${this.#at + first} of ${this.#last + first}`;
  }

  /** Show a frame. @param {number} at */
  show(at) {
    this.#at = Math.min(Math.max(at, 0), this.#last);
    const { figure, caption } = this.#block;
    const frame = this.#frames[this.#at];
    const place = this.#place;
    const shown = figureAt(figure, this.#frames.slice(0, this.#at + 1));
    const drawn = figure.numbers ? numbersTable(shown, `${plain(caption)}, step ${place}`) : this.#draw(shown);
    this.#figure.replaceChildren(drawn);
    intoView(this.#figure);
    this.#words.replaceChildren(h("strong", {}, `${place}. `), ...prose(frame.words));
    this.#slider.value = String(this.#at);
    this.#slider.setAttribute("aria-valuetext", `${place}: ${plain(frame.words)}`);
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

  /** @param {number} by */
  #step(by) {
    this.#words.setAttribute("aria-live", "polite");
    this.#to(this.#at + by);
  }

  /** @param {number} at */
  #to(at) {
    this.#stop();
    this.show(at);
  }

  #run() {
    if (this.#at === this.#last) this.show(0);
    this.#play.textContent = "Pause";
    this.#words.removeAttribute("aria-live"); // running frames would talk without end
    const tick = () => {
      this.show(this.#at + 1);
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
