// A certificate: read, downloaded, and verified on the server, which says who verified what.

import { miniBoard } from "../board/picture.js";
import { scrollArea, table } from "../brain/blocks.js";
import { announce } from "../core/announce.js";
import { ask, fresh } from "../core/api.js";
import { button, h, note, set } from "../core/dom.js";
import { listing, plural, whole } from "../core/grammar.js";
import { messageOf } from "../core/refusals.js";
import { isSimple } from "../core/register.js";
import { command } from "./parts.js";
import { ProofGame } from "./proof_game.js";

/** @import { CellName, ReadCertificateJson, RecordJson, VerifiedJson } from "../core/answers.js" */

export class CertificatePart {
  element = h("div", { class: "compare-certificate" });
  #sha256;
  #board;
  #said = h("p", { class: "compare-status" });
  #read = h("div", {});
  #game = h("div", {});

  /**
   * `bytes` is null where nobody has said how many; claims about plies are not `playable`.
   * @param {string} sha256 @param {string} board @param {number | null} bytes @param {boolean} playable
   */
  constructor(sha256, board, bytes, playable) {
    this.#sha256 = sha256;
    this.#board = board;
    const file = { class: "button", href: `/api/certificates/${sha256}/file.gz`, download: `${board}.gz` };
    const row = h(
      "div",
      { class: "row" },
      button("Verify it", (event) => this.#verify(/** @type {HTMLButtonElement} */ (event.currentTarget))),
      button("Read it", (event) => this.#open(/** @type {HTMLButtonElement} */ (event.currentTarget))),
      h("a", file, bytes === null ? "Download" : `Download, ${whole(bytes)} bytes`),
    );
    this.element.append(row, this.#said, this.#read, this.#game);
    if (playable)
      row.prepend(
        button("Play against it", (event) => this.#play(/** @type {HTMLButtonElement} */ (event.currentTarget))),
      );
  }

  /** @param {HTMLButtonElement} pressed */
  async #verify(pressed) {
    pressed.disabled = true;
    this.#say("Verifying …");
    try {
      const verified = await fresh(`/api/certificates/${this.#sha256}/verified`);
      this.#say(`Accepted. ${verifiedWords(verified, this.#board)}`, true);
    } catch (error) {
      this.#say(messageOf(error), true);
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
      this.#read.replaceChildren(...contents(await ask(`/api/certificates/${this.#sha256}`)));
    } catch (error) {
      this.#say(messageOf(error), true);
    }
  }

  /** Opens the game along it, or closes it. @param {HTMLButtonElement} pressed */
  #play(pressed) {
    const open = this.#game.childElementCount > 0;
    this.#game.replaceChildren(...(open ? [] : [new ProofGame(this.#sha256).element]));
    set(pressed, { "aria-expanded": String(!open) });
  }

  /** @param {string} words @param {boolean} [spoken] */
  #say(words, spoken = false) {
    this.#said.textContent = words;
    if (spoken) announce(words);
  }
}

/** What was verified, by whom, and in how long. @param {VerifiedJson} verified @param {string} board */
function verifiedWords({ claims, seconds, verifier, version }, board) {
  const proved = listing(
    claims.map(({ attacker, wins, plies }) => {
      if (plies === null) return wins ? `${attacker} wins` : `${attacker} cannot win`;
      return wins
        ? `${attacker} wins in ${plies} plies and not in fewer`
        : `${attacker} does not win within ${plies} plies`;
    }),
  );
  const took = seconds < 0.1 ? "less than 0.1 s" : `${seconds.toFixed(1)} s`;
  const who = isSimple()
    ? "the server's verifier, which shares nothing with the solver"
    : `${verifier} of noughts ${version}, on this server, which shares no code with the search`;
  return `On ${board} ${proved}: verified just now by ${who}, in ${took}.`;
}

/** @param {ReadCertificateJson} certificate */
function contents({ claims, records, kinds, last, board, sha256 }) {
  const rows = kinds.map(({ kind, meaning, count }) => [kind, meaning, whole(count)]);
  const few = last.length < records ? `, of which these are ${last.length}, the root first` : ", the root first";
  return [
    h("p", {}, `It claims: ${claims.join(" ")}`),
    table({
      caption: "Its kinds of records",
      heads: ["Kind", "What it says", "How many"],
      rows,
      kind: "compare-kinds",
    }),
    note(
      `${plural(records, "record")}${few}. In each picture are the stones it speaks of; cells with one number are a pair.`,
    ),
    scrollArea(
      "Records",
      h(
        "ul",
        { class: "compare-records" },
        last.map((record) => h("li", {}, recordItem(record, board))),
      ),
    ),
    note("SHA-256 ", command(sha256), ". On your own machine: ", command("noughts verify FILE"), "."),
  ];
}

/** @param {RecordJson} record @param {string} board */
function recordItem({ number, kind, text, position, pairs }, board) {
  /** @type {Record<CellName, string>} */
  const texts = {};
  pairs.forEach((pair, i) => {
    for (const cell of pair) texts[cell] = String(i + 1);
  });
  const label = `Record ${number}, of the kind ${kind}: ${(position ?? "").replaceAll("/", " / ")}`;
  const picture = position && miniBoard(board, position, { label, texts, coordinates: false });
  return [picture, note(`${number}: ${kind}`), h("code", {}, text)];
}
