// Headings of the pages of lessons and puzzles, and titles of lessons.

import { h } from "../core/dom.js";
import { isSimple } from "../core/register.js";

/** @import { LessonHeadJson } from "../core/answers.js" */

const PLANS = "For a class"; // the part of lessons that are not read but given

/** Return whether a lesson is a plan for teachers. @param {LessonHeadJson} lesson */
export const isPlan = ({ part }) => part === PLANS;

/** Return the title and the summary of a lesson, in the chosen wording. @param {LessonHeadJson} lesson */
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
