// Beside the board: what the position is worth, and every move in it; the best play; the tree below it. Live, for the
// position that is looked at.

import { withReferences } from "../blocks/refer.js";
import { messageOf } from "../core/announce.js";
import { button, h, nodes, note, row, set } from "../core/dom.js";
import { capital, plural, valueWords } from "../core/grammar.js";
import { cells, otherSide, toMove } from "../core/notation.js";
import { isSimple } from "../core/text.js";
import { byWorth, scoreOf } from "../core/worth.js";

/** @typedef {{act: (what: string) => unknown, point: (cell: CellName | null) => unknown}} AnalysisHandlers */

const LARGEST = 9; // cells of the largest board whose tree is opened
const FEW = 12; // groups of moves that are listed
const ALIKE = 24; // moves of a group that are
const WHO = {
  exact: "Exact: every continuation from here is counted.",
  judged: "Proved where it says so; the rest is the engine’s estimate of what it scores, in 100.",
};

export class AnalysisSide {
  element = h("section", { class: "analysis", "aria-labelledby": "analysis-title" });
  #verdict = h("p", { class: "verdict" });
  #bar = h("div", { class: "bar", "aria-hidden": "true", "data-unknown": true }, h("span", { class: "bar-x" }));
  #moves = h("div", { class: "worths" });
  #line = h("p", { class: "best-line" });
  #who = note();
  #tree = withReferences(h("div", {}));
  #key = "";
  #at = { board: "", position: "" };
  #grown = false; // whether the tree of what is looked at is there
  /** What can be shown on the board. @type {Map<"values" | "threats", HTMLButtonElement>} */
  #shown = new Map();

