// What is looked at as a link, as text, as files and pictures; a question to go with the link; and where else to look.

import { address } from "../core/api.js";
import { button, h, row, set } from "../core/dom.js";
import { copyButton, download } from "../core/download.js";
import { orNotice } from "../core/refusals.js";
import { within } from "../core/site.js";
import { line, pictureOf, save } from "../game/record.js";

/** @typedef {{board: string, position: string, last: string | null, moves: string, question: string, whole: boolean}} Shared */

export class ShareSide {
  /** @type {Shared | null} */
  #shared = null;
  #position = h("span", { class: "notation" });
  #moves = h("span", { class: "notation" });
  #long = h(
    "p",
    { class: "note", hidden: true },
    "This is too long for a link, which holds only the moves to here. The SGF holds all of it.",
  );
  #picture = h("a", { class: "button", download: "noughts.svg", "aria-label": "Picture as SVG" }, "SVG");
  #brains = h("a", { class: "button" }, "Ask every player");
  #tree = h("a", { class: "button" }, "Its tree");
  #question = h("input", {
    type: "text",
    id: "asked-question",
    maxlength: 200,
    placeholder: "What does O play?",
    autocomplete: "off",
  });
  element;

  /** @param {{sgf: () => Promise<string>, ask: (question: string) => unknown}} on */
  constructor({ sgf, ask }) {
    const png = button("PNG", () => this.#shared && save(pictureOf(this.#shared, "png")), {
      "aria-label": "Picture as PNG",
    });
    const give = (/** @type {string} */ text) =>
      download(new Blob([text], { type: "application/x-go-sgf" }), "noughts.sgf");
    const file = button("SGF", () => orNotice(sgf().then(give)));
    const away = button("Take it away", () => ask(""));
    this.element = h("section", { class: "record", "aria-labelledby": "share-title" }, [
      h("h2", { id: "share-title" }, "Share"),
      row(
        copyButton("Copy link", () => location.href),
        this.#brains,
        this.#tree,
      ),
      this.#long,
      line("Position", this.#position),
      line("Moves", this.#moves),
      h("div", { class: "row", role: "group", "aria-label": "Save as a file" }, [
        h("span", { class: "label", "aria-hidden": "true" }, "Save as"),
        file,
        this.#picture,
        png,
      ]),
      h("form", { class: "field", onsubmit: () => ask(this.#question.value.trim()) }, [
        h(
          "label",
          { for: "asked-question" },
          "A question above the board, with its answer hidden until it is asked for",
        ),
        row(this.#question, button("Ask it", null, { type: "submit" }), away),
      ]),
    ]);
  }

  /** @param {Shared} shared */
  show(shared) {
    const { board, position, moves, question, whole } = shared;
    this.#shared = shared;
    this.#position.textContent = `${board}:${position}`;
    this.#moves.textContent = moves ? `${board} ${moves}` : "none";
    this.#picture.href = within(pictureOf(shared, "svg"));
    this.#brains.href = within(address("/brains", { board, position }));
    this.#tree.href = within(address("/learn/tree", { position }));
    set(this.#tree, { hidden: board !== "3x3x3" });
    this.#long.hidden = whole;
    if (document.activeElement !== this.#question) this.#question.value = question;
  }
}
