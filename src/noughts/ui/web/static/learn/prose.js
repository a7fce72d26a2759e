// Text of lessons: what stands between backticks is code; and where a page of this room leads.

import { h } from "../core/dom.js";
import { isSimple } from "../core/register.js";

/** @import { LessonHeadJson } from "../core/answers.js" */

/** The parts of a text. @param {string} text */
export function prose(text) {
  return text.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));
}

/** The same without marks, where nothing but text can stand. @param {string} text */
export const plain = (text) => text.replaceAll("`", "");

/** What a lesson is called and what it is about, in the register. @param {LessonHeadJson} lesson */
export const titleOf = (lesson) => (isSimple() && lesson.simple) || lesson;

/** The way back, and the heading. @param {string} title @param {string} [note] */
export function head(title, note) {
  document.title = `${title} · noughts`;
  const back = h("p", { class: "learn-back on-screen" }, h("a", { href: "/learn" }, "‹ Learn"));
  const heading = h("h1", { id: "title" }, title);
  return note ? [back, heading, h("p", { class: "note" }, note)] : [back, heading];
}

/** A button that prints the page. @param {string} words */
export function printButton(words = "Print") {
  return h("button", { type: "button", class: "button on-screen", onclick: () => print() }, words);
}
