// A run against the clock: puzzles one after the other, the easiest first, as many as three minutes allow.

import { sayIn } from "../core/announce.js";
import { ask } from "../core/api.js";
import { bestRun, keepRun } from "../core/boxes.js";
import { button, h, row, select } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { boardWords } from "../core/notation.js";
import { timeWords } from "../game/clock.js";
import { showPage, ways } from "./headings.js";
import { about, puzzleBoard } from "./question.js";

const TIME = 180_000; // milliseconds of a run
const TICK = 200;
const SEEDS = 2 ** 31;

/** @param {HTMLElement} main */
export async function openRun(main) {
  const { boards } = await ask("/api/puzzles/run", { seed: 0 });
  return new RunPage(main, boards);
}

class RunPage {
  /** @type {ReturnType<typeof puzzleBoard> | undefined} */
  board;
  #where = "";
  /** @type {PuzzleJson[]} */
  #puzzles = [];
  #at = 0;
  #right = 0;
  #missed = 0;
  #end = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #ticking;
  #choice;
  #begin = button("Begin", () => this.#start(), { class: "button primary" });
  #time = h("span", { class: "learn-time", role: "timer", hidden: true });
  #state = h("p", { class: "note", role: "status" });
  #place = h("div", { class: "learn-exercise" });
  #on = button("Next", () => this.#step(), { hidden: true });

  /** @param {HTMLElement} main @param {string[]} boards */
  constructor(main, boards) {
    const options = [["", "All boards"], ...boards.map((each) => [each, boardWords(each)])];
    this.#choice = select("Board", options, "", (board) => this.#choose(board));
    const note = "Three minutes, the easiest first. A first answer counts; what you miss comes again.";
    const above = row(this.#choice, this.#begin, this.#time);
    showPage(main, "Against the clock", note, above, this.#state, this.#place, row(this.#on), ways("/learn/run"));
    this.#choose("");
  }

  /** Before another page is shown. */
  leave() {
    clearInterval(this.#ticking);
  }

  /** @param {string} board */
  #choose(board) {
    this.#where = board;
    const best = bestRun(board);
    this.#state.textContent = best ? `Your best here: ${best} right.` : "";
  }

  async #start() {
    const seed = Math.floor(Math.random() * SEEDS);
    this.#begin.hidden = true;
    this.#choice.disabled = true;
    const { puzzles } = await ask("/api/puzzles/run", { seed, board: this.#where });
    this.#puzzles = puzzles;
    [this.#at, this.#right, this.#missed] = [-1, 0, 0];
    this.#end = Date.now() + TIME;
    this.#time.hidden = false;
    this.#ticking = setInterval(() => this.#tick(), TICK);
    this.#tick();
    this.#step();
  }

  #tick() {
    const left = this.#end - Date.now();
    this.#time.textContent = timeWords(left);
    if (left <= 0) this.#stop();
  }

  /** The next puzzle; after the last of them the run is over. */
  #step() {
    const puzzle = this.#puzzles[++this.#at];
    if (!puzzle) return this.#stop();
    this.#on.hidden = true;
    this.#state.textContent = this.#score();
    const board = puzzleBoard(
      puzzle,
      (right) => this.#answer(right),
      () => this.#step(),
    );
    this.board = board;
    this.#place.replaceChildren(about(puzzle), board.element);
    board.enter();
  }

  /** @param {boolean} right */
  #answer(right) {
    if (right) this.#right += 1;
    else this.#missed += 1;
    this.#on.hidden = right;
    this.#state.textContent = this.#score();
  }

  #score() {
    return `${this.#right} right, ${this.#missed} missed.`;
  }

  #stop() {
    clearInterval(this.#ticking);
    const before = bestRun(this.#where);
    keepRun(this.#where, this.#right);
    const best = this.#right > before ? "Your best here." : `Your best here: ${before} right.`;
    const words = `The run is over: ${plural(this.#right, "puzzle")} right, ${this.#missed} missed. ${best}`;
    this.#place.replaceChildren();
    this.#time.hidden = true;
    this.#on.hidden = true;
    this.#choice.disabled = false;
    this.#begin.hidden = false;
    this.#begin.textContent = "Once more";
    this.#begin.focus();
    sayIn(this.#state, words);
  }
}
