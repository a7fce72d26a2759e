// Text of lessons: what stands between backticks is code, and `[words](/learn)` leads to a page of this site; and where a
// page of this room leads.

import { h } from "../core/dom.js";
import { isSimple } from "../core/register.js";

/** @import { LessonHeadJson } from "../core/answers.js" */

const LINK = /\[([^\]]+)\]\((\/[^)\s]*)\)/;

/** The parts of a text. @param {string} text */
export function prose(text) {
  return text.split("`").flatMap((part, i) => (i % 2 ? [h("code", {}, part)] : linked(part)));
}

/** Text with its links: what stands in brackets, and where it leads. @param {string} text */
function linked(text) {
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let at = 0;
  for (const { 0: all, 1: words, 2: href, index } of text.matchAll(new RegExp(LINK, "g"))) {
    parts.push(text.slice(at, index), h("a", { href }, words));
    at = index + all.length;
  }
  return [...parts, text.slice(at)];
}

/** The same without marks, where nothing but text can stand. @param {string} text */
export const plain = (text) => text.replaceAll("`", "").replaceAll(new RegExp(LINK, "g"), "$1");

const PLANS = "For a class"; // the part of lessons that are not read but given

/** Whether it is a plan for whoever teaches, no step of the path. @param {LessonHeadJson} lesson */
export const isPlan = ({ part }) => part === PLANS;

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
