// The choice of a seat: people, levels with their faces, and the players by name, each with what there is to know of it.

import { button, h, openDialog, row } from "../core/dom.js";
import { capital } from "../core/grammar.js";
import { seatOf, withTime } from "../core/players.js";
import { face } from "./strip.js";

/** @import { Choice } from "../core/players.js" */

/**
 * Opens the choice of who plays a side; `take` is called with what was chosen.
 * @param {Side} side @param {string} now - who plays it @param {[label: string, choices: Choice[]][]} groups
 * @param {(who: string) => unknown} take
 */
export function chooseSeat(side, now, groups, take) {
  const pick = (/** @type {string} */ who) => {
    dialog.close();
    if (who !== now) take(who);
  };
  const lists = groups.map(([label, choices]) => list(label, choices, now, pick));
  const dialog = openDialog({ id: "seats-title", title: `Who plays ${side}?` }, lists);
  dialog.classList.add("seats");
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.querySelector("[aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
}

/** @param {string} label @param {Choice[]} choices @param {string} now @param {(who: string) => unknown} pick */
function list(label, choices, now, pick) {
  const entries = h(
    "div",
    { class: "seat-list" },
    choices.map((choice) => (choice.seconds.length ? times : entry)(choice, isNow(choice, now), pick, now)),
  );
  const plain = !label.startsWith("With other");
  if (plain) return h("section", {}, h("h3", {}, label), entries);
  return h("details", { open: choices.some(({ who }) => who === now) }, h("summary", {}, label), entries);
}

/** Whether it is who plays, with whatever time. @param {Choice} choice @param {string} now */
const isNow = ({ who, seconds }, now) => [who, ...seconds.map((time) => withTime(who, time))].includes(now);

/**
 * Somebody with the times that they may be given for each move.
 * @param {Choice} choice @param {boolean} chosen @param {(who: string) => unknown} pick @param {string} now
 */
function times(choice, chosen, pick, now) {
  const buttons = choice.seconds.map((time) => {
    const who = withTime(choice.who, time);
    const label = `${choice.name}, ${time} s a move`;
    return button(`${time} s`, () => pick(who), { "aria-label": label, "aria-pressed": String(who === now) });
  });
  return h("div", { class: "timed" }, entry(choice, chosen, pick), row("A move:", buttons));
}

/** @param {Choice} choice @param {boolean} chosen @param {(who: string) => unknown} pick */
function entry({ who, name, line, whyNot }, chosen, pick) {
  const words = whyNot ? whyNotWords(whyNot) : line;
  const told = h("span", { class: "strip-text" }, h("span", { class: "strip-name" }, name), small(words));
  const state = { "data-who": who, "aria-pressed": String(chosen), "aria-disabled": whyNot ? "true" : null };
  const one = button("", () => whyNot || pick(who), { class: "button seat", ...state });
  one.append(h("span", { class: "strip-face" }, face(seatOf(who))), told);
  return one;
}

/** The server's reason, without what stands above it. @param {string} whyNot */
function whyNotWords(whyNot) {
  return / does not play /.test(whyNot) ? `Not on this board: ${whyNot.replace(/^.*?': /, "")}` : capital(whyNot);
}

/** @param {string} words */
const small = (words) => (words ? h("span", { class: "strip-line" }, words) : null);
