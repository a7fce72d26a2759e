// What happens to a game or a class, as it happens: its events, which come back after a lost connection; while other
// tabs hold the few streams of this browser, a look now and then.

import { ApiRefusal, address, fresh, tell } from "./api.js";

const REOPEN = 2000; // milliseconds before a closed stream is asked for again
const POLL = 2000; // milliseconds between two looks where other tabs stream

/**
 * `path`: where it is; its events are below. `state` hears how it stands, `others` the events of other kinds, `line`
 * whether the stream is open, `gone` that there is no such thing any more. `idle`: whether nobody needs to hear now.
 * `query` asks for more events, which are not shared out among tabs; `token` gets the sign that says who watches.
 * @typedef {{path: () => string, kind: string, state: (content: any) => unknown, line?: (open: boolean) => unknown,
 *   others?: Record<string, (content: any) => unknown>, gone?: (error: unknown) => unknown, idle?: () => boolean,
 *   query?: import("./api.js").Params, token?: () => string | undefined}} Source
 */

/** The signs that were requested, by path and token. @type {Map<string, string>} */
const signs = new Map();

export class LiveStream {
  #source;
  #ended = new AbortController();
  /** @type {EventSource | null} */
  #events = null;
  /** @type {StreamTurn | null} */
  #turn = null;
  #asks = false; // true while a sign is requested
  #asked = ""; // the holder for which one was requested last

  /** @param {Source} source */
  constructor(source) {
    this.#source = source;
    const { signal } = this.#ended;
    if (!source.query) this.#turn = new StreamTurn(() => this.#poll(), signal);
    const listen = () => this.#listen();
    document.addEventListener("visibilitychange", listen, { signal });
    window.addEventListener("online", listen, { signal });
    window.addEventListener("focus", listen, { signal });
    this.#listen();
  }

  close() {
    this.#ended.abort();
    this.#events?.close();
  }

  /** Opens the stream where it is not open; what an earlier one brings is heard no more. */
  #listen() {
    const { path, kind, state, line, others, idle, query } = this.#source;
    if (this.#ended.signal.aborted || this.#asks) return;
    if (idle?.()) return this.#events?.close();
    if (this.#events && this.#events.readyState !== EventSource.CLOSED) return;
    if (this.#askSign()) return;
    this.#turn?.take();
    const events = new EventSource(address(`${path()}/events`, { ...query, as: this.#sign }));
    this.#events = events;
    events.onopen = () => line?.(true);
    for (const [name, hear] of Object.entries({ [kind]: state, ...others }))
      events.addEventListener(name, ({ data }) => this.#hears(events) && hear(JSON.parse(data)));
    events.onerror = () => {
      if (!this.#hears(events)) return;
      line?.(false);
      if (events.readyState === EventSource.CLOSED) setTimeout(() => this.#again(), REOPEN);
    };
  }

  /** The path and the token of the stream; empty without a token. */
  get #holder() {
    const token = this.#source.token?.();
    return token ? `${this.#source.path()} ${token}` : "";
  }

  /** The sign of the token, which EventSource cannot send. */
  get #sign() {
    return signs.get(this.#holder);
  }

  /** Request the sign, then listen, with the sign or without. Return false if there is nothing to request. */
  #askSign() {
    const holder = this.#holder;
    if (!holder || signs.has(holder) || this.#asked === holder) return false;
    this.#asked = holder;
    this.#asks = true;
    const [path, token] = holder.split(" ");
    tell(`${path}/sign`, {}, token)
      .then(({ sign }) => signs.set(holder, sign))
      .catch(() => null)
      .finally(() => {
        this.#asks = false;
        this.#listen();
      });
    return true;
  }

  /** @param {EventSource | null} events */
  #hears(events) {
    return events === this.#events && !this.#ended.signal.aborted;
  }

  /** The stream was refused: because what it is of is gone, or for now. */
  async #again() {
    this.#asked = "";
    try {
      await fresh(this.#source.path());
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 404) return this.#end(error);
    }
    this.#listen();
  }

  /** @param {unknown} error */
  #end(error) {
    this.close();
    this.#source.gone?.(error);
  }

  /** Other tabs stream, and this one asks now and then, until it is looked at again. */
  #poll() {
    const events = this.#events;
    events?.close();
    const asking = setInterval(async () => {
      if (!this.#hears(events)) return clearInterval(asking);
      const content = await fresh(this.#source.path(), { as: this.#sign }).catch(() => null);
      if (content && this.#hears(events)) this.#source.state(content);
    }, POLL);
  }
}

const MOST = 3; // streams of one browser; the rest of its connections load pages and send moves

/**
 * The turn of this tab to hold a stream. A browser opens six connections to an HTTP/1.1 server, and a stream keeps one
 * until it ends. So the last few tabs that asked hold one, and the others poll.
 */
class StreamTurn {
  #held = false;
  #later = 0;
  #channel = new BroadcastChannel("noughts-streams");

  /** @param {() => void} over - called when others have taken the turn @param {AbortSignal} signal */
  constructor(over, signal) {
    this.#channel.onmessage = () => {
      if (!this.#held || ++this.#later < MOST) return;
      this.#held = false;
      over();
    };
    signal.addEventListener("abort", () => this.#channel.close());
  }

  /** This tab opens a stream: of the others, who has held one longest lets go. */
  take() {
    if (!this.#held) this.#channel.postMessage(null);
    this.#held = true;
    this.#later = 0;
  }
}
