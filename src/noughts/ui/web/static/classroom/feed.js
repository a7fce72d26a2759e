// What happens in a class, as it happens: the class itself and, for the view of all boards, every game of its round.
// A pupil's tabs share the few streams that a browser may have with those of games; whoever has none asks now and then.

import { ApiRefusal, fresh } from "../core/api.js";
import { StreamTurn } from "../core/turns.js";

/** @import { ClassroomJson, GameJson } from "../core/answers.js" */

/**
 * What is heard of a class: itself, a game of its round, that the line is cut or there again, that it is gone.
 * @typedef {{room: (room: ClassroomJson) => unknown, game?: (game: GameJson) => unknown, line?: (live: boolean) => unknown,
 *   gone?: (error: unknown) => unknown}} Hear
 */

const REOPEN = 2000; // milliseconds before a closed stream is asked for again
const POLL = 2000; // milliseconds between two looks where other tabs stream

export class ClassFeed {
  #ended = new AbortController();
  #id;
  #boards;
  #hear;
  /** @type {EventSource | null} */
  #stream = null;
  /** @type {StreamTurn | null} */
  #turn = null;

  /** @param {string} id @param {boolean} boards @param {Hear} hear */
  constructor(id, boards, hear) {
    this.#id = id;
    this.#boards = boards;
    this.#hear = hear;
    const { signal } = this.#ended;
    if (!boards) this.#turn = new StreamTurn(() => this.#poll(), signal);
    window.addEventListener("online", () => this.#listen(), { signal });
    window.addEventListener("focus", () => this.#listen(), { signal });
    this.#listen();
  }

  close() {
    this.#ended.abort();
    this.#stream?.close();
  }

  #listen() {
    if (this.#ended.signal.aborted) return;
    if (this.#stream && this.#stream.readyState !== EventSource.CLOSED) return;
    this.#turn?.take();
    const stream = new EventSource(`/api/classes/${this.#id}/events?boards=${this.#boards}`);
    this.#stream = stream;
    const heard = (/** @type {(content: any) => unknown} */ tell) => (/** @type {MessageEvent} */ event) =>
      stream === this.#stream && !this.#ended.signal.aborted && tell(JSON.parse(event.data));
    stream.onopen = () => this.#hear.line?.(true);
    stream.addEventListener("class", heard(this.#hear.room));
    stream.addEventListener(
      "game",
      heard((game) => this.#hear.game?.(game)),
    );
    stream.onerror = () => {
      if (stream !== this.#stream || this.#ended.signal.aborted) return;
      this.#hear.line?.(false);
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => this.#again(), REOPEN);
    };
  }

  /** The stream was refused: because the class is gone, or for now. */
  async #again() {
    try {
      await fresh(`/api/classes/${this.#id}`);
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 404) return this.#hear.gone?.(error);
    }
    this.#listen();
  }

  #poll() {
    const stream = this.#stream;
    stream?.close();
    const asking = setInterval(async () => {
      if (this.#ended.signal.aborted || stream !== this.#stream) return clearInterval(asking);
      const room = await fresh(`/api/classes/${this.#id}`).catch(() => null);
      if (room && stream === this.#stream && !this.#ended.signal.aborted) this.#hear.room(room);
    }, POLL);
  }
}
