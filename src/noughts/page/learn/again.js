// What was missed comes again, and moments of one's own games that were given away: one after the other, as they are due.

import { boxAnswer, duePuzzles, forgetUnreadablePuzzles, laterPuzzles, unreadablePuzzles } from "../core/boxes.js";
import { button, h } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { UnreadableNote } from "../core/unreadable.js";
import { showPage, ways } from "./headings.js";
import { about, dayWords, QuestionBoard } from "./question.js";

const EMPTY =
  "Nothing waits. A puzzle that you miss comes again, here; so do the moments at which you gave a game away, once you have looked at it again after its end.";

/** @param {HTMLElement} main */
export async function openAgain(main) {
  return new AgainPage(main);
}

class AgainPage {
  /** @type {QuestionBoard | undefined} */
  board;
  #place = h("div", { class: "learn-exercise" });
  #state = h("p", { class: "note", role: "status" });
  #on = button("Next", () => this.show(true), { hidden: true });
  #ways = h("div", {}, ways("/learn/again"));
  #unreadable = new UnreadableNote(
    { count: unreadablePuzzles, remove: forgetUnreadablePuzzles, removed: () => this.#unreadable.show() },
    "puzzle",
  );

  /** @param {HTMLElement} main */
  constructor(main) {
    const note = "What you missed: right, it comes again days later; wrong, today.";
    const below = h("div", { class: "row spread" }, this.#on, this.#state);
    showPage(main, "Again", note, this.#unreadable.element, this.#place, below, this.#ways);
    this.show();
  }

  /** The one that waits longest. @param {boolean} [asked] whether the keyboard follows */
  show(asked = false) {
    const [next] = duePuzzles();
    this.#unreadable.show();
    this.#on.hidden = true;
    this.#tell();
    if (!next) {
      this.board = undefined;
      this.#place.replaceChildren(h("p", {}, laterPuzzles().length ? "Nothing more today." : EMPTY));
      return;
    }
    const board = new QuestionBoard(next.asked, (right) => {
      boxAnswer(next.asked, right);
      this.#on.hidden = false;
      this.#tell();
    });
    this.board = board;
    this.#place.replaceChildren(about(next.asked), board.element);
    if (asked) board.enter();
  }

  #tell() {
    const [due, later] = [duePuzzles(), laterPuzzles()];
    const then = later.length ? ` ${later.length} later, the next ${dayWords(String(later[0].due))}.` : "";
    this.#state.textContent = `${plural(due.length, "puzzle")} for today.${then}`;
    this.#ways.replaceChildren(ways("/learn/again"));
  }
}
