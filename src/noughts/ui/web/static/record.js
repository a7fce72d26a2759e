// The record: the position and the moves as text, a picture, a link, and a position to start from.

import { address, ask } from "./api.js";
import { button, h } from "./dom.js";
import { copyButton } from "./friend.js";
import { announce, sentence } from "./live.js";
import { boardOf } from "./notation.js";

/** `start({board, position})` begins a game from a position. */
export function recordPart(start) {
  let view = null;
  const position = h("span", { class: "notation" });
  const moves = h("span", { class: "notation" });
  const picture = h("a", { class: "button", download: "noughts.svg" }, "Picture");
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
    h("div", { class: "row" }, link, picture),
    startForm((text) => begin(text, view.game.board, start)),
  );
  const show = (next) => {
    view = next;
    position.textContent = view.position;
    moves.textContent = view.game.moves.join(" ") || "none yet";
    picture.href = address("/api/board.svg", { board: view.game.board, position: view.position, last: view.last });
  };
  return { element, show };
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
