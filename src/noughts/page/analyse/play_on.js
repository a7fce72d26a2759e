// A game from what is looked at, with its moves so far: one side is played here, who plays the other is chosen.

import { tell } from "../core/api.js";
import { otherSide } from "../core/notation.js";
import { choices } from "../core/players.js";
import { remember } from "../core/store.js";
import { chooseSeat } from "../game/seats.js";

/** @import { CellName } from "../core/answers.js" */
/** @import { Side } from "../core/types.js" */

/**
 * Asks who plays the other side and makes the game; `made` is told its address, `failed` what went wrong.
 * @param {{board: string, position: string, moves: CellName[]}} from @param {Side} side
 * @param {(address: string) => unknown} made @param {(error: unknown) => unknown} failed
 */
export async function playOn(from, side, made, failed) {
  const make = async (/** @type {string} */ who) => {
    const [x, o] = side === "X" ? ["person", who] : [who, "person"];
    try {
      const { game, tokens, invitation } = await tell("/api/games", { ...from, x, o });
      remember(game.id, { tokens, invitation, mine: true, seen: Date.now() });
      made(`/game/${game.id}`);
    } catch (error) {
      failed(error);
    }
  };
  try {
    chooseSeat(otherSide(side), "", await choices(from.board), make);
  } catch (error) {
    failed(error);
  }
}
