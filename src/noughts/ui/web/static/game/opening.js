// A table with the game that an address names, or with one that begins.

import { openPosition } from "../board/assist.js";
import { notice } from "../core/announce.js";
import { boardOf } from "../core/notation.js";
import { players } from "../core/players.js";
import { preference, remember } from "../core/store.js";
import { GameController } from "./controller.js";
import { leftDraft } from "./left_draft.js";
import { Session } from "./session.js";
import { choice } from "./setup.js";

/** @import { Go, KeptDraft, Wanted } from "../core/types.js" */

/**
 * A table with a game that is not made yet; a refusal where none can begin.
 * @param {Element} main @param {Go} go @param {Partial<Wanted>} wanted
 */
export async function newGame(main, go, wanted) {
  const left = Object.values(wanted).some(Boolean) ? null : await leftDraft();
  if (left) return goOn(main, go, left);
  const board = wanted.board ?? boardOf(wanted.position, preference("board"));
  const [begin, seats] = await Promise.all([openPosition(board, wanted.position), choice({ ...wanted, board })]);
  const table = new GameController(main, Session.draft({ ...seats, position: wanted.position }, begin), go);
  if (board !== (wanted.board ?? preference("board")))
    notice(`The address names no board: this is ${board}.`, [], "calm");
  return table;
}

/** A table with what was played before a tab was closed. @param {Element} main @param {Go} go @param {KeptDraft} left */
async function goOn(main, go, { wanted, moves }) {
  const [begin] = await Promise.all([openPosition(wanted.board, wanted.position), players(wanted.board)]);
  return new GameController(main, Session.draft(wanted, begin, moves), go);
}

/**
 * A table with a game that exists; `invitation` is kept for this browser, never shown in the address.
 * @param {Element} main @param {Go} go @param {string} id @param {{ply: number | null, invitation: string | null}} at
 */
export async function openGame(main, go, id, { ply, invitation }) {
  const session = await Session.open(id);
  await players(session.game.board).catch(() => null); // how they are called
  if (invitation && session.spectator) remember(id, { invited: invitation });
  return new GameController(main, session, go, ply);
}
