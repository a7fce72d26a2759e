// One game of a class, large: as it goes on, or move by move, to be talked about before all.

import { BoardPicture } from "../board/picture.js";
import { announce } from "../core/announce.js";
import { button, h, row, set } from "../core/dom.js";
import { positions, toMove } from "../core/notation.js";
import { nameOf } from "./words.js";

const PACE = 1200; // milliseconds between two moves

export class LargeGame {
  element = h("section", { class: "large-game", "aria-labelledby": "large-title", tabindex: "-1" });
  #title = h("h2", { id: "large-title" });
  #board = h("div", { class: "large-board" });
  #words = h("p", { class: "large-words" });
  #slider;
  #run = button("Play it", () => this.#turn());
  /** The ply that is shown; null at the end, wherever that goes. @type {number | null} */
  #ply = null;
  #running = 0;
  /** @type {Game} */
  #game;

  /** @param {ClassroomJson} room @param {PupilPairJson} pair @param {Game} game @param {number | null} ply @param {() => unknown} back */
  constructor(room, pair, game, ply, back) {
    this.room = room;
    this.pair = pair;
    this.#game = game;
    this.#ply = ply;
    const oninput = () => this.#look(Number(this.#slider.value));
    this.#slider = h("input", { type: "range", min: 0, step: 1, "aria-label": "Move", oninput });
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {number} */ by) =>
      button(sign, () => this.#look(this.#at + by), { "aria-label": label });
    const ways = [step("«", "First position", -Infinity), step("‹", "One move back", -1), this.#slider];
    const on = [step("›", "One move on", 1), step("»", "Last position", Infinity)];
    const acts = row(button("All boards", back, { class: "button primary" }), this.#run);
    const head = h("header", { class: "large-head" }, this.#title, acts);
    this.element.append(head, this.#board, h("div", { class: "slider" }, ways, on), this.#words);
    this.#draw();
  }

  get #at() {
    return this.#ply ?? this.#game.moves.length;
  }

  /** The game has gone on. @param {ClassroomJson} room @param {Game} game */
  show(room, game) {
    this.room = room;
    this.#game = game;
    this.#draw();
  }

  leave() {
    clearInterval(this.#running);
  }

  /** @param {number} ply */
  #look(ply) {
    const { moves } = this.#game;
    this.#ply = ply >= moves.length ? null : Math.max(0, ply);
    this.#draw();
    announce(this.#words.textContent ?? "");
  }

  /** From the start, or from what is looked at on, a move at a time. */
  #turn() {
    if (this.#running) return this.#stop();
    if (this.#ply === null) this.#look(0);
    this.#running = setInterval(() => {
      this.#look(this.#at + 1);
      if (this.#ply === null) this.#stop();
    }, PACE);
    this.#run.textContent = "Pause";
  }

  #stop() {
    clearInterval(this.#running);
    this.#running = 0;
    this.#run.textContent = "Play it";
  }

  #draw() {
    const { board, start, moves, outcome } = this.#game;
    const ply = this.#at;
    const at = positions(start, moves)[ply];
    const names = { X: nameOf(this.room, this.pair.seats.X), O: nameOf(this.room, this.pair.seats.O) };
    this.#title.textContent = `${names.X} as X against ${names.O} as O`;
    const over = outcome && ply === moves.length;
    const picture = new BoardPicture(board, { label: `Board ${board}: ${at.replaceAll("/", " / ")}`, kind: "mini" });
    picture.show({ position: at, last: over || !ply ? null : moves[ply - 1], wins: over ? outcome.lines : [] });
    this.#board.replaceChildren(picture.element);
    const move =
      ply && `Move ${ply} of ${moves.length}: ${names[toMove(positions(start, moves)[ply - 1])]} ${moves[ply - 1]}.`;
    this.#words.textContent = [move || "The start.", over ? outcome.words : ""].filter(Boolean).join(" ");
    set(this.#slider, { max: String(moves.length), "aria-valuetext": this.#words.textContent });
    this.#slider.value = String(ply);
  }
}
