// Above the board: who plays whom, whose turn it is or how it ended, the score, and the connection.

import { markIcon } from "../board/picture.js";
import { h } from "../core/dom.js";
import { capital, small } from "../core/grammar.js";
import { otherSide } from "../core/notation.js";
import { seatWords } from "../core/players.js";
import { keptGame } from "../core/store.js";

/** @import { Game, Seat, Side } from "../core/types.js" */
/** @import { Session } from "./session.js" */

/** Who plays whom: `You against Medium`. @param {Session} session */
export function titleWords(session) {
  const { seats } = session.game;
  if (session.mine.length === 2) return "Two people, one board";
  if (session.apart && session.spectator && keptGame(session.game.id).invited && waiting(session.game))
    return "You are invited";
  if (session.apart) return session.spectator ? "One person against another" : "You against your friend";
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
  if (seat.kind === "friend" && waiting(game))
    return session.spectator ? `The seat of ${side} is free.` : "Waiting for your friend to join.";
  if (session.mine.length === 2) return `${side} to move.`;
  if (session.turn) return `Your move: you are ${side}.`;
  if (seat.kind === "computer") return capital(`${seatWords(seat)} to move, as ${side}.`);
  return session.spectator ? `${side} to move.` : `${side}, your friend, to move.`;
}

/** What is said while a move is on its way. @param {Session} session @param {Seat} opponent */
function sendingWords({ pending, connection }, opponent) {
  if (connection !== "live") return `${pending?.mark} ${pending?.cell} is on its way.`;
  return opponent.kind === "computer"
    ? `${capital(seatWords(opponent))} is thinking.`
    : `${pending?.mark} plays ${pending?.cell}.`;
}

/** Whether the friend's seat is still to be taken. @param {Game} game */
function waiting(game) {
  return game.id !== null && Object.values(game.seats).some(({ kind, taken }) => kind === "friend" && !taken);
}

/** The result from where this browser sits: `You win along the top row.` @param {Session} session */
export function resultWords(session) {
  const { outcome } = session.game;
  if (!outcome) return "";
  if (session.mine.length !== 1 || !outcome.winner) return outcome.words;
  return `${outcome.winner === session.mine[0] ? "You win" : "You lose"}. ${outcome.words}`;
}

/** The head of the table. */
export class Status {
  #title = h("h1", { id: "title" });
  #turn = h("p", { class: "turn" });
  #score = h("p", { class: "score" });
  #connection = h("p", { class: "connection", hidden: true });
  element = h(
    "div",
    { class: "status" },
    this.#title,
    h("div", { class: "row spread" }, this.#turn, this.#connection, this.#score),
  );

  /** @param {Session} session */
  show(session) {
    const { game, connection } = session;
    const words = titleWords(session);
    if (this.#title.textContent !== words) this.#title.textContent = words;
    this.#turn.replaceChildren(markIcon(game.outcome?.winner ?? game.to_move), turnWords(session));
    this.#turn.classList.toggle("drawn", Boolean(game.outcome && !game.outcome.winner));
    this.#score.replaceChildren(...scoreChips(game.score));
    this.#connection.hidden = connection === "live";
    this.#connection.textContent = connection === "live" ? "" : "No connection. Trying again.";
  }
}

/** @param {Game["score"]} score */
function scoreChips(score) {
  if (!score || score.X + score.O + score.draw === 0) return [];
  const chip = (/** @type {string} */ name, /** @type {string} */ words, /** @type {number} */ count) =>
    h(
      "span",
      { class: "chip" },
      h("span", { class: "visually-hidden" }, words),
      h("span", { "aria-hidden": "true" }, name),
      ` ${count}`,
    );
  return [chip("X", "won by X:", score.X), chip("O", "won by O:", score.O), chip("=", "drawn:", score.draw)];
}
