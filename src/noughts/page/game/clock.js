// The clock of a game between two people: it ticks here, and falls on the server, which alone decides.

import { announce } from "../core/announce.js";
import { field, h, select, set } from "../core/dom.js";
import { prefer, preference } from "../core/store.js";

const TICK = 200; // milliseconds
const LATE = 250; // milliseconds after which the server is asked whether the time is over
const TOLD = [60, 30, 10]; // seconds left at which it is said
const LOW = 20; // seconds

export const CLOCKS = [
  ["", "No clock"],
  ["60+0", "1 minute each"],
  ["180+2", "3 minutes, 2 seconds a move"],
  ["300+5", "5 minutes, 5 seconds a move"],
  ["900+10", "15 minutes, 10 seconds a move"],
];

/** The clock that is wished for, as the server reads it. */
export function wishedClock() {
  const [seconds, increment] = preference("clock").split("+").map(Number);
  return seconds ? { seconds, increment } : undefined;
}

/** The choice of a clock, for games of two people; `chosen` is called when it is made. @param {() => unknown} chosen */
export function clockField(chosen) {
  const clocks = select(null, CLOCKS, preference("clock"), (clock) => {
    prefer({ clock });
    chosen();
  });
  return field("Clock", clocks, "clock-choice");
}

/** `4:32`, or with tenths where little is left. @param {number} left */
export function timeWords(left) {
  const seconds = Math.max(0, left) / 1000;
  if (seconds < LOW) return `0:${seconds.toFixed(1).padStart(4, "0")}`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
}

/** One side's time, in its strip. */
export class SideClock {
  element;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;
  /** The game that it was last told of. @type {Game | null} */
  #game = null;
  #at = 0;

  /** @param {string} kind - its class */
  constructor(kind) {
    this.element = h("span", { class: kind, role: "timer", hidden: true });
  }

  /**
   * `told`: whether it is said how little is left; `spent` is called once nothing is.
   * @param {Side} side @param {Game} game
   */
  show(side, game, told = false, spent = () => {}) {
    const { clock } = game;
    this.element.hidden = !clock;
    if (game !== this.#game) this.#at = performance.now();
    this.#game = game;
    clearInterval(this.#ticking);
    if (!clock) return;
    const running = clock.running === side && !game.outcome;
    const left = () => clock.left[side] - (running ? performance.now() - this.#at : 0);
    this.#draw(left());
    if (running) this.#tick(left, told, spent);
  }

  /** @param {() => number} left @param {boolean} told @param {() => void} spent */
  #tick(left, told, spent) {
    let before = left();
    let asked = false;
    this.#ticking = setInterval(() => {
      if (!this.element.isConnected) return clearInterval(this.#ticking);
      const now = left();
      this.#draw(now);
      if (told)
        for (const each of TOLD) if (before > each * 1000 && now <= each * 1000) announce(`${each} seconds left.`);
      before = now;
      if (now >= -LATE || asked) return;
      asked = true;
      spent();
    }, TICK);
  }

  /** @param {number} left */
  #draw(left) {
    this.element.textContent = timeWords(left);
    set(this.element, { "data-low": left < LOW * 1000 });
  }
}
