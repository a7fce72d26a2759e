// The mistakes of a finished game, one after the other: the position, a question for a better move, and its best line.

import { bestLine, values } from "../board/assist.js";
import { miniBoard } from "../board/picture.js";
import { button, h, row, still } from "../core/dom.js";
import { emptyCells, positions, toMove } from "../core/notation.js";
import { judge } from "../core/worth.js";
import { whatWords } from "./card.js";

const PACE = 900; // milliseconds from one move of the better line to the next
const MOST = 8; // moves of it that are played

/** What is asked at one mistake after the other. Dispatches `change`, `said` with words for the ear, and `failed`. */
export class Guide extends EventTarget {
  #board;
  #mistakes;
  #at = 0;
  #mine;
  #timer = 0;
  /** @type {GuideState} */
  state;

  /**
   * `leave` leads back to the game, `again` to another one.
   * @param {string} board @param {ReviewedMistakeJson[]} mistakes @param {number} at @param {Side[]} mine
   * @param {() => unknown} leave @param {(() => unknown) | null} again
   */
  constructor(board, mistakes, at, mine, leave, again) {
    super();
    this.leave = leave;
    this.again = again;
    this.#board = board;
    this.#mistakes = mistakes;
    this.#mine = mine;
    this.state = this.#asked(at);
  }

  /** The mistake that is looked at. */
  get mistake() {
    return this.#mistakes[this.#at];
  }

  /** Asks at a mistake. @param {number} at */
  open(at) {
    this.close();
    this.#at = at;
    this.state = this.#asked(at);
    this.dispatchEvent(new Event("change"));
    this.dispatchEvent(new CustomEvent("said", { detail: `${this.state.what} ${this.state.question}` }));
  }

  /** To the mistake so many further. @param {1 | -1} by */
  step(by) {
    if (this.#mistakes[this.#at + by]) this.open(this.#at + by);
  }

  /** What a move in its place is worth; a right one is followed by its best line. @param {CellName} cell */
  async try(cell) {
    const { position } = this.mistake;
    const tried = this.state;
    const analysis = await values(this.#board, position).catch((error) => this.#fail(error));
    if (!analysis || tried !== this.state) return;
    const { right, words } = judge(cell, analysis);
    if (right) return this.#play(cell, words);
    this.#change({ words, tried: { cell, mark: toMove(position) } });
    this.dispatchEvent(new CustomEvent("said", { detail: words }));
  }

  /** The answer, and its best line. */
  show() {
    const { best, before } = this.mistake;
    const [cell] = best;
    this.#play(cell, `${cell} would have ${before.value === "win" ? "won" : "held it"}.`);
  }

  /** Nothing more is played. */
  close() {
    clearTimeout(this.#timer);
  }

  /** The line of best play from a move on plays itself. @param {CellName} cell @param {string} words */
  async #play(cell, words) {
    const { position } = this.mistake;
    const at = this.#at;
    this.#change({ words, solved: true, legal: [], tried: { cell, mark: toMove(position) } });
    const { line } = await bestLine(this.#board, position, cell).catch(() => ({ line: [cell] }));
    if (at !== this.#at || !this.state.solved) return;
    const moves = line.slice(0, MOST);
    const then = moves.length > 1 ? ` Then ${moves.slice(1).join(", ")}.` : "";
    this.#change({ words: `${words}${then}` });
    this.dispatchEvent(new CustomEvent("said", { detail: this.state.words }));
    this.#walk(positions(position, moves), moves, still() ? moves.length : 1);
  }

  /** @param {string[]} all @param {CellName[]} moves @param {number} ply */
  #walk(all, moves, ply) {
    this.#change({ tried: null, played: { position: all[ply], last: moves[ply - 1] } });
    if (ply < moves.length) this.#timer = setTimeout(() => this.#walk(all, moves, ply + 1), PACE);
  }

  /** @param {number} at @returns {GuideState} */
  #asked(at) {
    const mistake = this.#mistakes[at];
    const side = toMove(mistake.position);
    const own = this.#mine.length === 1 && this.#mine.includes(side);
    const won = mistake.before.value === "win";
    const count = this.#mistakes.length;
    return {
      mistake,
      what: whatWords(mistake, this.#mine),
      question: `${own ? "Your move" : `${side} to move`}: what would have ${won ? "won" : "held"}?`,
      title: count > 1 ? `Mistake ${at + 1} of ${count}` : "The mistake",
      first: at === 0,
      last: at === count - 1,
      draw: () => guideCard(this.state, this),
      legal: emptyCells(mistake.position),
      words: "",
      solved: false,
      tried: null,
      played: null,
    };
  }

  /** @param {Partial<GuideState>} changes */
  #change(changes) {
    this.state = { ...this.state, ...changes };
    this.dispatchEvent(new Event("change"));
  }

  /** @param {unknown} error */
  #fail(error) {
    this.dispatchEvent(new CustomEvent("failed", { detail: error }));
  }
}

/** @param {GuideState} state @param {Guide} guide */
function guideCard(state, guide) {
  const { leave, again } = guide;
  const { title, what, question, words, solved, first, last } = state;
  /** @param {string} sign @param {string} label @param {1 | -1} by @param {boolean} off */
  const way = (sign, label, by, off) =>
    button(sign, () => off || guide.step(by), { "aria-label": label, "aria-disabled": off ? "true" : null });
  const several = !(first && last);
  return [
    h(
      "div",
      { class: "card-head" },
      several && way("‹", "The mistake before", -1, first),
      h("p", { class: "label" }, title),
      several && way("›", "The next mistake", 1, last),
      button("Back to the game", leave, { class: "button plain" }),
    ),
    h("div", { class: "card-told" }, h("p", { class: "card-why" }, what), drawn(state)),
    h("p", { class: `card-asked${solved ? " right" : ""}` }, words || question),
    row(
      !solved && button("Show me", () => guide.show()),
      solved && !last && button("Next mistake", () => guide.step(1), { class: "button primary" }),
      solved && last && again && button("Play again", again, { class: "button primary" }),
    ),
  ];
}

/** The threats that came after the mistake; those that were let go only once they are found. @param {GuideState} state */
function drawn({ mistake, solved }) {
  const { refutation, after } = mistake;
  if (!refutation || (after.value !== "loss" && !solved)) return null;
  const { board, position, last, threatens, lines } = refutation;
  const label = `The threats: board ${board}, ${position.replaceAll("/", " / ")}`;
  return miniBoard(board, position, { label, coordinates: false, last, rings: threatens, wins: lines });
}
