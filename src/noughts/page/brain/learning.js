// Players that learn: the beads in the box of the position, or the value that was learnt of every move.

import { miniBoard } from "../board/picture.js";
import { h } from "../core/dom.js";
import { names, plural, whole } from "../core/grammar.js";
import { bar, figure, table } from "./blocks.js";
import { mapValues, playedCells, share } from "./words.js";

/** @import { BoxJson, LearnedJson } from "../core/answers.js" */
/** @import { Thought } from "../core/types.js" */

/** A matchbox, open. @param {Thought<BoxJson>} thought */
export function box(thought) {
  const { decision, evidence, board, position, heading } = thought;
  const { beads, kinds, number, boxes, games } = evidence;
  const after = `It has played ${plural(games, "game")} on each side.`;
  if (number === null) {
    const picture = miniBoard(board, position, { rings: playedCells(thought) });
    return h("section", {}, heading("No box"), figure(picture, `The last move is forced. ${after}`));
  }
  const all = kinds.reduce((sum, [cell]) => sum + beads[cell], 0);
  const most = Math.max(1, ...Object.values(beads));
  const heat = mapValues(beads, (count) => count / most);
  const picture = miniBoard(board, position, { texts: mapValues(beads, String), heat, rings: playedCells(thought) });
  const rows = kinds.map((cells) => ({
    cells: [
      names(cells, { joint: "or" }),
      [bar(beads[cells[0]] / Math.max(1, all)), ` ${whole(beads[cells[0]])}`],
      all && beads[cells[0]] ? share(decision.moves[cells[0]]) : "–",
    ],
    class: beads[cells[0]] === most ? "chosen" : null,
  }));
  const heads = ["kind of move", "beads", "each cell"];
  const words = all
    ? `Box ${number} of ${boxes} holds ${plural(all, "bead")}; one is drawn. ${after}`
    : `Box ${number} of ${boxes} is empty: here the machine would resign, and as it must play, it takes any cell. ${after}`;
  const beadsTable = table({ caption: "The beads of every kind of move", heads, rows, quiet: true });
  return h(
    "section",
    {},
    heading("The matchbox"),
    h("div", { class: "brain-pair" }, figure(picture, words), beadsTable),
  );
}

/** @param {Thought<LearnedJson>} thought */
export function learnedValues(thought) {
  const { decision, evidence, board, position, heading } = thought;
  const { values, meaning, games } = evidence;
  const texts = mapValues(values, (value) => (Math.round(value * 100) / 100 || 0).toFixed(2).replace("-", "−"));
  const picture = miniBoard(board, position, { texts, rings: playedCells(thought) });
  const order = Object.entries(values).sort(([, one], [, other]) => other - one);
  const rows = order.map(([cell, value]) => ({
    cells: [cell, String(value).replace("-", "−"), decision.moves[cell] ? share(decision.moves[cell]) : "–"],
    class: decision.moves[cell] ? "chosen" : null,
  }));
  const words = `A value is ${meaning}. Learnt in ${plural(games, "game")} on each side.`;
  const all = table({
    caption: "The value learnt of every move",
    heads: ["move", "value", "probability"],
    rows,
    quiet: true,
  });
  return h(
    "section",
    {},
    heading("What it has learnt"),
    h("div", { class: "brain-pair" }, figure(picture, words), all),
  );
}
