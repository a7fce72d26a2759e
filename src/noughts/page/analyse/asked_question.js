// A question that came with a position. While its answer is hidden a move on the board is an answer: it is judged by the
// values of all moves, and no more is told than what that move comes to.

import { canValue, exact, valuesWithin } from "../board/assist.js";
import { announce, messageOf } from "../core/announce.js";
import { button, h, set } from "../core/dom.js";
import { lengthWords, names, valueWords } from "../core/grammar.js";
import { otherSide, toMove } from "../core/notation.js";

/** @typedef {{cell: CellName, mark: Side, right: boolean | null, words: () => string}} Answer - `right` is null until it is judged */

const LOOK = 200_000; // positions that an engine looks at for a verdict

/** Dispatches `change` when a move is tried, and when the verdict on it is there. */
export class AskedQuestion extends EventTarget {
  text = "";
  answered = false;
  /** @type {Answer | null} */
  tried = null;
  #ended = new AbortController();

  /** Whether there is an answer that nothing may tell. */
  get secret() {
    return Boolean(this.text) && !this.answered;
  }

  /** @param {string} text */
  ask(text, answered = false) {
    this.text = text;
    this.answered = answered;
    this.forget();
  }

  /** Shows the answer, or hides it again. */
  turn() {
    this.answered = !this.answered;
    this.forget();
  }

  /** Nothing was tried in the position that is looked at. */
  forget() {
    this.#ended.abort();
    this.tried = null;
  }

  /** Judges a move. @param {string} board @param {string} position @param {CellName} cell */
  async try(board, position, cell) {
    this.forget();
    this.#ended = new AbortController();
    const { signal } = this.#ended;
    const mark = toMove(position);
    this.tried = { cell, mark, right: null, words: () => `Looking at ${cell}.` };
    this.dispatchEvent(new Event("change"));
    const verdict = await judge(board, position, cell, signal).catch((error) => {
      return { right: false, words: () => `${cell} cannot be judged: ${messageOf(error)}` };
    });
    if (signal.aborted) return;
    this.tried = { cell, mark, ...verdict };
    this.dispatchEvent(new Event("change"));
    announce(verdict.words());
  }
}

/**
 * Whether a move answers what is to be played, and why; its words are in the register of whenever they are read.
 * @param {string} board @param {string} position @param {CellName} cell @param {AbortSignal} signal
 */
async function judge(board, position, cell, signal) {
  if (!(await canValue(board))) throw new Error("this board is too large to be valued here");
  const analysis = await valuesWithin(board, position, signal, (await exact(board)) ? null : LOOK);
  return { right: analysis.best.includes(cell), words: () => verdict(analysis, cell) };
}

/** What a move comes to, and nothing of any other. @param {AnalysisJson} analysis @param {CellName} cell */
function verdict({ position, best, moves }, cell) {
  const [worth, top] = [moves[cell], moves[best[0]]];
  const side = toMove(position);
  const told = `${side} ${valueWords(worth)}`;
  const guessed = worth.value === "unknown";
  if (best.includes(cell)) return `Right: ${cell}. ${told}${guessed ? ", by the engine's estimate" : ""}.`;
  if (guessed) return `Not ${cell}, as the engine sees it: ${told}.`;
  const lasts = worth.plies === null ? "" : ` in ${lengthWords(worth.plies)}`;
  if (worth.value === "loss" && top.value === "loss") return `Not ${cell}: ${told}, and can hold out longer.`;
  if (worth.value === "loss") return `Not ${cell}: then ${otherSide(side)} wins${lasts}.`;
  if (worth.value === top.value) return `Not ${cell}: ${told}, but there is a quicker way.`;
  return `Not ${cell}: ${told}, and can have more.`;
}

export class AskedPanel {
  #text = h("p", { class: "asked-text" });
  #answer = h("p", { class: "asked-answer" });
  #button;
  element;

  /** @param {() => unknown} turn - shows the answer, or hides it again */
  constructor(turn) {
    this.#button = button("Show the answer", turn);
    const row = h("div", { class: "row spread" }, this.#answer, this.#button);
    this.element = h("section", { class: "asked", "aria-label": "A question", hidden: true }, this.#text, row);
  }

  /** @param {AskedQuestion} question @param {AnalysisJson | null} analysis @param {string} ended */
  show({ text, answered, tried }, analysis, ended) {
    this.element.hidden = !text;
    this.#text.textContent = text;
    this.#button.textContent = answered ? "Hide the answer" : "Show the answer";
    const known = ended || (analysis ? answerWords(analysis) : "Working it out.");
    const asked = tried?.words() ?? (ended ? "" : "Try a move on the board.");
    this.#answer.textContent = answered ? known : asked;
    const verdict = answered || tried?.right == null ? "" : tried.right ? "right" : "wrong";
    set(this.#answer, { class: `asked-answer ${verdict}` });
  }
}

/** What the side to move plays, and what that is worth. @param {AnalysisJson} analysis */
function answerWords({ position, best, moves, ...worth }) {
  const cells = names(best, { joint: "or" });
  const own = moves[best[0]] ?? worth;
  return `${toMove(position)} plays ${cells}, which ${valueWords(own)}.`;
}
