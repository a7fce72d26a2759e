// After the game: its moves to step through, its value over time, and its mistakes, each to be tried again.

import { ask } from "../core/api.js";
import { button, h, set } from "../core/dom.js";
import { exact } from "../board/assist.js";
import { sentence } from "../core/announce.js";
import { toMove } from "../core/notation.js";

const SIZES = { 1: ["?", "a slip"], 2: ["??", "a blunder"] };

/** `go(ply)` shows a ply of the game, `retry(ply)` lets one play there anew. */
export class Review {
  element = h("section", { class: "review panel", "aria-labelledby": "review-title", hidden: true });
  #title = h("h2", { id: "review-title" });
  #label = h("p");
  #slider;
  #found = h("div", { class: "found" });
  #key = "";

  constructor(go, retry) {
    this.go = go;
    this.retry = retry;
    this.#slider = h("input", {
      type: "range",
      id: "ply",
      min: 0,
      step: 1,
      oninput: () => go(Number(this.#slider.value)),
    });
    const step = (label, to) => button(label[0], () => go(to()), { "aria-label": label[1] });
    const at = () => Number(this.#slider.value);
    this.ends = [step(["«", "First position"], () => 0), step(["‹", "One move back"], () => at() - 1)];
    this.starts = [
      step(["›", "One move on"], () => at() + 1),
      step(["»", "Last position"], () => Number(this.#slider.max)),
    ];
    this.element.append(
      this.#title,
      h("label", { for: "ply", class: "visually-hidden" }, "Move"),
      h("div", { class: "slider" }, ...this.ends, this.#slider, ...this.starts),
      this.#label,
      this.#found,
    );
  }

  show(view) {
    const { game, ply, moves, positions } = view;
    this.element.hidden = moves.length === 0;
    this.#title.textContent = game.outcome ? "The game again" : "The game so far";
    this.#slider.max = moves.length;
    this.#slider.value = ply;
    const words =
      ply === 0 ? "The start" : `Move ${ply} of ${moves.length}: ${toMove(positions[ply - 1])} ${moves[ply - 1]}`;
    this.#label.textContent = words;
    this.#slider.setAttribute("aria-valuetext", words);
    for (const one of this.ends) set(one, { "aria-disabled": ply === 0 ? "true" : null });
    for (const one of this.starts) set(one, { "aria-disabled": ply === moves.length ? "true" : null });
    this.chart?.setAttribute("ply", ply);
    const key = game.outcome ? `${game.id} ${game.version}` : "";
    if (key !== this.#key) this.#look(view, key);
  }

  async #look({ game, moves }, key) {
    this.#key = key;
    this.#found.replaceChildren();
    if (!key || moves.length === 0) return;
    let nodes;
    try {
      const known = await exact(game.board);
      if (known) await import("../brain/chart.js");
      nodes = known
        ? this.#nodes(game, await ask("/api/review", { board: game.board, position: game.start, moves: moves.join() }))
        : [
            h(
              "p",
              { class: "note" },
              "This board is too large to value every move exactly: its moves can be stepped through.",
            ),
          ];
    } catch (error) {
      nodes = [h("p", { class: "note" }, sentence(error.message))];
    }
    if (key === this.#key) this.#found.replaceChildren(...nodes);
  }

  #nodes(game, review) {
    this.chart = h("noughts-values-chart", { onply: (event) => this.go(event.detail.ply) });
    this.chart.show({ board: game.board, position: game.start, moves: game.moves });
    const start = game.ply - game.moves.length;
    const { mistakes } = review;
    const heading =
      mistakes.length === 0
        ? "No move gave anything away."
        : mistakes.length === 1
          ? "One move gave something away:"
          : `${mistakes.length} moves gave something away:`;
    return [
      this.chart,
      h("h3", {}, heading),
      h(
        "ol",
        { class: "mistakes" },
        mistakes.map((one) => this.#mistake(one, one.ply - start)),
      ),
    ];
  }

  #mistake({ move, size, sentence: words, position }, index) {
    const [sign, name] = SIZES[size];
    return h(
      "li",
      { class: `mistake size${size}` },
      h(
        "span",
        {},
        h("strong", { "aria-hidden": "true", class: "sign" }, sign),
        ` Move ${index + 1}, ${toMove(position)} ${move}: ${name}.`,
      ),
      h(
        "div",
        { class: "row" },
        button("Jump to it", () => this.go(index + 1), { "aria-label": `Jump to move ${index + 1}` }),
        button("Try again", () => this.retry(index, move), { "aria-label": `Try move ${index + 1} again` }),
        h("details", {}, h("summary", {}, "Show the answer"), h("p", {}, words)),
      ),
    );
  }
}
