// The buttons below the board: what can be done in the game, and what can be seen on the board.

import { sayIn } from "../core/announce.js";
import { button, h, select, set } from "../core/dom.js";
import { seatWords } from "../core/players.js";
import { prefer, preference } from "../core/store.js";

/** @typedef {[name: string, label: string, key?: string]} Tool */
/** @typedef {{hidden?: boolean, disabled?: boolean, pressed?: boolean, label?: string, primary?: boolean}} ToolState */
/** @typedef {{session: Session, live: boolean, overlay: Overlay, running: boolean, waits: boolean}} ToolsState */

const SPEEDS = [
  ["2000", "slowly"],
  ["1000", "at a walk"],
  ["250", "quickly"],
];

/** @type {Tool[]} */
const GAME = [
  ["undo", "Undo", "u"],
  ["redo", "Redo", "r"],
  ["again", "Restart", "n"],
  ["swap", "Change sides"],
  ["draw", "Offer a draw"],
  ["resign", "Resign"],
];
/** @type {Tool[]} */
const HELP = [
  ["hint", "Hint", "h"],
  ["values", "Values", "v"],
  ["threats", "Threats", "t"],
  ["help", "Hide all help", "z"],
];
/** @type {Tool[]} */
const PACE = [
  ["step", "Step", "s"],
  ["run", "Run", "p"],
];
/** @type {Tool[]} */
const BEGIN = [["begin", "Let it move"]];

export class Tools {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  #pace;

  /** `act(name)` is called for a pressed button. @param {(name: string) => unknown} act */
  constructor(act) {
    const chosen = String(preference("speed"));
    const speed = select("Speed", SPEEDS, chosen, (value) => prefer({ speed: Number(value) }));
    const make = (/** @type {Tool} */ [name, label, key]) => {
      const one = button(label, () => act(name), { "data-act": name, "aria-keyshortcuts": key });
      this.#buttons.set(name, one);
      return one;
    };
    this.#pace = h("span", { class: "row" }, PACE.map(make), speed);
    this.element = h(
      "div",
      { class: "tools" },
      h("div", { class: "row", role: "group", "aria-label": "The game" }, BEGIN.map(make), this.#pace, GAME.map(make)),
      h("div", { class: "row", role: "group", "aria-label": "Help" }, HELP.map(make)),
    );
  }

  /** Which tools there are, and which can be pressed. @param {ToolsState} state */
  show(state) {
    const tools = toolsState(state);
    for (const [name, one] of this.#buttons) bring(one, tools[name]);
    this.#pace.hidden = Boolean(tools.step.hidden);
  }
}

/**
 * Brings a button up to date. One that cannot be pressed keeps the focus.
 * @param {HTMLButtonElement} one @param {ToolState} state
 */
function bring(one, { hidden, disabled, pressed, label, primary }) {
  one.classList.toggle("primary", Boolean(primary));
  one.hidden = Boolean(hidden);
  set(one, {
    "aria-disabled": disabled ? "true" : null,
    "aria-pressed": pressed === undefined ? null : String(pressed),
  });
  if (label && one.textContent !== label) one.textContent = label;
}

/**
 * Which tools there are for a session, and which can be used now.
 * @param {ToolsState} state @returns {Record<string, ToolState>}
 */
export function toolsState({ session, live, overlay, running, waits }) {
  const { spectator, computers } = session;
  const { barred } = overlay;
  const over = Boolean(session.game.outcome);
  const pace = computers.length < 2 || spectator;
  const can = (/** @type {Act} */ what) => live && session.may(what) && !session.asked(what);
  return {
    ...gameTools(session, can, over),
    begin: { hidden: !waits, disabled: !can("step"), label: beginLabel(session), primary: true },
    step: { hidden: pace, disabled: !can("step") || running },
    run: { hidden: pace, disabled: !can("step"), label: running ? "Pause" : "Run" },
    hint: { hidden: barred, disabled: over || !live || overlay.hidden || !overlay.judged },
    values: { hidden: barred, disabled: overlay.hidden || !overlay.judged, pressed: overlay.values },
    threats: { hidden: barred, disabled: overlay.hidden, pressed: overlay.threats },
    help: { hidden: barred, pressed: overlay.hidden, label: overlay.hidden ? "Show help" : "Hide all help" },
  };
}

/** @param {Session} session */
const beginLabel = ({ game }) => `Let ${seatWords(game.seats[game.to_move])} move`;

/**
 * @param {Session} session @param {(what: Act) => boolean} can @param {boolean} over
 * @returns {Record<string, ToolState>}
 */
function gameTools({ game, spectator, apart, computers }, can, over) {
  const people = computers.length === 0;
  const drafted = !game.id; // its sides can be changed at once
  const waits = apart && !over; // two people come to another game from one that is over
  return {
    undo: { hidden: spectator, disabled: !can("undo"), label: apart ? "Ask to take back" : "Undo" },
    redo: { hidden: spectator || apart, disabled: !can("redo") },
    again: {
      hidden: spectator || waits,
      disabled: !can("again") || !game.moves.length,
      label: over ? "Rematch" : "Restart",
    },
    swap: {
      hidden: spectator || computers.length === 2 || waits,
      disabled: !can("again") && !drafted,
      label: over ? "Rematch, sides changed" : "Change sides",
    },
    draw: {
      hidden: spectator || !people,
      disabled: !can("draw"),
      label: apart ? "Offer a draw" : "Agree a draw",
    },
    resign: { hidden: spectator || !people, disabled: !can("resign") },
  };
}

/**
 * Build a field in which a move can be typed: for whoever listens, and whoever thinks in names of cells. `whyNot`
 * returns why a cell cannot be played, or an empty string; `choose` plays it.
 * @param {{whyNot: (cell: CellName) => string, choose: (cell: CellName) => unknown}} on
 */
export function typedMove({ whyNot, choose }) {
  const typed = h("input", {
    type: "text",
    id: "typed-move",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 4,
    size: 4,
    placeholder: "b2",
    "aria-describedby": "typed-move-problem",
  });
  const problem = h("p", { class: "problem", id: "typed-move-problem" });
  const onsubmit = () => {
    const cell = typed.value.trim().toLowerCase();
    const words = whyNot(cell);
    sayIn(problem, words);
    if (words) return;
    choose(cell);
    typed.value = "";
  };
  const label = h("label", { for: "typed-move" }, "Type a move");
  const row = h("div", { class: "row" }, label, typed, button("Play it", null, { type: "submit" }));
  return h("form", { class: "typed-move", onsubmit }, row, problem);
}
