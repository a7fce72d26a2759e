// The exact value of every move, with how long it lasts.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { valueShort, valueWords } from "../core/grammar.js";
import { isSimple } from "../core/register.js";
import { figure, table } from "./blocks.js";
import { treeBelow } from "./tree.js";
import { mapValues, playedCells, share } from "./words.js";

/** @import { ValuesJson } from "../core/answers.js" */
/** @import { Thought } from "../core/types.js" */

const legend = () =>
  `W wins, D draws, L loses, in so many ${isSimple() ? "moves" : "plies"} with best play; a draw fills the board.`;

/** @param {Thought<ValuesJson>} thought */
export function values(thought) {
  const { decision, evidence, board, position, heading } = thought;
  const texts = mapValues(evidence.values, valueShort);
  const picture = miniBoard(board, position, { texts, rings: playedCells(thought) });
  const rows = Object.entries(evidence.values).map(([cell, value]) => ({
    cells: [cell, valueWords(value), decision.moves[cell] ? share(decision.moves[cell]) : "–"],
    class: decision.moves[cell] ? "chosen" : null,
  }));
  const heads = ["move", "value", "probability"];
  const all = table({ caption: "The exact value of every move", heads, rows, quiet: true });
  return [
    h(
      "section",
      {},
      heading("The value of every move"),
      h("div", { class: "brain-pair" }, figure(picture, legend()), all),
    ),
    treeBelow(thought, false),
  ];
}
