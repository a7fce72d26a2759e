// Brains side by side on one position, which is set up by clicking.

import { openPosition } from "../board/assist.js";
import { boardWith, lightOn } from "../board/board.js";
import { BoardField } from "../board/sizes.js";
import { SideBySide } from "../brain/side_by_side.js";
import { announce, notice } from "../core/announce.js";
import { address } from "../core/api.js";
import { button, h, note, select } from "../core/dom.js";
import { cells, cellWords, emptyPosition, markAt, toMove, withMark } from "../core/notation.js";
import { analyseAddress } from "../core/places.js";
import { messageOf } from "../core/refusals.js";
import { onRegister } from "../core/register.js";
import { within } from "../core/site.js";

/** @import { CellName } from "../core/answers.js" */
/** @import { Go } from "../core/types.js" */
/** @import { Option } from "../core/dom.js" */

/** @type {Option[]} */
const BRUSHES = [
  ["turn", "Play in turn"],
  ["X", "Put X"],
  ["O", "Put O"],
  [".", "Take away"],
];
const EXAMPLE = "XX./.../O.."; // the weight grid's author works this one out in his own text
const NOTE = "The same position, put to every player: what would each play, how often, and why?";

export class BrainsPage {
  #brush = "turn";
  #board;
  #boards;
  #position;
  #turn = h("p", { class: "turn" });
  #play = h("a", { class: "button" }, "Play from here");
  #study = h("a", { class: "button" }, "Analyse");
  #brains = new SideBySide();

  /** @param {Element} main @param {Go} go @param {{board?: string, position?: string}} at */
  constructor(main, go, { board = "3x3x3", position }) {
    document.title = "Brains side by side · noughts";
    this.go = go;
    this.#board = board;
    this.#boards = new BoardField(board, (name) => this.#choose(name));
    this.#position = position ?? (board === "3x3x3" ? EXAMPLE : emptyPosition(board));
    this.board = boardWith({ choose: (cell) => this.#paint(cell) });
    this.element = lightOn(this.#lay(), this.board);
    main.replaceChildren(this.element);
    this.#draw();
    this.leave = onRegister(() => this.#draw());
  }

  #lay() {
    const brush = select("What a click does", BRUSHES, "turn", (value) => (this.#brush = value));
    const clear = button("Clear", () => this.#move(emptyPosition(this.#board)));
    const heading = [h("h1", { id: "title" }, "Brains side by side"), note(NOTE)];
    const row = h("div", { class: "row" }, this.#boards.select, brush, clear, this.#play, this.#study);
    return h(
      "div",
      { class: "brainspage" },
      h(
        "section",
        { class: "table", "aria-labelledby": "title" },
        ...[heading, this.board, this.#turn, row, this.#boards.sizes],
      ),
      h("section", { class: "beside", "aria-label": "What each would play" }, this.#brains.element),
    );
  }

  /** Shows another board, unless the server rejects it. @param {string} board */
  async #choose(board) {
    try {
      await openPosition(board);
    } catch (error) {
      return notice(messageOf(error), [], "calm");
    }
    if (board === this.#boards.value) this.#move(emptyPosition(board), board);
  }

  /** @param {CellName} cell */
  #paint(cell) {
    const next = markAt(this.#position, cell) === "." ? toMove(this.#position) : ".";
    const mark = this.#brush === "turn" ? next : this.#brush;
    announce(`${cellWords(this.#board, cell)}: ${mark === "." ? "empty" : mark}.`);
    this.#move(withMark(this.#position, cell, mark));
  }

  /** @param {string} position @param {string} board */
  #move(position, board = this.#board) {
    this.#position = position;
    this.#board = board;
    this.go(address("/brains", { board, position }), { replace: true, stay: true });
    this.#draw();
  }

  #draw() {
    const [board, position] = [this.#board, this.#position];
    this.#turn.textContent = `${toMove(position)} to move. Click a cell to change it.`;
    this.#play.href = within(address("/", { board, position }));
    this.#study.href = within(analyseAddress({ board, position }));
    this.board.show({ board, position, legal: cells(board), label: `Position to think about, ${board}` });
    this.#think(board, position);
  }

  /**
   * Whether there is anything to think about is asked first, and said once, not by each player.
   * @param {string} board @param {string} position
   */
  async #think(board, position) {
    const refused = await openPosition(board, position).then(
      () => "",
      (error) => messageOf(error),
    );
    if (this.#position !== position) return;
    if (!refused) return this.#brains.show({ board, position });
    this.#brains.refuse(refused);
    announce(refused);
  }
}
