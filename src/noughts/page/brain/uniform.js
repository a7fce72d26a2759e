// A player that looks at nothing.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { figure } from "./blocks.js";

/** @import { Thought } from "../core/types.js" */

/** @param {Thought} thought */
export function uniform({ decision, board, position, heading }) {
  const picture = miniBoard(board, position, { texts: decision.moves });
  const words = "Nothing was looked at: every free cell is as good as the others.";
  return [h("section", {}, heading("What it saw"), figure(picture, words))];
}
