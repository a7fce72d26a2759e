// A computer that thinks by the clock, in its strip: how deep it looks, the play that it expects, and how long it still has.
// It moves when its time is spent, or when it is told to. Whoever leaves it ends it, here and on the server.

import { button, h } from "../core/dom.js";
import { follow } from "../core/follow.js";
import { lengthWords, plural } from "../core/grammar.js";
import { playerWords, timeOf, whoSits } from "../core/players.js";

const TICK = 500; // milliseconds
const MOST = 6; // cells of the line that are named: all are drawn

export class ThinkingStrip {
  /** The play that it expects so far. @type {CellName[]} */
  line = [];
  #name = h("span", { class: "strip-name" });
  #line = h("span", { class: "strip-line" });
  #now;
  element;
  #who;
  #why = "";
  #until = 0;
  #ended = new AbortController();

  /** `change` is called with each thought. @param {Session} session @param {() => unknown} change */
  constructor(session, change) {
    const { to_move: mover, seats, version } = session.game;
    this.session = session;
    this.change = change;
    this.side = mover;
    this.version = version;
    this.#who = playerWords(timeOf(whoSits(seats[mover]))[0]);
    this.#now = button("Move now", () => this.#press(), { class: "button primary" });
    const words = h("span", { class: "strip-text" }, this.#name, this.#line);
    this.element = h("div", { class: "thinking" }, words, this.#now);
    this.#name.textContent = `${this.#who}: begins to think`;
  }

  /** Thinks to the end; raises why it could not, but not that the game went on meanwhile. */
  async run() {
    const [path, request] = this.session.thinking;
    const ticking = setInterval(() => this.#tick(), TICK);
    try {
      await follow(path, {}, this.#ended.signal, (kind, content) => this.#hear(kind, content), request);
    } finally {
      clearInterval(ticking);
    }
    if (this.#why) throw new Error(this.#why);
  }

  /** Whether it is about how a game stands. @param {Game} game */
  isOf(game) {
    return game.version === this.version && !this.#ended.signal.aborted;
  }

  end() {
    this.#ended.abort();
  }

  #press() {
    if (this.#now.ariaDisabled) return;
    this.#now.ariaDisabled = "true"; // one that is removed or disabled would lose the focus
    this.session.step(true);
  }

  /** @param {string} kind @param {any} content */
  #hear(kind, content) {
    if (kind === "ahead" && content.ahead) this.#line.textContent = `${plural(content.ahead, "other")} first`;
    if (kind === "done") this.session.take(content);
    if (kind === "ended" && content.code !== "stale") this.#why = content.error;
    if (kind !== "news") return;
    /** @type {ThinkingJson} */
    const { depth, nodes, line, left } = content;
    this.line = line;
    this.#until = performance.now() + left * 1000;
    const looked = nodes.toLocaleString("en", { notation: "compact" });
    this.#line.textContent = `${lengthWords(depth)} deep, ${looked} positions: ${line.slice(0, MOST).join(" ")}`;
    this.#tick();
    this.change();
  }

  #tick() {
    if (!this.#until) return;
    const left = Math.max(0, Math.ceil((this.#until - performance.now()) / 1000));
    this.#name.textContent = `${this.#who}: ${left} s left`;
  }
}
