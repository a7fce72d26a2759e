// The record: the position and the moves as text, as files and as a link; and a position or a game to begin with.

import { address, ask, tell } from "../core/api.js";
import { button, h } from "../core/dom.js";
import { copyButton } from "./friend.js";
import { announce, notice, sentence } from "../core/announce.js";
import { boardOf, emptyPosition } from "../core/notation.js";
import { remember } from "../core/store.js";

const FORMATS = ["sgf", "psq", "json"];
const LONGEST = 12000; // letters of a record that the server reads

/** `start({board, position})` begins a game from a position, `open(id)` shows a game that was made. */
export function recordPart(start, open) {
  let view = null;
  const position = h("span", { class: "notation" });
  const moves = h("span", { class: "notation" });
  const picture = h("a", { class: "button", download: "noughts.svg", "aria-label": "Picture as SVG" }, "SVG");
  const photograph = button("PNG", () => save(pictureOf(view, "png")), { "aria-label": "Picture as PNG" });
  const files = FORMATS.map((format) => h("a", { class: "button", download: "" }, format.toUpperCase()));
  const saveAs = h("span", { class: "label", "aria-hidden": "true" }, "Save as");
  const link = copyButton("Copy link", () => linkTo(view));
  const line = (label, text) => {
    const copy = copyButton("Copy", () => text.textContent, `Copy the ${label.toLowerCase()}`);
    return h("div", { class: "line" }, h("span", { class: "label" }, label), text, copy);
  };
  const element = h(
    "details",
    { class: "record panel" },
    h("summary", {}, h("h2", {}, "The record")),
    line("Position", position),
    line("Moves", moves),
    h("div", { class: "row" }, link),
    h("div", { class: "row", role: "group", "aria-label": "Save as a file" }, saveAs, picture, photograph, files),
    startForm((text) => begin(text, view.game.board, start)),
    bringForm(open),
  );
  const show = (next) => {
    view = next;
    position.textContent = view.position;
    moves.textContent = view.game.moves.join(" ") || "none yet";
    picture.href = pictureOf(view, "svg");
    const { id, board, start } = view.game;
    const plain = !/^(torus|cube)/.test(board) && start === emptyPosition(board); // all that PSQ can tell
    for (const [i, format] of FORMATS.entries()) {
      files[i].hidden = !id || (format === "psq" && !plain);
      if (id) files[i].href = `/api/games/${id}/record.${format}`;
    }
  };
  return { element, show };
}

/** The address of a picture of what is looked at. */
function pictureOf({ game, position, last }, kind) {
  return address(`/api/board.${kind}`, { board: game.board, position, last, paper: kind === "svg" ? true : null });
}

/** Saves what the server draws, or tells why it cannot. */
async function save(url) {
  const response = await fetch(url).catch(() => null);
  if (!response) return notice("The server cannot be reached.");
  if (!response.ok) return notice(sentence((await response.json()).error));
  const place = URL.createObjectURL(await response.blob());
  h("a", { href: place, download: "noughts.png" }).click();
  URL.revokeObjectURL(place);
}

/** Begins a game from a typed position, or tells what is wrong with it. */
async function begin(text, current, start) {
  const board = boardOf(text, current);
  const problem = wrong(text) || (await refusal(board, text));
  if (!problem) start({ board, position: text });
  return problem;
}

/** Asks for a position; `submit` answers what is wrong with it. */
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
  const onsubmit = async (event) => {
    event.preventDefault();
    announce((problem.textContent = await submit(typed.value.trim())));
  };
  const label = h("label", { for: "typed-position" }, "Start from a position");
  const row = h("div", { class: "row" }, typed, button("Start", null, { type: "submit" }));
  return h("form", { class: "field", onsubmit }, label, row, problem);
}

/** Asks for a game as another program wrote it, and makes a game of it that one person plays on for both sides. */
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
  const onsubmit = async (event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      const { game, tokens } = await tell("/api/games", { x: "person", o: "person", record: typed.value });
      remember(game.id, { tokens, mine: true, seen: Date.now() });
      open(game.id);
    } catch (error) {
      announce((problem.textContent = sentence(error.message)));
    }
  };
  const label = h("label", { for: "typed-record" }, "Open a game: SGF, PSQ or JSON");
  const row = h("div", { class: "row" }, typed, button("Open", null, { type: "submit" }));
  return h("form", { class: "field", onsubmit }, label, row, problem);
}

/** A link that shows and lets nobody move: the game at this ply, or the position where no game is made. */
function linkTo({ game, ply, position }) {
  if (!game.id) return location.origin + address("/", { board: game.board, position });
  return `${location.origin}/game/${game.id}${ply === game.moves.length ? "" : `?ply=${ply}`}`;
}

/** What is wrong with a typed position, as far as can be seen without the rules; empty if nothing is. */
function wrong(text) {
  if (!text) return "Type a position, like XX./.../O..: rows from the top, joined by /.";
  const strange = /[^XO./]/.exec(text);
  if (strange) return `“${strange[0]}” in “${text}” is not X, O, . or /.`;
  if (!boardOf(text, "3x3x3")) return `The rows of “${text}” differ in length.`;
  return "";
}

/** What the server has against beginning there; empty if nothing. */
function refusal(board, position) {
  const question = ask("/api/decide", { player: "random", board, position });
  return question.then(
    () => "",
    (error) => sentence(error.message),
  );
}
