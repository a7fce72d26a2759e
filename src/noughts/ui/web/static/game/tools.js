// The buttons below the board: what can be done in the game, and what can be seen on the board.

import { button, h, select, set } from "../core/dom.js";
import { preference, prefer } from "../core/store.js";

const SPEEDS = [
  [2000, "slowly"],
  [1000, "at a walk"],
  [250, "quickly"],
];

/** [name, label, key] of the buttons of each group. */
const GAME = [
  ["undo", "Undo", "u"],
  ["redo", "Redo", "r"],
  ["again", "Restart", "n"],
  ["swap", "Change sides"],
  ["draw", "Offer a draw"],
  ["resign", "Resign"],
];
const HELP = [
  ["hint", "Hint", "h"],
  ["values", "Values", "v"],
  ["threats", "Threats", "t"],
  ["help", "Hide all help", "z"],
];
const PACE = [
  ["step", "Step", "s"],
  ["run", "Run", "p"],
];

/** `act(name)` is called for a pressed button; `show(state)` says which there are, and which can be pressed. */
export function toolsPart(act) {
  const all = new Map();
  const make = ([name, label, key]) => {
    all.set(
      name,
      button(label, () => act(name), { "data-act": name, "aria-keyshortcuts": key }),
    );
    return all.get(name);
  };
  const speeds = SPEEDS.map(([value, text]) => [String(value), text]);
  const speed = select("Speed", speeds, String(preference("speed")), (value) => prefer({ speed: Number(value) }));
  const pace = h("span", { class: "row" }, PACE.map(make), speed);
  const game = h("div", { class: "row", role: "group", "aria-label": "The game" }, pace, GAME.map(make));
  const help = h("div", { class: "row", role: "group", "aria-label": "Help" }, HELP.map(make));
  const show = (state) => {
    for (const [name, one] of Object.entries(state)) bring(all.get(name), one);
    pace.hidden = state.step.hidden;
  };
  return { element: h("div", { class: "tools" }, game, help), show };
}

/** Brings a button up to date. One that cannot be pressed keeps the focus. */
function bring(one, { hidden, disabled, pressed, label }) {
  one.hidden = Boolean(hidden);
  set(one, {
    "aria-disabled": disabled ? "true" : null,
    "aria-pressed": pressed === undefined ? null : String(pressed),
  });
  if (label && one.textContent !== label) one.textContent = label;
}

/** Which tools there are for a session, and which can be used now. */
export function toolsState({ session, live, sees, running }) {
  const { game, computers, spectator } = session;
  const alone = computers.length === 2;
  const over = Boolean(game.outcome);
  const none = spectator || !live;
  return {
    ...gameTools(session, none, over),
    step: { hidden: !alone || spectator, disabled: none || over || running },
    run: { hidden: !alone || spectator, disabled: none || over, label: running ? "Pause" : "Run" },
    hint: { disabled: over || !live || sees.hidden },
    values: { disabled: sees.hidden || !sees.exact, pressed: sees.values },
    threats: { disabled: sees.hidden, pressed: sees.threats },
    help: { pressed: sees.hidden, label: sees.hidden ? "Show help" : "Hide all help" },
  };
}

function gameTools({ game, spectator, apart, mine, computers }, none, over) {
  const people = computers.length === 0;
  const offered = (what) => game.offers.some((offer) => offer.what === what && mine.includes(offer.seat));
  const givenUp = over && ["resignation", "agreement"].includes(game.outcome.reason);
  const moved = computers.length === 2 || mine.length === 2 || mine[0] === firstOf(game) ? 1 : 2; // plies until one is one's own
  const undo = none || givenUp || game.moves.length < moved || offered("undo");
  const waits = apart && !over; // only a game that is over leads to another one
  return {
    undo: { hidden: spectator, disabled: undo, label: apart ? "Ask to take back" : "Undo" },
    redo: { hidden: spectator || apart, disabled: none || givenUp || !game.redo },
    again: {
      hidden: spectator || waits,
      disabled: none || !game.moves.length || offered("again"),
      label: over ? "Rematch" : "Restart",
    },
    swap: {
      hidden: spectator || computers.length === 2 || waits,
      disabled: none || offered("again"),
      label: over ? "Rematch, sides changed" : "Change sides",
    },
    draw: {
      hidden: spectator || !people,
      disabled: none || over || !game.id || offered("draw"),
      label: apart ? "Offer a draw" : "Agree a draw",
    },
    resign: { hidden: spectator || !people, disabled: none || over || !game.id },
  };
}

/** The side that made the first of the moves. */
function firstOf({ moves, to_move }) {
  return moves.length % 2 === 0 ? to_move : to_move === "X" ? "O" : "X";
}
