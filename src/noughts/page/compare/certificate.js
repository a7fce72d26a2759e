// A certificate: read, downloaded, and verified on the server, which says who verified what.

import { boardWith } from "../board/board.js";
import { messageOf, sayIn } from "../core/announce.js";
import { ask, fresh } from "../core/api.js";
import { button, h, row, set } from "../core/dom.js";
import { listing, whole } from "../core/grammar.js";
import { plain } from "../core/text.js";

export class CertificatePart {
  element = h("div", { class: "compare-certificate" });
  #sha256;
  #said = h("p", { class: "compare-status" });
  #read = h("div", {});
  #game = h("div", {});

  /**
   * `bytes` is null where nobody has said how many; claims about plies are not `playable`.
   * @param {string} sha256 @param {string} board @param {number | null} bytes @param {boolean} playable
   */
  constructor(sha256, board, bytes, playable) {
    this.#sha256 = sha256;
    const file = { class: "button", href: `/api/certificates/${sha256}/file.gz`, download: `${board}.gz` };
    /** @param {string} label @param {(pressed: HTMLButtonElement) => unknown} act */
    const act = (label, act) => {
      const pressed = button(label, () => act(pressed));
      return pressed;
    };
    const acts = row(
      playable && act("Play against it", (pressed) => this.#play(pressed)),
      act("Verify it", (pressed) => this.#verify(pressed)),
      act("Read it", (pressed) => this.#open(pressed)),
      h("a", file, bytes === null ? "Download" : `Download, ${whole(bytes)} bytes`),
    );
    this.element.append(acts, this.#said, this.#read, this.#game);
  }

  /** @param {HTMLButtonElement} pressed */
  async #verify(pressed) {
    pressed.disabled = true;
    this.#said.textContent = "Verifying …";
    try {
      const { text } = await fresh(`/api/certificates/${this.#sha256}/verified`);
      sayIn(this.#said, plain(text));
    } catch (error) {
      sayIn(this.#said, messageOf(error));
    }
    pressed.disabled = false;
    pressed.focus();
  }

  /** @param {HTMLButtonElement} pressed */
  async #open(pressed) {
    const open = this.#read.childElementCount > 0;
    this.#read.replaceChildren();
    set(pressed, { "aria-expanded": String(!open) });
    if (open) return;
    try {
      const { blocks } = await ask(`/api/certificates/${this.#sha256}`);
      const { render } = await import("../blocks/render.js");
      this.#read.replaceChildren(...render(blocks, { level: 3 }));
    } catch (error) {
      sayIn(this.#said, messageOf(error));
    }
  }

  /** Opens the game along it, or closes it. @param {HTMLButtonElement} pressed */
  #play(pressed) {
    const open = this.#game.childElementCount > 0;
    this.#game.replaceChildren(...(open ? [] : [new ProofGame(this.#sha256).element]));
    set(pressed, { "aria-expanded": String(!open) });
  }
}

/**
 * A game along a certificate: you play the side that it beats, or holds, and it answers by its records. What may be
 * played, what it answers and by which record is the server's to say.
 */
class ProofGame {
  element = h("div", { class: "compare-proof-game" });
  #sha256;
  #board = boardWith({ choose: (cell) => this.#ask([...this.#played, cell]) });
  #said = h("p", { class: "compare-status" });
  #table = h("div", { hidden: true }); // until there is something to show
  #back = button("Take back", () => this.#ask(this.#lines.at(-2) ?? []));
  /** What was answered at each of your turns, the last one's last. @type {CellName[][]} */
  #lines = [];
  /** The moves so far, both sides'. @type {CellName[]} */
  #played = [];
  #asked = 0; // an answer that comes later than the next question belongs to none

  /** @param {string} sha256 */
  constructor(sha256) {
    this.#sha256 = sha256;
    const again = button("From the start", () => this.#ask([]));
    this.#table.append(this.#board, row(this.#back, again));
    this.element.append(this.#said, this.#table);
    this.#ask([]);
  }

  /** What the proof answers to these moves; the board stays as it is until then. @param {CellName[]} moves */
  async #ask(moves) {
    const asked = ++this.#asked;
    const late = setTimeout(
      () => sayIn(this.#said, "The proof is being checked: a long one takes a minute or more, this first time only."),
      800,
    );
    try {
      const game = await ask(`/api/certificates/${this.#sha256}/played`, { moves: moves.join(",") || null });
      if (asked !== this.#asked) return;
      this.#lines = [...this.#lines.filter((earlier) => earlier.length < moves.length), moves];
      this.#played = game.moves;
      this.#show(game);
    } catch (error) {
      if (asked === this.#asked) sayIn(this.#said, messageOf(error));
    } finally {
      clearTimeout(late);
    }
  }

  /** @param {ProofGameJson} game */
  #show(game) {
    const { board, position, moves, legal, sides, over, lines } = game;
    const mine = sides.length === 1 ? (sides[0] === "X" ? "O" : "X") : null;
    const label = `A game along a proof: board ${board}`;
    this.#board.show({ board, position, legal: over ? [] : legal, mark: mine, last: moves.at(-1), wins: lines, label });
    this.#table.hidden = false;
    this.#back.disabled = this.#lines.length < 2;
    sayIn(this.#said, words(game, mine));
  }
}

/** What the proof did, by which record, and what comes now. @param {ProofGameJson} game @param {string | null} mine */
function words({ moves, sides, record, records, over, winner }, mine) {
  const by = record === null ? "" : `, by record ${whole(record)} of ${whole(records ?? 0)}`;
  const who = listing(sides);
  const did = records === null ? "" : `${who} plays ${moves.at(-1)}${by}. `;
  if (over) return `${did}${winner ? `${winner} has a line.` : "The board is full: a draw."}`;
  return `${did}You are ${mine ?? "either side"}: play anywhere.`;
}
