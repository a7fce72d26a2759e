// Exercises on a sheet of paper, and their answers on another.

import { miniBoard } from "../board/picture.js";
import { ask } from "../core/api.js";
import { h, select } from "../core/dom.js";
import { names } from "../core/grammar.js";
import { inRegister, onRegister } from "../core/register.js";
import { head, printButton } from "./prose.js";

/** @import { ExerciseJson } from "../core/answers.js" */

const ON_A_SHEET = 12;

/** @param {HTMLElement} main @param {URLSearchParams} query */
export async function worksheet(main, query) {
  const kind = query.get("kind") ?? "fork";
  const { kinds, exercises } = await ask("/api/exercises", { kind });
  const sheet = h("div", { class: "learn-sheet" });
  const asked = kinds.find((each) => each.kind === kind) ?? kinds[0];
  const { title } = asked;
  const show = (/** @type {number} */ first) =>
    sheet.replaceChildren(...drawn(exercises, first, title, inRegister(asked.question, asked)));
  const firsts = Array.from({ length: Math.ceil(exercises.length / ON_A_SHEET) }, (_, i) => i * ON_A_SHEET);
  const range = (/** @type {number} */ first) =>
    `${first + 1} to ${Math.min(first + ON_A_SHEET, exercises.length)} of ${exercises.length}`;
  const options = firsts.map((first) => /** @type {[string, string]} */ ([String(first), range(first)]));
  const choice = select("Which exercises", options, "0", (first) => show(Number(first)));
  const others = kinds.map((each) =>
    h(
      "a",
      { href: `/learn/worksheet?kind=${each.kind}`, "aria-current": each.kind === kind ? "page" : null },
      each.title,
    ),
  );
  const controls = h("div", { class: "on-screen learn-controls" }, h("nav", { "aria-label": "Kinds" }, others));
  controls.append(h("div", { class: "row" }, choice, printButton()));
  show(0);
  main.replaceChildren(h("section", { class: "learn learn-lesson" }, head(`Worksheet: ${title}`), controls, sheet));
  return { leave: onRegister(() => show(Number(choice.value))) };
}

/** @param {ExerciseJson[]} all @param {number} first @param {string} title @param {string} question */
function drawn(all, first, title, question) {
  const some = all.slice(first, first + ON_A_SHEET);
  const asked = some.map((each, i) => one(each, first + i + 1, []));
  const told = some.map((each, i) => one(each, first + i + 1, each.answers));
  return [
    h("p", { class: "learn-asked" }, question, h("span", { class: "learn-name" }, "Name:")),
    h("ol", { class: "learn-sheet-grid", "aria-label": `${title}: exercises` }, asked),
    h("h2", { class: "learn-answers" }, "Answers"),
    h("ol", { class: "learn-sheet-grid", "aria-label": `${title}: answers` }, told),
  ];
}

/** @param {ExerciseJson} exercise @param {number} number @param {string[]} rings */
function one({ board, position, to_move }, number, rings) {
  const label = `${number}. ${position.replaceAll("/", " / ")}`;
  const words = rings.length ? names(rings, { joint: "or" }) : `${to_move} to move`;
  return h(
    "li",
    {},
    miniBoard(board, position, { label, coordinates: true, rings }),
    h("span", {}, `${number}. ${words}`),
  );
}
