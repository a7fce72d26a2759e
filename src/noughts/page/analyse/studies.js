// The studies that Analyse shows: those of its own address and of links, and the empty boards.

import { ApiRefusal, fresh } from "../core/api.js";
import { button, h } from "../core/dom.js";
import { readStudy } from "../core/import_form.js";
import { boardWords, emptyPosition, USUAL } from "../core/notation.js";
import { below } from "../core/site.js";

/** @import { ImportForm, Study } from "../core/import_form.js" */
/** @import { Game } from "../core/types.js" */

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
  const study = await readStudy({ record: text && `${board} ${text}`, board, position: start, x: X, o: O });
  return study.sgf;
}

/**
 * A link of this site: a game is looked at here, a position too; `go` leads elsewhere.
 * @param {URL} url @param {ImportForm} form @param {(address: string) => unknown} go @returns {Promise<unknown>}
 */
export async function followLink(url, form, go) {
  const [, page, id] = below(url.pathname).split("/");
  if (page === "game" && id) {
    /** @type {Game} */
    const { board, start, moves } = await fresh(`/api/games/${id}`);
    return form.show(await readStudy({ record: moves.join(" "), board, position: start }));
  }
  if (page === "analyse") return go(below(url.pathname) + url.search);
  const position = url.searchParams.get("position");
  const board = url.searchParams.get("board");
  if (!position && !board) throw new Error(`this link names no position and no game: ${url.href}`);
  return form.importText([board, position].filter(Boolean).join(" "));
}

/** Make the field for the name of an empty board, which is read like pasted text. @param {ImportForm} form */
export function boardForm(form) {
  const names = h(
    "datalist",
    { id: "boards" },
    USUAL.map((name) => h("option", { value: name }, boardWords(name))),
  );
  const typed = h("input", {
    type: "text",
    id: "empty-board",
    list: "boards",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 20,
    size: 10,
    required: true,
    placeholder: "7x5x4",
  });
  const onsubmit = () => {
    form.importText(typed.value);
    typed.value = "";
  };
  const label = h("label", { for: "empty-board" }, "An empty board");
  const row = h("div", { class: "row" }, typed, names, button("Begin", null, { type: "submit" }));
  return h("form", { class: "field", onsubmit }, label, row);
}

/** An empty study. @param {string} board @returns {Study} */
export const emptyStudy = (board) => ({ board, start: emptyPosition(board), note: "", moves: [], names: {} });
