// What the page says: one live region that announces, and one notice that shows what went wrong and what to do.

import { button, h } from "./dom.js";

const region = () => document.getElementById("live");
const place = () => document.getElementById("notice");
let waiting = []; // what is said next, all at once

/** Says it to those who listen rather than look. The same words again, a moment later, are said again. */
export function announce(text) {
  if (!text || waiting.includes(text)) return;
  if (waiting.push(text) > 1) return;
  region().textContent = "";
  setTimeout(() => {
    region().textContent = waiting.join(" ");
    waiting = [];
  }, 60);
}

/** Shows and says a sentence, with what can be done about it: [label, action] pairs. */
export function notice(text, actions = [], kind = "error") {
  announce(text);
  const close = button("Close", () => clearNotice(), { class: "button plain" });
  const buttons = actions.map(([label, action]) => button(label, () => (clearNotice(), action())));
  place().replaceChildren(
    h("div", { class: `notice ${kind}` }, h("p", {}, text), h("div", { class: "row" }, buttons, close)),
  );
}

export function clearNotice() {
  place().replaceChildren();
}

/** The first letter large, and a full stop: the server's messages begin small. */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?)]$/.test(whole) ? whole : `${whole}.`;
}
