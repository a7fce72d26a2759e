// What is seen on the board beside the marks: values, threats, a hint, the best play; and what is said of it.

import { bestLine, exact, hint, threats, values } from "./assist.js";
import { toMove } from "../core/notation.js";

const PAUSE = 120; // milliseconds on a cell before its best play is asked for

/** What is shown on the board beside the marks. Dispatches `change` when an answer came. */
export class Sight extends EventTarget {
  hidden = false; // all help away, by one key
  exact = true; // whether moves can be valued on this board
  values = false;
  threats = false;
  caption = "";
  #at = "";
  #seen = {};

  /** The position to look at from now on; nothing of another one stays. */
  look(board, position, over) {
    const at = `${board} ${position}`;
    if (at !== this.#at) {
      this.#seen = {};
      this.caption = "";
    }
    if (board !== this.board) this.#ask(board);
    Object.assign(this, { board, position, over });
    this.#at = at;
    if (this.values && this.exact && !over)
      this.#fetch(
        "values",
        values(board, position).then(({ moves }) => moves),
      );
    if (this.threats && !over) this.#fetch("threats", threats(board, position));
  }

  /** What the board is to show: `{values, threats, hint, line}`. */
  get overlay() {
    if (this.hidden) return {};
    const { values: known, threats: found, hint: advice, line } = this.#seen;
    return {
      ...(this.values && known && { values: known }),
      ...(this.threats && found && { threats: found }),
      ...(advice && { hint: [advice.cell] }),
      ...(line && { line }),
    };
  }

  /** What the letters on the board mean, or what is known of the cell that is looked at. */
  get words() {
    if (this.hidden) return "";
    if (this.caption || !this.values || !this.exact || this.over) return this.caption;
    if (!this.#seen.values) return "Working out what every move is worth.";
    return `For ${toMove(this.position)}, who is to move: W3 wins in 3 plies, D draws, L4 loses in 4.`;
  }

  async #ask(board) {
    const known = await exact(board).catch(() => true);
    if (board !== this.board || known === this.exact) return;
    this.exact = known;
    this.dispatchEvent(new Event("change"));
  }

  toggle(name) {
    this[name] = !this[name];
    this.#seen.line = null;
    this.caption = "";
    this.look(this.board, this.position, this.over);
  }

  /** A hint stays until the next move. */
  async advise() {
    const at = this.#at;
    this.#keep(at, "hint", await hint(this.board, this.position));
    if (at === this.#at) this.caption = this.#seen.hint.words;
    return this.caption;
  }

  /** The best play from a cell that is looked at, while values are shown. */
  async follow(cell) {
    const at = this.#at;
    this.cell = cell;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (at !== this.#at || this.cell !== cell) return; // only passed over
    const shown = cell && this.values && !this.hidden && this.#seen.values?.[cell];
    const found = shown ? await bestLine(this.board, this.position, cell).catch(() => null) : null;
    if (at !== this.#at || this.cell !== cell || (!found && !this.#seen.line)) return;
    this.caption = found?.words ?? this.#seen.hint?.words ?? "";
    this.#keep(at, "line", found?.line);
  }

  #fetch(name, answer) {
    if (this.#seen[name]) return;
    const at = this.#at;
    answer.then(
      (found) => this.#keep(at, name, found),
      (error) => this.#fail(name, error),
    );
  }

  #keep(at, name, found) {
    if (at !== this.#at) return;
    this.#seen[name] = found;
    this.dispatchEvent(new Event("change"));
  }

  #fail(name, error) {
    this[name] = false;
    this.dispatchEvent(new CustomEvent("failed", { detail: error }));
  }
}
