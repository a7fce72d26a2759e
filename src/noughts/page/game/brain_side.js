// Beside the board: the brain of each computer that plays, at its last move or in the position on the board. Before its
// first move there is nothing to see, and that is said.

import { button, h, note, row, segments, select } from "../core/dom.js";
import { listing } from "../core/grammar.js";
import { levelWords, players, seatWords, timeOf } from "../core/players.js";
import { isSimple } from "../core/text.js";
import { lastOf } from "./why.js";

/** @import { Brain } from "../brain/brain.js" */

/** @type {[value: "last" | "here", text: string][]} */
const MOMENTS = [
  ["last", "At its last move"],
  ["here", "In this position"],
];

/** One brain: whose it is, and what it thinks. */
class BrainPanel {
  /** @type {Brain | null} */
  #brain = null;

  /**
   * `side` is null where no computer plays, `level` that of the headings.
   * @param {Side | null} side @param {string | null} player @param {HTMLElement} heading @param {number} level
   */
  constructor(side, player, heading, level) {
    this.side = side;
    this.player = player;
    this.level = level;
    this.element = h("div", { class: "brain" }, heading);
  }

  /**
   * The brain is fetched when it is first asked: the board comes first. A question of null: the game is over.
   * @param {BrainQuestion | null} question
   */
  async show(question) {
    const { Brain } = await import("../brain/brain.js");
    if (!this.#brain) {
      this.#brain = new Brain(this.level);
      this.element.append(this.#brain.element);
    }
    if (question) this.#brain.show(question);
    else this.#brain.clear("The game is over: there is nothing left to think about.");
  }
}

export class BrainSide {
  element = h("section", { class: "brainside", "aria-labelledby": "brain-title" });
  /** @type {"last" | "here"} */
  #moment = "last";
  #guest = "tic"; // whose brain is shown where no computer plays
  /** @type {BrainPanel[]} */
  #panels = [];
  #made = "";
  #early = false; // whether somebody wanted to look before the first move
  /** @type {GameAtPly | null} */
  #view = null;

  /** Shows what the computers thought in the game at a ply. @param {GameAtPly} view */
  show(view) {
    this.#view = view;
    const seats = /** @type {[Side, SeatJson][]} */ (Object.entries(view.game.seats));
    const computers = seats.filter(([, seat]) => seat.kind === "computer");
    const sides = computers.map(([side]) => side);
    const began = !sides.length || sides.some((side) => lastOf(side, view.positions, view.ply) >= 0);
    const waits = !began && !this.#early;
    const key = JSON.stringify([view.board, computers, waits, began, isSimple()]);
    if (key !== this.#made) this.#build(view, computers, waits, began);
    this.#made = key;
    if (waits) return;
    for (const panel of this.#panels) this.#think(panel, view);
  }

  #again() {
    if (this.#view) this.show(this.#view);
  }

  /**
   * @param {GameAtPly} view @param {[Side, SeatJson][]} computers
   * @param {boolean} waits - for a first move @param {boolean} began - whether there is a last move to look at
   */
  #build(view, computers, waits, began) {
    if (waits) return this.element.replaceChildren(...this.#waitNote(computers));
    const words = (/** @type {SeatJson} */ seat) => (seat.level ? levelWords(seat.level) : seatWords(seat));
    this.#panels = computers.length
      ? computers.map(([side, seat]) => new BrainPanel(side, seat.player, h("h3", {}, `${side}: ${words(seat)}`), 4))
      : [new BrainPanel(null, null, this.#choice(view.board), 3)]; // until it is known who plays here
    const title = h("h2", { id: "brain-title" }, computers.length > 1 ? "Inside the brains" : "Inside the brain");
    this.element.replaceChildren(
      h("div", { class: "row spread" }, title, computers.length && began ? this.#moments() : null),
      ...this.#panels.map((panel) => panel.element),
    );
  }

  /** @param {[Side, SeatJson][]} computers */
  #waitNote(computers) {
    const who = listing(computers.map(([, seat]) => seatWords(seat)));
    const look = () => {
      this.#early = true;
      this.#again();
    };
    return [
      h("h2", { id: "brain-title" }, computers.length > 1 ? "Inside the brains" : "Inside the brain"),
      note(`When ${who} has moved, this shows what it saw and why it moved there.`),
      row(button("What would it do here?", look)),
    ];
  }

  #moments() {
    return segments("What it thought", "moment", MOMENTS, this.#moment, (moment) => {
      this.#moment = moment;
      this.#again();
    });
  }

  /** Where no computer plays, anybody's brain may be asked. @param {string} board */
  #choice(board) {
    const choose = (/** @type {string} */ player) => {
      this.#guest = player;
      this.#panels[0].player = player;
      this.#again();
    };
    const place = h("div", { class: "field" });
    const fill = async () => {
      const { players: all } = await players(board);
      const options = all.filter(({ plays }) => plays).map(({ name }) => [name, name]);
      const field = select("Whose brain", options, this.#guest, choose);
      if (!field.value) field.value = "weights";
      place.replaceChildren(h("span", {}, "What would it do here?"), field);
      choose(field.value);
    };
    fill().catch(() => {});
    return place;
  }

  /**
   * The last move of this side up to the ply that is looked at, or the position itself.
   * @param {BrainPanel} panel @param {GameAtPly} view
   */
  #think(panel, { game, ply, moves, positions }) {
    const { side, player } = panel;
    if (!player) return;
    const last = (/** @type {Side} */ one) => lastOf(one, positions, ply);
    const own = side === null || this.#moment === "here" ? -1 : last(side);
    const at = own < 0 ? ply : own;
    const over = own < 0 && game.outcome && at === moves.length;
    const asked = own < 0 ? timeOf(player)[0] : player; // what it thought in its time is told, nothing thought anew so long
    panel.show(over ? null : { board: game.board, position: positions[at], player: asked, move: moves[own] ?? null });
  }
}
