// All boards of a round, as large as they can be beside each other, to be read from the back of a room.

import { BoardPicture, markIcon } from "../board/picture.js";
import { h, set } from "../core/dom.js";
import { dimensions, otherSide, SIDES } from "../core/notation.js";
import { SideClock } from "../game/clock.js";
import { countedWords, endWords, nameOf, pointsFor, pointWords } from "./words.js";

const WIDE = 900; // pixels of a window from which on all boards are brought into one sight
const GAP = 12; // between two boards
const HEAD = 0.32; // of a board's side: two names above it
const NAMES = 122; // and no more pixels than this
const TOLD = 0.2; // and what is told of a game that does not count
const EDGE = 22; // pixels around
const LEAST = 320; // pixels of height that the boards have in any case

export class Wall {
  element = h("ul", { class: "wall", "aria-label": "All boards" });
  /** @type {Map<string, Tile>} */
  #tiles = new Map();
  /** @type {Map<string, Game>} */
  #games = new Map();
  /** @type {ClassroomJson | null} */
  #room = null;

  /** `large` shows a pair's game large. @param {AbortSignal} signal @param {(pair: PupilPairJson) => unknown} large */
  constructor(signal, large) {
    this.large = large;
    window.addEventListener("resize", () => this.#fit(), { signal });
    document.addEventListener("fullscreenchange", () => this.#fit(), { signal });
  }

  /** @param {ClassroomJson} room */
  show(room) {
    const order = room.pairs.map(({ game }) => game);
    const same = order.length === this.#tiles.size && order.every((game) => this.#tiles.has(game));
    this.#room = room;
    for (const pair of room.pairs) {
      const tile = this.#tiles.get(pair.game) ?? new Tile(pair, room, this.large);
      this.#tiles.set(pair.game, tile);
      tile.show(room, pair, this.#row(pair));
    }
    if (same) return this.#fit();
    for (const game of this.#tiles.keys()) if (!order.includes(game)) this.#tiles.delete(game);
    this.element.replaceChildren(...room.pairs.map(({ game }) => this.#tiles.get(game)?.element ?? ""));
    this.#fit();
  }

  /** A game has gone on. @param {Game} game */
  play(game) {
    this.#games.set(String(game.id), game);
    for (const pair of this.#room?.pairs ?? []) {
      const row = this.#row(pair);
      const tile = this.#tiles.get(pair.game);
      if (this.#room && tile && row.includes(game) && tile.show(this.#room, pair, row)) this.#fit();
    }
  }

  /** The pair's game that counts, as far as it is known. @param {PupilPairJson} pair */
  game(pair) {
    return this.#games.get(pair.game);
  }

  /** The pair's game, and those that went on with it, as far as they are known. @param {PupilPairJson} pair */
  #row(pair) {
    /** @type {Game[]} */
    const row = [];
    for (let game = this.#games.get(pair.game); game; game = this.#games.get(game.next ?? "")) row.push(game);
    return row;
  }

  /** So many columns that the boards are largest; on a narrow window they follow each other. */
  #fit() {
    const { element } = this;
    const count = this.#tiles.size;
    set(element, { "data-fit": count && innerWidth >= WIDE ? true : null });
    if (!count || innerWidth < WIDE || !this.#room) return element.style.removeProperty("--side");
    const { top } = element.getBoundingClientRect();
    const [width, height] = [element.clientWidth, Math.max(LEAST, innerHeight - (top + scrollY) - GAP)];
    const { columns: across, rows: down } = dimensions(this.#room.board);
    const told = [...this.#tiles.values()].some((tile) => tile.playsOn) ? TOLD : 0;
    const high = (/** @type {number} */ room) =>
      Math.max(room / (down / across + HEAD + told), (room - NAMES) / (down / across + told));
    let best = { columns: 1, side: 0 };
    for (let columns = 1; columns <= count; columns += 1) {
      const rows = Math.ceil(count / columns);
      const wide = (width - GAP * (columns - 1)) / columns - EDGE;
      const side = Math.min(wide, high((height - GAP * (rows - 1)) / rows - EDGE));
      if (side > best.side) best = { columns, side };
    }
    element.style.setProperty("--columns", String(best.columns));
    element.style.setProperty("--side", `${Math.floor(best.side)}px`);
  }
}

/**
 * One board with the names of its two. Once their game is over, which alone counts, they may play on: then the board is
 * the one that they are at, and how the game ended that counts is told above it.
 */
class Tile {
  element;
  #picture;
  #names = { X: h("span", { class: "tile-name" }), O: h("span", { class: "tile-name" }) };
  #points = { X: h("span", { class: "tile-points" }), O: h("span", { class: "tile-points" }) };
  #clocks = { X: new SideClock("tile-clock"), O: new SideClock("tile-clock") };
  #told = h("p", { class: "tile-told", hidden: true });
  #link;
  #shown = "";
  /** The game that is shown. @type {Game | undefined} */
  #game;

  /** @param {PupilPairJson} pair @param {ClassroomJson} room @param {(pair: PupilPairJson) => unknown} large */
  constructor(pair, room, large) {
    this.#picture = new BoardPicture(room.board, { coordinates: false, label: "Board", kind: "mini" });
    this.#picture.show({ position: room.start });
    this.#link = h("a", { href: `/game/${pair.game}`, class: "tile-link" }, this.#picture.element);
    this.#link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || !this.#game) return;
      event.preventDefault();
      large(pair);
    });
    const side = (/** @type {Side} */ side) =>
      h("p", { class: "tile-side" }, markIcon(side), this.#names[side], this.#clocks[side].element, this.#points[side]);
    this.element = h("li", { class: "tile" }, SIDES.map(side), this.#told, this.#link);
  }

  get playsOn() {
    return !this.#told.hidden;
  }

  /** Whether it tells now of a later game and did not before. @param {ClassroomJson} room @param {PupilPairJson} pair @param {Game[]} row */
  show(room, pair, row) {
    const [game, before] = [row.at(-1), this.playsOn];
    const names = SIDES.map((side) => nameOf(room, pair.seats[side]));
    const key = JSON.stringify([game?.id, game?.version, pair.result, names]);
    if (key === this.#shown) return false;
    this.#shown = key;
    this.#game = game;
    for (const side of SIDES) if (game) this.#clocks[side].show(side, game);
    const later = row.slice(1);
    const counted = later.length ? countedWords(room, pair, !game?.outcome) : "";
    this.#told.textContent = counted;
    this.#told.hidden = !counted;
    this.#draw(room, pair, later);
    return before !== this.playsOn;
  }

  /** @param {ClassroomJson} room @param {PupilPairJson} pair @param {Game[]} later - the games after the one that counts */
  #draw(room, pair, later) {
    const game = this.#game;
    const changed = later.filter(({ swapped }) => swapped).length % 2 === 1;
    const was = (/** @type {Side} */ side) => (changed ? otherSide(side) : side); // on which side of the counted one
    const nameAt = (/** @type {Side} */ side) => nameOf(room, pair.seats[was(side)]);
    for (const side of SIDES) {
      this.#names[side].textContent = nameAt(side);
      const turn = game && !game.outcome && game.to_move === side;
      set(this.#names[side], { "data-turn": turn || null, "data-won": pair.result === was(side) || null });
      this.#points[side].textContent = pair.result === "open" ? "" : pointWords(pointsFor(pair.result, was(side)));
    }
    if (game) set(this.#link, { href: `/game/${game.id}` });
    if (game)
      this.#picture.show({
        position: game.position,
        wins: game.outcome?.lines ?? [],
        last: game.outcome ? null : game.moves.at(-1),
      });
    const names = SIDES.map((side) => `${nameAt(side)} as ${side}`).join(" against ");
    const ended = later.length ? game?.outcome?.words : endWords(room, pair);
    const stands = ended || (game ? `${nameAt(game.to_move)} to move.` : "");
    set(this.#picture.element, {
      "aria-label": `${names}, ${game?.position.replaceAll("/", " / ") ?? "empty"}. ${stands}`,
    });
    set(this.element, { "data-over": pair.result === "open" ? null : true });
  }
}
