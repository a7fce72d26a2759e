// Who has how many points, the best first; a teacher may send somebody away.

import { button, h } from "../core/dom.js";
import { nameOf, pointsOf, pointWords, ranking } from "./words.js";

/** @import { ClassroomJson } from "../core/answers.js" */

/** Who is kept out, each to be let in again. @param {ClassroomJson} room @param {(number: number) => unknown} again */
export function bannedList(room, again) {
  if (!room.banned.length || room.closed) return "";
  const items = room.banned.map(({ number, name }) =>
    h(
      "li",
      {},
      `${name} `,
      button("Let in again", () => again(number), { "aria-label": `Let ${name} in again` }),
    ),
  );
  return h("div", { class: "class-banned" }, h("h2", {}, "Kept out"), h("ul", { class: "class-list" }, items));
}

/**
 * @param {ClassroomJson} room @param {number | null} own - the number of whoever looks @param {((number: number) => unknown) | null} send
 */
export function scoreTable(room, own = null, send = null) {
  const all = ranking(room);
  if (!all.length) return "";
  const head = ["", "Name", "Points", "Won", "Drawn", "Lost", ...(send ? [""] : [])];
  const cells = (/** @type {number[]} */ numbers) => numbers.map((number) => h("td", { class: "more" }, number));
  const rows = all.map((pupil) => {
    const place = 1 + all.filter((each) => pointsOf(each) > pointsOf(pupil)).length;
    const name = nameOf(room, pupil.number);
    const away = { class: "button plain", "aria-label": `Send ${name} away`, title: `Send ${name} away` };
    return h(
      "tr",
      { "data-own": pupil.number === own || null, "data-gone": pupil.here && !pupil.away ? null : true },
      h("td", { class: "place" }, place),
      h(
        "th",
        { scope: "row" },
        name,
        pupil.here && !pupil.away ? null : h("span", { class: "note" }, pupil.here ? " (away)" : " (gone)"),
      ),
      h("td", { class: "points" }, pointWords(pointsOf(pupil))),
      cells([pupil.won, pupil.drawn, pupil.lost]),
      send && h("td", { class: "away" }, pupil.here ? button("×", () => send(pupil.number), away) : null),
    );
  });
  const kind = (/** @type {string} */ title) => (["Won", "Drawn", "Lost"].includes(title) ? "more" : null);
  const titles = head.map((title) => (title ? h("th", { scope: "col", class: kind(title) }, title) : h("td", {})));
  return h(
    "table",
    { class: "scores" },
    h("caption", {}, "Points"),
    h("thead", {}, h("tr", {}, titles)),
    h("tbody", {}, rows),
  );
}
