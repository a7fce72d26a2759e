// Who plays, as which side, on which board. A choice counts at once while nothing is at stake, else with a new game.

import { button, h, select, set } from "./dom.js";
import { boardWords } from "./notation.js";
import { choices, players } from "./players.js";
import { proofPart } from "./proof.js";
import { preference, prefer } from "./store.js";

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
      ...[proofPart(this.#game)].filter(Boolean),
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
    for (const option of field.options)
      set(option, { disabled: Boolean(reasons.get(option.value)), title: reasons.get(option.value) });
    return field;
  }

  #field(name, id, options) {
    const field = select(null, options, this.#wanted[name], (value) => this.#change({ [name]: value }));
    field.id = id;
    field.removeAttribute("aria-label");
    return field;
  }

  async #change(changes) {
    const wanted = { ...this.#wanted, ...changes };
    this.#wanted = possible(wanted, changes, await players(wanted.board).catch(() => null));
    if (this.atStake()) return this.#draw();
    this.#go();
  }

  #go() {
    prefer(this.#wanted);
    this.#start(this.#wanted);
  }
}

/** The last choice with what is wanted now, mended where it cannot be; a refusal for a board that is none. */
export async function choice(wanted) {
  return possible({ ...chosen(), ...wanted }, {}, await players(wanted.board ?? preference("board")));
}

/** The choice, mended where it cannot be: a friend needs a person here, and not every player plays every board. */
function possible(wanted, changes, known) {
  const { x, o, board } = wanted;
  const other = "x" in changes ? "o" : "x";
  if ([x, o].includes("friend") && ![x, o].includes("person")) return { ...wanted, [other]: "person" };
  const plays = new Map();
  for (const one of [...(known?.players ?? []), ...(known?.levels ?? [])]) plays.set(one.name, one.plays);
  const fit = (who) => ((plays.get(who) ?? plays.get(who.split("(")[0]) ?? true) ? who : "weights");
  return { x: fit(x), o: fit(o), board };
}
