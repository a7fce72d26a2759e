// All brains side by side on one position, which is set up by clicking.

import "../board/board.js";
import "../brain/side_by_side.js";
import { address, ask } from "../core/api.js";
import { button, h, select } from "../core/dom.js";
import { announce, sentence } from "../core/announce.js";
import { boardWords, cells, cellWords, emptyPosition, markAt, toMove, withMark } from "../core/notation.js";

const BOARDS = ["3x3x3", "4x3x3", "4x4x4", "5x5x4", "15x15x5"];
const BRUSHES = [
  ["turn", "Play in turn"],
  ["X", "Put X"],
  ["O", "Put O"],
  [".", "Take away"],
];
const EXAMPLE = "XX./.../O.."; // the weight grid's author works this one out in his own text
const NOTE = "The same position, put to every player: what would each play, how often, and why?";

export function brainsPage(main, go, { board = "3x3x3", position }) {
  document.title = "Brains side by side · noughts";
  const page = new BrainsPage(go, board, position ?? (board === "3x3x3" ? EXAMPLE : emptyPosition(board)));
  main.replaceChildren(page.element);
  return page;
}

class BrainsPage {
  #brush = "turn";

  constructor(go, board, position) {
    Object.assign(this, { go, at: position, on: board });
    const paint = (event) => this.#paint(event.detail);
    this.board = h("noughts-board", { oncell: paint });
    this.brains = h("noughts-brains");
    this.turn = h("p", { class: "turn" });
    this.play = h("a", { class: "button" }, "Play from here");
    this.element = this.#lay();
    this.#draw();
  }

  #lay() {
    const names = [...new Set([...BOARDS, this.on])].map((name) => [name, boardWords(name)]);
    const boards = select("Board", names, this.on, (name) => this.#move(emptyPosition(name), name));
    const brush = select("What a click does", BRUSHES, "turn", (value) => (this.#brush = value));
    const clear = button("Clear", () => this.#move(emptyPosition(this.on)));
    const heading = [h("h1", { id: "title" }, "Brains side by side"), h("p", { class: "note" }, NOTE)];
    const row = h("div", { class: "row" }, boards, brush, clear, this.play);
    return h(
      "div",
      { class: "brainspage" },
      h("section", { class: "table", "aria-labelledby": "title" }, heading, this.board, this.turn, row),
      h("section", { class: "beside", "aria-label": "What each would play" }, this.brains),
    );
  }

  #paint(cell) {
    const next = markAt(this.at, cell) === "." ? toMove(this.at) : ".";
    const mark = this.#brush === "turn" ? next : this.#brush;
    announce(`${cellWords(this.on, cell)}: ${mark === "." ? "empty" : mark}.`);
    this.#move(withMark(this.at, cell, mark));
  }

  #move(position, board = this.on) {
    Object.assign(this, { at: position, on: board });
    this.go(address("/brains", { board, position }), { replace: true, stay: true });
    this.#draw();
  }

  #draw() {
    const { at, on } = this;
    this.turn.textContent = `${toMove(at)} to move. Click a cell to change it.`;
    this.play.href = address("/", { board: on, position: at });
    this.board.show({ board: on, position: at, legal: cells(on), label: `Position to think about, ${on}` });
    this.#think(on, at);
  }

  /** Asks one player first: whether there is anything to think about is said once, not by each of them. */
  async #think(board, position) {
    const question = ask("/api/decide", { player: "random", board, position });
    const refused = await question.then(
      () => null,
      (error) => error,
    );
    if (this.at !== position) return;
    if (!refused) return this.brains.show({ board, position });
    const words = sentence(refused.message);
    this.brains.replaceChildren(h("p", { class: "problem" }, words));
    announce(words);
  }
}
