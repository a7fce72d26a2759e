// On which board, and a new game; who plays is chosen at the strips. A choice counts at once while nothing is at stake,
// else with a new game.

import { messageOf, notice } from "../core/announce.js";
import { ask } from "../core/api.js";
import { button, field, h, note, one, select } from "../core/dom.js";
import { capital } from "../core/grammar.js";
import { boardOptions, boardWords, emptyPosition, OTHER } from "../core/notation.js";
import { choices, players, playerWords, seatWords, timed, whoSits } from "../core/players.js";
import { prefer, preference } from "../core/store.js";
import { clockField } from "./clock.js";

/** @import { Choice } from "../core/players.js" */
/** @import { SizeFields } from "../board/sizes.js" */
/** @typedef {[label: string, Choice[]][]} Groups */

const PEOPLE = { person: "a person here", friend: "a friend" };

/** The seats and board that were chosen last, or a game to begin with. @returns {Wanted} */
export function lastChoice() {
  return { x: preference("x"), o: preference("o") ?? "medium", board: preference("board") };
}

export class Setup {
  element = h("section", { class: "setup", "aria-labelledby": "setup-title" });
  #notes = h("div", { class: "setup-notes" });
  #start;
  #atStake;
  #wanted = lastChoice();
  /** The one at hand. @type {Game | null} */
  #game = null;
  #own = false; // whether shape and numbers are open
  /** The fields for these, once they were. @type {SizeFields | null} */
  #sizes = null;
  /** What is asked about a board of one's own. @type {Promise<OpponentsJson> | null} */
  #asked = null;

  /**
   * `start` begins a new game; `atStake` says whether one would be left for it.
   * @param {(wanted: Wanted) => unknown} start @param {() => boolean} atStake
   */
  constructor(start, atStake) {
    this.#start = start;
    this.#atStake = atStake;
  }

  /** Shows the seats and the board of the game at hand. @param {Game} game */
  async show(game) {
    this.#game = game;
    this.#wanted = { x: whoSits(game.seats.X), o: whoSits(game.seats.O), board: game.board };
    await this.#draw(game);
  }

