// The studies that Analyse shows: those of its own address and of links, and the empty boards.

import { orNotice } from "../core/announce.js";
import { ApiRefusal, address, fresh, tell } from "../core/api.js";
import { button, h } from "../core/dom.js";
import { readStudy } from "../core/import_form.js";
import { boardWords, emptyPosition, otherSide, USUAL } from "../core/notation.js";
import { choices } from "../core/players.js";
import { below } from "../core/site.js";
import { remember } from "../core/store.js";
import { chooseSeat } from "../game/seats.js";

/** @import { ImportForm } from "../core/import_form.js" */

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

/**
 * Makes a game from what is looked at, with its moves so far, one side of which is played here. Asks who plays the
 * other; `made` is told its address.
 * @param {{board: string, position: string, moves: CellName[]}} from @param {Side} side
 * @param {(address: string) => unknown} made
 */
export async function playOn(from, side, made) {
  const make = async (/** @type {string} */ who) => {
    const [x, o] = side === "X" ? ["person", who] : [who, "person"];
    const { game, tokens, invitation } = await tell("/api/games", { ...from, x, o });
    remember(game.id, { tokens, invitation, mine: true, seen: Date.now() });
    made(`/game/${game.id}`);
  };
  const groups = await orNotice(choices(from.board));
  if (groups) chooseSeat(otherSide(side), "", groups, (who) => orNotice(make(who)));
}

// All that is seen stands in the address: the board, the moves and variations, the one that is looked at, the tab, what
// is shown on the board, the register of words, and a question with whether its answer is shown.

/**
 * What an address asks for; what it does not say is null.
 * @typedef {{board: string | null, position: string | null, moves: string | null, at: number | null,
 *   tab: string | null, show: Set<string>, words: Preferences["words"] | null, question: string, answered: boolean,
 *   names: {X: string, O: string}}} Asked
 */

export const LONGEST = 4000; // letters of moves and notes that an address holds

/** @param {URLSearchParams} query @returns {Asked} */
export function readAddress(query) {
  const words = query.get("words");
  return {
    board: query.get("board"),
    position: query.get("position"),
    moves: query.get("moves"),
    at: query.has("at") ? Number(query.get("at")) || 0 : null,
    tab: query.get("tab"),
    show: new Set(query.get("show")?.split(/[ ,]/) ?? []),
    words: words === "simple" || words === "precise" ? words : null,
    question: (query.get("question") ?? "").slice(0, 200),
    answered: query.get("answer") === "shown",
    names: { X: query.get("x") ?? "", O: query.get("o") ?? "" },
  };
}

/**
 * The address of what is seen; of moves that are too long for one, only those that lead to what is looked at.
 * @param {{board: string, variations: Variations, at: import("./variations.js").Step, tab: string, show: string[],
 *   words: string, question: string, answered: boolean, names: {X: string, O: string}}} seen
 */
export function addressOf({ board, variations, at, tab, show, words, question, answered, names }) {
  const { text, start } = variations;
  const whole = text.length <= LONGEST;
  const named = variations.root.after.length ? text : text && `${board} ${text}`; // without a board, a note alone is no record
  const last = at === variations.end(variations.root);
  return address("/analyse", {
    board,
    position: start === emptyPosition(board) ? null : start,
    moves: (whole ? named : variations.cells(at).join("")) || null,
    at: !whole || last ? null : variations.number(at),
    tab: tab === "moves" ? null : tab,
    show: show.join(",") || null,
    words,
    question: question || null,
    answer: question && answered ? "shown" : null,
    x: names.X || null,
    o: names.O || null,
  });
}
