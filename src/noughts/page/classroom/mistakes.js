// What a class gave away in a round: its mistakes on their boards, by what they let happen, the commonest first.

import { canValue } from "../board/assist.js";
import { miniBoard } from "../board/picture.js";
import { announce, messageOf } from "../core/announce.js";
import { ask } from "../core/api.js";
import { button, h, note } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { toMove } from "../core/notation.js";
import { nameOf } from "./words.js";

/** @typedef {{pair: PupilPairJson, game: Game}} Played */
/** @typedef {{mistake: ReviewedMistakeJson, played: Played}} Made */

const MOST = 8; // boards of one kind

/** @type {Record<string, string>} */
const KINDS = {
  line: "A line that was not completed",
  win: "A win that was let go",
  threat: "A threat that was not stopped",
  fork: "Two threats at once that were let happen",
  draw: "A draw that was lost",
};

/** What was given away. @param {ReviewedMistakeJson} mistake @returns {string} */
function kindOf({ before, refutation }) {
  if (before.value === "win") return before.plies === 1 ? "line" : "win";
  if (refutation?.line.length === 1) return "threat";
  return (refutation?.threatens.length ?? 0) > 1 ? "fork" : "draw";
}

export class Mistakes {
  element = h("section", { class: "class-mistakes", "aria-labelledby": "mistakes-title", tabindex: "-1" });
  #found = h("div", { class: "mistake-kinds" });
  #left = false;

  /** `large` shows a game at a ply. @param {ClassroomJson} room @param {Played[]} played @param {(played: Played, ply: number) => unknown} large @param {() => unknown} back */
  constructor(room, played, large, back) {
    this.large = large;
    const title = h("h2", { id: "mistakes-title" }, `The mistakes of round ${room.round}`);
    const head = h("header", { class: "large-head" }, title, button("All boards", back, { class: "button primary" }));
    this.element.append(head, this.#found);
    this.#look(room, played);
  }

  leave() {
    this.#left = true;
  }

  /** @param {ClassroomJson} room @param {Played[]} played */
  async #look(room, played) {
    this.#say("Looking for them …");
    if (!(await canValue(room.board))) return this.#say("This board is too large to tell what was given away.");
    /** @type {Made[]} */
    const made = [];
    for (const each of played) {
      const { board, start, moves } = each.game;
      try {
        const { mistakes } = await ask("/api/review", { board, position: start, moves: moves.join() });
        made.push(...mistakes.map((/** @type {ReviewedMistakeJson} */ mistake) => ({ mistake, played: each })));
      } catch (error) {
        return this.#say(messageOf(error));
      }
      if (this.#left) return;
    }
    const games = plural(played.length, "game");
    if (!made.length) return this.#say(`Nothing was given away in ${games}.`);
    this.#found.replaceChildren(...this.#kinds(room, made));
    announce(`${plural(made.length, "mistake")} in ${games}.`);
  }

  /** @param {string} words */
  #say(words) {
    this.#found.replaceChildren(h("p", {}, words));
    announce(words);
  }

  /** @param {ClassroomJson} room @param {Made[]} made */
  #kinds(room, made) {
    const kinds = [...Map.groupBy(made, ({ mistake }) => kindOf(mistake))].sort(([, a], [, b]) => b.length - a.length);
    return kinds.map(([kind, some]) => {
      const boards = alike(some).map((same) => this.#board(room, same));
      return h(
        "section",
        { "aria-label": KINDS[kind] },
        h("h3", {}, `${KINDS[kind]}: ${some.length}`),
        h("ul", { class: "mistake-boards" }, boards.slice(0, MOST)),
        boards.length > MOST && note(`and ${boards.length - MOST} more boards`),
      );
    });
  }

  /** @param {ClassroomJson} room @param {Made[]} same */
  #board(room, same) {
    const [{ mistake, played }] = same;
    const { position, move, what, ply } = mistake;
    const side = toMove(position);
    const who = same.map(({ played: { pair } }) => nameOf(room, pair.seats[side])).join(", ");
    const label = `Board ${room.board}: ${position.replaceAll("/", " / ")}, ${side} played ${move}`;
    const picture = miniBoard(room.board, position, { label, coordinates: true, pending: { cell: move, mark: side } });
    const first = played.game.ply - played.game.moves.length;
    const open = button("Show the game", () => this.large(played, ply - first), {
      "aria-label": `Show the game of ${who} large`,
    });
    const words = h("p", {}, h("strong", {}, `${who}: ${side} ${move}. `), `${what}.`);
    return h("li", {}, picture, words, open);
  }
}

/** The same move in the same position belongs together, the commonest first. @param {Made[]} made */
function alike(made) {
  const groups = Map.groupBy(made, ({ mistake }) => `${mistake.position} ${mistake.move}`);
  return [...groups.values()].sort((a, b) => b.length - a.length);
}
