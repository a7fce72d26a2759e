// Can it be beaten? Said only where every game was tried.

import { ask } from "../core/api.js";
import { h, note } from "../core/dom.js";
import { capital } from "../core/grammar.js";
import { seatWords } from "../core/players.js";

/** @import { CellName, SeatJson } from "../core/answers.js" */
/** @import { Game, Side } from "../core/types.js" */
/** @typedef {{can_lose: boolean, line: CellName[] | null}} Proof - what exhaustion says of a player on one side */
/** @typedef {{x: Proof | null, o: Proof | null}} Proofs */

/**
 * What exhaustion says of the computers of a game, asked for when it is opened; null where nothing is to be said.
 * @param {Game} game
 */
export function proofPart({ board, seats }) {
  const sides = /** @type {Side[]} */ (Object.keys(seats)).filter((side) => seats[side].kind === "computer");
  if (board !== "3x3x3" || !sides.length) return null;
  const words = h("div", {}, note("Trying every game. This takes a moment, once."));
  const open = async () => {
    if (!element.open) return;
    const answer = await ask("/api/proofs").catch(() => null);
    const sentences = answer
      ? sides.map((side) => verdict(side, seats[side], answer.proofs[seats[side].player ?? ""]))
      : ["It could not be asked now. Open this again later."];
    words.replaceChildren(...sentences.map((text) => h("p", {}, text)));
  };
  const element = h("details", { class: "proof", ontoggle: open }, h("summary", {}, "Can it be beaten?"), words);
  return element;
}

/** One sentence about a player on its side. @param {Side} side @param {SeatJson} seat @param {Proofs | undefined} proofs */
function verdict(side, seat, proofs) {
  const name = capital(`${seatWords(seat)} as ${side}`);
  const proof = proofs?.[side === "X" ? "x" : "o"];
  if (!proof) return `${name}: not tried here. In a terminal, noughts exploit '${seat.player}' tells.`;
  if (!proof.can_lose) return `${name} cannot be beaten: no game that it can get into is lost.`;
  return `${name} can be beaten: ${proof.line?.join(" ")}.`;
}
