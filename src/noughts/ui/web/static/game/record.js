// The record: the position and the moves as text, as files and as a link; and a position or a game to begin with.

import { openPosition } from "../board/assist.js";
import { announce, notice } from "../core/announce.js";
import { address, tell } from "../core/api.js";
import { button, h } from "../core/dom.js";
import { sentence } from "../core/grammar.js";
import { boardOf, emptyPosition } from "../core/notation.js";
import { messageOf } from "../core/refusals.js";
import { remember } from "../core/store.js";
import { copyButton } from "./friend.js";

/** @import { GameAtPly, Wanted } from "../core/types.js" */
/** @typedef {Pick<Wanted, "board" | "position">} Beginning */

const FORMATS = ["sgf", "psq", "json"];
const LONGEST = 12000; // letters of a record that the server reads

export class RecordPanel {
  /** @type {GameAtPly | null} */
  #view = null;
  #position = h("span", { class: "notation" });
  #moves = h("span", { class: "notation" });
  #picture = h("a", { class: "button", download: "noughts.svg", "aria-label": "Picture as SVG" }, "SVG");
  #files = FORMATS.map((format) => h("a", { class: "button", download: "" }, format.toUpperCase()));

  /**
   * `start` begins a game from a position, `open` shows a game that was made.
   * @param {(beginning: Beginning) => unknown} start @param {(id: string) => unknown} open
   */
  constructor(start, open) {
    const photograph = button("PNG", () => this.#view && save(pictureOf(this.#view, "png")), {
      "aria-label": "Picture as PNG",
    });
    const saveAs = h("span", { class: "label", "aria-hidden": "true" }, "Save as");
    const files = { class: "row", role: "group", "aria-label": "Save as a file" };
    this.element = h(
      "details",
      { class: "record panel" },
      h("summary", {}, h("h2", {}, "The record")),
      line("Position", this.#position),
      line("Moves", this.#moves),
      h(
        "div",
        { class: "row" },
        copyButton("Copy link", () => (this.#view ? linkTo(this.#view) : "")),
      ),
      h("div", files, saveAs, this.#picture, photograph, this.#files),
      startForm((text) => begin(text, this.#view?.board ?? "3x3x3", start)),
      bringForm(open),
    );
  }

  /** @param {GameAtPly} view */
  show(view) {
    this.#view = view;
    this.#position.textContent = view.position;
    this.#moves.textContent = view.game.moves.join(" ") || "none yet";
    this.#picture.href = pictureOf(view, "svg");
    const { id, board, start } = view.game;
    const plain = /^\d/.test(board) && start === emptyPosition(board); // all that PSQ can tell
    for (const [i, format] of FORMATS.entries()) {
      this.#files[i].hidden = !id || (format === "psq" && !plain);
      if (id) this.#files[i].href = `/api/games/${id}/record.${format}`;
    }
  }
}

/** A text with its name and a button that copies it. @param {string} label @param {HTMLElement} text */
function line(label, text) {
  const copy = copyButton("Copy", () => text.textContent ?? "", `Copy the ${label.toLowerCase()}`);
  return h("div", { class: "line" }, h("span", { class: "label" }, label), text, copy);
}

/** The address of a picture of what is looked at. @param {GameAtPly} view @param {"svg" | "png"} kind */
function pictureOf({ board, position, last }, kind) {
  return address(`/api/board.${kind}`, { board, position, last, paper: kind === "svg" ? true : null });
}

/** Saves what the server draws, or tells why it cannot. @param {string} url */
async function save(url) {
  const response = await fetch(url).catch(() => null);
  if (!response) return notice("The server cannot be reached.");
  if (!response.ok) return notice(sentence((await response.json()).error));
  const place = URL.createObjectURL(await response.blob());
  h("a", { href: place, download: "noughts.png" }).click();
  URL.revokeObjectURL(place);
}

/**
 * Begins a game from a typed position, or answers what is wrong with it.
 * @param {string} text @param {string} current @param {(beginning: Beginning) => unknown} start
 */
async function begin(text, current, start) {
  if (!text) return "Type a position, like XX./.../O..: rows from the top, joined by /.";
  const strange = /[^XO./]/.exec(text);
  if (strange) return `“${strange[0]}” in “${text}” is not X, O, . or /.`;
  const board = boardOf(text, current);
  if (!board) return `The rows of “${text}” differ in length.`;
  try {
    await openPosition(board, text);
  } catch (error) {
    return messageOf(error);
  }
  start({ board, position: text });
  return "";
}

/** Asks for a position; `submit` answers what is wrong with it. @param {(text: string) => Promise<string>} submit */
function startForm(submit) {
  const typed = h("input", {
    type: "text",
    id: "typed-position",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "XX./.../O..",
    "aria-describedby": "problem",
  });
  const problem = h("p", { class: "problem", id: "problem" });
  const onsubmit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const words = await submit(typed.value.trim());
    problem.textContent = words;
    announce(words);
  };
  const label = h("label", { for: "typed-position" }, "Start from a position");
  const row = h("div", { class: "row" }, typed, button("Start", null, { type: "submit" }));
  return h("form", { class: "field", onsubmit }, label, row, problem);
}

/**
 * Asks for a game as another program wrote it, and makes a game of it that one person plays on for both sides.
 * @param {(id: string) => unknown} open
 */
function bringForm(open) {
  const typed = h("textarea", {
    id: "typed-record",
    rows: 3,
    maxlength: LONGEST,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "(;FF[4]GM[4]SZ[3];B[bb];W[aa])",
    "aria-describedby": "record-problem",
  });
  const problem = h("p", { class: "problem", id: "record-problem" });
  const onsubmit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      const { game, tokens } = await tell("/api/games", { x: "person", o: "person", record: typed.value });
      remember(game.id, { tokens, mine: true, seen: Date.now() });
      open(game.id);
    } catch (error) {
      problem.textContent = messageOf(error);
      announce(messageOf(error));
    }
  };
  const label = h("label", { for: "typed-record" }, "Open a game: SGF, PSQ or JSON");
  const row = h("div", { class: "row" }, typed, button("Open", null, { type: "submit" }));
  return h("form", { class: "field", onsubmit }, label, row, problem);
}

/**
 * A link that shows and lets nobody move: the game at this ply, or the position where no game is made.
 * @param {GameAtPly} view
 */
function linkTo({ game, board, ply, position }) {
  if (!game.id) return location.origin + address("/", { board, position });
  return `${location.origin}/game/${game.id}${ply === game.moves.length ? "" : `?ply=${ply}`}`;
}
