// What happened in a game since it was last looked at, for the ear.

import { cellWords, positions, toMove } from "../core/notation.js";
import { resultWords, turnWords } from "./status.js";

/** @import { Game, Offer } from "../core/types.js" */
/** @import { Session } from "./session.js" */

const ASKED = {
  draw: "Your friend offers a draw.",
  undo: "Your friend asks to take back.",
  again: "Your friend would like another game.",
};

/**
 * The moves that were added; none where the game was taken back or is another one.
 * @param {Game | null} before @param {Game} game
 */
export function added(before, game) {
  if (!before || (before.id !== game.id && before.id !== null)) return [];
  return before.moves.every((move, i) => move === game.moves[i]) ? game.moves.slice(before.moves.length) : [];
}

/**
 * Moves, offers and the result, and whose turn it is; empty where nothing changed that is to be told.
 * @param {Session} session @param {Game} before
 */
export function news(session, before) {
  const { game } = session;
  const all = positions(game.start, game.moves);
  const moves = added(before, game);
  const words = moves.map(
    (move, i) => `${toMove(all[game.moves.length - moves.length + i])}: ${cellWords(game.board, move)}.`,
  );
  if (game.moves.length < before.moves.length) words.push("Taken back.");
  const stood = (/** @type {Offer} */ offer) =>
    before.offers.some(({ seat, what }) => seat === offer.seat && what === offer.what);
  for (const offer of game.offers)
    if (!session.mine.includes(offer.seat) && !stood(offer)) words.push(ASKED[offer.what]);
  const ended = game.outcome && !before.outcome;
  if (!words.length && !ended) return "";
  return [...words, game.outcome ? resultWords(session) : turnWords(session)].join(" ");
}
