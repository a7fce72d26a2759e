// The end of a lesson: how many of its questions are answered, whether it is done, and the one way on.

import { announce } from "../core/announce.js";
import { button, h, set } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { isPlan, printButton, titleOf } from "./headings.js";
import { answeredQuestions, finishLesson, keepAnswered } from "./progress.js";

/** @import { LessonHeadJson } from "../core/answers.js" */

/** A button that fills the screen with the lesson, to be read from the back of a room. */
function projectButton() {
  const fill = () => {
    const lesson = /** @type {HTMLElement | null} */ (document.querySelector(".learn-lesson"));
    if (document.fullscreenElement) document.exitFullscreen();
    else lesson?.requestFullscreen().catch(() => announce("This browser does not fill the screen for the page."));
  };
  return button("Whole screen", fill);
}

export class LessonEnd {
  #state = h("p", { class: "learn-state", role: "status" });
  #on = h("a", { class: "button", onclick: () => this.#leave() });
  #name;
  #next;
  #questions = 0;
  element = h(
    "section",
    { class: "learn-end on-screen", "aria-label": "The end of this lesson" },
    this.#state,
    h("div", { class: "row spread" }, this.#on, projectButton(), printButton("Print this lesson")),
  );

  /** @param {LessonHeadJson} lesson @param {LessonHeadJson[]} path - all lessons in order */
  constructor({ name }, path) {
    this.#name = name;
    const next = path[path.findIndex((each) => each.name === name) + 1];
    if (next && !isPlan(next)) this.#next = next;
  }

  /** One question more: what is to be called when it is answered rightly. */
  question() {
    const number = this.#questions++;
    return () => {
      const before = this.#left;
      keepAnswered(this.#name, number);
      this.retell();
      if (before && !this.#left) announce(`This lesson is done. ${this.#on.textContent}`);
    };
  }

  /** In the register as it is now. */
  retell() {
    const [all, left] = [this.#questions, this.#left];
    if (all && !left) finishLesson(this.#name);
    const done = `Done: ${plural(all, "question")} answered.`;
    this.#state.textContent = left ? `${all - left} of ${plural(all, "question")} answered.` : all ? done : "";
    const [href, words] = this.#next
      ? [`/learn/${this.#next.name}`, titleOf(this.#next).title]
      : ["/learn/puzzles", "Puzzles"];
    this.#on.textContent = `Go on: ${words}`;
    set(this.#on, { href, class: left ? "button" : "button primary" });
  }

  /** How many questions are not answered yet. */
  get #left() {
    return this.#questions - answeredQuestions(this.#name).size;
  }

  /** A lesson without questions is done when it is left by its end. */
  #leave() {
    if (!this.#questions) finishLesson(this.#name);
  }
}
