// How the game stands in words: who plays whom, whose turn it is or how it ended, and the connection.

import { markIcon } from "../board/picture.js";
import { announce } from "../core/announce.js";
import { h } from "../core/dom.js";
import { capital, small } from "../core/grammar.js";
import { otherSide, toMove } from "../core/notation.js";
import { seatWords } from "../core/players.js";
import { keptGame } from "../core/store.js";

/** @import { SeatJson } from "../core/answers.js" */
/** @import { Game, Side, TableState } from "../core/types.js" */
/** @import { Session } from "./session.js" */

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
