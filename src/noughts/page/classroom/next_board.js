// The board of the next round, which the teacher sets beside the button that begins it.

import { select } from "../core/dom.js";
import { boardOptions } from "../core/notation.js";

/** The choice; until somebody chooses, the board stays that of the round. */
export function nextBoard() {
  let now = "";
  let chosen = "";
  const element = select("Board of the next round", [], "", (name) => {
    chosen = name;
  });
  return {
    element,
    get board() {
      return (chosen || now) === now ? undefined : chosen;
    },
    /** @param {string} board */
    show(board) {
      if (board === now) return;
      [now, chosen] = [board, ""];
      element.replaceChildren(...select(null, boardOptions(board), board, () => null).children);
      element.value = board;
    },
  };
}
