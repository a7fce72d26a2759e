// A player that looks at nothing.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { figure } from "./blocks.js";

export function uniform({ decision, position, heading }) {
  const picture = miniBoard(position, { texts: decision.moves });
  const words = "Nothing was looked at: every free cell is as good as the others.";
  return [h("section", {}, heading("What it saw"), figure(picture, words))];
}
