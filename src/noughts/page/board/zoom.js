// A picture made larger: by two fingers, or by two buttons; what is under the fingers stays under them.

import { button, h, set } from "../core/dom.js";

const STEP = 1.5; // by a button

export class Zoom {
  #scale = 1;
  #scroller;
  #most;
  /** The fingers' distance and the scale when they came down. @type {{apart: number, scale: number} | null} */
  #pinch = null;

  /**
   * `scroller` is the window onto the picture, whose style reads `--zoom`: at most `most` times its place.
   * @param {HTMLElement} scroller @param {boolean} pinched - whether fingers zoom, too @param {number} [most]
   */
  constructor(scroller, pinched, most = 4, [smaller, larger] = ["Make the board smaller", "Make the board larger"]) {
    this.#scroller = scroller;
    this.#most = most;
    this.out = button("−", () => this.#by(1 / STEP), { "aria-label": smaller });
    this.in = button("+", () => this.#by(STEP), { "aria-label": larger });
    this.element = h("div", { class: "zoom", role: "group", "aria-label": "Size of the board" }, this.out, this.in);
    this.#show();
    if (!pinched) return;
    set(scroller, {
      ontouchstart: (/** @type {TouchEvent} */ event) => this.#begin(event),
      ontouchend: () => (this.#pinch = null),
    });
    scroller.addEventListener("touchmove", (event) => this.#move(event), { passive: false });
  }

  /** Brings a point, by its shares of width and height, into sight. @param {number} x @param {number} y */
  bring(x, y) {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = this.#scroller;
    const [left, top] = [x * scrollWidth, y * scrollHeight];
    const away = [left - scrollLeft, clientWidth - left + scrollLeft, top - scrollTop, clientHeight - top + scrollTop];
    if (Math.min(...away) < 48)
      this.#scroller.scrollTo({ left: left - clientWidth / 2, top: top - clientHeight / 2, behavior: "smooth" });
  }

  /** @param {number} factor */
  #by(factor) {
    const { left, top, width, height } = this.#scroller.getBoundingClientRect();
    this.#to(this.#scale * factor, left + width / 2, top + height / 2);
  }

  /** Another scale around a point of the screen. @param {number} scale @param {number} x @param {number} y */
  #to(scale, x, y) {
    const before = this.#scale;
    const { left, top } = this.#scroller.getBoundingClientRect();
    const [fromLeft, fromTop] = [x - left, y - top];
    this.#scale = Math.min(this.#most, Math.max(1, scale));
    this.#show();
    const grown = this.#scale / before;
    this.#scroller.scrollLeft = (this.#scroller.scrollLeft + fromLeft) * grown - fromLeft;
    this.#scroller.scrollTop = (this.#scroller.scrollTop + fromTop) * grown - fromTop;
  }

  #show() {
    this.#scroller.style.setProperty("--zoom", String(this.#scale));
    set(this.out, { "aria-disabled": this.#scale === 1 ? "true" : null });
    set(this.in, { "aria-disabled": this.#scale === this.#most ? "true" : null });
  }

  /** @param {TouchEvent} event */
  #begin({ touches }) {
    this.#pinch = touches.length === 2 ? { apart: apart(touches), scale: this.#scale } : null;
  }

  /** @param {TouchEvent} event */
  #move(event) {
    const { touches } = event;
    if (!this.#pinch || touches.length !== 2) return;
    event.preventDefault();
    const [x, y] = [(touches[0].clientX + touches[1].clientX) / 2, (touches[0].clientY + touches[1].clientY) / 2];
    this.#to((this.#pinch.scale * apart(touches)) / this.#pinch.apart, x, y);
  }
}

/** How far two fingers are from each other. @param {TouchList} touches */
const apart = (touches) => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
