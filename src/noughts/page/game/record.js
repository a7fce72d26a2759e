// The record: the position and the moves as text, as files and as a link; and a position or a game to begin with.

import { openPosition } from "../board/assist.js";
import { notice } from "../core/announce.js";
import { address, studyOf, tell } from "../core/api.js";
import { button, h, row } from "../core/dom.js";
import { copyButton, download } from "../core/download.js";
import { sentence } from "../core/grammar.js";
import { ImportForm } from "../core/import_form.js";
import { emptyPosition } from "../core/notation.js";
import { below, within } from "../core/site.js";
import { remember } from "../core/store.js";

/** @typedef {Pick<Wanted, "board" | "position">} Beginning */

const FORMATS = ["sgf", "psq", "json"];

export class RecordPanel {
  /** @type {GameAtPly | null} */
  #view = null;
  #position = h("span", { class: "notation" });
  #moves = h("span", { class: "notation" });
  #picture = h("a", { class: "button", download: "noughts.svg", "aria-label": "Picture as SVG" }, "SVG");
  #study = h("a", { class: "button" }, "Look at it in Analyse");
  #files = FORMATS.map((format) => h("a", { class: "button", download: "" }, format.toUpperCase()));

  /**
   * `start` begins a game from a position, `go` leads to a game that was made, or to where a link leads.
   * @param {(beginning: Beginning) => unknown} start @param {(address: string) => unknown} go
   */
  constructor(start, go) {
    const photograph = button("PNG", () => this.#view && save(pictureOf(this.#view, "png")), {
      "aria-label": "Picture as PNG",
    });
    const saveAs = h("span", { class: "label", "aria-hidden": "true" }, "Save as");
    const files = { class: "row", role: "group", "aria-label": "Save as a file" };
    const importForm = new ImportForm("Open it", {
      open: (study) => begin(study, start, go),
      follow: (url) => go(below(url.pathname) + url.search + url.hash),
      currentBoard: () => this.#view?.board ?? "3x3x3",
    });
    importForm.dropOn(importForm.element);
    this.element = h(
      "section",
      { class: "record", "aria-labelledby": "record-title" },
      h("h2", { id: "record-title" }, "The record"),
      line("Position", this.#position),
      line("Moves", this.#moves),
      row(
        copyButton("Copy link", () => (this.#view ? linkTo(this.#view) : "")),
        this.#study,
      ),
      h("div", files, saveAs, this.#picture, photograph, this.#files),
      importForm.element,
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
 * Begins with what was read: in a position, or with a game that one person plays on for both sides.
 * @param {Study} study @param {(beginning: Beginning) => unknown} start @param {(address: string) => unknown} go
 */
async function begin({ board, start: position, moves, names }, start, go) {
  if (!moves.length) {
    await openPosition(board, position);
    return start({ board, position });
  }
  const end = moves.findIndex(({ after }, number) => after !== number);
  const main = moves.slice(0, end < 0 ? moves.length : end).map(({ cell }) => cell);
  const { game, tokens } = await tell("/api/games", { x: "person", o: "person", board, position, moves: main });
  remember(game.id, { tokens, names, mine: true, seen: Date.now() });
  go(`/game/${game.id}`);
}

/**
 * A link that shows and lets nobody move: the game at this ply, or the position where no game is made.
 * @param {GameAtPly} view
 */
function linkTo({ game, board, ply, position }) {
  if (!game.id) return location.origin + within(address("/", { board, position }));
  return `${location.origin}${within(`/game/${game.id}`)}${ply === game.moves.length ? "" : `?ply=${ply}`}`;
}