  /** @param {AnalysisHandlers} on @param {LiveValues} live - what is asked, for others who show it, too */
  constructor(on, live) {
    this.on = on;
    this.live = live;
    live.addEventListener("change", () => this.#draw());
    const show = (/** @type {"values" | "threats"} */ act, /** @type {string} */ label) => {
      const one = button(label, () => on.act(act));
      this.#shown.set(act, one);
      return one;
    };
    this.element.append(
      h("h2", { id: "analysis-title" }, "What it is worth"),
      this.#verdict,
      this.#bar,
      row(show("values", "On the board"), show("threats", "Show threats")),
      this.#line,
      this.#who,
      this.#moves,
      this.#tree,
    );
  }

  /**
   * What is looked at, and how it ended if it is over; `overlay` is what is shown on the board.
   * @param {{board: string, position: string, outcome: OutcomeJson | null}} at
   * @param {{values: boolean, threats: boolean}} overlay
   */
  show({ board, position, outcome }, overlay) {
    for (const [what, one] of this.#shown) set(one, { "aria-pressed": String(overlay[what]) });
    const key = JSON.stringify([board, position, outcome, isSimple()]);
    if (key === this.#key) return;
    this.#key = key;
    this.#at = { board, position };
    this.#grown = false;
    if (outcome) {
      this.live.stop();
      return this.#say(outcome.words);
    }
    this.live.look(board, position);
    this.#draw();
  }

  /** Nothing is asked any more. */
  stop() {
    this.live.stop();
    this.#key = "";
  }

  /** What is known by now. */
  #draw() {
    if (!this.#key) return;
    const { analysis, error, asking } = this.live;
    set(this.element, { "aria-busy": asking && !analysis ? "true" : null });
    if (error) return this.#say(messageOf(error));
    if (!analysis) {
      this.#verdict.textContent ||= "Working it out.";
      return;
    }
    this.#tell(analysis);
    if (!this.#grown) this.#grow(this.#key);
    this.#grown = true;
  }

  /** Only words: there is nothing to value. @param {string} words */
  #say(words) {
    this.element.removeAttribute("aria-busy");
    this.#verdict.textContent = words;
    for (const part of [this.#moves, this.#line, this.#who, this.#tree]) part.replaceChildren();
    set(this.#bar, { "data-unknown": true });
  }

  /** @param {AnalysisJson} analysis */
  #tell(analysis) {
    const { position } = this.#at;
    const { line, exactly, asking } = this.live;
    const side = toMove(position);
    this.#verdict.textContent = verdict(side, analysis);
    set(this.#bar, { "data-unknown": null });
    this.#bar.style.setProperty("--share", String(shareOfX(side, analysis)));
    this.#moves.replaceChildren(...this.#ranking(analysis));
    this.#line.replaceChildren(
      ...nodes(line.length ? [h("span", { class: "label" }, "Best play"), moveList(line, position)] : []),
    );
    this.#who.textContent = exactly ? WHO.exact : `${WHO.judged}${lookedAt(analysis, asking)}`;
  }

  /** Moves of equal worth together, the best first. @param {AnalysisJson} analysis */
  #ranking({ moves }) {
    const groups = Map.groupBy(Object.keys(moves), (cell) => valueWords(moves[cell]));
    const sorted = [...groups].sort(([, [a]], [, [b]]) => byWorth(moves[a], moves[b]));
    const shown = sorted.slice(0, FEW).map(([words, cells]) =>
      h(
        "div",
        { class: `worth ${moves[cells[0]].value ?? "unknown"}` },
        worthWords(moves[cells[0]], words),
        h(
          "span",
          { class: "worth-cells" },
          cells.slice(0, ALIKE).map((cell) => this.#cell(cell)),
          cells.length > ALIKE && h("span", { class: "note" }, `and ${cells.length - ALIKE} others`),
        ),
      ),
    );
    const left = sorted.slice(FEW).flatMap(([, cells]) => cells).length;
    return left ? [...shown, note(`and ${left} moves more, none better`)] : shown;
  }

  /** A move that shows its best play while it is pointed at. @param {CellName} cell */
  #cell(cell) {
    const show = () => this.on.point(cell);
    const hide = () => this.on.point(null);
    return button(cell, show, {
      class: "button worth-cell",
      onpointerenter: show,
      onfocusin: show,
      onpointerleave: hide,
    });
  }

  /** Show the tree below the position, on boards whose tree the server opens. @param {string} key */
  async #grow(key) {
    const { board, position } = this.#at;
    if (cells(board).length > LARGEST) return this.#tree.replaceChildren();
    const { details } = await import("../blocks/render.js");
    const title = { precise: "The MAX/MIN tree from here", simple: "The tree from here" };
    const request = { path: "/api/explain/tree", params: { board, position } };
    if (this.#key === key) this.#tree.replaceChildren(details({ block: "details", title, ask: request }));
  }
}

/** What moves are worth: an estimate as a bar and a number. @param {JudgementJson} worth @param {string} words */
function worthWords(worth, words) {
  if (worth.estimate == null) return h("span", { class: "worth-words" }, capital(words));
  const bar = h("span", { class: "worth-bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(scoreOf(worth) / 100));
  return h("span", { class: "worth-words" }, bar, `${scoreOf(worth)} in 100`);
}

/** How much the engine has seen. @param {AnalysisJson} analysis @param {boolean} asking */
function lookedAt({ nodes: seen, depth }, asking) {
  if (!seen) return "";
  const deep = depth ? `, ${isSimple() ? plural(depth, "move") : plural(depth, "ply", "plies")} ahead` : "";
  return ` It has looked at ${plural(seen, "position")}${deep}${asking ? ", and looks on." : "."}`;
}

/** What a position is worth, from the side to move. @param {Side} side @param {JudgementJson} worth */
export function verdict(side, worth) {
  if (worth.value === "draw") return isSimple() ? `${side}, to move, can still draw.` : `${side}, to move, draws.`;
  if (worth.value === "loss") return `${side}, to move, ${valueWords(worth)}: ${otherSide(side)} has a win.`;
  if (worth.estimate != null) return `${side}, to move, scores about ${scoreOf(worth)} in 100.`;
  return `${side}, to move, ${valueWords(worth)}.`;
}

/** How much of the bar is X's, from 0 to 1. @param {Side} side @param {JudgementJson} worth */
export function shareOfX(side, worth) {
  const own = scoreOf(worth) / 100;
  return side === "X" ? own : 1 - own;
}

/** @param {CellName[]} line @param {string} position */
function moveList(line, position) {
  const first = toMove(position);
  const side = (/** @type {number} */ i) => (i % 2 ? otherSide(first) : first);
  const moves = line.map((cell, i) => h("li", { class: side(i).toLowerCase() }, `${side(i)} ${cell}`));
  return h("ol", { class: "line-moves" }, moves);
}
