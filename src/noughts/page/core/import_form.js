// A form for a position or a game that is pasted, chosen as a file or dropped. The server reads it. If it
// names no board, the form asks for one. Text that cannot be read changes nothing.

import { announce } from "./announce.js";
import { ApiRefusal, tell } from "./api.js";
import { button, h, set } from "./dom.js";
import { plural, whole } from "./grammar.js";
import { boardWords, emptyPosition } from "./notation.js";
import { messageOf } from "./refusals.js";

/** @import { StudyJson } from "./answers.js" */
/** A game with its variations. @typedef {Omit<StudyJson, "schema" | "sgf">} Study */
/**
 * The actions of a form. `open` shows a study, which `told` describes; `follow` takes a link. `given` is the board of a text
 * that names none, `likely` the board to propose for it.
 * @typedef {{open: (study: Study, told: string) => unknown, follow: (url: URL) => unknown, given?: () => string,
 *   likely?: () => string}} BringHandlers
 */

const MAX_FILE = 480_000; // bytes of a file that the server reads

/**
 * A study as the server reads it.
 * @param {{record?: string, record_base64?: string, board?: string | null, likely?: string, position?: string | null,
 *   x?: string, o?: string}} asked
 * @returns {Promise<StudyJson>}
 */
export function readStudy({ board, position, ...asked }) {
  return tell("/api/studies", { ...asked, ...(board && { board }), ...(position && { position }) });
}

export class BringForm {
  #text = h("textarea", {
    id: "brought",
    rows: 4,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "XX./.../O..   or   15x15x5 h8 i7 i8   or   (;FF[4]GM[4]...)",
    "aria-describedby": "brought-problem",
    oninput: () => this.#forget(),
  });
  #problem = h("p", { class: "problem", id: "brought-problem" });
  #choice = h("select", { id: "brought-board" });
  #more = h(
    "div",
    { class: "row", hidden: true },
    h("label", { for: "brought-board" }, "On which board?"),
    this.#choice,
  );
  #file = h("input", {
    type: "file",
    id: "brought-file",
    accept: ".sgf,.psq,.json,.txt,text/*",
    onchange: () => this.take(this.#file.files?.[0]),
  });
  /** The file that is read in place of the text, in base64. */
  #bytes = "";
  #on;
  element;

  /** @param {string} verb @param {BringHandlers} on */
  constructor(verb, on) {
    this.#on = on;
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.read();
    };
    this.element = h("form", { class: "field", onsubmit }, [
      h("label", { for: "brought" }, "Paste a position, a game (SGF, PSQ, JSON, moves like h8i7i8) or a link"),
      this.#text,
      this.#more,
      this.#problem,
      h("div", { class: "row" }, button(verb, null, { type: "submit", class: "button primary" })),
      h("label", { for: "brought-file", class: "label" }, "or a file, which may be dropped here"),
      this.#file,
    ]);
  }

  #forget() {
    this.#bytes = "";
    set(this.#more, { hidden: true });
  }

  /** A file that was chosen or dropped: its bytes, for it may name its own character set. @param {File | undefined} file */
  async take(file) {
    if (!file) return;
    this.#forget();
    if (file.size > MAX_FILE)
      return this.#say(`This file has ${whole(file.size)} bytes. At most ${whole(MAX_FILE)} are read.`);
    this.#text.value = "";
    const bytes = new Uint8Array(await file.arrayBuffer());
    this.#bytes = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    await this.read();
  }

  /** Puts the keyboard where an answer is awaited. */
  enter() {
    if (this.#more.hidden) this.#text.focus();
    else this.#choice.focus();
  }

  /** Takes files that are dropped on an element. @param {HTMLElement} element @param {AbortSignal} [signal] */
  dropOn(element, signal, dropped = () => {}) {
    element.addEventListener("dragover", (event) => event.preventDefault(), { signal });
    const take = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      dropped();
      this.take(event.dataTransfer?.files[0]);
    };
    element.addEventListener("drop", take, { signal });
  }

  /** Reads a text as if it had been pasted. @param {string} text */
  put(text) {
    this.#forget();
    this.#text.value = text;
    return this.read();
  }

  /** Has the text or the file read; what is wrong with it is said below. @returns {Promise<void>} */
  async read() {
    const text = this.#text.value.trim();
    this.#problem.textContent = "";
    try {
      if (!text && !this.#bytes) throw new Error("type or paste a position or a game first");
      if (/^(https?:\/\/|\/[a-z])/i.test(text)) return void (await this.#follow(text));
      const { given, likely } = this.#on;
      const record = this.#bytes ? { record_base64: this.#bytes } : { record: text };
      const board = this.#more.hidden ? given?.() : this.#choice.value;
      await this.show(await readStudy({ ...record, board, likely: likely?.() }));
    } catch (error) {
      if (error instanceof ApiRefusal && error.boards.length) this.#offer(error.boards);
      this.#say(messageOf(error));
    }
  }

  /** Opens a study and empties the form. @param {Study} study */
  async show(study) {
    const { board, start, moves } = study;
    const what = start === emptyPosition(board) ? "The empty board," : "A position on";
    await this.#on.open(study, `${moves.length ? `${plural(moves.length, "move")} on` : what} ${boardWords(board)}.`);
    this.#forget();
    this.#text.value = "";
    this.#file.value = "";
  }

  /** @param {string} link */
  async #follow(link) {
    const url = new URL(link, location.origin);
    if (url.origin !== location.origin) throw new Error(`this link leads elsewhere: ${url.origin}`);
    await this.#on.follow(url);
  }

  /** @param {string[]} boards - the likely one first */
  #offer(boards) {
    this.#choice.replaceChildren(...boards.map((board) => h("option", { value: board }, boardWords(board))));
    this.#more.hidden = false;
    this.#choice.focus();
  }

  /** @param {string} words */
  #say(words) {
    this.#problem.textContent = words;
    announce(words);
  }
}
