// A match of any two players on any board: exact where it can be, else by games, live.

import { BoardField } from "../board/sizes.js";
import { address } from "../core/api.js";
import { button, field, h, note } from "../core/dom.js";
import { numberOf, plural } from "../core/grammar.js";
import { boardWords } from "../core/notation.js";
import { playerWords } from "../core/players.js";
import { onRegister } from "../core/text.js";
import { command, PlayerField, page, shareBar, shellQuote } from "./parts.js";
import { Running } from "./running.js";

/** @typedef {{shares: Match, games: number, done: boolean}} MatchRun - `games`: how many were asked for */

const NOTE =
  "Exact where all games can be looked at; elsewhere so many games are played, and each share comes with the interval that holds the true one in 95 of 100 samples.";
const MOST_GAMES = 10_000;
const SEEDS = 2 ** 32;

/** @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query */
export async function openMatch(main, go, query) {
  const board = query.get("board") ?? "3x3x3";
  const match = new MatchPage(main, go, query, board);
  await match.drawn();
  return match;
}

class MatchPage {
  #go;
  #x;
  #o;
  #board;
  #games = number(1, MOST_GAMES);
  #seed = number(0, SEEDS - 1);
  #running = new Running("Run the match", () => this.#begin());
  #now = h("div", { class: "compare-now" });
  #before = h("ol", { class: "compare-before", reversed: true });
  /** What was found, the last first. @type {MatchRun[]} */
  #found = [];
  #earlier = h("section", { hidden: true }, h("h2", {}, "Before"), this.#before);

  /** @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query @param {string} board */
  constructor(main, go, query, board) {
    this.#go = go;
    this.#x = new PlayerField("X, first", "compare-x", query.get("x") ?? "medium");
    this.#o = new PlayerField("O, second", "compare-o", query.get("o") ?? "easy");
    this.#board = new BoardField(board, () => this.drawn());
    this.#games.value = query.get("games") ?? "1000";
    this.#seed.value = query.get("seed") ?? String(crypto.getRandomValues(new Uint32Array(1))[0] % 10_000);
    const swap = button("Swap sides", () => this.#swap());
    const fields = [
      this.#x.element,
      this.#o.element,
      this.#board.labelled(),
      h("div", { class: "compare-field compare-sides" }, [
        field("Games", this.#games, "compare-games"),
        field("Seed", this.#seed, "compare-seed"),
      ]),
    ];
    const form = h("form", { class: "compare-form" }, fields);
    const row = h("div", { class: "row compare-row" }, this.#running.element, swap);
    const parts = [h("section", { class: "panel" }, form, row), this.#now, this.#earlier];
    onRegister(page(main, "A match", NOTE, parts), () => {
      this.drawn();
      this.#draw();
    });
  }

  leave() {
    this.#running.leave();
  }

  /** Draws who can play on the board. */
  async drawn() {
    const board = this.#board.value;
    await Promise.all([this.#x.draw(board), this.#o.draw(board)]);
  }

  async #swap() {
    const [x, o] = [this.#x.value, this.#o.value];
    this.#x.set(o, false);
    this.#o.set(x, false);
    await this.drawn();
  }

  #begin() {
    const asked = {
      x: this.#x.value,
      o: this.#o.value,
      board: this.#board.value,
      games: this.#games.value,
      seed: this.#seed.value,
    };
    this.#go(address("/compare/match", asked), { replace: true, stay: true });
    /** @type {MatchRun | null} */
    let found = null;
    const show = (/** @type {Match} */ shares, /** @type {boolean} */ done) => {
      if (found) this.#found.shift();
      found = { shares, games: Number(asked.games), done };
      this.#found.unshift(found);
      this.#draw();
      if (shares.exact) return "Done: this is exact.";
      const played = plural(shares.games, "game");
      return done ? `Done: ${played}.` : `${played} of ${asked.games} played.`;
    };
    this.#running.begin("/api/match/events", asked, {
      news: (shares) => show(shares, false),
      done: (shares) => show(shares, true),
    });
    this.#draw(true);
  }

  /** What was found last, and what before; all of it is from before once another match has begun. */
  #draw(begun = false) {
    const now = begun ? [] : this.#found.slice(0, 1);
    const before = this.#found.slice(now.length);
    this.#now.replaceChildren(...now.flatMap(matchPart));
    this.#before.replaceChildren(...before.map((each) => h("li", { class: "panel" }, matchPart(each))));
    this.#earlier.hidden = !before.length;
  }
}

/** A match in words and numbers. @param {MatchRun} found */
function matchPart({ shares, games, done }) {
  const { x, o, exact, board } = shares;
  const played = exact ? 0 : shares.games;
  const title = `${playerWords(x)} (X) against ${playerWords(o)} (O): ${boardWords(board)}`;
  const how = exact ? "Exact: all games were looked at." : `${plural(played, "game")}, seed ${shares.seed}.`;
  const bar = h("progress", { max: games, value: played, "aria-label": "Games played", hidden: exact || done });
  const sampled = exact ? "" : ` --games ${done ? played : games} --seed ${shares.seed}`;
  const again = `noughts match ${shellQuote(x)} ${shellQuote(o)} --board ${board}${sampled}`;
  const forfeits = exact
    ? []
    : shares.forfeits.map((each) => h("p", {}, `${plural(each.games, "game")} lost: ${each.reason}`));
  return [
    h("h2", {}, title),
    bar,
    ...shareBar(shares),
    note(`${how} A game lasts ${numberOf(shares.plies).toFixed(1)} plies on average.`),
    ...forfeits,
    note("The same in a terminal: ", command(again)),
  ];
}

/** @param {number} min @param {number} max */
const number = (min, max) => h("input", { type: "number", min, max });
