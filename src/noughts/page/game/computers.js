// The computers at the table move when it is their turn: at once against a person, at their pace against each other. Who
// thinks by the clock is shown at it, and ends when the game goes on otherwise.

import { preference } from "../core/store.js";

/**
 * `change`: what they do is to be shown anew; `focus`: whoever pressed a button that is gone needs another place;
 * `fail`: why nobody moves.
 * @typedef {{change: () => unknown, focus: () => unknown, fail: (error: unknown) => unknown}} ComputersHandlers
 */

const PAUSE = 200; // milliseconds

export class Computers {
  /** Whether two of them play on by themselves. */
  running = false;
  /** Who thinks by the clock. @type {import("./thinking.js").ThinkingStrip | null} */
  thinking = null;
  #begun = false; // whether one was asked to move in a position that was set up
  #closed = false;
  #timer = 0;

  /** @param {Session} session @param {ComputersHandlers} on */
  constructor(session, on) {
    this.session = session;
    this.on = on;
  }

  /** Whether one is to move in a position that was set up: it does so when asked to. */
  get waits() {
    const { session } = this;
    return session.setUp && !this.#begun && session.may("step") && session.computers.length < 2;
  }

  /** Whose turn it is moves, when that is a computer. */
  react() {
    clearTimeout(this.#timer);
    const { session } = this;
    if (session.game.outcome) this.running = false;
    if (this.thinking?.isOf(session.game)) return;
    this.#leave();
    if (session.pending || !session.may("step") || this.waits) return;
    const both = session.computers.length === 2;
    if (both && !this.running) return;
    this.#timer = setTimeout(() => this.move(), both ? preference("speed") : PAUSE);
  }

  /** Plays on by themselves, or no more. */
  run() {
    this.running = !this.running;
    this.on.change();
    this.react();
  }

  /** The one whose turn it is moves in a position that was set up. */
  begin() {
    this.#begun = true;
    this.move();
    this.on.change();
  }

  /** The one whose turn it is moves. */
  async move() {
    const { session, on } = this;
    if (!session.game.seats[session.game.to_move].seconds) return session.step();
    await session.make();
    const { ThinkingStrip } = await import("./thinking.js");
    if (this.#closed || this.thinking || !session.may("step")) return;
    const thinking = new ThinkingStrip(session, on.change);
    this.thinking = thinking;
    on.change();
    await thinking.run().catch(on.fail);
    if (this.thinking === thinking) this.#leave();
    on.change();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.thinking?.end();
  }

  #leave() {
    if (this.thinking?.element.contains(document.activeElement)) this.on.focus();
    this.thinking?.end();
    this.thinking = null;
  }
}
