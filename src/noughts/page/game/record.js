// The record: the position and the moves as text, as files and as a link; and a position or a game to begin with.

import { openPosition } from "../board/assist.js";
import { announce, notice } from "../core/announce.js";
import { address, tell } from "../core/api.js";
import { button, h, set } from "../core/dom.js";
import { download } from "../core/download.js";
import { sentence, whole } from "../core/grammar.js";
import { emptyPosition } from "../core/notation.js";
import { studyOf } from "../core/places.js";
import { parsePosition } from "../core/position_text.js";
import { messageOf } from "../core/refusals.js";
import { within } from "../core/site.js";
import { remember } from "../core/store.js";
import { copyButton } from "./copying.js";

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
  #study = h("a", { class: "button" }, "Look at it in Analyse");
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
    const board = () => this.#view?.board ?? "3x3x3";
    this.element = h(
      "section",
      { class: "record", "aria-labelledby": "record-title" },
      h("h2", { id: "record-title" }, "The record"),
      line("Position", this.#position),
      line("Moves", this.#moves),
      h(
        "div",
        { class: "row" },
        copyButton("Copy link", () => (this.#view ? linkTo(this.#view) : "")),
        this.#study,
      ),
      h("div", files, saveAs, this.#picture, photograph, this.#files),
      startForm(board, start),
      bringForm(board, open),
    );
  }

  /** @param {GameAtPly} view */
  show(view) {
    this.#view = view;
    this.#position.textContent = view.position;
    this.#moves.textContent = view.game.moves.join(" ") || "none yet";
    this.#picture.href = within(pictureOf(view, "svg"));
    this.#study.href = within(studyOf(view));
    const { id, board, start } = view.game;
    const plain = /^\d/.test(board) && start === emptyPosition(board); // all that PSQ can tell
    for (const [i, format] of FORMATS.entries()) {
      this.#files[i].hidden = !id || (format === "psq" && !plain);
      if (id) this.#files[i].href = within(`/api/games/${id}/record.${format}`);
    }
  }
}

/** A text with its name and a button that copies it. @param {string} label @param {HTMLElement} text */
export function line(label, text) {
  const copy = copyButton("Copy", () => text.textContent ?? "", `Copy the ${label.toLowerCase()}`);
  return h("div", { class: "line" }, h("span", { class: "label" }, label), text, copy);
}

/** The address of a picture of what is looked at. @param {Pick<GameAtPly, "board" | "position" | "last">} view @param {"svg" | "png"} kind */
export function pictureOf({ board, position, last }, kind) {
  return address(`/api/board.${kind}`, { board, position, last, paper: kind === "svg" ? true : null });
}

/** Saves what the server draws, or tells why it cannot. @param {string} url */
export async function save(url) {
  const response = await fetch(url).catch(() => null);
  if (!response) return notice("The server cannot be reached.");
  if (!response.ok) return notice(sentence((await response.json()).error));
  download(await response.blob(), "noughts.png");
}

/**
 * Begins a game from a position, or answers what is wrong with it.
 * @param {Beginning} beginning @param {(beginning: Beginning) => unknown} start
 */
async function begin(beginning, start) {
  try {
    await openPosition(beginning.board, beginning.position);
  } catch (error) {
    return messageOf(error);
  }
  start(beginning);
  return "";
}

/**
 * Asks for a position, and for the length of a line where the position does not tell it.
 * @param {() => string} current - the board at hand @param {(beginning: Beginning) => unknown} start
 */
function startForm(current, start) {
  const typed = h("input", {
    type: "text",
    id: "typed-position",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "XX./.../O..",
    "aria-describedby": "problem",
  });
  const length = h("select", { id: "line-length", onchange: () => submit() });
  const asked = h("label", { for: "line-length" });
  const more = h("div", { class: "row", hidden: true }, asked, length);
  const problem = h("p", { class: "problem", id: "problem" });
  const say = (/** @type {string} */ words) => {
    problem.textContent = words;
    announce(words);
  };
  typed.addEventListener("input", () => set(more, { hidden: true }));
  const submit = async () => {
    const read = parsePosition(typed.value, current());
    if ("problem" in read) return say(read.problem);
    if ("board" in read) return say(await begin(read, start));
    const { columns, rows, position } = read;
    const chosen = !more.hidden && length.value;
    if (chosen) return say(await begin({ board: `${columns}x${rows}x${chosen}`, position }, start));
    const numbers = Array.from({ length: Math.max(columns, rows) - 2 }, (_, i) => String(i + 3));
    length.replaceChildren(...["", ...numbers].map((n) => h("option", { value: n }, n || "choose")));
    asked.textContent = `How many in a row win on ${columns} × ${rows}?`;
    more.hidden = false;
    length.focus();
    say(`${columns} × ${rows} needs how many in a row? ${columns}x${rows}x${Math.min(columns, rows, 5)}?`);
  };
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    submit();
  };
  const label = h("label", { for: "typed-position" }, "Start from a position");
  const row = h("div", { class: "row" }, typed, button("Start", null, { type: "submit" }));
  return h("form", { class: "field", onsubmit }, label, row, more, problem);
}

/**
 * Asks for a game as another program wrote it, typed, chosen or dropped, and makes a game of it that one person plays on
 * for both sides.
 * @param {() => string} current - the board of moves that name none @param {(id: string) => unknown} open
 */
function bringForm(current, open) {
  const typed = h("textarea", {
    id: "typed-record",
    rows: 3,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "(;FF[4]GM[4]SZ[3];B[bb];W[aa])",
    "aria-describedby": "record-problem",
  });
  const problem = h("p", { class: "problem", id: "record-problem" });
  const bring = async () => {
    problem.textContent = "";
    try {
      const letters = typed.value.length;
      if (letters > LONGEST)
        throw new Error(`This record has ${whole(letters)} letters. At most ${whole(LONGEST)} are read here.`);
      const asked = { x: "person", o: "person", record: typed.value, board: current() };
      const { game, tokens, names } = await tell("/api/games", asked);
      remember(game.id, { tokens, names, mine: true, seen: Date.now() });
      open(game.id);
    } catch (error) {
      problem.textContent = messageOf(error);
      announce(messageOf(error));
    }
  };
  const take = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    typed.value = await file.text();
    bring();
  };
  const chosen = h("input", { type: "file", id: "record-file", accept: ".sgf,.psq,.json,.txt,text/*" });
  chosen.addEventListener("change", () => take(chosen.files?.[0]));
  const onsubmit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    bring();
  };
  const ondrop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  };
  const ondragover = (/** @type {DragEvent} */ event) => event.preventDefault();
  const label = h("label", { for: "typed-record" }, "Open a game: SGF, PSQ, JSON, or moves like h8i7i8");
  const file = h("label", { for: "record-file", class: "label" }, "or a file, which may be dropped here");
  const row = h("div", { class: "row" }, typed, button("Open", null, { type: "submit" }));
  return h("form", { class: "field", onsubmit, ondrop, ondragover }, label, row, file, chosen, problem);
}

/**
 * A link that shows and lets nobody move: the game at this ply, or the position where no game is made.
 * @param {GameAtPly} view
 */
function linkTo({ game, board, ply, position }) {
  if (!game.id) return location.origin + within(address("/", { board, position }));
  return `${location.origin}${within(`/game/${game.id}`)}${ply === game.moves.length ? "" : `?ply=${ply}`}`;
}
