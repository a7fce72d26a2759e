// A table with the game that an address names, or with one that begins.

import { openPosition } from "../board/assist.js";
import { notice } from "../core/announce.js";
import { ApiRefusal } from "../core/api.js";
import { boardOf } from "../core/notation.js";
import { players } from "../core/players.js";
import { prefer, preference, remember } from "../core/store.js";
import { GameController } from "./controller.js";
import { leftDraft, Session } from "./session.js";
import { choice } from "./setup.js";

const USUAL = "3x3x3";

/**
 * A table with a game that is not made yet; a refusal where none can begin.
 * @param {Element} main @param {Go} go @param {Partial<Wanted>} wanted
 */
export async function newGame(main, go, wanted) {
  const left = Object.values(wanted).some(Boolean) ? null : await leftDraft();
  const table = left && (await goOn(main, go, left));
  if (table) return table;
  try {
    return await beginWith(main, go, wanted);
  } catch (error) {
    const board = preference("board");
    if (wanted.board || (await isPlayable(board))) throw error;
    prefer({ board: USUAL });
    const usual = await beginWith(main, go, wanted);
    notice(`Nothing can be played on ${board}, the board that was chosen last.`, [], "calm");
    return usual;
  }
}

/** Whether the server rejected a board or a position. @param {unknown} error */
const isRefused = (error) => error instanceof ApiRefusal && error.status === 422;

/** @param {string} board */
const isPlayable = (board) =>
  openPosition(board).then(
    () => true,
    (error) => !isRefused(error),
  );

/** @param {Element} main @param {Go} go @param {Partial<Wanted>} wanted */
async function beginWith(main, go, wanted) {
  const board = wanted.board ?? boardOf(wanted.position, preference("board"));
  const [begin, seats] = await Promise.all([openPosition(board, wanted.position), choice({ ...wanted, board })]);
  const table = new GameController(main, Session.draft({ ...seats, position: wanted.position }, begin), go);
  if (board !== (wanted.board ?? preference("board")))
    notice(`The address names no board: this is ${board}.`, [], "calm");
  return table;
}

/**
 * A table with what was played before a tab was closed; null where that cannot be read.
 * @param {Element} main @param {Go} go @param {KeptDraft} left
 */
async function goOn(main, go, { wanted, moves }) {
  try {
    const [begin] = await Promise.all([openPosition(wanted.board, wanted.position), players(wanted.board)]);
    const isLegal = moves.every((cell, i) => begin.legal.includes(cell) && moves.indexOf(cell) === i);
    if (isLegal) return new GameController(main, Session.draft(wanted, begin, moves), go);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  notice("The game that you left cannot be read.", [], "calm");
  return null;
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
