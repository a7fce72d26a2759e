// A dialog that removes several pupils at once. It selects them by their address, or because they have not moved.

import { button, h, note, openDialog, row } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { nameOf, opponentOf, pairOf } from "./words.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A name for each address that several came from. @param {number} index */
const addressName = (index) => `address ${LETTERS[index] ?? index + 1}`;

/**
 * Return whether a pupil has moved in this class: in a game of this round, or in one that counts.
 * @param {ClassroomJson} room @param {PupilJson} pupil @param {(pair: PupilPairJson) => Game | undefined} gameOf
 */
function hasMoved(room, { number, won, drawn, lost }, gameOf) {
  if (won + drawn + lost) return true;
  const pair = pairOf(room, number);
  const game = pair && gameOf(pair);
  return !!game && game.moves.length > (opponentOf(pair, number).side === game.to_move ? 1 : 0);
}

/** The dialog. It lists the pupils who are in the class in order of arrival. */
export class Removal {
  #count = h("p", { class: "note", role: "status" });
  /** @type {Map<number, HTMLInputElement>} */
  #boxes = new Map();
  #dialog;

  /**
   * @param {ClassroomJson} room @param {number[][]} groups - the numbers of pupils, by address
   * @param {(pair: PupilPairJson) => Game | undefined} gameOf
   * @param {(what: "leave" | "ban", numbers: number[]) => unknown} act
   */
  constructor(room, groups, gameOf, act) {
    this.act = act;
    const pupils = room.pupils.filter(({ here }) => here).sort((a, b) => a.number - b.number);
    const shared = groups.filter((numbers) => numbers.length > 1);
    const idle = pupils.filter((pupil) => !hasMoved(room, pupil, gameOf)).map(({ number }) => number);
    const items = pupils.map(({ number }) => {
      const at = shared.findIndex((numbers) => numbers.includes(number));
      const facts = [at >= 0 && addressName(at), idle.includes(number) && "has not moved"].filter(Boolean);
      return this.#item(number, nameOf(room, number), facts.length ? ` (${facts.join(", ")})` : "");
    });
    this.#dialog = openDialog(
      { id: "removal-title", title: "Send several away" },
      note("In order of arrival. Pupils at one school often share one address."),
      row(
        shared.map((numbers, at) => this.#selection(`Select ${numbers.length} from ${addressName(at)}`, numbers)),
        idle.length > 0 && this.#selection(`Select ${idle.length} who have not moved`, idle),
        button("Select none", () => this.#select([...this.#boxes.keys()], false)),
      ),
      h("ul", { class: "class-list class-removal", tabindex: "0", "aria-label": "Pupils" }, items),
      this.#count,
      row(
        button("Send away", () => this.#send("leave"), { class: "button primary" }),
        button("Keep out", () => this.#send("ban")),
      ),
      note("Keep out: neither that browser nor that name can enter again. To stop others, lock the class."),
    );
    this.#show();
  }

  /** @param {number} number @param {string} name @param {string} facts */
  #item(number, name, facts) {
    const box = h("input", { type: "checkbox", onchange: () => this.#show() });
    this.#boxes.set(number, box);
    return h("li", {}, h("label", { class: "row" }, box, h("span", {}, name, h("span", { class: "note" }, facts))));
  }

  /** @param {string} label @param {number[]} numbers */
  #selection(label, numbers) {
    return button(label, () => this.#select(numbers, true));
  }

  /** @param {number[]} numbers @param {boolean} selected */
  #select(numbers, selected) {
    for (const [number, box] of this.#boxes) if (numbers.includes(number)) box.checked = selected;
    this.#show();
  }

  get #selected() {
    return [...this.#boxes].filter(([, box]) => box.checked).map(([number]) => number);
  }

  #show() {
    this.#count.textContent = `${this.#selected.length} of ${plural(this.#boxes.size, "pupil")} selected.`;
  }

  /** @param {"leave" | "ban"} what */
  #send(what) {
    const numbers = this.#selected;
    if (!numbers.length) return;
    this.#dialog.close();
    this.act(what, numbers);
  }
}
