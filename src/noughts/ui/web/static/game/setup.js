// Who plays, as which side, on which board. A choice counts at once while nothing is at stake, else with a new game.

import { button, h, select, set } from "../core/dom.js";
import { notice } from "../core/announce.js";
import { boardWords, emptyPosition } from "../core/notation.js";
import { choices, players } from "../core/players.js";
import { proofPart } from "./proof.js";
import { preference, prefer } from "../core/store.js";

const BOARDS = ["3x3x3", "4x3x3", "4x4x3", "4x4x4", "5x5x4", "7x7x5", "10x10x5", "15x15x5", "torus4x4x4", "cube4"];

/** The seats and board that were chosen last, or a game to begin with. */
export function chosen() {
  return { x: preference("x"), o: preference("o") ?? "medium", board: preference("board") };
}

export class Setup {
  element = h("section", { class: "setup panel", "aria-labelledby": "setup-title" });
  #start;
  #wanted = chosen();
  #game = null; // the one at hand

  /** `start` is called with `{x, o, board}` for a new game; `atStake` says whether one would be left for it. */
  constructor(start, atStake) {
    this.#start = start;
    this.atStake = atStake;
  }

  /** Shows the seats and the board of the game at hand. */
  async show(game) {
    const { seats, board } = (this.#game = game);
    const who = (seat) => (seat.kind === "computer" ? (seat.level ?? seat.player) : seat.kind);
    this.#wanted = { x: who(seats.X), o: who(seats.O), board };
    await this.#draw();
  }

  async #draw() {
    const { board } = this.#wanted;
    const groups = await choices(board).catch(() => []);
    const row = (id, label, field) => h("div", { class: "field" }, h("label", { for: id }, label), field);
    const boards = [...new Set([...BOARDS, board])].map((name) => [name, boardWords(name)]);
    const focused = document.activeElement?.id;
    this.element.replaceChildren(
      h("h2", { id: "setup-title" }, "The game"),
      row("seat-x", "X, first", this.#seat("x", "seat-x", groups)),
      row("seat-o", "O, second", this.#seat("o", "seat-o", groups)),
      row("board-choice", "Board", this.#field("board", "board-choice", boards)),
      button("New game", () => this.#go(), { class: "button primary", id: "new-game" }),
      ...[absentPart(groups), proofPart(this.#game)].filter(Boolean),
    );
    if (focused) this.element.querySelector(`#${focused}`)?.focus();
  }

  #seat(side, id, groups) {
    const here = ([value, text, reason]) => [value, reason ? `${text} (not on this board)` : text];
    const options = groups.map(([label, entries]) => [label, entries.map(here)]);
    const all = groups.flatMap(([, entries]) => entries);
    if (!all.some(([value]) => value === this.#wanted[side])) options.push([this.#wanted[side], this.#wanted[side]]);
    const field = this.#field(side, id, options);
    const reasons = new Map(all.map(([value, , reason]) => [value, reason]));
    for (const option of field.options) set(option, { disabled: Boolean(reasons.get(option.value)) });
    return field;
  }

  #field(name, id, options) {
    const field = select(null, options, this.#wanted[name], (value) => this.#change({ [name]: value }));
    field.id = id;
    field.removeAttribute("aria-label");
    return field;
  }

  async #change(changes) {
    const { id, start, board } = this.#game;
    const wanted = { ...this.#wanted, ...changes };
    const { why, ...fit } = possible(wanted, changes, await players(wanted.board).catch(() => null));
    this.#wanted = fit;
    if (this.atStake()) await this.#draw();
    else this.#go(id === null && board === fit.board && start !== emptyPosition(board) ? start : undefined);
    tell(why);
  }

  /** Begins with what is wanted: on the empty board, or in the position that nobody has played in yet. */
  #go(position) {
    prefer(this.#wanted);
    this.#start({ ...this.#wanted, position });
  }
}

/** Who does not play on this board, and why; null where all do. */
function absentPart(groups) {
  const absent = groups.flatMap(([, entries]) => entries).filter(([, , reason]) => reason);
  if (!absent.length) return null;
  const short = (reason) => reason.replace(/^.*?': /, ""); // without "core does not play '7x7x5': "
  const alike = Map.groupBy(absent, ([, , reason]) => short(reason));
  const names = (entries) => entries.map(([value]) => value).join(", ");
  const list = [...alike].map(([reason, entries]) => h("li", {}, `${names(entries)}: ${reason}.`));
  return h("details", {}, h("summary", {}, "Who does not play here, and why"), h("ul", {}, list));
}

/** Says that the choice was mended. */
function tell(why) {
  if (why.length) notice(why.join(" "), [], "calm");
}

/** The last choice with what is wanted now, mended where it cannot be; a refusal for a board that is none. */
export async function choice(wanted) {
  const known = await players(wanted.board ?? preference("board"));
  const { why, ...fit } = possible({ ...chosen(), ...wanted }, {}, known);
  tell(why);
  return fit;
}

/**
 * The choice, mended where it cannot be, and `why`, in sentences: a friend needs a person here, and not every player
 * plays every board.
 */
function possible({ x, o, board }, changes, known) {
  const other = "x" in changes ? "o" : "x";
  if ([x, o].includes("friend") && ![x, o].includes("person")) {
    const why = [`A friend plays against a person here, who is ${other.toUpperCase()} now.`];
    return { x, o, board, [other]: "person", why };
  }
  const all = new Map([...(known?.players ?? []), ...(known?.levels ?? [])].map((one) => [one.name, one]));
  const why = [];
  const fit = (who) => {
    const found = all.get(who) ?? all.get(who.split("(")[0]);
    if (found?.plays ?? true) return who;
    why.push(`${found.why_not}, so weights plays.`);
    return "weights";
  };
  return { x: fit(x), o: fit(o), board, why };
}
