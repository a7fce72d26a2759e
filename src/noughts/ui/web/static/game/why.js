// Below the board: one plain sentence for the last move of a computer.

import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { toMove } from "../core/notation.js";

/** `show(view, computers)` tells the last move of one of these sides up to the ply that is looked at. */
export function whyPart() {
  const element = h("p", { class: "why" });
  const show = async ({ game, positions, ply }, computers) => {
    const at = Math.max(...computers.map((side) => lastOf(side, positions, ply)), -1);
    const key = at < 0 ? "" : `${positions[at]} ${game.moves[at]}`;
    if (key === element.dataset.key) return;
    element.dataset.key = key;
    if (!key) return element.replaceChildren();
    const [position, move] = [positions[at], game.moves[at]];
    const { player } = game.seats[toMove(position)];
    const answer = await ask("/api/decide", { board: game.board, position, player }).catch(() => null);
    if (element.dataset.key !== key) return; // the game went on meanwhile
    element.replaceChildren(
      ...(answer ? [h("span", { class: "label" }, `Why ${move}?`), answer.why?.[move] ?? answer.sentence] : []),
    );
  };
  return { element, show };
}

/** The index of the last move before `ply` that was made by this side; -1 if there is none. */
export function lastOf(side, positions, ply) {
  for (let i = ply - 1; i >= 0; i -= 1) if (toMove(positions[i]) === side) return i;
  return -1;
}
