// What is told while somebody waits: how much of Python is there, and what is wrong.

const SOON = 600; // milliseconds that nobody is told of

/** What of a leader is shown. @typedef {{trouble: string | null, ready: boolean, waiting: boolean, loaded: {got: number, of: number}}} Shown */

/** What is told while somebody waits: how much of Python is there, and what is wrong. */
export class Bar {
  #element = document.createElement("div");
  #words = document.createElement("p");
  #progress = document.createElement("progress");
  /** @type {number | undefined} */
  #later;
  /** @type {string | null} */
  #closed = null;
  #shown;

  /** @param {() => Shown} shown */
  constructor(shown) {
    this.#shown = shown;
    this.#element.id = "loading";
    this.#element.setAttribute("role", "status");
    this.#element.hidden = true;
    this.#progress.setAttribute("aria-label", "Python");
    this.#element.append(this.#words, this.#progress);
    document.body.append(this.#element);
  }

  look() {
    const { trouble, ready, waiting } = this.#shown();
    const told = trouble && trouble !== this.#closed;
    if (told || (waiting && !ready)) this.#later ??= setTimeout(() => this.#show(), told ? 0 : SOON);
    else {
      clearTimeout(this.#later);
      this.#later = undefined;
      this.#element.hidden = true;
    }
    if (!this.#element.hidden) this.#show();
  }

  #show() {
    const { trouble, ready, waiting, loaded } = this.#shown();
    if (!trouble && (ready || !waiting)) return;
    const [got, of] = [loaded.got, loaded.of].map((bytes) => (bytes / 1e6).toFixed(1));
    this.#progress.hidden = Boolean(trouble);
    this.#progress.max = loaded.of || 1;
    this.#progress.value = loaded.got;
    const more = loaded.of && loaded.got >= loaded.of ? "Python begins …" : `Loading Python: ${got} of ${of} MB`;
    this.#words.textContent = trouble ?? more;
    if (trouble && !this.#element.querySelector("button")) this.#element.append(this.#closing());
    this.#element.hidden = false;
  }

  #closing() {
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => {
      this.#closed = this.#shown().trouble;
      close.remove();
      this.look();
    });
    return close;
  }
}
