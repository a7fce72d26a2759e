// How a player can be exploited: on each side whether it can lose, and a game that it loses, shown or played.

import { Frames } from "../blocks/frames.js";
import { positionFacts } from "../board/assist.js";
import { analyseAddress } from "../core/api.js";
import { button, h, row, still } from "../core/dom.js";
import { capital, numberOf } from "../core/grammar.js";
import { emptyPosition, otherSide, positions, SIDES, toMove } from "../core/notation.js";
import { inBoth, playerWords } from "../core/players.js";
import { loadSheet } from "../core/sheet.js";
import { inWords, isSimple } from "../core/text.js";
import { LessonGame } from "../learn/lesson_game.js";
import { scoreWords } from "./parts.js";

/** Both sides of it, and under them the game that is asked for. */
export class Weaknesses {
  element = h("div", { class: "compare-weak" });
  #sides = h("div", { class: "compare-sides-of" });
  #place = h("div", { class: "compare-lost" });
  #exploit;

  /** @param {ExploitJson} exploit */
  constructor(exploit) {
    this.#exploit = exploit;
    inWords(this.#sides, () => SIDES.map((side) => this.#ofSide(side)));
    this.element.append(this.#sides, this.#place);
  }

  /** @param {Side} side */
  #ofSide(side) {
    const { score, can_lose: canLose, line } = this.#exploit[side === "X" ? "x" : "o"];
    const name = playerWords(this.#exploit.player);
    const verdict = canLose ? "can lose" : "cannot lose";
    const number = scoreWords(numberOf(score));
    const expects = isSimple()
      ? `Against whoever knows it best it scores ${number} a game.`
      : `Against its best reply it expects ${number}${score.includes("/") && score.length < 24 ? ` (${score})` : ""}.`;
    const ways = line && [
      button("Show a game it loses", () => this.#show(side, line), { class: "button primary" }),
      button("Play it yourself", () => this.#play(side, line)),
      h("a", { class: "button", href: gameAddress(this.#exploit.board, line) }, "Analyse it"),
    ];
    return h(
      "section",
      { class: `panel compare-side ${canLose ? "weak" : "sound"}`, "aria-label": `${name} as ${side}` },
      h("h3", {}, `As ${side} it ${verdict}`),
      h("p", {}, canLose ? expects : `No game of it ends in a loss: every one was looked at. ${expects}`),
      ways ? row(ways) : null,
    );
  }

  /** The game, to be stepped through. @param {Side} side @param {CellName[]} line */
  async #show(side, line) {
    const { board, player } = this.#exploit;
    const frames = await framesOf(board, player, side, line);
    const caption = playerText(player, (name) => `A game that ${name} loses as ${side}`);
    const figure = { block: /** @type {const} */ ("figure"), board, position: emptyPosition(board) };
    const shown = new Frames({ block: "frames", caption, figure, frames }, { titled: true });
    const look = h("a", { class: "button", href: gameAddress(board, line) }, "Analyse its last choice");
    this.#begin(shown, row(look));
    if (still()) shown.show(frames.length - 1, true);
    else shown.play();
  }

  /** The same against the player itself. @param {Side} side @param {CellName[]} line */
  async #play(side, line) {
    await loadSheet("/static/learn/learn.css");
    const { board, player } = this.#exploit;
    const title = playerText(player, (name) => `Beat ${name}`);
    const position = emptyPosition(board);
    this.#begin(new LessonGame({ title, board, position, side: otherSide(side), player, line }));
  }

  /** @param {{element: Element}} game @param {Element[]} more */
  #begin(game, ...more) {
    this.#place.replaceChildren(game.element, ...more);
    const find = (/** @type {"input" | "button"} */ tag) => this.#place.querySelector(tag);
    (find("input") ?? find("button"))?.focus({ preventScroll: true });
    this.#place.scrollIntoView({ block: "nearest" });
  }
}

/**
 * Return a sentence with a player's name in both wordings.
 * @param {string} player @param {(name: string) => string} words
 */
function playerText(player, words) {
  const [precise, { simple }] = inBoth(player);
  return { precise: words(precise), simple: words(simple) };
}

/** A picture of every position of a game. @param {string} board @param {string} player @param {Side} side @param {CellName[]} line */
async function framesOf(board, player, side, line) {
  const all = positions(emptyPosition(board), line);
  const { outcome } = await positionFacts(board, all[all.length - 1]);
  return all.map((position, ply) => {
    if (!ply) {
      const words = (/** @type {string} */ name) => `${name} plays ${side}; the other side knows what it will do.`;
      return { board, position, words: playerText(player, words) };
    }
    const mover = toMove(all[ply - 1]);
    const over = ply === line.length ? ` ${outcome?.words ?? ""}` : "";
    const lines = ply === line.length ? outcome?.lines : [];
    const words = (/** @type {string} */ name) =>
      `${mover === side ? `${capital(name)}, as ${side},` : otherSide(side)} plays ${line[ply - 1]}.${over}`;
    return { board, position, last: line[ply - 1], lines, words: playerText(player, words) };
  });
}

/**
 * The whole game on the page that analyses, at the player's own last choice. @param {string} board @param {CellName[]} line
 */
const gameAddress = (board, line) => analyseAddress({ board, moves: line, at: line.length - 2 });
