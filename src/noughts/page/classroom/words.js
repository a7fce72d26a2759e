// A class in words: who plays whom, what somebody has won, and what has happened since it was last told.

import { button, h, note } from "../core/dom.js";
import { listing, plural } from "../core/grammar.js";
import { otherSide } from "../core/notation.js";
import { forgetClass, keepsNothing, keptClass } from "../core/store.js";
import { LiveStream } from "../core/stream.js";

/** @import { Source } from "../core/stream.js" */

/** Whoever has a number; nobody where they left without a game that counts. @param {ClassroomJson} room @param {number | null} number */
export const pupilOf = (room, number) => room.pupils.find((each) => each.number === number);

/** What somebody is called; two of one name are told apart by their numbers. @param {ClassroomJson} room @param {number} number */
export function nameOf(room, number) {
  const name = pupilOf(room, number)?.name ?? "";
  return room.pupils.some((each) => each.name === name && each.number !== number) ? `${name} (${number})` : name;
}

/** The pair that somebody is in. @param {ClassroomJson} room @param {number} number */
export const pairOf = (room, number) => room.pairs.find(({ seats }) => seats.X === number || seats.O === number);

/** Whom somebody plays, and as which side. @param {PupilPairJson} pair @param {number} number */
export function opponentOf(pair, number) {
  const side = pair.seats.X === number ? "X" : "O";
  return { side, other: pair.seats[otherSide(side)] };
}

/** A win is a point, a draw half of one. @param {PupilJson} pupil */
const pointsOf = ({ won, drawn }) => won + drawn / 2;

/** What a game brings a side. @param {PupilPairJson["result"]} result @param {Side} side */
export const pointsFor = (result, side) => (result === "draw" ? 0.5 : result === side ? 1 : 0);

/** `2½`. @param {number} points */
export const pointWords = (points) => (points % 1 ? `${Math.floor(points) || ""}½` : String(points));

/** All who came, whoever has most points first, and of those with as many whoever lost least. @param {ClassroomJson} room */
export function ranking(room) {
  const played = room.pupils.filter(({ here, won, drawn, lost }) => here || won + drawn + lost);
  return played.sort((a, b) => pointsOf(b) - pointsOf(a) || a.lost - b.lost || a.number - b.number);
}

/** Whether anybody in the class may be helped: always, or while no game of its round is played. @param {ClassroomJson} room */
export const mayBeHelped = (room) => room.help || room.closed || overOf(room) === room.pairs.length;

/** How many games of the round are over. @param {ClassroomJson} room */
export const overOf = ({ pairs }) => pairs.filter(({ result }) => result !== "open").length;

/** `12 pupils, 2 of 6 games over`. @param {ClassroomJson} room */
export function stateWords(room) {
  const here = room.pupils.filter((each) => each.here).length;
  const away = room.pupils.filter((each) => each.away);
  const absent = away.length && !room.closed ? `; away: ${listing(away.map((each) => nameOf(room, each.number)))}` : "";
  const games = room.pairs.length ? `, ${overOf(room)} of ${plural(room.pairs.length, "game")} over` : "";
  const waits =
    room.waiting.length && !room.closed ? `; ${listing(room.waiting.map((each) => nameOf(room, each)))} waits` : "";
  const help = room.help || room.closed ? "" : " Help is off.";
  const door = room.locked && !room.closed ? " The door is locked." : "";
  if (!room.pupils.length) return `Nobody is here yet.${help}${door}`;
  return `${plural(here, "pupil")}${games}${waits}${absent}.${help}${door}`;
}

/** How a game ended, by name; nothing while it goes on. @param {ClassroomJson} room @param {PupilPairJson} pair */
export function endWords(room, { seats, result }) {
  const [x, o] = [nameOf(room, seats.X), nameOf(room, seats.O)];
  if (result === "draw") return `${x} and ${o} drew.`;
  if (result === "open") return "";
  return result === "X" ? `${x} won against ${o}.` : `${o} won against ${x}.`;
}

/** How the game ended that counts, where its two play on. @param {ClassroomJson} room @param {PupilPairJson} pair @param {boolean} on */
export function countedWords(room, { seats, result }, on) {
  const counted = result === "draw" ? "a draw" : result === "open" ? "nothing" : `${nameOf(room, seats[result])} won`;
  return `Counted: ${counted}. They ${on ? "play" : "played"} on.`;
}

/** What becomes of whoever closes the page in a browser that keeps nothing; nothing in any other. @param {string} then */
export function keptNote(then) {
  const words = `This browser keeps nothing for this page. You may reload it, but if you close it, ${then}.`;
  return keepsNothing() ? note(words) : null;
}

/** What has happened since, each once. @param {ClassroomJson | null} before @param {ClassroomJson} room */
export function classNews(before, room) {
  if (!before) return "";
  const known = new Set(before.pupils.filter(({ here }) => here).map(({ number }) => number));
  const came = room.pupils.filter(({ here, number }) => here && !known.has(number));
  const went = before.pupils.filter(({ here, number }) => here && !pupilOf(room, number)?.here);
  const were = new Map(before.pupils.map((each) => [each.number, each.away]));
  const turned = (/** @type {boolean} */ away) =>
    room.pupils.filter((each) => each.here && each.away === away && were.get(each.number) === !away);
  const [lost, back] = [turned(true), turned(false)];
  const names = (/** @type {PupilJson[]} */ some, seen = room) =>
    listing(some.map(({ number }) => nameOf(seen, number)));
  const stood = new Map(before.pairs.map((pair) => [pair.game, pair.result]));
  const ended = room.pairs.filter((pair) => pair.result !== "open" && stood.get(pair.game) === "open");
  return [
    room.closed && !before.closed ? "The class is over." : "",
    room.locked !== before.locked ? `The door is ${room.locked ? "locked" : "open"}.` : "",
    room.help !== before.help ? `Help is ${room.help ? "on" : "off"}.` : "",
    room.round > before.round ? `Round ${room.round} has begun.` : "",
    came.length ? `${names(came)} ${came.length > 1 ? "have" : "has"} come.` : "",
    went.length ? `${names(went, before)} ${went.length > 1 ? "have" : "has"} gone.` : "",
    lost.length ? `${names(lost)} ${lost.length > 1 ? "are" : "is"} away.` : "",
    back.length ? `${names(back)} ${back.length > 1 ? "are" : "is"} back.` : "",
    ...ended.map((pair) => endWords(room, pair)),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * Hears of a class from now on; one that is gone is forgotten.
 * @param {string} id @param {(room: ClassroomJson) => unknown} state
 * @param {(error: unknown) => unknown} gone @param {Partial<Source>} [more]
 */
export function liveClass(id, state, gone, more = {}) {
  const forgotten = (/** @type {unknown} */ error) => {
    forgetClass(id);
    gone(error);
  };
  const token = () => {
    const tokens = keptClass(id)?.tokens;
    return tokens?.pupil ?? tokens?.teacher;
  };
  return new LiveStream({ path: () => `/api/classes/${id}`, kind: "class", state, gone: forgotten, token, ...more });
}

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
 * Return the table of points, the best first. A teacher may send a pupil away.
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
