// The page of the drawn tree: a position, its tree over the full width, and what is looked at in it.

import { openPosition } from "../board/assist.js";
import { NoughtsBoard } from "../board/board.js";
import { address } from "../core/api.js";
import { button, h, set } from "../core/dom.js";
import { plural, valueWords } from "../core/grammar.js";
import { emptyCells, emptyPosition, toMove, withMark } from "../core/notation.js";
import { messageOf } from "../core/refusals.js";
import { DrawnTree } from "./drawn_tree.js";
import { head } from "./prose.js";

/** @import { Go, TreeNode } from "../core/types.js" */

const BOARD = "3x3x3";
const NOTE =
  "MAX moves at the root and takes the largest value of what lies below, MIN the smallest. Click a board, or press Enter on it, to open or close it; [ and ] step through the search.";

/** @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query */
export async function openTree(main, go, query) {
  const page = new TreePage(go, query.get("position") || emptyPosition(BOARD), query.get("merge") !== "false");
  main.replaceChildren(page.element);
  return page;
}

class TreePage {
  #go;
  #position;
  #merge;
  #place = h("div", {});
  #looked = h("p", { class: "note" });
  board = new NoughtsBoard();

  /** @param {Go} go @param {string} position @param {boolean} merge */
  constructor(go, position, merge) {
    this.#go = go;
    this.#position = position;
    this.#merge = merge;
    set(this.board, { oncell: (/** @type {CustomEvent} */ event) => this.#play(event.detail) });
    const box = h("input", { type: "checkbox", onchange: () => this.#show(this.#position, box.checked) });
    box.checked = merge;
    const row = h(
      "div",
      { class: "row" },
      button("Empty board", () => this.#show(emptyPosition(BOARD))),
      h("label", { class: "check" }, box, "Symmetric moves together"),
    );
    const words = h("div", { class: "learn-said" }, h("p", { class: "note" }, NOTE), row, this.#looked);
    this.element = h(
      "section",
      { class: "learn learn-wide", "aria-labelledby": "title" },
      head("The tree"),
      h("div", { class: "learn-pair on-screen" }, this.board, words),
      this.#place,
    );
    this.#draw();
  }

  /** @param {string} cell */
  #play(cell) {
    this.#show(withMark(this.#position, cell, toMove(this.#position)));
  }

  /** @param {string} position @param {boolean} merge */
  #show(position, merge = this.#merge) {
    this.#position = position;
    this.#merge = merge;
    const at = address("/learn/tree", { position, merge: merge ? null : "false" });
    this.#go(at, { replace: true, stay: true });
    this.#draw();
  }

  async #draw() {
    const position = this.#position;
    const label = `Root of the tree, ${BOARD}`;
    this.board.show({ board: BOARD, position, label });
    const refused = await openPosition(BOARD, position).then(
      () => "",
      (error) => messageOf(error),
    );
    if (position !== this.#position) return;
    const legal = refused ? [] : emptyCells(position);
    this.board.show({ board: BOARD, position, legal, mark: toMove(position), label });
    this.#looked.replaceChildren(refused);
    if (refused) return this.#place.replaceChildren();
    const tree = { title: "From the position above", position, merge: this.#merge, cuts: true };
    this.#place.replaceChildren(new DrawnTree(tree, (node) => this.#look(node)).element);
  }

  /** What there is to say of a node. @param {TreeNode} node */
  #look(node) {
    const { position, nodes, games } = node;
    const sides = node.level === "MAX" ? toMove(position) : toMove(position) === "X" ? "O" : "X";
    const worth = `${node.move ?? "The root"}: ${sides}, as MAX, ${valueWords(node)}.`;
    const size = nodes > 1 ? ` Below it ${plural(nodes - 1, "node")}, ${plural(games, "end")} of games.` : "";
    const on = position !== this.#position && nodes > 1;
    const anew = button("Make it the root", () => this.#show(position));
    this.#looked.replaceChildren(`${worth}${size} `, ...(on ? [anew] : []));
  }
}
