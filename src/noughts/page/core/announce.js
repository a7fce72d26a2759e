// What the page says: one live region that announces, and one notice that shows what went wrong and what to do.

import { button, h, one, row } from "./dom.js";

const region = () => one("#live");
const place = () => one("#notice");
/** What is said next, all at once, each on a line of its own. @type {string[]} */
let waiting = [];

/**
 * Says it to those who listen rather than look. The same words again, a moment later, are said again.
 * @param {string} text
 */
export function announce(text) {
  if (!text || waiting.includes(text)) return;
  if (waiting.push(text) > 1) return;
  region().textContent = "";
  setTimeout(() => {
    region().textContent = waiting.join("\n");
    waiting = [];
  }, 60);
}

/**
 * Shows and says a sentence, with what can be done about it.
 * @param {string} text @param {[label: string, act: () => unknown][]} actions @param {"error" | "calm"} kind
 */
export function notice(text, actions = [], kind = "error") {
  announce(text);
  const close = button("Close", () => clearNotice(), { class: "button plain" });
  const buttons = actions.map(([label, act]) =>
    button(label, () => {
      clearNotice();
      act();
    }),
  );
  place().replaceChildren(h("div", { class: `notice ${kind}` }, h("p", {}, text), row(buttons, close)));
}

export function clearNotice() {
  place().replaceChildren();
}
