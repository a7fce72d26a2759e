// What every page of this room has: its heading, and how shares, scores and players are written.

import { field, h, select, set } from "../core/dom.js";
import { numberOf, percent } from "../core/grammar.js";
import { choices, playerWords } from "../core/players.js";
import { here } from "../core/site.js";
import { isSimple } from "../core/text.js";

/** @import { Option } from "../core/dom.js" */

const PAGES = /** @type {const} */ ([
  ["/compare", "The table"],
  ["/compare/match", "A match"],
  ["/compare/weakness", "Weaknesses"],
  ["/compare/strength", "Strength"],
  ["/compare/boards", "Boards"],
]);

/**
 * A page of the room, which takes the place of the last.
 * @param {HTMLElement} main @param {string} title @param {Nested} note @param {Nested[]} content
 */
export function page(main, title, note, ...content) {
  document.title = `${title} · noughts`;
  const link = (/** @type {readonly [string, string]} */ [href, text]) =>
    h("a", { href, "aria-current": href === here() ? "page" : null }, text);
  const ways = h("nav", { class: "compare-ways", "aria-label": "Compare" }, PAGES.map(link));
  const heading = h("h1", { id: "title" }, title);
  const element = h("div", { class: "compare" }, ways, heading, h("p", { class: "note" }, note), content);
  main.replaceChildren(element);
  return element;
}

/** A score with its sign, where a win counts 1 and a loss −1. @param {number} score */
export function scoreWords(score, places = 2) {
  const told = Math.abs(score).toFixed(places);
  return Number(told) === 0 ? told : `${score > 0 ? "+" : "−"}${told}`;
}

/** How a match ends, in a sentence. @param {Match} shares */
export function matchWords({ x, o, win, draw, loss }) {
  const [wins, draws, losses] = [win, draw, loss].map((share) => percent(numberOf(share)));
  return `${playerWords(x)} as X against ${playerWords(o)}: X wins ${wins}, draws ${draws}, loses ${losses}.`;
}

const KINDS = /** @type {const} */ ([
  ["win", "X wins"],
  ["draw", "draw"],
  ["loss", "O wins"],
]);

/**
 * Win, draw and loss as one bar and in numbers, with their intervals where they are sampled, and exact where asked.
 * @param {Match} shares
 */
export function shareBar(shares) {
  const part = (/** @type {typeof KINDS[number]} */ [kind]) => {
    const piece = h("span", { class: `compare-${kind}` });
    piece.style.setProperty("--share", String(numberOf(shares[kind])));
    return piece;
  };
  const told = (/** @type {typeof KINDS[number]} */ [kind, words]) => {
    const between = shares.exact ? null : shares.intervals[kind];
    const more = between ? `${percent(between[0])} to ${percent(between[1])}` : isSimple() ? "" : exactly(shares[kind]);
    return h(
      "div",
      { class: `compare-told ${kind}` },
      h("dt", {}, words),
      h("dd", {}, h("strong", {}, percent(numberOf(shares[kind]))), more ? h("span", { class: "note" }, more) : null),
    );
  };
  return [
    h("div", { class: "compare-bar", "aria-hidden": "true" }, KINDS.map(part)),
    h("dl", { class: "compare-shares" }, KINDS.map(told)),
  ];
}

/** A fraction as text; long ones are cut. @param {ExactNumber} share */
const exactly = (share) => (share.length > 24 ? `${share.slice(0, 22)}…` : share);

/** Text as it is typed into a terminal. @param {string} text */
export const command = (text) => h("code", { class: "compare-command" }, text);

/** A name as the shell takes it. @param {string} name */
export const shellQuote = (name) => (/^[\w.-]+$/.test(name) ? name : `'${name}'`);

const TYPED = "typed";
const USUAL = "3x3x3"; // whose players are offered where a board does not exist

/** Who plays: one of the known, or a name that is typed. */
export class PlayerField {
  element = h("div", { class: "compare-field" });
  #id;
  #label;
  #value;
  #typed = h("input", { type: "text", maxlength: 100, spellcheck: "false", autocapitalize: "off" });
  #onchange;

  /** @param {string} label @param {string} id @param {string} value @param {() => unknown} [onchange] */
  constructor(label, id, value, onchange = () => {}) {
    this.#label = label;
    this.#id = id;
    this.#value = value;
    this.#onchange = onchange;
    set(this.#typed, { oninput: () => this.set(this.#typed.value.trim(), false) });
  }

  get value() {
    return this.#value;
  }

  /** @param {string} value */
  set(value, drawn = true) {
    this.#value = value;
    if (drawn) this.draw();
    this.#onchange();
  }

  /**
   * Show the players that play on a board. The server rejects a board that does not exist later, with the whole
   * request.
   * @param {string} [board]
   */
  async draw(board = USUAL) {
    const groups = (await choices(board).catch(() => choices(USUAL))).filter(([label]) => label !== "People");
    /** @type {[string, Option[]][]} */
    const options = groups.map(([label, all]) => [
      label,
      all.filter(({ whyNot }) => !whyNot).map(({ who, name }) => [who, name]),
    ]);
    options.push(["Anybody else", [[TYPED, "A name, typed"]]]);
    const known = options.some(([, all]) => all.some(([value]) => value === this.#value));
    const choose = (/** @type {string} */ value) => this.#choose(value);
    const offered = select(null, options, known ? this.#value : TYPED, choose);
    this.#typed.value = this.#value;
    set(this.#typed, { "aria-label": `${this.#label}: the name`, placeholder: "newell-simon(level=4)" });
    this.element.replaceChildren(field(this.#label, offered, this.#id), known ? "" : this.#typed);
  }

  /** @param {string} value */
  #choose(value) {
    if (value !== TYPED) return this.set(value);
    this.element.append(this.#typed);
    this.#typed.focus();
    this.#typed.select();
  }
}
