// What is brought here: a position, a game or a link, pasted, chosen as a file or dropped. A board that the text does not
// tell is asked for, never guessed; what cannot be read changes nothing.

import { announce } from "../core/announce.js";
import { ApiRefusal, fresh, tell } from "../core/api.js";
import { button, h, set } from "../core/dom.js";
import { whole } from "../core/grammar.js";
import { boardWords, dimensions, emptyPosition } from "../core/notation.js";
import { parsePosition } from "../core/position_text.js";
import { messageOf } from "../core/refusals.js";
import { below } from "../core/site.js";

/** @import { StudyJson } from "../core/answers.js" */
/** @import { Game } from "../core/types.js" */
/** A game with its variations. @typedef {Omit<StudyJson, "schema" | "sgf">} Study */

const BOARDS = ["3x3x3", "4x3x3", "4x4x4", "5x5x4", "7x7x5", "10x10x5", "15x15x5", "20x20x5", "cube3", "cube4"];
const LONGEST = 200_000; // letters of a record that the server reads
const MOST_BYTES = 4; // of a letter in a file
const NAME = /^\s*([a-z-]*\d+x\d+(?:x\d+)?|[a-z-]*cube\d(?:d\d)?)(?=[\s:]|$)/i;
const POSITION = /^[\s:]*[xo._\-/\s]+$/i;
const ROWS = /^(?!\s*[{(])(?!.*[a-t]\d)[^/]*\/[^/]*\/[\s\S]*$/i; // rows, though one of their signs be none

/**
 * A study as the server reads it; a refusal with what is wrong with it.
 * @param {{record?: string, board?: string | null, position?: string | null, x?: string, o?: string}} asked @returns {Promise<StudyJson>}
 */
function readStudy({ record = "", board, position, ...names }) {
  return tell("/api/studies", { record, ...(board && { board }), ...(position && { position }), ...names });
}

/** The study of an address; null where it cannot be read. @param {string | null} board @param {string | null} position @param {string | null} moves */
export function studyAt(board, position, moves) {
  if (!board) return emptyStudy("3x3x3");
  return readStudy({ record: moves ?? "", board, position }).catch((error) => {
    if (error instanceof ApiRefusal && error.status < 500) return null;
    throw error;
  });
}

/**
 * All of a study as SGF.
 * @param {string} board @param {import("./variations.js").Variations} variations @param {{X: string, O: string}} names
 */
export async function sgfOf(board, { start, text }, { X, O }) {
  const told = await readStudy({ record: text && `${board} ${text}`, board, position: start, x: X, o: O });
  return told.sgf;
}

/** What a person brings. */
export class BringForm {
  #text = h("textarea", {
    id: "brought",
    rows: 4,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "XX./.../O..   or   15x15x5 h8 i7 i8   or   (;FF[4]GM[4]...)",
    "aria-describedby": "brought-problem",
  });
  #problem = h("p", { class: "problem", id: "brought-problem" });
  #asked = h("label", { for: "brought-board" });
  #choice = h("select", { id: "brought-board" });
  #more = h("div", { class: "row", hidden: true }, this.#asked, this.#choice);
  #file = h("input", { type: "file", id: "brought-file", accept: ".sgf,.psq,.json,.txt,text/*" });
  #current;
  #open;
  #go;
  element;

  /**
   * `current` is the board at hand, proposed where one is asked for; `open` shows what was read, `go` leads to a link.
   * @param {{current: () => string, open: (study: Study, told: string) => unknown, go: (address: string) => unknown}} on
   */
  constructor({ current, open, go }) {
    this.#current = current;
    this.#open = open;
    this.#go = go;
    this.#text.addEventListener("input", () => set(this.#more, { hidden: true }));
    this.#file.addEventListener("change", () => this.take(this.#file.files?.[0]));
    const onsubmit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.read();
    };
    this.element = h("form", { class: "field", onsubmit }, [
      h("label", { for: "brought" }, "Paste a position, a game (SGF, PSQ, JSON, moves like h8i7i8) or a link"),
      this.#text,
      this.#more,
      this.#problem,
      h("div", { class: "row" }, button("Look at it", null, { type: "submit", class: "button primary" })),
      h("label", { for: "brought-file", class: "label" }, "or a file, which may be dropped anywhere on this page"),
      this.#file,
    ]);
  }

  /** A file that was chosen or dropped. @param {File | undefined} file */
  async take(file) {
    if (!file) return;
    set(this.#more, { hidden: true });
    if (file.size > MOST_BYTES * LONGEST) return this.#say(tooLong(Math.ceil(file.size / MOST_BYTES), "at least "));
    this.#text.value = await file.text();
    await this.read();
  }

  /** Puts the keyboard where an answer is awaited. */
  enter() {
    if (this.#more.hidden) this.#text.focus();
    else this.#choice.focus();
  }

  /** Takes files that are dropped on an element. @param {HTMLElement} element @param {AbortSignal} signal @param {() => unknown} dropped */
  dropOn(element, signal, dropped) {
    element.addEventListener("dragover", (event) => event.preventDefault(), { signal });
    const take = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      dropped();
      this.take(event.dataTransfer?.files[0]);
    };
    element.addEventListener("drop", take, { signal });
  }

  /** The same as if a text had been pasted. @param {string} text @returns {Promise<void>} */
  put(text) {
    this.#text.value = text;
    return this.read();
  }

  /** Reads what stands in the field; what is wrong with it is said below. @returns {Promise<void>} */
  async read() {
    this.#problem.textContent = "";
    const text = this.#text.value.trim();
    try {
      if (!text) throw new Error("type or paste a position or a game first");
      if (text.length > LONGEST) throw new Error(tooLong(text.length));
      if (/^(https?:\/\/|\/[a-z])/i.test(text)) return void (await this.#follow(text));
      const [name = ""] = NAME.exec(text) ?? [];
      const rest = text.slice(name.length);
      if (POSITION.test(rest) || ROWS.test(rest)) return await this.#position(text);
      await this.#record(text, name.trim());
    } catch (error) {
      this.#say(messageOf(error));
    }
  }

  /** @param {string} words */
  #say(words) {
    this.#problem.textContent = words;
    announce(words);
  }

  /** A link: a game of this server is looked at here, a position too. @param {string} text @returns {Promise<unknown>} */
  async #follow(text) {
    const url = new URL(text, location.origin);
    const [, page, id] = below(url.pathname).split("/");
    if (url.origin !== location.origin) throw new Error(`this link leads elsewhere: ${url.origin}`);
    if (page === "game" && id) {
      /** @type {Game} */
      const { board, start, moves } = await fresh(`/api/games/${id}`);
      const study = await readStudy({ record: moves.join(" "), board, position: start });
      return this.#finish(study);
    }
    if (page === "analyse") return this.#go(below(url.pathname) + url.search);
    const position = url.searchParams.get("position");
    const board = url.searchParams.get("board");
    if (!position && !board) throw new Error(`this link names no position and no game: ${text}`);
    return this.put([board, position].filter(Boolean).join(" "));
  }

  /** @param {string} text */
  async #position(text) {
    const read = parsePosition(text, "");
    if ("problem" in read) return this.#say(read.problem);
    if ("board" in read) return this.#finish(await readStudy(read));
    const { columns, rows, position } = read;
    if (!this.#more.hidden && this.#choice.value)
      return this.#finish(await readStudy({ board: `${columns}x${rows}x${this.#choice.value}`, position }));
    this.#length(columns, rows);
  }

  /** How many in a row win is asked for. @param {number} columns @param {number} rows */
  #length(columns, rows) {
    const own = dimensions(this.#current());
    const fits = own.columns === columns && own.rows === rows;
    const likely = fits && own.k ? own.k : Math.min(columns, rows, 5);
    const numbers = Array.from({ length: Math.max(columns, rows) }, (_, i) => String(i + 1));
    this.#ask(
      `How many in a row win on ${columns} × ${rows}?`,
      numbers.map((n) => [n, n]),
      String(likely),
      `${columns} × ${rows} needs how many in a row? ${columns}x${rows}x${likely}?`,
    );
  }

  /** @param {string} text @param {string} name - the board it names, if any */
  async #record(text, name) {
    const sides = /^(\d+)x(\d+)$/.exec(name);
    if (sides && (this.#more.hidden || !this.#choice.value)) return this.#length(+sides[1], +sides[2]);
    if (sides) {
      const record = text.replace(name, `${name}x${this.#choice.value}`);
      return this.#finish(await readStudy({ record }));
    }
    const tells = name || /^[{]|^Piskvorky|\(\s*;/.test(text);
    const chosen = !this.#more.hidden && this.#choice.value;
    if (tells || chosen) return this.#finish(await readStudy({ record: text, board: tells ? null : chosen || null }));
    if (!/[a-t]\d/i.test(text)) return this.#finish(await readStudy({ record: text }));
    const boards = [...new Set([this.#current(), ...BOARDS])];
    const cells = text.match(/[a-t]\d+/gi) ?? [];
    const fit = boards.filter((board) => cells.every((cell) => inside(cell, board)));
    this.#ask(
      "On which board?",
      fit.map((board) => [board, boardWords(board)]),
      fit[0] ?? "",
      `Moves alone do not tell their board. ${fit[0] ?? "Which one"}? Or name it before them: 15x15x5 h8 i7 i8.`,
    );
  }

  /** @param {string} label @param {[value: string, text: string][]} options @param {string} likely @param {string} words */
  #ask(label, options, likely, words) {
    this.#asked.textContent = label;
    this.#choice.replaceChildren(...options.map(([value, text]) => h("option", { value }, text)));
    this.#choice.value = likely;
    this.#more.hidden = false;
    this.#choice.focus();
    this.#say(words);
  }

  /** @param {Study} study */
  #finish(study) {
    set(this.#more, { hidden: true });
    this.#text.value = "";
    this.#file.value = "";
    const count = study.moves.length;
    const what = count ? `${count} ${count === 1 ? "move" : "moves"}` : "A position";
    this.#open(study, `${what} on ${boardWords(study.board)}.`);
  }
}

/** @param {number} letters */
const tooLong = (letters, least = "") =>
  `This is too long: ${least}${whole(letters)} letters. At most ${whole(LONGEST)} are read, which is more than a game that fills 20 × 20 has with a note at every move. Leave out variations or notes.`;

/** Whether a board has a cell. @param {string} cell @param {string} board */
function inside(cell, board) {
  const { columns, rows } = dimensions(board);
  return cell.toLowerCase().charCodeAt(0) - 97 < columns && Number(cell.slice(1)) <= rows;
}

/** An empty board to begin with, by its name; what is no board is refused in words. @param {(study: Study, told: string) => unknown} open */
export function boardForm(open) {
  const names = h(
    "datalist",
    { id: "boards" },
    BOARDS.map((name) => h("option", { value: name }, boardWords(name))),
  );
  const typed = h("input", {
    type: "text",
    id: "empty-board",
    list: "boards",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 20,
    size: 10,
    placeholder: "7x5x4",
    "aria-describedby": "empty-problem",
  });
  const problem = h("p", { class: "problem", id: "empty-problem" });
  const onsubmit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    problem.textContent = "";
    const board = typed.value.trim().toLowerCase();
    try {
      if (!board) throw new Error("name a board: columns, rows and how many in a row win, like 7x5x4");
      const sides = /^(\d+)x(\d+)$/.exec(board);
      if (sides) throw new Error(`${board} needs how many in a row? ${board}x${Math.min(+sides[1], +sides[2], 5)}?`);
      open(await readStudy({ board }), `The empty board, ${boardWords(board)}.`);
      typed.value = "";
    } catch (error) {
      problem.textContent = messageOf(error);
      announce(messageOf(error));
    }
  };
  const label = h("label", { for: "empty-board" }, "An empty board");
  const row = h("div", { class: "row" }, typed, names, button("Begin", null, { type: "submit" }));
  return h("form", { class: "field", onsubmit }, label, row, problem);
}

/** An empty study. @param {string} board @returns {Study} */
export const emptyStudy = (board) => ({ board, start: emptyPosition(board), note: "", moves: [], names: {} });
