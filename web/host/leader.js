// Whoever answers the page: a worker of this tab, or of the tab that has the games.

import { BASE } from "./place.js";

const LOCK = `noughts ${BASE.pathname}`;
const CALL_AGAIN = 400; // milliseconds until a tab that heard nothing of the leading one calls again
const TAB = `${Date.now()}.${Math.random()}`;

/** @typedef {{head(status: number, headers: [string, string][]): void, piece(body: Uint8Array): void, end(broken: boolean): void}} Hearer */
/** @typedef {{message: any, hearer: Hearer, begun: boolean}} Asked */

/** Whoever answers: a worker of this tab where it leads, else that of the leading one. */
export class Leader {
  /** Requests by id: the tab, a space, and a number. @type {Map<string, Asked>} */
  #asked = new Map();
  #next = 1;
  #changed;
  /** @type {BroadcastChannel | null} */
  #channel = null;
  /** @type {Worker | null} */
  #worker = null;
  #heard = false;
  #failed = false;
  ready = false;
  /** @type {{got: number, of: number}} */
  loaded = { got: 0, of: 0 };
  /** Bytes of each worker with Python, and how many one may hold. @type {{workers: number[], most: number}} */
  memory = { workers: [], most: 0 };
  /** @type {string | null} */
  trouble = null;

  /**
   * @param {string | null} lack - what keeps this browser from it @param {() => unknown} changed - called when there may
   * be something to tell
   */
  constructor(lack, changed) {
    this.#changed = changed;
    this.trouble = lack;
    this.#failed = Boolean(lack);
    if (lack) return;
    this.#channel = new BroadcastChannel(LOCK);
    this.#channel.onmessage = ({ data }) => data.to === TAB && this.#hear(data);
    this.#call();
    if (navigator.locks) navigator.locks.request(LOCK, () => this.#lead());
    else this.#lead(); // then two tabs have games of their own
  }

  get waiting() {
    return [...this.#asked.values()].some(({ begun }) => !begun);
  }

  /** @param {any} request @param {Hearer} hearer - returns what leaves it */
  ask(request, hearer) {
    const id = `${TAB} ${this.#next++}`;
    const message = { from: TAB, id, ...request };
    if (this.#failed) {
      hearer.end(true);
      return () => {};
    }
    this.#asked.set(id, { message, hearer, begun: false });
    this.#post(message);
    this.#changed();
    return () => {
      if (this.#asked.delete(id)) this.#post({ from: TAB, id, leaves: true });
    };
  }

  /** @param {any} message */
  #post(message) {
    if (this.#worker) this.#worker.postMessage(message);
    else if (this.#heard) this.#channel?.postMessage(message);
  }

  /** Asks for the leading tab's worker until it is heard. */
  #call() {
    if (this.#worker || this.#heard) return;
    this.#channel?.postMessage({ from: TAB, calls: true });
    setTimeout(() => this.#call(), CALL_AGAIN);
  }

  /** From now on this tab's worker has the games, as long as the tab is there. */
  #lead() {
    this.ready = false;
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: LOCK });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(`Python did not load here${event.message ? `: ${event.message}` : ""}. Reload the page to try again.`);
    };
    this.#askAgain();
    return new Promise(() => {});
  }

  /** Whoever answered has gone: what nobody began to answer is asked anew. */
  #askAgain() {
    for (const [id, { message, hearer, begun }] of this.#asked) {
      if (begun) this.#asked.delete(id);
      if (begun) hearer.end(true);
      else this.#post(message);
    }
  }

  /** @param {any} data */
  #hear(data) {
    if (data.here) return this.#meet();
    if (data.loaded) this.loaded = data.loaded;
    if (data.memory) this.memory = data.memory;
    if (data.ready) this.ready = true;
    if (data.trouble) this.trouble = data.trouble;
    if (data.failed) this.#fail(data.failed);
    if (data.id) this.#answer(data);
    this.#changed();
  }

  /** The leading tab's worker is there. */
  #meet() {
    if (this.#heard || this.#worker) return;
    this.#heard = true;
    this.#askAgain();
  }

  /** @param {any} data */
  #answer({ id, head, piece, end }) {
    const asked = this.#asked.get(id);
    if (!asked) return;
    asked.begun = true;
    if (head) asked.hearer.head(head.status, head.headers);
    if (piece) asked.hearer.piece(piece);
    if (!end) return;
    this.#asked.delete(id);
    asked.hearer.end(end.broken);
  }

  /** @param {string} words */
  #fail(words) {
    this.trouble = words;
    this.#failed = true;
    for (const { hearer } of this.#asked.values()) hearer.end(true);
    this.#asked.clear();
    this.#changed();
  }
}
