// What cannot be taken back is asked once.

import { button, h, openDialog, row } from "../core/dom.js";

/**
 * Asks, and does it if that is wanted.
 * @param {string} question @param {string} label @param {() => unknown} act @param {string} [otherwise]
 * @param {{words: string, label: string, act: () => unknown} | null} [more] - something else that may be done
 */
export function confirmFirst(question, label, act, otherwise = "Play on", more = null) {
  const does = (/** @type {() => unknown} */ what) => () => {
    dialog.close();
    what();
  };
  const dialog = openDialog(
    { id: "question", title: question, closable: false },
    more && h("p", {}, more.words),
    row(
      button(label, does(act), { class: "button primary" }),
      more && button(more.label, does(more.act)),
      button(otherwise, () => dialog.close()),
    ),
  );
}
