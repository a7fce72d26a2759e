// Can it be beaten? Said only where every game was tried.

import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { sentence } from "../core/announce.js";
import { seatWords } from "../core/players.js";

/** What exhaustion says of the computers of a game, asked for when it is opened; null where nothing is to be said. */
export function proofPart({ board, seats }) {
  const computers = Object.entries(seats).filter(([, seat]) => seat.kind === "computer");
  if (board !== "3x3x3" || !computers.length) return null;
  const words = h("div", {}, h("p", { class: "note" }, "Trying every game. This takes a moment, once."));
  const open = async () => {
    if (!element.open) return;
    const { proofs } = await ask("/api/proofs").catch((error) => ({ error }));
    const found = proofs
      ? computers.map(([side, seat]) => verdict(side, seat, proofs[seat.player]))
      : ["It could not be asked now. Open this again later."];
    words.replaceChildren(...found.map((text) => h("p", {}, text)));
  };
  const element = h("details", { class: "proof", ontoggle: open }, h("summary", {}, "Can it be beaten?"), words);
  return element;
}

/** One sentence about a player on its side. */
function verdict(side, seat, proof) {
  const name = sentence(`${seatWords(seat)} as ${side}`).slice(0, -1);
  const found = proof?.[side.toLowerCase()];
  if (!found) return `${name}: not tried here. In a terminal, noughts exploit '${seat.player}' tells.`;
  if (!found.can_lose) return `${name} cannot be beaten: no game that it can get into is lost.`;
  return `${name} can be beaten: ${found.line.join(" ")}.`;
}
