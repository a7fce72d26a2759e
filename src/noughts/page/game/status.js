// How the game stands in words: who plays whom, whose turn it is or how it ended, and the connection.

import { markIcon } from "../board/picture.js";
import { announce } from "../core/announce.js";
import { h } from "../core/dom.js";
import { capital, listing, small } from "../core/grammar.js";
import {
  cells,
  cellsOf,
  cellWords,
  layoutOf,
  markAt,
  marksOf,
  otherSide,
  positions,
  SIDES,
  toMove,
} from "../core/notation.js";
import { seatWords } from "../core/players.js";
import { keptGame } from "../core/store.js";
import { offerWords, ownOfferWords } from "./friend.js";

const FIND = "Find a better move. Nothing you try here changes the game.";

/** Who plays whom: `You against Medium`. @param {Session} session */
export function titleWords(session) {
  const { seats } = session.game;
  const [x, o] = [seats.X.name, seats.O.name];
  if (session.mine.length === 2) return x && o ? `${x} against ${o}` : "Two people, one board";
  if (session.apart && session.spectator && keptGame(session.game.id).invited && awaitsFriend(session.game))
    return "You are invited";
  if (session.apart && session.spectator) return x && o ? `${x} against ${o}` : "One person against another";
  if (session.apart) return `You against ${seats[otherSide(session.mine[0])].name ?? "your friend"}`;
  const first = session.mine[0] ?? "X";
  const second = otherSide(first);
  const words = (/** @type {Side} */ side) => seatWords(seats[side], session.mine.includes(side));
  return `${capital(words(first))} against ${inSentence(words(second))}`;
}

/** People are written small within a sentence, players as they are. @param {string} words */
const inSentence = (words) => (/^(You|A|Your)\b/.test(words) ? small(words) : words);

/** Whose turn it is, or how the game ended. @param {Session} session */
export function turnWords(session) {
  const { game } = session;
  if (game.outcome) return resultWords(session);
  const side = game.to_move;
  const seat = game.seats[side];
  if (session.pending) return sendingWords(session, game.seats[otherSide(side)]);
  if (seat.kind === "friend" && awaitsFriend(game))
    return session.spectator ? `The seat of ${side} is free.` : "Waiting for your friend to join.";
  if (session.mine.length === 2) return seat.name ? `${seat.name} to move, as ${side}.` : `${side} to move.`;
  if (session.turn) return `Your move: you are ${side}.`;
  if (thinksAt(session)) return capital(`${seatWords(seat)}, is thinking.`);
  if (seat.kind === "computer") return capital(`${seatWords(seat)} to move, as ${side}.`);
  if (seat.name) return `${seat.name} to move, as ${side}.`;
  return session.spectator ? `${side} to move.` : `${side}, your friend, to move.`;
}

/** Whether a computer that thinks by the clock is at it unasked. @param {Session} session */
const thinksAt = ({ game, computers, setUp }) => game.seats[game.to_move].seconds && computers.length < 2 && !setUp;

/** Takes the seat that this browser was invited to, and says which it is. @param {Session} session */
export async function sitDown(session) {
  await session.join(keptGame(session.game.id).invited ?? "");
  const [side] = session.mine;
  if (side) announce(session.turn ? turnWords(session) : `You are ${side}. ${turnWords(session)}`);
}

/** What is said while a move is on its way. @param {Session} session @param {SeatJson} opponent */
function sendingWords({ pending, connection }, opponent) {
  if (connection !== "live") return `${pending?.mark} ${pending?.cell} is on its way.`;
  return opponent.kind === "computer"
    ? `${capital(seatWords(opponent))} is thinking.`
    : `${pending?.mark} plays ${pending?.cell}.`;
}

/** Whether the friend's seat is still to be taken. @param {Game} game */
function awaitsFriend(game) {
  return game.id !== null && Object.values(game.seats).some(({ kind, taken }) => kind === "friend" && !taken);
}

/** The result from where this browser sits: `You win along the top row.` @param {Session} session */
export function resultWords(session) {
  const { outcome } = session.game;
  if (!outcome) return "";
  if (session.mine.length !== 1 || !outcome.winner) return outcome.words;
  return `${outcome.winner === session.mine[0] ? "You win" : "You lose"}. ${outcome.words}`;
}

/** The same in a word or two, for the strip of the side whose turn it is. @param {Session} session */
export function shortTurn(session) {
  const { game, pending } = session;
  if (pending) return "…";
  if (session.turn) return session.mine.length === 2 ? "to move" : "Your move";
  return game.seats[game.to_move].kind === "computer" ? "to move" : awaitsFriend(game) ? "awaited" : "to move";
}

/**
 * What stands at the head of the panel: whose turn it is, or where one looks back.
 * @param {TableState} state @param {Session} session
 */
function statusWords({ live, ply, moves, guide, waits, position }, session) {
  if (guide) return guide.words || FIND;
  if (!live) return `Looking back: move ${ply} of ${moves.length}. ${toMove(position)} was to move.`;
  if (waits) return `${toMove(position)} is to move. Nobody moves until you say so.`;
  const first = !moves.length && session.turn && session.computers.length && !session.game.outcome;
  return first ? `${turnWords(session)} Touch any cell to begin.` : turnWords(session);
}

/** The head of the panel: how the game stands, in a sentence. */
export class Status {
  #turn = h("p", { class: "turn" });
  #connection = h("p", { class: "connection", hidden: true });
  element = h("div", { class: "status" }, this.#turn, this.#connection);

  /** @param {TableState} state @param {Session} session */
  show(state, session) {
    const { outcome, to_move } = session.game;
    const side = state.live ? (outcome?.winner ?? to_move) : toMove(state.position);
    const drawn = state.live && outcome && !outcome.winner;
    this.#turn.replaceChildren(...(drawn ? [] : [markIcon(side)]), statusWords(state, session));
    const live = session.connection === "live";
    this.#connection.hidden = live;
    this.#connection.textContent = live ? "" : "No connection. Trying again.";
  }
}

/** Why nothing can be played there. @param {Session} session @param {GameAtPly} view @param {CellName} cell */
export function whyNot(session, { position, live }, cell) {
  const { game, spectator } = session;
  const mark = markAt(position, cell);
  if (mark !== ".") return `${cellWords(game.board, cell)} is taken by ${mark}.`;
  if (!live) return "You are looking back. Go back to the game to play on.";
  if (game.outcome) return `The game is over. ${resultWords(session)}`;
  if (spectator) return "You are looking on: this browser holds no seat here.";
  return turnWords(session);
}

/**
 * The same of a cell by its typed name; nothing where it can be played.
 * @param {Session} session @param {GameAtPly} view @param {CellName} cell
 */
export function whyNotTyped(session, view, cell) {
  const all = cells(session.game.board);
  if (!all.includes(cell)) return `“${cell}” is no cell of this board: ${all[0]} to ${all.at(-1)}.`;
  return view.live && session.turn && session.game.legal.includes(cell) ? "" : whyNot(session, view, cell);
}

// What happened in a game since it was last looked at, for the ear.

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
 * Moves, offers and the result, and whose turn it is where that is another's or news; empty where nothing is to be
 * told.
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
