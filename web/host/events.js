// EventSource of the page, which has no others than those below /api/: Python tells them.

const RETRY = 2000; // milliseconds until a stream that broke off is opened again
/** The events of a path below /api/, as EventSource tells them. */
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
      if (!response.ok || !response.body) return this.#tell("error", 2);
      this.#tell("open", 1);
      await this.#read(response.body.pipeThrough(new TextDecoderStream()).getReader());
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

  /** @param {ReadableStreamDefaultReader<string>} reader */
  async #read(reader) {
    for (let text = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (text + value).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) this.#dispatch(event);
    }
  }

  /** @param {string} text */
  #dispatch(text) {
    const fields = Object.fromEntries(text.split("\n").map((line) => line.split(/: ?(.*)/s)));
    if (fields.id) this.#last = fields.id;
    if (fields.data !== undefined && !this.#ended.signal.aborted)
      this.dispatchEvent(new MessageEvent(fields.event ?? "message", { data: fields.data, lastEventId: this.#last }));
  }
}
