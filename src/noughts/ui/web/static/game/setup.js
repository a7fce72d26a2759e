// Who plays, as which side, on which board. A choice counts at once while nothing is at stake, else with a new game.

import { notice } from "../core/announce.js";
import { button, h, one, select, set } from "../core/dom.js";
import { boardWords, emptyPosition } from "../core/notation.js";
import { choices, players, whoSits } from "../core/players.js";
import { prefer, preference } from "../core/store.js";
import { proofPart } from "./proof.js";

/** @import { Catalogue, Game, Wanted } from "../core/types.js" */
/** @import { Option } from "../core/dom.js" */
/** @import { Choice } from "../core/players.js" */
/** @typedef {[label: string, Choice[]][]} Groups */

const BOARDS = ["3x3x3", "4x3x3", "4x4x3", "4x4x4", "5x5x4", "7x7x5", "10x10x5", "15x15x5", "torus4x4x4", "cube4"];

/** The seats and board that were chosen last, or a game to begin with. @returns {Wanted} */
export function chosen() {
  return { x: preference("x"), o: preference("o") ?? "medium", board: preference("board") };
}

export class Setup {
  element = h("section", { class: "setup panel", "aria-labelledby": "setup-title" });
  #start;
  #atStake;
  #wanted = chosen();
  /** The one at hand. @type {Game | null} */
  #game = null;

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

  /** @param {Game} game */
  async #draw(game) {
    const { board } = this.#wanted;
    /** @type {Groups} */
    const groups = await choices(board).catch(() => []);
    const row = (/** @type {string} */ id, /** @type {string} */ label, /** @type {HTMLElement} */ field) =>
      h("div", { class: "field" }, h("label", { for: id }, label), field);
    const boards = [...new Set([...BOARDS, board])].map((name) => /** @type {Option} */ ([name, boardWords(name)]));
    const focused = this.element.contains(document.activeElement) && document.activeElement?.id;
    const parts = [absentPart(groups), proofPart(game)].filter((part) => part !== null);
    this.element.replaceChildren(
      h("h2", { id: "setup-title" }, "The game"),
      row("seat-x", "X, first", this.#seat("x", "seat-x", groups)),
      row("seat-o", "O, second", this.#seat("o", "seat-o", groups)),
      row("board-choice", "Board", this.#field("board", "board-choice", boards)),
      button("New game", () => this.#go(), { class: "button primary", id: "new-game" }),
      ...parts,
    );
    if (focused) one(`#${focused}`, this.element)?.focus();
  }

  /** @param {"x" | "o"} side @param {string} id @param {Groups} groups */
  #seat(side, id, groups) {
    const here = (/** @type {Choice} */ [value, text, whyNot]) =>
      /** @type {Option} */ ([value, whyNot ? `${text} (not on this board)` : text]);
    /** @type {(Option | [string, Option[]])[]} */
    const options = groups.map(([label, entries]) => [label, entries.map(here)]);
    const all = groups.flatMap(([, entries]) => entries);
    const wanted = this.#wanted[side];
    if (!all.some(([value]) => value === wanted)) options.push([wanted, wanted]);
    const field = this.#field(side, id, options);
    const reasons = new Map(all.map(([value, , whyNot]) => [value, whyNot]));
    for (const option of field.options) set(option, { disabled: Boolean(reasons.get(option.value)) });
    return field;
  }

  /** @param {"x" | "o" | "board"} name @param {string} id @param {(Option | [string, Option[]])[]} options */
  #field(name, id, options) {
    const field = select(null, options, this.#wanted[name], (value) => this.#change({ [name]: value }));
    field.id = id;
    return field;
  }

  /** @param {Partial<Wanted>} changes */
  async #change(changes) {
    if (!this.#game) return;
    const { id, start, board } = this.#game;
    const wanted = { ...this.#wanted, ...changes };
    const { why, ...fit } = possible(wanted, changes, await players(wanted.board).catch(() => null));
    this.#wanted = fit;
    if (this.#atStake()) await this.#draw(this.#game);
    else this.#go(id === null && board === fit.board && start !== emptyPosition(board) ? start : undefined);
    tell(why);
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

/** Who does not play on this board, and why; null where all do. @param {Groups} groups */
function absentPart(groups) {
  const absent = groups.flatMap(([, entries]) => entries).filter(([, , whyNot]) => whyNot);
  if (!absent.length) return null;
  // "core does not play '7x7x5': only 3x3x3": the reason is what follows.
  const reason = (/** @type {Choice} */ [, , whyNot]) => whyNot?.replace(/^.*?': /, "");
  const names = (/** @type {Choice[]} */ entries) => entries.map(([value]) => value).join(", ");
  const list = [...Map.groupBy(absent, reason)].map(([why, entries]) => h("li", {}, `${names(entries)}: ${why}.`));
  return h("details", {}, h("summary", {}, "Who does not play here, and why"), h("ul", {}, list));
}

/** Says that the choice was mended. @param {string[]} why */
function tell(why) {
  if (why.length) notice(why.join(" "), [], "calm");
}

/**
 * The last choice with what is wanted now, mended where it cannot be; a refusal for a board that is none.
 * @param {Partial<Wanted>} wanted @returns {Promise<Wanted>}
 */
export async function choice(wanted) {
  const catalogue = await players(wanted.board ?? preference("board"));
  const { why, ...fit } = possible({ ...chosen(), ...wanted }, {}, catalogue);
  tell(why);
  return fit;
}

/**
 * The choice, mended where it cannot be, and `why`, in sentences: a friend needs a person here, and not every player
 * plays every board.
 * @param {Wanted} wanted @param {Partial<Wanted>} changes @param {Catalogue | null} catalogue
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
    if (player?.plays ?? true) return who;
    why.push(`${player?.why_not}, so medium plays.`);
    return "medium";
  };
  return { x: fit(x), o: fit(o), board, why };
}
