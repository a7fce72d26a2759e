// A board with a question: a click is an answer, and every answer is told what it comes to.

import { bar } from "../blocks/parts.js";
import { values } from "../board/assist.js";
import { boardWith } from "../board/board.js";
import { sayIn } from "../core/announce.js";
import { analyseAddress, ask } from "../core/api.js";
import { boxAnswer, dayFromNow, keepAnswer } from "../core/boxes.js";
import { button, h, note, set } from "../core/dom.js";
import { capital, names } from "../core/grammar.js";
import { boardWords, dimensions, emptyCells, toMove } from "../core/notation.js";
import { within } from "../core/site.js";
import { inRegister, onRegister, plain, prose } from "../core/text.js";
import { judge } from "../core/worth.js";

const SMALL = 9; // cells of the largest board whose moves are told by their values

/** A question. `answered` is told whether the first try was right, `solved` that it was answered rightly. */
export class QuestionBoard {
  element = h("div", { class: "learn-question" });
  #board = boardWith({ choose: (cell) => this.#try(cell) });
  #asked;
  #answered;
  #solved;
  #tries = 0;
  #done = false;
  #words = h("p", { class: "learn-asked" });
  #said = h("p", { class: "learn-verdict" });
  /** What is drawn on the board besides the position. @type {{hint?: CellName[], pending?: {cell: CellName, mark: "X" | "O"} | null}} */
  #marks = {};
  /** How the last verdict is told. @type {() => string} */
  #verdict = () => "";
  #show = button("Show me", () => this.#reveal());
  #study = h("a", { class: "button", hidden: true }, "Look at it in Analyse");

  /**
   * @param {Omit<Asked, "title">} asked @param {(right: boolean) => unknown} [answered]
   * @param {() => unknown} [solved]
   */
  constructor(asked, answered = () => {}, solved = () => {}) {
    this.#asked = asked;
    this.#answered = answered;
    this.#solved = solved;
    this.#study.href = within(analyseAddress({ board: asked.board, position: asked.position }));
    const words = h("div", { class: "learn-said" }, this.#words, this.#said);
    words.append(h("div", { class: "row on-screen" }, this.#show, this.#study));
    this.element.append(h("div", { class: "learn-pair" }, this.#board, words));
    this.#word();
    onRegister(this.element, () => this.#word());
  }

  /** In the register as it is now. */
  #word() {
    this.#words.replaceChildren(...prose(inRegister(this.#asked.question, this.#asked)));
    this.#said.textContent = this.#verdict();
    this.#draw(this.#marks);
  }

  /** Puts the keyboard on the board. */
  enter() {
    this.#board.enter();
  }

  /** @param {{hint?: CellName[], pending?: {cell: CellName, mark: "X" | "O"} | null}} [marks] */
  #draw(marks = {}) {
    this.#marks = marks;
    const { hint = [], pending = null } = marks;
    const { board, position } = this.#asked;
    const legal = this.#done ? [] : emptyCells(position);
    const label = `${this.#words.textContent} Board ${board}`;
    this.#board.show({ board, position, legal, mark: toMove(position), label, hint, pending });
  }

  /** @param {CellName} cell */
  async #try(cell) {
    const { right, words } = await this.#judge(cell);
    if (right) this.#done = true;
    this.#show.hidden = this.#done;
    this.#study.hidden = !this.#done;
    const mark = toMove(this.#asked.position);
    this.#draw({ pending: { cell, mark } });
    this.#tries += 1;
    if (this.#tries === 1) this.#answered(right);
    if (right) this.#solved();
    const verdict = right ? `Right: ${cell}.` : `Not ${cell}.`;
    const others = this.#asked.answers.filter((each) => each !== cell);
    const more = right && others.length ? ` ${names(others)} would be right, too.` : "";
    const worth = words || (right && this.#asked.solution) || (await this.#worth(cell));
    this.#tell(right, () => words || `${verdict} ${plain(worth)}${more}`);
    if (!right) this.#draw();
  }

  /** Whether a move is right; where others than the answers may be, by what every move is worth. @param {CellName} cell */
  async #judge(cell) {
    const { answers, board, position, open } = this.#asked;
    if (!open || answers.includes(cell)) return { right: answers.includes(cell), words: "" };
    const analysis = await values(board, position).catch(() => null);
    return analysis ? judge(cell, analysis) : { right: false, words: "" };
  }

  /** What a move comes to, in the server's words. @param {CellName} move */
  async #worth(move) {
    const { board, position } = this.#asked;
    const { columns, rows } = dimensions(board);
    if (columns * rows > SMALL) return "";
    const best = await ask("/api/line", { board, position, move }).catch(() => null);
    return best?.words ?? "";
  }

  #reveal() {
    if (!this.#tries) this.#answered(false);
    this.#tries += 1;
    this.#study.hidden = false;
    this.#draw({ hint: this.#asked.answers });
    const { answers, solution = "" } = this.#asked;
    this.#tell(true, () => `Right: ${names(answers)}. ${solution}`.trim());
  }

  /** @param {boolean} right @param {() => string} verdict */
  #tell(right, verdict) {
    set(this.#said, { class: `learn-verdict ${right ? "right" : "wrong"}` });
    this.#verdict = verdict;
    sayIn(this.#said, verdict());
  }
}

// What all ways to practise share: a puzzle with its board, and what is kept of an answer.

/** What progress is kept under: of three in a row by the kind alone. @param {{board: string, kind: string}} puzzle */
export const themeOf = ({ board, kind }) => (board === "3x3x3" ? kind : `${board} ${kind}`);

/** What is kept of a puzzle that is to come again. @param {PuzzleJson} puzzle @returns {Asked} */
const kept = ({ kind, title, question, simple, board, position, answers, solution }) => ({
  ...{ kind, title, question, simple, board, position, answers, solution },
});

/**
 * A puzzle of the server's on its board; an answer at the first try is kept, then told.
 * @param {PuzzleJson} puzzle @param {(right: boolean) => unknown} answered @param {() => unknown} [solved]
 */
export function puzzleBoard(puzzle, answered, solved) {
  const keep = (/** @type {boolean} */ right) => {
    keepAnswer(themeOf(puzzle), puzzle.position, right);
    boxAnswer(kept(puzzle), right);
    answered(right);
  };
  return new QuestionBoard(puzzle, keep, solved);
}

/** What a puzzle is about, above its board. @param {{title: string, board: string}} puzzle */
export const about = ({ title, board }) => note(`${title}, on ${boardWords(board)}.`);

/** A day as people write it, without its year. @param {string} day */
export function dayWords(day) {
  if (day === dayFromNow(1)) return "tomorrow";
  return new Date(`${day}T12:00`).toLocaleDateString("en", { weekday: "long", day: "numeric", month: "long" });
}

/** How often others answer wrongly. @param {PuzzleJson} puzzle */
export function others({ fails }) {
  const line = (/** @type {[string, number]} */ [name, percent]) =>
    h("tr", {}, h("th", { scope: "row" }, capital(name)), h("td", {}, bar(percent / 100)), h("td", {}, `${percent}%`));
  return h(
    "table",
    { class: "learn-fails" },
    h("caption", {}, "How likely others are to answer wrongly"),
    h("tbody", {}, Object.entries(fails).map(line)),
  );
}
