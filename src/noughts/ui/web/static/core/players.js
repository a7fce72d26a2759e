// Who can play, in words: the levels, the players by name, and people.

import { ask } from "./api.js";

const PEOPLE = { person: "A person here", friend: "A friend, by link" };

const levels = new Map(); // what the server says of each level, by its name

/** What the server knows of the players on a board. */
export async function players(board) {
  const known = await ask("/api/players", { board });
  for (const level of known.levels) levels.set(level.name, level);
  return known;
}

/** A seat as the server will tell it, for a game that is not made yet. */
export function seatOf(who) {
  if (who in PEOPLE) return { kind: who, player: null, level: null, taken: false };
  const level = levels.get(who);
  return { kind: "computer", player: level?.player ?? who, level: level?.name ?? null, taken: true };
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A seat's name for people: `Medium`, `tic`, `You`. */
export function seatWords(seat, mine) {
  if (seat.kind === "computer") return seat.level ? capital(seat.level) : seat.player;
  if (mine) return "You";
  return seat.kind === "friend" ? "Your friend" : "A person";
}

/** A player's name, or the level that it is in plain words; levels are known once `players` was answered. */
export function playerWords(player) {
  return levels.has(player) ? capital(player) : player;
}

/** A player with each of its switches turned: `core(easy=True)`. */
function variants({ name, options = {}, ...facts }) {
  const switches = Object.entries(options).filter(([, value]) => ["True", "False"].includes(value));
  return switches.map(([option, value]) => ({
    ...facts,
    name: `${name}(${option}=${value === "True" ? "False" : "True"})`,
    title: null,
  }));
}

/** The choices for a seat on a board: [label, [[value, text, reason why not]]]. */
export async function choices(board) {
  const known = await players(board);
  const words = ({ name, title }) => (title ? `${name}: ${title.charAt(0).toLowerCase()}${title.slice(1)}` : name);
  const all = known.players.flatMap((one) => [one, ...variants(one)]);
  const entry = (text) => (one) => [one.name, text(one), one.plays ? null : one.why_not];
  return [
    ["People", Object.entries(PEOPLE).map(([value, text]) => [value, text, null])],
    ["Levels", known.levels.map(entry(({ name }) => playerWords(name)))],
    ["Players", all.map(entry(words))],
  ];
}
