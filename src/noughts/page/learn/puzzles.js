// Puzzles of one board and one theme, the easiest first: one at a time; how others do is told afterwards.

import { ask } from "../core/api.js";
import { solvedPositions, streak } from "../core/boxes.js";
import { button, h, row, select } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { choices, showPage, ways } from "./headings.js";
import { others, puzzleBoard, themeOf } from "./question.js";

/** @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query */
export async function openPuzzles(main, go, query) {
  const board = query.get("board") ?? "3x3x3";
  const page = new PuzzlesPage(main, go, board, await ask("/api/puzzles", { board, kind: query.get("kind") }));
  page.show(query.has("number") ? Number(query.get("number")) - 1 : page.nextUnsolved(-1));
  return page;
}

class PuzzlesPage {
  /** @type {ReturnType<typeof puzzleBoard> | undefined} */
  board;
  #at = 0;
  #go;
  #puzzles;
  #name;
  #theme;
  #place = h("div", { class: "learn-exercise" });
  #others = h("div", { class: "learn-others" });
  #state = h("p", { class: "note", role: "status" });
  #number = select("Number", [], "", (number) => this.show(Number(number) - 1, true));
  #on = button("Next", () => this.show(this.nextUnsolved(this.#at), true));

  /** @param {HTMLElement} main @param {Go} go @param {string} board @param {PuzzlesJson} asked */
  constructor(main, go, board, asked) {
    this.#go = go;
    this.#puzzles = asked.puzzles;
    this.#name = board;
    this.#theme = themeOf(asked.puzzles[0]);
    const { kind, title } = asked.puzzles[0];
    const step = (/** @type {number} */ by) => this.show(this.#at + by, true);
    const back = button("‹", () => step(-1), { "aria-label": "The one before" });
    const sheet = h("a", { class: "button", href: `/learn/worksheet?board=${board}&kind=${kind}` }, "Worksheet");
    showPage(
      main,
      `Puzzles: ${title}`,
      "Sorted by how often random play and the levels answer wrongly.",
      row(choices(go, "/learn/puzzles", asked, board), sheet),
      this.#place,
      h("div", { class: "row spread" }, row(back, this.#number, this.#on), this.#state),
      this.#others,
      ways("/learn/puzzles"),
    );
  }

  /** The next one that is not solved, from after a number on; the one after it where all are. @param {number} at */
  nextUnsolved(at) {
    const done = solvedPositions(this.#theme);
    const count = this.#puzzles.length;
    const open = (/** @type {number} */ i) => !done.has(this.#puzzles[(at + i + count) % count].position);
    const steps = Array.from({ length: count }, (_, i) => i + 1);
    return (at + (steps.find(open) ?? 1)) % count;
  }

  /** @param {number} number @param {boolean} [asked] whether the keyboard follows */
  show(number, asked = false) {
    const last = this.#puzzles.length - 1;
    this.#at = Math.min(Math.max(Number.isInteger(number) ? number : 0, 0), last);
    const puzzle = this.#puzzles[this.#at];
    this.board = puzzleBoard(puzzle, () => {
      this.#on.classList.add("primary");
      this.#tell();
      this.#others.replaceChildren(others(puzzle));
    });
    this.#place.replaceChildren(this.board.element);
    this.#others.replaceChildren();
    this.#on.classList.remove("primary");
    this.#tell();
    const address = `/learn/puzzles?board=${this.#name}&kind=${puzzle.kind}&number=${this.#at + 1}`;
    this.#go(address, { replace: true, stay: true });
    if (asked) this.board.enter();
  }

  #tell() {
    const solved = solvedPositions(this.#theme);
    const done = solved.size;
    const numbers = this.#puzzles.map(({ position }, i) => `${i + 1}${solved.has(position) ? ", solved" : ""}`);
    this.#number.replaceChildren(...numbers.map((words, i) => h("option", { value: i + 1 }, words)));
    this.#number.value = String(this.#at + 1);
    const { now, best } = streak();
    const inARow = best ? ` ${plural(now, "right answer")} in a row, ${best} at most.` : "";
    this.#state.textContent = `Number ${this.#at + 1} of ${this.#puzzles.length}, ${done} solved.${inARow}`;
  }
}
