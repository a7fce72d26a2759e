// Beside the board: the brain of each computer that plays, at its last move or in the position on the board.

import { h, select } from "../core/dom.js";
import { players, seatWords } from "../core/players.js";
import { lastOf } from "./why.js";

const MOMENTS = [
  ["last", "At its last move"],
  ["here", "In this position"],
];

const elements = () => import("../brain/brain.js"); // with all kinds of evidence: the board comes first

export class BrainSide {
  element = h("section", { class: "brainside", "aria-labelledby": "brain-title" });
  #moment = "last";
  #guest = "tic"; // whose brain is shown where no computer plays
  #brains = [];
  #made = "";
  #view = null;

  /** Shows what the computers thought in a view: `{board, game, ply, moves, positions}`. */
  show(view) {
    this.#view = view;
    const seats = Object.entries(view.game.seats).filter(([, seat]) => seat.kind === "computer");
    const key = JSON.stringify([view.board, seats]);
    if (key !== this.#made) this.#build(seats);
    this.#made = key;
    for (const brain of this.#brains)
      this.#think(
        brain,
        seats.map(([side]) => side),
      );
  }

  #build(seats) {
    const made = (side, player, level) => Object.assign(h("noughts-brain", { level }), { side, player });
    this.#brains = seats.length
      ? seats.map(([side, { player }]) => made(side, player, 4))
      : [made(null, null, 3)]; // until it is known who plays here
    const words = ({ kind, player, level }) =>
      level ? `${seatWords({ kind, player, level })}, that is ${player}` : player;
    const panels = this.#brains.map((brain, i) =>
      h(
        "div",
        { class: "panel brain" },
        seats.length ? h("h3", {}, `${brain.side}: ${words(seats[i][1])}`) : this.#choice(),
        brain,
      ),
    );
    this.element.replaceChildren(
      h(
        "div",
        { class: "row spread" },
        h("h2", { id: "brain-title" }, seats.length > 1 ? "Inside the brains" : "Inside the brain"),
        seats.length ? this.#moments() : null,
      ),
      ...panels,
    );
  }

  #moments() {
    const option = ([value, text]) => {
      const input = h("input", {
        type: "radio",
        name: "moment",
        value,
        onchange: () => ((this.#moment = value), this.show(this.#view)),
      });
      input.checked = value === this.#moment;
      return h("label", { class: "segment" }, input, h("span", {}, text));
    };
    return h(
      "fieldset",
      { class: "segments" },
      h("legend", { class: "visually-hidden" }, "What it thought"),
      MOMENTS.map(option),
    );
  }

  /** Where no computer plays, anybody's brain may be asked. */
  #choice() {
    const choose = (player) => {
      this.#guest = this.#brains[0].player = player;
      this.show(this.#view);
    };
    const place = h("div", { class: "field" });
    players(this.#view.board).then(
      ({ players: all }) => {
        const options = all.filter(({ plays }) => plays).map(({ name }) => [name, name]);
        const field = select("Whose brain", options, this.#guest, choose);
        if (!field.value) field.value = "weights";
        place.replaceChildren(h("span", {}, "What would it do here?"), field);
        choose(field.value);
      },
      () => {},
    );
    return place;
  }

  /** The last move of this side up to the ply that is looked at, or the position itself. */
  #think(brain, computers) {
    const { game, ply, moves, positions } = this.#view;
    const { side, player } = brain;
    if (!player) return;
    const last = (one) => lastOf(one, positions, ply);
    const own = side === null || this.#moment === "here" ? -1 : last(side);
    const at = own < 0 ? ply : own;
    const over = own < 0 && game.outcome && at === moves.length;
    const key = JSON.stringify([positions[at], moves[own], player, over]);
    if (key === brain.dataset.key) return; // what is open in it stays open
    brain.dataset.key = key;
    brain.classList.toggle("told", own >= 0 && computers.every((one) => last(one) <= own)); // below the board
    if (over) brain.replaceChildren(h("p", {}, "The game is over: there is nothing left to think about."));
    else this.#ask(brain, { board: game.board, position: positions[at], player, move: moves[own] ?? null });
  }

  async #ask(brain, question) {
    const { key } = brain.dataset;
    await elements();
    if (brain.dataset.key !== key || !brain.isConnected) return; // by now something else is looked at
    brain.show(question);
  }
}
