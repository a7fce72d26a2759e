// Text of lessons: what stands between backticks is code; and where a page of this room leads.

import { h } from "../core/dom.js";

/** The parts of a text. @param {string} text */
export function prose(text) {
  return text.split("`").map((part, i) => (i % 2 ? h("code", {}, part) : part));
}

/** The way back, and the heading. @param {string} title @param {string} [note] */
export function head(title, note) {
  document.title = `${title} · noughts`;
  const back = h("p", { class: "learn-back on-screen" }, h("a", { href: "/learn" }, "‹ Learn"));
  return [back, h("h1", { id: "title" }, title), note ? h("p", { class: "note" }, note) : null];
}

/** A button that prints the page. @param {string} words */
export function printing(words = "Print") {
  return h("button", { type: "button", class: "button on-screen", onclick: () => print() }, words);
}
