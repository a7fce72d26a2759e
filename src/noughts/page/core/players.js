// Who can play, in words: the levels, the players by name, and people.

import { ask } from "./api.js";
import { capital, small } from "./grammar.js";
import { alone } from "./site.js";
import { inRegister } from "./text.js";

/**
 * A player or a level, and whether it plays the board that was asked about.
 * @typedef {Pick<LevelJson, "name" | "plays" | "why_not"> & Partial<Pick<LevelJson, "seconds">> & Partial<Pick<OpponentJson, "called" | "options" | "title">>} PlayerFacts
 */
/**
 * `line`: what is told of them; `seconds`: the times a move that they may be given here.
 * @typedef {{who: string, name: string, line: string, whyNot: string | null, seconds: number[]}} Choice
 */

/** @type {Record<string, string>} */
const PEOPLE = { person: "A person here", friend: "A friend, by link" };

const NO_LINK = "it needs a server that your friend reaches: noughts serve";

/** What players of other people are listed under. */
export const INSTALLED = "Installed here";

/** What the server says of each level, by its name. @type {Map<string, PlayerFacts>} */
const levels = new Map();
/** The same of each player. @type {Map<string, PlayerFacts>} */
const named = new Map();

/** What the server knows of the players on a board. @param {string} board @returns {Promise<OpponentsJson>} */
export async function players(board) {
  const catalogue = await ask("/api/players", { board });
  for (const level of catalogue.levels) levels.set(level.name, level);
  for (const player of catalogue.players) named.set(player.name, player);
  return catalogue;
}

/** A seat as the server will tell it, for a game that is not made yet. @param {string} who @returns {SeatJson} */
export function seatOf(who) {
  const nobody = { level: null, seconds: null, name: null };
  if (who === "person" || who === "friend") return { ...nobody, kind: who, player: null, taken: false };
  const [name, seconds] = timeOf(who);
  return { ...nobody, kind: "computer", player: who, level: levels.get(name)?.name ?? null, seconds, taken: true };
}

/** A player's name without its time, and the seconds a move: null where it has none. @param {string} who */
export function timeOf(who) {
  const [, name, seconds] = /^(.*)\(seconds=(\d+)\)$/.exec(who) ?? [];
  return /** @type {[string, number | null]} */ (name ? [name, Number(seconds)] : [who, null]);
}

/** A player with so many seconds for each move. @param {string} who @param {number} seconds */
export const withTime = (who, seconds) => `${timeOf(who)[0]}(seconds=${seconds})`;

/**
 * A player as it plays a board: with a time only where it may have one, and a level never without.
 * @param {string} who @param {OpponentsJson | null} catalogue
 */
export function timed(who, catalogue) {
  const [name, seconds] = timeOf(who);
  const level = catalogue?.levels.find((each) => each.name === name);
  const times = (level ?? catalogue?.players.find((each) => each.name === name))?.seconds;
  if (!times) return who;
  if (!times.length) return name;
  return level && !seconds ? withTime(name, times[0]) : who;
}

/** What a seat is asked for by: a level, a player's name, or the kind of person. @param {SeatJson} seat */
export const whoSits = ({ player, kind }) => player ?? kind;

/** A seat's name for people: `Medium`, `tic`, `You`. @param {SeatJson} seat */
export function seatWords(seat, mine = false) {
  if (seat.kind === "computer") return playerWords(seat.player ?? "");
  if (mine) return "You";
  if (seat.name) return seat.name;
  return seat.kind === "friend" ? "Your friend" : "A person";
}

/**
 * A player's name in the register: `core(easy=True)`, or `Core, easy`; levels are known once `players` was answered.
 * @param {string} player
 */
export const playerWords = (player) => inRegister(...inBoth(player));

/** The name in both registers, for what is told anew in the other. @param {string} player @returns {[string, {simple: string}]} */
export function inBoth(player) {
  const simple = simpleWords(player);
  return [levels.has(timeOf(player)[0]) ? simple : player, { simple }];
}

/** @param {string} player */
function simpleWords(player) {
  const [, name, options = ""] = /^([^(]*)(?:\((.*)\))?$/.exec(player) ?? [];
  const words = options.split(/, ?/).filter(Boolean).map(optionWords);
  return [capital(named.get(name)?.called || name || player), ...words].join(", ");
}

/** An option of a player in words: `easy`, `not easy`, `level 4`. @param {string} option */
function optionWords(option) {
  const [name, value = ""] = option.split("=");
  if (name === "seconds") return `${value} s a move`;
  const word = name.replaceAll("_", " ");
  return value === "True" ? word : value === "False" ? `not ${word}` : `${word} ${value}`;
}

/** One line about whoever sits there; null of people, and of players that the server has not told of. @param {SeatJson} seat */
export function characterOf({ level, player }) {
  const facts = levels.get(level ?? "") ?? named.get((player ?? "").split("(")[0]);
  return facts?.title ?? null;
}

/** A level and, once `players` was answered, what it does: `Easy: a look that overlooks much`. @param {string} level */
export function levelWords(level) {
  const title = levels.get(level)?.title;
  return title ? `${capital(level)}: ${small(title)}` : capital(level);
}

/**
 * A player with each of its switches turned: `core(easy=True)`.
 * @param {PlayerFacts} player @returns {PlayerFacts[]}
 */
function variants({ name, options = {}, ...facts }) {
  const switches = Object.entries(options).filter(([, value]) => ["True", "False"].includes(value));
  return switches.map(([option, value]) => ({
    ...facts,
    name: `${name}(${option}=${value === "True" ? "False" : "True"})`,
    title: undefined,
  }));
}

/**
 * The choices for a seat on a board, in groups.
 * @param {string} board @returns {Promise<[label: string, Choice[]][]>}
 */
export async function choices(board) {
  const catalogue = await players(board);
  const entry = (/** @type {PlayerFacts} */ { name, title, plays, why_not, seconds = [] }) =>
    /** @type {Choice} */ ({
      seconds,
      who: timed(name, catalogue),
      name: playerWords(name),
      line: title ? small(title) : "",
      whyNot: plays ? null : why_not,
    });
  const own = catalogue.players.filter(({ house }) => house);
  const others = catalogue.players.filter(({ house }) => !house);
  const people = Object.entries(PEOPLE).map(([who, name]) => {
    return { who, name, line: "", seconds: [], whyNot: who === "friend" && alone() ? NO_LINK : null };
  });
  /** @type {[label: string, Choice[]][]} */
  const groups = [
    ["People", people],
    ["Levels", catalogue.levels.map(entry)],
    ["Players", own.map(entry)],
    [INSTALLED, others.map(entry)],
    ["With other options", catalogue.players.flatMap(variants).map(entry)],
  ];
  return groups.filter(([, all]) => all.length);
}
