// A computation on the server: it is begun, waits for its turn, tells how it stands, can be stopped, and ends.

import { announce, messageOf } from "../core/announce.js";
import { button, h, row, set } from "../core/dom.js";
import { follow } from "../core/follow.js";
import { plural, sentence } from "../core/grammar.js";

/** @import { Params } from "../core/api.js" */
/**
 * What is told of it: `news` so far, and at last either `done` or `ended` without an answer, as when it is stopped.
 * @typedef {{news?: (content: any) => string | null, done: (content: any) => string, ended?: () => unknown}} RunHandlers
 */

export class Running {
  element = h("div", { class: "compare-running" });
  #start;
  #stop = button("Stop", () => this.stop(), { class: "button", hidden: true });
  #status = h("p", { class: "compare-status" });
  /** @type {AbortController | null} */
  #going = null;

  /** @param {string} label - of the button that begins it @param {() => unknown} begin */
  constructor(label, begin) {
    this.#start = button(label, begin, { class: "button primary" });
    this.element.append(row(this.#start, this.#stop), this.#status);
  }

  get button() {
    return this.#start;
  }

  /** Begins it; what was going on before ends. @param {string} path @param {Params} params @param {RunHandlers} told */
  async begin(path, params, told) {
    this.leave();
    const going = new AbortController();
    this.#going = going;
    this.#show("Asking the server …", true);
    let over = false;
    try {
      await follow(path, params, going.signal, (kind, content) => {
        over ||= kind === "done" || kind === "ended";
        if (this.#going === going) this.#hear(kind, content, told);
      });
      if (this.#going !== going || going.signal.aborted) return;
      if (!over) this.#end("The server ended it. Please begin again.", told);
    } catch (error) {
      if (this.#going === going) this.#end(messageOf(error), told);
    }
  }

  /** Stops it: nobody wants to know any more, so that the server, too, stops. */
  stop() {
    this.leave();
    this.#show("Stopped.", false);
    announce("Stopped.");
    this.#start.focus();
  }

  /** Ends it without a word: the page is left. */
  leave() {
    this.#going?.abort();
    this.#going = null;
  }

  /** @param {string} kind @param {any} content @param {RunHandlers} told */
  #hear(kind, content, told) {
    if (kind === "done") {
      const words = told.done(content);
      this.#going = null;
      this.#show(words, false);
      announce(words);
    } else if (kind === "ended") this.#end(endWords(content), told);
    else if (kind === "ahead") this.#show(content.ahead ? queueWords(content.ahead) : "Computing …", true);
    else {
      const words = told.news?.(content);
      if (words) this.#show(words, true);
    }
  }

  /** @param {string} words @param {RunHandlers} told */
  #end(words, told) {
    this.#going = null;
    this.#show(words, false);
    announce(words);
    told.ended?.();
  }

  /** @param {string} words @param {boolean} going */
  #show(words, going) {
    this.#status.textContent = words;
    if (!going && document.activeElement === this.#stop) this.#start.focus();
    set(this.#stop, { hidden: !going });
    set(this.element, { "data-going": going });
  }
}

/** @param {number} ahead */
const queueWords = (ahead) => `Waiting: ${plural(ahead, "computation")} before this one.`;

/** @param {EndedJson} ended */
const endWords = ({ code, error }) =>
  code === "time" ? `Ended: ${error}. What is shown is as far as it came.` : sentence(error);
