// Exercises of one kind, the easiest first: one at a time, judged by the exact table; how others do is told afterwards.

import { bar } from "../brain/blocks.js";
import { ask } from "../core/api.js";
import { button, h, select } from "../core/dom.js";
import { capital, plural } from "../core/grammar.js";
import { onRegister } from "../core/register.js";
import { shareOf } from "./lesson_game.js";
import { keepAnswer, solvedPositions, streak } from "./progress.js";
import { head } from "./prose.js";
import { QuestionBoard } from "./question.js";

/** @import { ExerciseJson, ExerciseKindJson } from "../core/answers.js" */
/** @import { Go } from "../core/types.js" */

/** @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query */
export async function openExercises(main, go, query) {
  const kind = query.get("kind") ?? "win";
  const { kinds, exercises } = await ask("/api/exercises", { kind });
  const page = new ExercisePage(go, kinds, exercises, kind);
  main.replaceChildren(page.element);
  page.show(query.has("number") ? Number(query.get("number")) - 1 : page.nextUnsolved(-1));
  return page;
}

class ExercisePage {
  /** @type {QuestionBoard | undefined} */
  board;
  #at = 0;
  #go;
  #kind;
  #exercises;
  #place = h("div", { class: "learn-exercise" });
  #others = h("div", { class: "learn-others" });
  #state = h("p", { class: "note", role: "status" });
  #on = button("Next", () => this.show(this.nextUnsolved(this.#at), true));
  #unheard;

  /** @param {Go} go @param {ExerciseKindJson[]} kinds @param {ExerciseJson[]} exercises @param {string} kind */
  constructor(go, kinds, exercises, kind) {
    this.#go = go;
    this.#kind = kinds.find((each) => each.kind === kind) ?? kinds[0];
    this.#exercises = exercises;
    const options = kinds.map((each) => /** @type {[string, string]} */ ([each.kind, each.title]));
    const chooser = select("Kind of exercise", options, kind, (to) => go(`/learn/exercises?kind=${to}`));
    const step = (/** @type {number} */ by) => this.show(this.#at + by, true);
    const back = button("‹", () => step(-1), { "aria-label": "The one before" });
    const row = h("div", { class: "row" }, back, this.#on);
    const sheet = h("a", { class: "button", href: `/learn/worksheet?kind=${kind}` }, "Worksheet");
    this.element = h(
      "section",
      { class: "learn learn-lesson", "aria-labelledby": "title" },
      head(`Exercises: ${this.#kind.title}`, "Sorted by how often random play and the levels answer wrongly."),
      h("div", { class: "row" }, chooser, sheet),
      this.#place,
      h("div", { class: "row spread" }, row, this.#state),
      this.#others,
    );
    this.#unheard = onRegister(() => this.board?.retell());
  }

  /** Before another page is shown. */
  leave() {
    this.#unheard();
  }

  /** The next one that is not solved, from after a number on; the one after it where all are. @param {number} at */
  nextUnsolved(at) {
    const done = solvedPositions(this.#kind.kind);
    const count = this.#exercises.length;
    const open = (/** @type {number} */ i) => !done.has(this.#exercises[(at + i + count) % count].position);
    const steps = Array.from({ length: count }, (_, i) => i + 1);
    return (at + (steps.find(open) ?? 1)) % count;
  }

  /** @param {number} number @param {boolean} [asked] whether the keyboard follows */
  show(number, asked = false) {
    const last = this.#exercises.length - 1;
    this.#at = Math.min(Math.max(Number.isInteger(number) ? number : 0, 0), last);
    const exercise = this.#exercises[this.#at];
    const [question, simple] = [this.#kind.question, inSimple(this.#kind)].map(
      (asked) => `${exercise.to_move} to move. ${asked}`,
    );
    const done = (/** @type {boolean} */ right) => this.#answer(exercise, right);
    this.board = new QuestionBoard({ ...exercise, question, simple }, done);
    this.#place.replaceChildren(this.board.element);
    this.#others.replaceChildren();
    this.#on.classList.remove("primary");
    this.#tell();
    this.#go(`/learn/exercises?kind=${this.#kind.kind}&number=${this.#at + 1}`, { replace: true, stay: true });
    if (asked) this.board.enter();
  }

  /** @param {ExerciseJson} exercise @param {boolean} right */
  #answer(exercise, right) {
    keepAnswer(exercise.kind, exercise.position, right);
    this.#on.classList.add("primary");
    this.#tell();
    this.#others.replaceChildren(others(exercise));
  }

  #tell() {
    const done = solvedPositions(this.#kind.kind).size;
    const { now, best } = streak();
    const row = best ? ` ${plural(now, "right answer")} in a row, ${best} at most.` : "";
    const count = this.#exercises.length;
    this.#state.textContent = `Number ${this.#at + 1} of ${count}, ${done} solved.${row}`;
  }
}

/** What is asked, in simple words. @param {ExerciseKindJson} kind */
const inSimple = ({ question, simple }) => simple ?? question;

/** How often others answer wrongly. @param {ExerciseJson} exercise */
function others({ fails }) {
  const line = (/** @type {[string, string]} */ [name, share]) => {
    const percent = `${Math.round(shareOf(share) * 100)}%`;
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, capital(name)),
      h("td", {}, bar(shareOf(share))),
      h("td", {}, percent),
    );
  };
  return h(
    "table",
    { class: "learn-fails" },
    h("caption", {}, "How likely others are to answer wrongly"),
    h("tbody", {}, Object.entries(fails).map(line)),
  );
}