  /** Opens the choice of who plays a side. @param {Side} side */
  async choose(side) {
    const key = side === "X" ? "x" : "o";
    const asked = choices(this.#wanted.board).catch(() => /** @type {Groups} */ ([]));
    const [{ chooseSeat }, groups] = await Promise.all([import("./seats.js"), asked]);
    chooseSeat(side, this.#wanted[key], groups, (who) => this.#change({ [key]: who }));
  }

  /** @param {Game} game */
  async #draw(game) {
    const { x, o, board } = this.#wanted;
    const people = [x, o].every((who) => who in PEOPLE);
    const focused = this.element.contains(document.activeElement) && document.activeElement?.id;
    const choose = (/** @type {string} */ name) => this.#choose(name, game);
    const boards = select(null, [...boardOptions(board), OTHER], this.#own ? OTHER[0] : board, choose);
    const sizes = this.#own ? await this.#sizesOf(board) : null;
    this.element.replaceChildren(
      h("h2", { id: "setup-title", class: "visually-hidden" }, "Another game"),
      field("Board", boards, "board-choice"),
      ...(people ? [clockField(() => this.#change({}))] : []),
      button("New game", () => this.#begin(), { class: "button", id: "new-game" }),
      sizes?.element ?? "",
      this.#notes,
    );
    this.#note(game);
    if (focused) one(`#${focused}`, this.element)?.focus();
  }

  /** What waits for a new game, and what is proved of this one. @param {Game} game */
  #note(game) {
    this.#notes.replaceChildren(...[this.#nextGameNote(game), proofPart(game)].filter((part) => part !== null));
  }

  /** A board of the list, or the fields for any other. @param {string} name @param {Game} game */
  #choose(name, game) {
    this.#own = name === OTHER[0];
    return this.#own ? this.#draw(game) : this.#change({ board: name });
  }

  /** The fields of a board of one's own; they stay what they are while somebody types. @param {string} board */
  async #sizesOf(board) {
    const { SizeFields } = await import("../board/sizes.js");
    this.#sizes ??= new SizeFields((name) => this.#plan(name));
    this.#sizes.show(board);
    return this.#sizes;
  }

  /**
   * A board of one's own, for the next game: it begins when all its numbers are right, with New game. Of several that
   * are asked about the last counts. Nothing is replaced that somebody may be typing in or pressing just then.
   * @param {string} board
   */
  async #plan(board) {
    const asked = players(board);
    this.#asked = asked;
    /** @type {string[]} */
    let said = [];
    try {
      const { why, ...fit } = possible({ ...this.#wanted, board }, {}, await asked);
      if (asked === this.#asked) this.#wanted = fit;
      said = why;
    } catch (error) {
      said = [messageOf(error)];
    }
    if (asked !== this.#asked || !this.#game) return;
    this.#asked = null;
    if (said.length) notice(said.join(" "), [], "calm");
    this.#sizes?.show(this.#wanted.board);
    this.#note(this.#game);
  }

  /** Begins a new game, once a board of one's own is known to be one; where it is none, that is said instead. */
  async #begin() {
    try {
      await this.#asked;
    } catch {
      return;
    }
    this.#go();
  }

  /** What was chosen and waits for a new game. @param {Game} game */
  #nextGameNote(game) {
    const { x, o, board } = this.#wanted;
    if (x === whoSits(game.seats.X) && o === whoSits(game.seats.O) && board === game.board) return null;
    const words = (/** @type {string} */ who) => PEOPLE[/** @type {"person"} */ (who)] ?? playerWords(who);
    return h("p", { class: "note coming" }, `The next game: X ${words(x)}, O ${words(o)}, ${boardWords(board)}.`);
  }

  /**
   * The choice with a change, mended where it cannot be. What was mended for one board is wished for again on the next.
   * @param {Partial<Wanted>} changes
   */
  async #change(changes) {
    if (!this.#game) return;
    const { id, start, board } = this.#game;
    const before = this.#wanted;
    const wished = changes.board ? wishedSeats(before) : before;
    const { why, ...fit } = possible(
      { ...before, ...wished, ...changes },
      changes,
      await players(changes.board ?? before.board).catch(() => null),
    );
    prefer({ wish: wishes({ ...before, ...wished, ...changes }, fit) });
    this.#wanted = fit;
    if (this.#atStake()) {
      await this.#draw(this.#game);
      if (!why.length) notice("This holds for the next game.", [["Begin it now", () => this.#go()]], "calm");
    } else this.#go(id === null && board === fit.board && start !== emptyPosition(board) ? start : undefined);
    if (why.length) notice(why.join(" "), [], "calm");
  }

  /**
   * Begins with what is wanted: on the empty board, or in the position that nobody has played in yet.
   * @param {string} [position]
   */
  #go(position) {
    const { x, o, board } = this.#wanted;
    prefer({ x, o, board });
    this.#start({ x, o, board, position });
  }
}

/**
 * What is played in place of what was wished, on a board where that is not to be had.
 * @param {Wanted} wished @param {Wanted} fit
 */
function wishes(wished, fit) {
  /** @param {"x" | "o"} side */
  const of = (side) => (wished[side] === fit[side] ? null : { wished: wished[side], instead: fit[side] });
  return { x: of("x"), o: of("o") };
}

/** The seats as they were wished for, where they still are what stands in for that. @param {Wanted} now */
function wishedSeats(now) {
  const kept = preference("wish");
  /** @param {"x" | "o"} side */
  const of = (side) => (kept?.[side]?.instead === now[side] ? kept[side].wished : now[side]);
  return { x: of("x"), o: of("o") };
}

/**
 * The last choice with what is wanted now, mended where it cannot be; a refusal for a board that is none.
 * @param {Partial<Wanted>} wanted @returns {Promise<Wanted>}
 */
export async function choice(wanted) {
  const catalogue = await players(wanted.board ?? preference("board"));
  const { why, ...fit } = possible({ ...lastChoice(), ...wanted }, {}, catalogue);
  if (why.length) notice(why.join(" "), [], "calm");
  return fit;
}

/**
 * The choice, mended where it cannot be, and `why`, in sentences: a friend needs a person here, and not every player
 * plays every board.
 * @param {Wanted} wanted @param {Partial<Wanted>} changes @param {OpponentsJson | null} catalogue
 * @returns {Wanted & {why: string[]}}
 */
function possible({ x, o, board }, changes, catalogue) {
  const other = "x" in changes ? "o" : "x";
  if ([x, o].includes("friend") && ![x, o].includes("person")) {
    const why = [`A friend plays against a person here, who is ${other.toUpperCase()} now.`];
    return { x, o, board, [other]: "person", why };
  }
  const all = new Map([...(catalogue?.players ?? []), ...(catalogue?.levels ?? [])].map((each) => [each.name, each]));
  /** @type {string[]} */
  const why = [];
  const fit = (/** @type {string} */ who) => {
    const player = all.get(who) ?? all.get(who.split("(")[0]);
    const isKnown = player || !catalogue || Object.hasOwn(PEOPLE, who);
    if (isKnown && (player?.plays ?? true)) return timed(who, catalogue);
    why.push(`${player?.why_not ?? `There is no player “${who}” here`}, so medium plays.`);
    return "medium";
  };
  return { x: fit(x), o: fit(o), board, why };
}

/** @typedef {{can_lose: boolean, line: CellName[] | null}} Proof - what exhaustion says of a player on one side */
/** @typedef {{x: Proof | null, o: Proof | null}} Proofs */

/**
 * Whether the computers of a game can be beaten, asked for when it is opened and said only where every game was tried;
 * null where nothing is to be said.
 * @param {Game} game
 */
function proofPart({ board, seats }) {
  const sides = /** @type {Side[]} */ (Object.keys(seats)).filter((side) => seats[side].kind === "computer");
  if (board !== "3x3x3" || !sides.length) return null;
  const words = h("div", {}, note("Trying every game. This takes a moment, once."));
  const open = async () => {
    if (!element.open) return;
    const answer = await ask("/api/proofs").catch(() => null);
    const sentences = answer
      ? sides.map((side) => verdict(side, seats[side], answer.proofs[seats[side].player ?? ""]))
      : ["It could not be asked now. Open this again later."];
    words.replaceChildren(...sentences.map((text) => h("p", {}, text)));
  };
  const element = h("details", { class: "proof", ontoggle: open }, h("summary", {}, "Can it be beaten?"), words);
  return element;
}

/** One sentence about a player on its side. @param {Side} side @param {SeatJson} seat @param {Proofs | undefined} proofs */
function verdict(side, seat, proofs) {
  const name = capital(`${seatWords(seat)} as ${side}`);
  const proof = proofs?.[side === "X" ? "x" : "o"];
  if (!proof) return `${name}: not tried here. In a terminal, noughts exploit '${seat.player}' tells.`;
  if (!proof.can_lose) return `${name} cannot be beaten: no game that it can get into is lost.`;
  return `${name} can be beaten: ${proof.line?.join(" ")}.`;
}
