// A game on a board of the lesson's own: against a player, a strategy or pairs of cells; along a line, where there is one.
// No game is made for it on the server, which is asked for the rules and for decisions only.

import { positionFacts } from "../board/assist.js";
import { boardWith } from "../board/board.js";
import { messageOf, sayIn } from "../core/announce.js";
import { ask } from "../core/api.js";
import { button, h, note, row, set } from "../core/dom.js";
import { numberOf } from "../core/grammar.js";
import { emptyCells, otherSide, toMove, withMark } from "../core/notation.js";
import { playerWords } from "../core/players.js";
import { onRegister, plain, prose } from "../core/text.js";

const PAUSE = 350; // milliseconds before the other side moves

/** A game; `over` is told who won, or null. */
export class LessonGame {
  element = h("section", { class: "learn-game" });
  #board = boardWith({ choose: (cell) => this.#play(cell) });
  #game;
  #over;
  #position = "";
  /** @type {CellName[]} */
  #moves = [];
  /** @type {PositionJson | null} */
  #facts = null;
  #turn = 0; // of a position: an answer that comes later belongs to none
  #status = h("p", { class: "learn-verdict" });
  #title = h("p", { class: "learn-title" });
  #who = note();
  /** @type {CellName | null} */
  #last = null;

  /** @param {LedGame} game @param {(winner: Side | null) => unknown} [over] */
  constructor(game, over = () => {}) {
    this.#game = game;
    this.#over = over;
    const again = button("From the start", () => this.begin());
    const words = h("div", { class: "learn-said" }, this.#who, this.#status, row(again));
    this.element.append(this.#title, h("div", { class: "learn-pair" }, this.#board, words));
    this.#name();
    this.begin();
    onRegister(this.element, () => {
      this.#name();
      this.#draw(this.#last);
    });
  }

  /** From the first position. */
  begin() {
    this.#moves = [];
    this.#at(this.#game.position);
  }

  /** Puts the keyboard on the board. */
  enter() {
    this.#board.enter();
  }

  /** Who plays, and what it is called. */
  #name() {
    const { title, side, player } = this.#game;
    const other = player ? playerWords(player) : this.#game.strategy ? "the map" : "the pairs";
    this.#title.replaceChildren(...prose(title));
    this.#who.textContent = `You are ${side}, against ${other}.`;
  }

  /** The next cell of the line, as long as it was followed. */
  get #next() {
    const { line } = this.#game;
    return this.#moves.every((cell, i) => line[i] === cell) ? line[this.#moves.length] : undefined;
  }

  /** @param {string} position @param {CellName | null} last */
  async #at(position, last = null) {
    const { board, side } = this.#game;
    const turn = ++this.#turn;
    this.#position = position;
    this.#facts = null;
    this.#status.textContent = "";
    this.#draw(last);
    try {
      const facts = await positionFacts(board, position);
      if (turn !== this.#turn) return;
      this.#facts = facts;
      this.#draw(last);
      if (facts.outcome) this.#end(facts.outcome);
      else if (facts.to_move === side) this.#yours();
      else await this.#answer(turn);
    } catch (error) {
      if (turn === this.#turn) this.#tell("wrong", messageOf(error));
    }
  }

  /** @param {CellName | null} last */
  #draw(last) {
    this.#last = last;
    const { board, side, title } = this.#game;
    const mine = this.#facts && !this.#facts.outcome && toMove(this.#position) === side;
    this.#board.show({
      board,
      position: this.#position,
      legal: mine ? emptyCells(this.#position) : [],
      mark: side,
      last,
      wins: this.#facts?.outcome?.lines ?? [],
      hint: mine && this.#next ? [this.#next] : [],
      label: `${plain(title)}: board ${board}`,
    });
  }

  #yours() {
    const next = this.#next;
    this.#tell("", next ? `Your move: ${next}.` : "Your move.");
  }

  /** @param {CellName} cell */
  #play(cell) {
    this.#moves.push(cell);
    this.#at(withMark(this.#position, cell, toMove(this.#position)), cell);
  }

  /** The other side's move, after a moment. @param {number} turn */
  async #answer(turn) {
    const [cell] = await Promise.all([this.#reply(), new Promise((done) => setTimeout(done, PAUSE))]);
    if (turn === this.#turn) this.#play(cell);
  }

  /** What the other side plays: as the line says, by the map, by the pairs, or as likely as its decision says. */
  async #reply() {
    const { board, player, strategy, partners } = this.#game;
    const position = this.#position;
    if (this.#next) return this.#next;
    if (strategy) return strategy[position];
    const empty = emptyCells(position);
    const partner = partners?.[this.#moves[this.#moves.length - 1]];
    if (!player) return partner && empty.includes(partner) ? partner : empty[0];
    const decision = await ask("/api/decide", { board, position, player });
    return drawn(decision.moves);
  }

  /** @param {{winner: Side | null, words: string}} outcome */
  #end({ winner, words }) {
    const { side } = this.#game;
    const told = winner === side ? "You win." : winner === otherSide(side) ? "You lose." : "";
    this.#tell(winner === side ? "right" : winner ? "wrong" : "", `${told} ${words}`.trim());
    this.#over(winner);
  }

  /** @param {"right" | "wrong" | ""} kind @param {string} words */
  #tell(kind, words) {
    set(this.#status, { class: `learn-verdict ${kind}` });
    sayIn(this.#status, words);
  }
}

/** One of the cells, as likely as its share says. @param {Record<CellName, string>} moves */
function drawn(moves) {
  let roll = Math.random();
  const cells = Object.entries(moves);
  for (const [cell, share] of cells) {
    roll -= numberOf(share);
    if (roll < 0) return cell;
  }
  return cells[cells.length - 1][0];
}
