// Beside the board: one plain sentence for the last move of a computer.

import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { toMove } from "../core/notation.js";
import { isSimple, plain, prose } from "../core/text.js";

export class WhyLine {
  element = h("p", { class: "why" });
  #key = "";
  /** The sentence that is shown. */
  words = "";

  /**
   * Tells the last move of one of these sides up to the ply that is looked at.
   * @param {GameAtPly} view @param {Side[]} computers
   */
  async show({ game, positions, ply }, computers) {
    const at = Math.max(...computers.map((side) => lastOf(side, positions, ply)), -1);
    const key = at < 0 ? "" : `${positions[at]} ${game.moves[at]} ${isSimple()}`;
    if (key === this.#key) return;
    this.#key = key;
    this.words = "";
    if (!key) return this.element.replaceChildren();
    const [position, move] = [positions[at], game.moves[at]];
    const { player, seconds } = game.seats[toMove(position)];
    const question = { board: game.board, position, player, blocks: false };
    const answer = await ask("/api/explain", question).catch(() => null);
    if (this.#key !== key) return; // the game went on meanwhile
    const words = answer?.why[move] ?? (seconds ? "" : (answer?.summary ?? ""));
    this.words = plain(words);
    if (!words) return this.element.replaceChildren();
    referring(this.element).replaceChildren(h("span", { class: "label" }, `Why ${move}?`), ...prose(words));
  }
}

/**
 * The index of the last move before `ply` that was made by this side; -1 if there is none.
 * @param {Side} side @param {string[]} positions @param {number} ply
 */
export function lastOf(side, positions, ply) {
  return positions.slice(0, ply).findLastIndex((position) => toMove(position) === side);
}

/**
 * Let the references in an element light cells on the board, once the module for that is loaded.
 * @template {HTMLElement} E @param {E} element
 */
export function referring(element) {
  import("../blocks/refer.js").then(
    ({ withReferences }) => withReferences(element),
    () => {}, // without a network the words are shown all the same
  );
  return element;
}
