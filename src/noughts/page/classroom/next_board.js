// The board of the next round, which the teacher sets beside the button that begins it.

import { select } from "../core/dom.js";
import { boardWords } from "../core/notation.js";

/** @import { Option } from "../core/dom.js" */

export const BOARDS = ["3x3x3", "4x3x3", "4x4x4", "5x5x4", "7x7x5", "10x10x5", "15x15x5", "torus4x4x4", "cube3"];

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
      const all = [...new Set([board, ...BOARDS])].map((name) => /** @type {Option} */ ([name, boardWords(name)]));
      element.replaceChildren(...select(null, all, board, () => null).children);
      element.value = board;
    },
  };
}
