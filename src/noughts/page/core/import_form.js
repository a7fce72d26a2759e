// A form for a position or a game that is pasted, chosen as a file or dropped. The server reads it. If it
// names no board, the form asks for one. Text that cannot be read changes nothing.

import { messageOf, sayIn } from "./announce.js";
import { ApiRefusal, tell } from "./api.js";
import { button, h, set } from "./dom.js";
import { plural, whole } from "./grammar.js";
import { boardWords, emptyPosition } from "./notation.js";

/** A game with its variations. @typedef {Omit<StudyJson, "schema" | "sgf">} Study */
/**
 * The actions of a form. `open` shows a study, which `summary` describes; `follow` takes a link. `currentBoard` is the
 * board of a text that names none, `likelyBoard` the board to propose for it.
 * @typedef {{open: (study: Study, summary: string) => unknown, follow: (url: URL) => unknown,
 *   currentBoard?: () => string, likelyBoard?: () => string}} ImportHandlers
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

export class ImportForm {
  #text = h("textarea", {
    id: "import-text",
    rows: 4,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "XX./.../O..   or   15x15x5 h8 i7 i8   or   (;FF[4]GM[4]...)",
    "aria-describedby": "import-problem",
    oninput: () => this.#forget(),
  });
  #problem = h("p", { class: "problem", id: "import-problem" });
  #choice = h("select", { id: "import-board" });
  #more = h(
    "div",
    { class: "row", hidden: true },
    h("label", { for: "import-board" }, "On which board?"),
    this.#choice,
  );
  #file = h("input", {
    type: "file",
    id: "import-file",
    accept: ".sgf,.psq,.json,.txt,text/*",
    onclick: () => this.#forgetChoice(),
    onchange: () => this.importFile(this.#file.files?.[0]),
  });
  /** The file that is read in place of the text, in base64. */
  #bytes = "";
  #on;
  element;

  /** @param {string} verb @param {ImportHandlers} on */
  constructor(verb, on) {
    this.#on = on;
    this.element = h("form", { class: "field", onsubmit: () => this.read() }, [
      h("label", { for: "import-text" }, "Paste a position, a game (SGF, PSQ, JSON, moves like h8i7i8) or a link"),
      this.#text,
      this.#more,
      this.#problem,
      h("div", { class: "row" }, button(verb, null, { type: "submit", class: "button primary" })),
      h("label", { for: "import-file", class: "label" }, "or a file, which may be dropped here"),
      this.#file,
    ]);
  }

  #forget() {
    this.#bytes = "";
    set(this.#more, { hidden: true });
  }

  /** Clears the file input: a browser reports no change if the same file is chosen again, even after an edit. */
  #forgetChoice() {
    this.#file.value = "";
  }

  /**
   * Imports a file that was chosen or dropped. Its bytes are sent, because it may name its own character set.
   * @param {File | undefined} file
   */
  async importFile(file) {
    if (!file) return;
    this.#forget();
    if (file.size > MAX_FILE)
      return sayIn(this.#problem, `This file has ${whole(file.size)} bytes. At most ${whole(MAX_FILE)} are read.`);
    const bytes = await file.arrayBuffer().catch(() => null);
    if (!bytes)
      return sayIn(
        this.#problem,
        `“${file.name}” cannot be read. It may be a folder, or it may have been moved or deleted.`,
      );
    this.#text.value = "";
    this.#bytes = btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));
    await this.read();
  }

  /** Focuses the list of boards if one is to be chosen, else the text. */
  focus() {
    if (this.#more.hidden) this.#text.focus();
    else this.#choice.focus();
  }

  /**
   * Imports files that are dropped on an element, and leaves anything else to the browser, such as text that is dragged
   * into a field.
   * @param {HTMLElement} element @param {AbortSignal} [signal] @param {() => unknown} [onFile] - called before a file is read
   */
  dropOn(element, signal, onFile) {
    const allow = (/** @type {DragEvent} */ event) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (/** @type {DragEvent} */ event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      onFile?.();
      this.importFile(file);
    };
    element.addEventListener("dragover", allow, { signal });
    element.addEventListener("drop", drop, { signal });
  }

  /** Imports a text as if it had been pasted. @param {string} text */
  importText(text) {
    this.#forget();
    this.#text.value = text;
    return this.read();
  }

  /** Sends the text or the file to the server; an error is shown below the text. @returns {Promise<void>} */
  async read() {
    const text = this.#text.value.trim();
    this.#problem.textContent = "";
    try {
      if (!text && !this.#bytes) throw new Error("type or paste a position or a game first");
      if (/^(https?:\/\/|\/[a-z])/i.test(text)) return void (await this.#follow(text));
      const { currentBoard, likelyBoard } = this.#on;
      const record = this.#bytes ? { record_base64: this.#bytes } : { record: text };
      const board = this.#more.hidden ? currentBoard?.() : this.#choice.value;
      await this.show(await readStudy({ ...record, board, likely: likelyBoard?.() }));
    } catch (error) {
      if (error instanceof ApiRefusal && error.boards.length) this.#offer(error.boards);
      sayIn(this.#problem, messageOf(error));
    }
  }

  /** Opens a study and empties the form. @param {Study} study */
  async show(study) {
    const { board, start, moves } = study;
    const what = start === emptyPosition(board) ? "The empty board," : "A position on";
    await this.#on.open(study, `${moves.length ? `${plural(moves.length, "move")} on` : what} ${boardWords(board)}.`);
    this.#forget();
    this.#text.value = "";
    this.#forgetChoice();
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
}
