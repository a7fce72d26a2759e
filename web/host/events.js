// EventSource of the page, whose streams all lie below /api/ and come from Python.

import { serverEvents } from "../static/core/server_events.js";

const RETRY = 2000; // milliseconds until a stream that broke off is opened again

/** The events of a path below /api/. */
export class EventsHere extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 2;
  CONNECTING = 0;
  OPEN = 1;
  CLOSED = 2;
  readyState = 0;
  /** @type {((event: Event) => unknown) | null} */
  onopen = null;
  /** @type {((event: Event) => unknown) | null} */
  onerror = null;
  #ended = new AbortController();
  #last = "";

  /** @param {string | URL} address */
  constructor(address) {
    super();
    this.url = new URL(address, location.href).href;
    this.#open();
  }

  close() {
    this.readyState = 2;
    this.#ended.abort();
  }

  async #open() {
    const { signal } = this.#ended;
    const headers = { Accept: "text/event-stream", ...(this.#last && { "Last-Event-ID": this.#last }) };
    try {
      const response = await fetch(/** @type {string} */ (this.url), { headers, signal });
      if (!response.ok) return this.#tell("error", 2);
      this.#tell("open", 1);
      for await (const { event = "message", data, id = this.#last } of serverEvents(response)) {
        this.#last = id;
        if (data !== undefined && !signal.aborted)
          this.dispatchEvent(new MessageEvent(event, { data, lastEventId: id }));
      }
    } catch {
      // It broke off, or was closed.
    }
    if (signal.aborted) return;
    this.#tell("error", 0);
    setTimeout(() => signal.aborted || this.#open(), RETRY);
  }

  /** @param {"open" | "error"} kind @param {0 | 1 | 2} state */
  #tell(kind, state) {
    if (this.#ended.signal.aborted) return;
    this.readyState = state;
    const event = new Event(kind);
    this[`on${kind}`]?.(event);
    this.dispatchEvent(event);
  }
}
