// The exact value of every move, with how long it lasts.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { figure, table } from "./blocks.js";
import { treeBelow } from "./tree.js";
import { share, valueShort, valueWords } from "./words.js";

const LEGEND = "W wins, D draws, L loses, in so many plies with best play; a draw fills the board.";

export function values(seen) {
  const { decision, evidence, position, move, heading } = seen;
  const found = evidence.values;
  const texts = Object.fromEntries(Object.entries(found).map(([cell, value]) => [cell, valueShort(value)]));
  const picture = miniBoard(position, { texts, rings: move && decision.moves[move] ? [move] : Object.keys(decision.moves) });
  const rows = Object.entries(found).map(([cell, value]) => ({
    cells: [cell, valueWords(value), decision.moves[cell] ? share(decision.moves[cell]) : "–"],
    class: decision.moves[cell] ? "chosen" : null,
  }));
  const all = table({ caption: "The exact value of every move", heads: ["move", "value", "probability"], rows, quiet: true });
  return [
    h("section", {}, heading("The value of every move"), h("div", { class: "brain-pair" }, figure(picture, LEGEND), all)),
    treeBelow(seen, false),
  ];
}
