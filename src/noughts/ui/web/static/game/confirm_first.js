// What cannot be taken back is asked once.

import { button, h } from "../core/dom.js";

/**
 * Asks, and does it if that is wanted.
 * @param {string} question @param {string} label @param {() => unknown} act @param {string} [otherwise]
 */
export function confirmFirst(question, label, act, otherwise = "Play on") {
  const yes = () => {
    dialog.close();
    act();
  };
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "panel", "aria-labelledby": "question", onclose: () => dialog.remove() },
    h("h2", { id: "question" }, question),
    h(
      "div",
      { class: "row" },
      button(label, yes, { class: "button primary" }),
      button(otherwise, () => dialog.close()),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
