// What two people play before their game is made, kept: whoever closes the tab meanwhile goes on with it in the next.

import { draft, rememberDraft } from "../core/store.js";

/** @import { CellName } from "../core/answers.js" */
/** @import { Wanted } from "../core/types.js" */

const PATIENCE = 300; // milliseconds that a tab which is just closed may take until it is gone
const nameOf = (/** @type {string} */ id) => `noughts draft ${id}`;

/** Keeps the moves of one draft, under a lock that goes with its tab. */
export class DraftKeeper {
  #id = `${Date.now()}.${Math.random()}`;
  /** @type {(() => void) | null} */
  #release = null;

  /** @param {Wanted} wanted @param {CellName[]} moves */
  keep(wanted, moves) {
    rememberDraft({ id: this.#id, wanted, moves });
    if (this.#release) return;
    this.#release = () => {};
    const held = new Promise((resolve) => {
      this.#release = () => resolve(null);
    });
    navigator.locks?.request(nameOf(this.#id), () => held);
  }

  /** The game is made. */
  end() {
    if (draft()?.id === this.#id) rememberDraft(null);
    this.#release?.();
  }
}

/** What was left of a draft whose tab is gone; it is taken, so that no other tab goes on with it, too. */
export async function leftDraft() {
  const left = draft();
  if (!left || !navigator.locks) return null;
  const take = () => {
    if (draft()?.id !== left.id) return null;
    rememberDraft(null);
    return left;
  };
  return navigator.locks.request(nameOf(left.id), { signal: AbortSignal.timeout(PATIENCE) }, take).catch(() => null);
}
