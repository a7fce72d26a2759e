// The page of the drawn tree: a position, its tree over the full width, and what is looked at in it.

import { openPosition } from "../board/assist.js";
import { boardWith } from "../board/board.js";
import { refusalOf } from "../core/announce.js";
import { address } from "../core/api.js";
import { button, checkbox, h, note, row } from "../core/dom.js";
import { plural, valueWords } from "../core/grammar.js";
import { emptyCells, emptyPosition, toMove, withMark } from "../core/notation.js";
import { isSimple, onRegister } from "../core/text.js";
import { DrawnTree, maxSide } from "./drawn_tree.js";
import { head } from "./headings.js";

const BOARD = "3x3x3";
const HOW = "Click a board, or press Enter on it, to open or close it; [ and ] step through the search.";
const NOTES = {
  simple: "Each side takes the best for itself of what lies below.",
  precise: "MAX moves at the root and takes the largest value of what lies below, MIN the smallest.",
};

/** @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query */
export async function openTree(main, go, query) {
  return new TreePage(main, go, query.get("position") || emptyPosition(BOARD), query.get("merge") !== "false");
}

class TreePage {
  #go;
  #position;
  #merge;
  #place = h("div", {});
  #looked = note();
  #note = note();
  /** @type {DrawnTree | null} */
  #tree = null;
  /** @type {TreeNodeJson | null} */
  #node = null;
  board = boardWith({ choose: (cell) => this.#play(cell) });

  /** @param {HTMLElement} main @param {Go} go @param {string} position @param {boolean} merge */
  constructor(main, go, position, merge) {
    this.#go = go;
    this.#position = position;
    this.#merge = merge;
    const choices = row(
      button("Empty board", () => this.#show(emptyPosition(BOARD))),
      checkbox("Symmetric moves together", merge, (merged) => this.#show(this.#position, merged)),
    );
    const words = h("div", { class: "learn-said" }, this.#note, choices, this.#looked);
    const pair = h("div", { class: "learn-pair on-screen" }, this.board, words);
    const section = { class: "learn learn-wide", "aria-labelledby": "title" };
    main.replaceChildren(h("section", section, head("The tree"), pair, this.#place));
    onRegister(pair, () => this.#tell());
    this.#tell();
    this.#draw();
  }

  #tell() {
    this.#note.textContent = `${NOTES[isSimple() ? "simple" : "precise"]} ${HOW}`;
    if (this.#node) this.#look(this.#node);
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
    const label = `Where the tree begins, ${BOARD}`;
    this.#node = null;
    this.#tree = null;
    this.board.show({ board: BOARD, position, label });
    const refused = await refusalOf(openPosition(BOARD, position));
    if (position !== this.#position) return;
    const legal = refused ? [] : emptyCells(position);
    this.board.show({ board: BOARD, position, legal, mark: toMove(position), label });
    this.#looked.replaceChildren(refused);
    if (refused) return this.#place.replaceChildren();
    const tree = { title: "From the position above", position, merge: this.#merge, cuts: true };
    this.#tree = new DrawnTree(tree, { chosen: (node) => this.#look(node) });
    this.#place.replaceChildren(this.#tree.element);
  }

  /** What there is to say of a node. @param {TreeNodeJson} node */
  #look(node) {
    this.#node = node;
    const { position, nodes, games } = node;
    const [top, as, what] = isSimple() ? ["The top", "", "board"] : ["The root", ", as MAX,", "node"];
    const worth = `${node.move ?? top}: ${maxSide(node)}${as} ${valueWords(node)}.`;
    const size = nodes > 1 ? ` Below it ${plural(nodes - 1, what)}, ${plural(games, "end")} of games.` : "";
    const on = position !== this.#position && nodes > 1;
    const anew = button(isSimple() ? "Begin here" : "Make it the root", () => this.#show(position));
    this.#looked.replaceChildren(`${worth}${size} `, ...(on ? [anew] : []));
  }
}
