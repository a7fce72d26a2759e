// Above the board: who plays whom, whose turn it is or how it ended, the score, and the connection.

import { h, svg } from "../core/dom.js";
import { seatWords } from "../core/players.js";
import { known } from "../core/store.js";

/** A mark as a small picture; for the ear it is its letter. */
export function markIcon(mark) {
  const shape = mark === "X" ? svg("path", { d: "M5 5 19 19M19 5 5 19" }) : svg("circle", { cx: 12, cy: 12, r: 8 });
  return svg(
    "svg",
    { class: `icon ${mark.toLowerCase()}`, viewBox: "0 0 24 24", role: "img", "aria-label": mark },
    shape,
  );
}

/** Who plays whom: `You against Medium`. */
export function titleWords(session) {
  const { seats } = session.game;
  if (session.mine.length === 2) return "Two people, one board";
  if (session.apart && session.spectator && known(session.game.id).invited && waiting(session))
    return "You are invited";
  if (session.apart) return session.spectator ? "One person against another" : "You against your friend";
  const [first, second] = session.mine[0] === "O" ? ["O", "X"] : ["X", "O"];
  const words = (side) => seatWords(seats[side], session.mine.includes(side));
  return `${capital(words(first))} against ${second === session.mine[0] ? "you" : decapitalised(words(second))}`;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function decapitalised(text) {
  return /^(You|A|Your)\b/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** Whose turn it is, or how the game ended. */
export function turnWords(session) {
  const { game } = session;
  if (game.outcome) return resultWords(session);
  const side = game.to_move;
  const seat = game.seats[side];
  if (session.pending) return sendingWords(session, game.seats[side === "X" ? "O" : "X"]);
  if (seat.kind === "friend" && waiting(session))
    return session.spectator ? `The seat of ${side} is free.` : "Waiting for your friend to join.";
  if (session.mine.length === 2) return `${side} to move.`;
  if (session.turn) return `Your move: you are ${side}.`;
  if (seat.kind === "computer") return capital(`${seatWords(seat)} to move, as ${side}.`);
  return session.spectator ? `${side} to move.` : `${side}, your friend, to move.`;
}

/** What is said while a move is on its way. */
function sendingWords({ pending, connection }, opponent) {
  if (connection !== "live") return `${pending.mark} ${pending.cell} is on its way.`;
  return opponent.kind === "computer"
    ? `${capital(seatWords(opponent))} is thinking.`
    : `${pending.mark} plays ${pending.cell}.`;
}

/** Whether the friend's seat is still to be taken. */
function waiting({ game }) {
  return game.id !== null && Object.values(game.seats).some(({ kind, taken }) => kind === "friend" && !taken);
}

/** The result from where this browser sits: `You win along the top row.` */
export function resultWords(session) {
  const { outcome } = session.game;
  if (session.mine.length !== 1 || !outcome.winner) return outcome.words;
  return `${outcome.winner === session.mine[0] ? "You win" : "You lose"}. ${outcome.words}`;
}

/** The head of the table; `show` brings it up to date. */
export function statusPart() {
  const title = h("h1", { id: "title" });
  const turn = h("p", { class: "turn" });
  const score = h("p", { class: "score" });
  const connection = h("p", { class: "connection", hidden: true });
  const element = h("div", { class: "status" }, title, h("div", { class: "row spread" }, turn, connection, score));
  const show = (session) => {
    const { game } = session;
    const words = titleWords(session);
    if (title.textContent !== words) title.textContent = words;
    turn.replaceChildren(markIcon(game.outcome?.winner ?? game.to_move), turnWords(session));
    turn.classList.toggle("drawn", Boolean(game.outcome && !game.outcome.winner));
    score.replaceChildren(...scoreChips(game.score));
    connection.hidden = session.connection === "live";
    connection.textContent = session.connection === "live" ? "" : "No connection. Trying again.";
  };
  return { element, show };
}

function scoreChips(score) {
  if (!score || score.X + score.O + score.draw === 0) return [];
  const chip = (name, words, count) =>
    h(
      "span",
      { class: "chip" },
      h("span", { class: "visually-hidden" }, words),
      h("span", { "aria-hidden": "true" }, name),
      ` ${count}`,
    );
  return [chip("X", "won by X:", score.X), chip("O", "won by O:", score.O), chip("=", "drawn:", score.draw)];
}
