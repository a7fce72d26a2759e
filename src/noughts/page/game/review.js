// After the game: its moves to step through, its value over time, and its mistakes, each to be tried again.

import { canValue, exact } from "../board/assist.js";
import { messageOf } from "../core/announce.js";
import { ask } from "../core/api.js";
import { button, h, note, row, set } from "../core/dom.js";
import { toMove } from "../core/notation.js";
import { isSimple, prose } from "../core/text.js";
import { referring } from "./why.js";

/** @import { ValuesChart } from "../brain/chart.js" */

/** @type {Record<number, [sign: string, name: string]>} */
const SIZES = { 1: ["?", "a slip"], 2: ["??", "a blunder"] };
const TOO_LARGE = "This board is too large to value every move exactly: its moves can be stepped through.";

export class Review {
  element = h("section", { class: "review", "aria-labelledby": "review-title", hidden: true });
  #title = h("h2", { id: "review-title" });
  #label = h("p");
  #slider;
  #back;
  #on;
  #moves = h("ol", { class: "moves", "aria-label": "The moves" });
  #listed = "";
  #findings = h("div", { class: "findings" });
  /** @type {ValuesChart | null} */
  #chart = null;
  #key = "";

  /**
   * `go(ply)` shows a ply of the game, `guide(mistakes, at)` goes through its mistakes.
   * @param {(ply: number) => unknown} go @param {(mistakes: ReviewedMistakeJson[], at: number) => unknown} guide
   */
  constructor(go, guide) {
    this.go = go;
    this.guide = guide;
    const oninput = () => go(Number(this.#slider.value));
    this.#slider = h("input", { type: "range", id: "ply", min: 0, step: 1, oninput });
    const step = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => number} */ to) =>
      button(sign, () => go(to()), { "aria-label": label });
    const at = () => Number(this.#slider.value);
    this.#back = [step("«", "First position", () => 0), step("‹", "One move back", () => at() - 1)];
    this.#on = [step("›", "One move on", () => at() + 1), step("»", "Last position", () => Number(this.#slider.max))];
    this.element.append(
      this.#title,
      h("label", { for: "ply", class: "visually-hidden" }, "Move"),
      h("div", { class: "slider" }, this.#back, this.#slider, this.#on),
      this.#label,
      this.#moves,
      this.#findings,
    );
  }

  /** @param {TableState} view */
  show(view) {
    const { game, ply, moves, positions } = view;
    this.element.hidden = moves.length === 0;
    this.#title.textContent = game.outcome ? "The game again" : "The game so far";
    this.#list(view);
    this.#slider.max = String(moves.length);
    this.#slider.value = String(ply);
    const move = ply && `Move ${ply} of ${moves.length}: ${toMove(positions[ply - 1])} ${moves[ply - 1]}`;
    const words = move || "The start";
    this.#label.textContent = words;
    this.#slider.setAttribute("aria-valuetext", words);
    for (const one of this.#back) set(one, { "aria-disabled": ply === 0 ? "true" : null });
    for (const one of this.#on) set(one, { "aria-disabled": ply === moves.length ? "true" : null });
    this.#chart?.at(ply);
    const key = game.outcome && !view.barred ? `${game.id} ${game.version} ${isSimple()}` : "";
    if (key !== this.#key) this.#look(view, key);
  }

  /** The moves one after the other, each to be looked at. @param {GameAtPly} view */
  #list({ moves, positions, ply }) {
    const key = moves.join();
    if (key !== this.#listed) {
      const item = (/** @type {string} */ move, /** @type {number} */ i) => {
        const side = toMove(positions[i]);
        const one = button("", () => this.go(i + 1), {
          class: "button move",
          "aria-label": `Move ${i + 1}: ${side} ${move}`,
        });
        one.append(h("span", { class: `move-mark ${side.toLowerCase()}` }, side), move);
        return h("li", {}, one);
      };
      this.#moves.replaceChildren(...moves.map(item));
    }
    this.#listed = key;
    for (const [i, item] of [...this.#moves.children].entries())
      set(/** @type {Element} */ (item.firstChild), { "aria-current": i + 1 === ply ? "true" : null });
    const here = this.#moves.children[ply - 1];
    if (here instanceof HTMLElement) this.#moves.scrollTop = here.offsetTop - this.#moves.clientHeight / 2;
  }

  /** Looks for mistakes, once the game is over. @param {GameAtPly} view @param {string} key */
  async #look({ game, moves, ply }, key) {
    this.#key = key;
    this.#chart = null;
    this.#findings.replaceChildren();
    if (!key || moves.length === 0) return;
    const findings = await this.#ask(game).catch((error) => [note(messageOf(error))]);
    if (key !== this.#key) return;
    this.#findings.replaceChildren(...findings);
    this.#point(ply);
  }

  /** @param {number} ply */
  #point(ply) {
    this.#chart?.at(ply);
  }

  /** @param {Game} game */
  async #ask({ board, start, moves, ply }) {
    if (!(await canValue(board))) return [note(TOO_LARGE)];
    const { ValuesChart } = await import("../brain/chart.js");
    const review = await ask("/api/review", { board, position: start, moves: moves.join() });
    this.#chart = new ValuesChart((at) => this.go(at));
    this.#chart.show(review);
    const first = ply - moves.length;
    const mistakes = review.mistakes.map((mistake) => this.#mistake(mistake, mistake.ply - first, review.mistakes));
    const heading = countWords(mistakes.length, await exact(board));
    return [this.#chart.element, h("h3", {}, heading), h("ol", { class: "mistakes" }, mistakes)];
  }

  /**
   * @param {ReviewedMistakeJson} mistake @param {number} index - of the move in the game
   * @param {ReviewedMistakeJson[]} all
   */
  #mistake(mistake, index, all) {
    const { move, size, sentence, position } = mistake;
    const known = all.filter(({ best }) => best.length);
    const again = () => this.guide(known, known.indexOf(mistake));
    const [sign, name] = SIZES[size];
    const number = index + 1;
    return h(
      "li",
      { class: `mistake size${size}` },
      h(
        "span",
        {},
        h("strong", { "aria-hidden": "true", class: "sign" }, sign),
        ` Move ${number}, ${toMove(position)} ${move}: ${name}.`,
      ),
      row(
        button("Jump to it", () => this.go(number), { "aria-label": `Jump to move ${number}` }),
        known.includes(mistake) && button("Try again", again, { "aria-label": `Try move ${number} again` }),
        h("details", {}, h("summary", {}, "Show the answer"), referring(h("p", {}, prose(sentence)))),
      ),
    );
  }
}

/** How many mistakes there are; where not all values are exact, as far as can be proved. @param {number} count */
function countWords(count, all = true) {
  if (count === 0) return all ? "No move gave anything away." : "No move gave away anything that can be proved.";
  return count === 1 ? "One move gave something away:" : `${count} moves gave something away:`;
}
