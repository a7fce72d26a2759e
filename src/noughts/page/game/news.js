// What happened in a game since it was last looked at, for the ear.

import { listing } from "../core/grammar.js";
import { cellsOf, cellWords, layoutOf, marksOf, positions, toMove } from "../core/notation.js";
import { keptGame } from "../core/store.js";
import { offerWords, ownOfferWords } from "./friend.js";
import { resultWords, turnWords } from "./status.js";

/** @import { OfferJson } from "../core/answers.js" */
/** @import { Game, GameAtPly, Side } from "../core/types.js" */
/** @import { Session } from "./session.js" */

/** @type {Side[]} */
const SIDES = ["X", "O"];
const REFUSED = {
  draw: "The draw was declined.",
  undo: "Taking back was declined.",
  again: "Another game was declined.",
};

/**
 * The moves that were added; none where the game was taken back or is another one.
 * @param {Game | null} before @param {Game} game
 */
export function newMoves(before, game) {
  if (!before || (before.id !== game.id && before.id !== null)) return [];
  return before.moves.every((move, i) => move === game.moves[i]) ? game.moves.slice(before.moves.length) : [];
}

/**
 * Moves, offers and the result, and whose turn it is where that is another's or news; empty where nothing is to be told.
 * @param {Session} session @param {Game} before
 */
export function news(session, before) {
  const { game } = session;
  const all = positions(game.start, game.moves);
  const moves = newMoves(before, game);
  const words = moves.map(
    (move, i) => `${toMove(all[game.moves.length - moves.length + i])}: ${cellWords(game.board, move)}.`,
  );
  if (game.moves.length < before.moves.length) words.push("Taken back.");
  words.push(
    ...joinNews(before, game, session),
    ...nameNews(before, game, session),
    ...offerNews(before, game, session),
  );
  const ended = game.outcome && !before.outcome;
  const turned = moves.length || game.position !== before.position || game.seats.X.taken !== before.seats.X.taken;
  const goesOn = !game.outcome && (turned || game.seats.O.taken !== before.seats.O.taken);
  return [...words, ended ? resultWords(session) : goesOn ? turnWords(session) : ""].filter(Boolean).join(" ");
}

/** Who else took the free seat. @param {Game} before @param {Game} game @param {Session} session */
export function joinNews(before, game, { mine }) {
  if (!mine.length && keptGame(game.id).nonce) return []; // it was this browser, which says so when it has the answer
  const came = SIDES.filter((side) => game.seats[side].taken && !before.seats[side].taken && !mine.includes(side));
  const who = (/** @type {Side} */ side) => game.seats[side].name ?? "Your friend";
  return came.map((side) => (mine.length ? `${who(side)} has joined, as ${side}.` : `${side} has joined.`));
}

/** What people say they are called. @param {Game} before @param {Game} game @param {Session} session */
function nameNews(before, game, { mine }) {
  const told = SIDES.filter((side) => game.seats[side].name && game.seats[side].name !== before.seats[side].name);
  const who = (/** @type {Side} */ side) => (mine.length === 1 && mine.includes(side) ? "You are" : `${side} is`);
  return told.map((side) => `${who(side)} called ${game.seats[side].name}.`);
}

/**
 * What was asked by the other side, and what the other side declined. An offer ends with a move, too, which is told.
 * @param {Game} before @param {Game} game @param {Session} session
 */
function offerNews(before, game, { mine }) {
  const stands = (/** @type {OfferJson[]} */ offers, /** @type {OfferJson} */ { seat, what }) =>
    offers.some((each) => each.seat === seat && each.what === what);
  const who = (/** @type {OfferJson} */ { seat }) => game.seats[seat].name ?? (mine.length ? "Your friend" : seat);
  const fresh = game.offers.filter((offer) => !stands(before.offers, offer));
  const stood = game.moves.length === before.moves.length && !game.outcome && !game.next;
  const gone = before.offers.filter((offer) => stood && !stands(game.offers, offer));
  return [
    ...fresh.map((offer) => (mine.includes(offer.seat) ? ownOfferWords(offer) : `${who(offer)} ${offerWords(offer)}.`)),
    ...gone.map(({ seat, what }) => (!mine.length || mine.includes(seat) ? REFUSED[what] : "You declined.")),
  ];
}

/** The last move before the ply that is looked at, in words. @param {GameAtPly} view */
export function lastWords({ board, last, ply, moves, positions: all }) {
  if (!last) return "The start: no move was played.";
  return `Move ${ply} of ${moves.length}: ${toMove(all[ply - 1])} ${cellWords(board, last)}.`;
}

/** What is on the board, in words: the marks of each side, and whose turn it is. @param {Pick<GameAtPly, "position">} view */
export function boardWords({ position }) {
  const marks = marksOf(position);
  const names = cellsOf(layoutOf(position));
  const of = (/** @type {string} */ mark) => listing(names.filter((_, i) => marks[i] === mark)) || "nothing";
  return `X has ${of("X")}; O has ${of("O")}. ${toMove(position)} to move.`;
}
