// The ladder: one opponent after another, on both sides; a rung is climbed by winning, or by not losing where nobody wins.

import { ask } from "../core/api.js";
import { climb, climbedRungs } from "../core/boxes.js";
import { button, h, set } from "../core/dom.js";
import { numberOf } from "../core/grammar.js";
import { playerWords } from "../core/players.js";
import { isSimple, onRegister } from "../core/text.js";
import { head } from "./headings.js";
import { LessonGame } from "./lesson_game.js";

/** @param {HTMLElement} main */
export async function openLadder(main) {
  const { board, rungs } = await ask("/api/ladder");
  return new LadderPage(main, board, rungs);
}

/** @param {RungJson} rung */
const nameOf = ({ player, side }) => `${player} as ${side}`;

const NOTES = {
  simple: "Beat one after the other, on both sides. Where nobody can win, a draw is enough.",
  precise: "The expected score is that of best play: a win counts 1, a draw 0, a loss −1. It is exact.",
};

class LadderPage {
  /** @type {LessonGame | undefined} */
  board;
  #name;
  #rungs;
  #at = 0;
  #list = h("ol", { class: "learn-rungs" });
  #place = h("div", {});
  #head = h("header", {});

  /** @param {HTMLElement} main @param {string} board @param {RungJson[]} rungs */
  constructor(main, board, rungs) {
    this.#name = board;
    this.#rungs = rungs;
    const climb = h("div", { class: "learn-climb" }, this.#list, this.#place);
    const element = h("section", { class: "learn learn-ladder", "aria-labelledby": "title" }, this.#head, climb);
    main.replaceChildren(element);
    const done = climbedRungs();
    const open = rungs.findIndex((rung) => !done.has(nameOf(rung)));
    this.#play(Math.max(open, 0));
    onRegister(element, () => this.#draw());
  }

  /** @param {number} at */
  #play(at) {
    this.#at = at;
    const { player, side, goal } = this.#rungs[at];
    const title = `${playerWords(player)}: ${goal === "win" ? "win" : "do not lose"} as ${side}`;
    const start = { board: this.#name, position: ".../.../...", line: [] };
    this.board = new LessonGame({ title, side, player, ...start }, (winner) => this.#over(winner));
    this.#place.replaceChildren(this.board.element);
    this.#draw();
  }

  /** @param {Side | null} winner */
  #over(winner) {
    const rung = this.#rungs[this.#at];
    const reached = rung.goal === "win" ? winner === rung.side : winner === rung.side || winner === null;
    if (!reached) return;
    climb(nameOf(rung));
    this.#draw();
    const next = this.#rungs[this.#at + 1];
    if (next) {
      const on = button("The next rung", () => this.#play(this.#at + 1), { class: "button primary" });
      this.#place.append(h("p", { class: "row" }, on));
    }
  }

  #draw() {
    this.#head.replaceChildren(...head("The ladder", NOTES[isSimple() ? "simple" : "precise"]));
    const done = climbedRungs();
    const items = this.#rungs.map((rung, i) => {
      const { player, side, goal, score } = rung;
      const words = `${playerWords(player)} as ${side}`;
      const wanted = goal === "win" ? "win" : "do not lose";
      const best = isSimple() ? wanted : `${wanted}; best play scores ${numberOf(score).toFixed(2)}`;
      const state = done.has(nameOf(rung)) ? "✓ " : "";
      const start = button(`${state}${words}`, () => this.#play(i));
      set(start, {
        "aria-current": i === this.#at ? "step" : null,
        "aria-label": `${words}${state ? ", climbed" : ""}`,
      });
      return h("li", {}, start, h("span", { class: "note" }, best));
    });
    this.#list.replaceChildren(...items);
  }
}
