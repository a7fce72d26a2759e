// What of a large drawing is in sight: moved by dragging, enlarged by wheel, by two fingers, by buttons and keys.

import { set } from "../core/dom.js";

const MOST = 90; // pixels a unit may take

/** A view of a drawing whose middle is 0, 0 and which is `radius` units wide each way. `changed` draws it. */
export class GraphCamera {
  scale = 1; // pixels a unit
  x = 0; // of the drawing, in the middle of the view
  y = 0;
  dragged = false; // a click that ends a drag is none
  #view;
  #radius;
  #changed;
  /** @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();
  #waiting = false;

  /** @param {HTMLElement} view @param {number} radius @param {() => void} changed */
  constructor(view, radius, changed) {
    this.#view = view;
    this.#radius = radius;
    this.#changed = changed;
    set(view, {
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#down(event),
      onpointermove: (/** @type {PointerEvent} */ event) => this.#move(event),
      onpointerup: (/** @type {PointerEvent} */ event) => this.#fingers.delete(event.pointerId),
      onpointercancel: (/** @type {PointerEvent} */ event) => this.#fingers.delete(event.pointerId),
      onpointerleave: (/** @type {PointerEvent} */ event) => this.#fingers.delete(event.pointerId),
    });
    view.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
  }

  get #least() {
    return Math.min(this.#view.clientWidth, this.#view.clientHeight) / (2 * this.#radius);
  }

  /** All of it. */
  whole() {
    [this.x, this.y] = [0, 0];
    this.scale = this.#least;
    this.#draw();
  }

  /** Enlarges around the middle, or around a point of the view. @param {number} by */
  zoom(by, px = this.#view.clientWidth / 2, py = this.#view.clientHeight / 2) {
    const scale = Math.min(Math.max(this.scale * by, this.#least * 0.9), MOST);
    const [dx, dy] = [px - this.#view.clientWidth / 2, py - this.#view.clientHeight / 2];
    this.x += dx / this.scale - dx / scale;
    this.y += dy / this.scale - dy / scale;
    this.scale = scale;
    this.#draw();
  }

  /** Moves by so many pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.#draw();
  }

  /** Brings a point into sight, where it is not. @param {number} x @param {number} y */
  follow(x, y) {
    const [w, h] = [this.#view.clientWidth / 2 / this.scale - 1, this.#view.clientHeight / 2 / this.scale - 1];
    if (Math.abs(x - this.x) < w && Math.abs(y - this.y) < h) return;
    [this.x, this.y] = [x, y];
    this.#draw();
  }

  /** At most once a frame. */
  #draw() {
    if (this.#waiting) return;
    this.#waiting = true;
    requestAnimationFrame(() => {
      this.#waiting = false;
      this.#changed();
    });
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const box = this.#view.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.dragged = false;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (Math.abs(dx) + Math.abs(dy) < (this.dragged ? 1 : 5)) return;
    this.dragged = true;
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!other) return this.pan(dx, dy);
    const apart = (/** @type {{x: number, y: number}} */ at) => Math.hypot(at.x - other.x, at.y - other.y);
    const box = this.#view.getBoundingClientRect();
    const by = apart({ x: event.clientX, y: event.clientY }) / Math.max(apart(before), 1);
    this.zoom(by, other.x - box.left, other.y - box.top);
  }
}
