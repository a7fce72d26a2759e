// The exact table of 3x3x3: who beats whom, who can lose and how, and anybody put into it.

import { scrolling, table } from "../brain/blocks.js";
import { ask } from "../core/api.js";
import { around, button, h, set } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { players, playerWords } from "../core/players.js";
import { PlayerField } from "./fields.js";
import { weaknesses } from "./losing.js";
import { matchWords, numberOf, page, percent, scoreWords, shareBar } from "./parts.js";
import { Running } from "./running.js";

/** @import { Entrant, Exploit, Results, Shares, Standing } from "./answers.js" */

const NOTE =
  "Every player of the house against every other on 3 × 3, each on both sides. All games were looked at, so nothing here is a sample.";

/** @param {HTMLElement} main */
export async function openResults(main) {
  /** @type {[Results, unknown]} */
  const [results] = await Promise.all([ask("/api/results"), players("3x3x3")]);
  return new ResultsPage(main, results);
}

class ResultsPage {
  #results;
  /** The match that is told, by its row and column. */
  #at = [0, 0];
  #match = h("div", { class: "panel compare-match", role: "group", "aria-label": "The match" });
  #player = h("div", { class: "compare-player" });
  #grid;
  #entrant = new EntrantPart();

  /** @param {HTMLElement} main @param {Results} results */
  constructor(main, results) {
    this.#results = results;
    this.#grid = this.#square();
    page(
      main,
      "Who beats whom",
      NOTE,
      h("section", { class: "compare-ranked" }, h("h2", {}, "Ranking"), this.#ranking(), this.#player),
      h("section", {}, h("h2", {}, "Every match"), this.#explained(), this.#grid, this.#match),
      this.#entrant.element,
    );
    this.#tell();
    const weak = results.exploits.find((each) => each.x.can_lose || each.o.can_lose);
    if (weak) this.#show(weak, false);
    this.leave = () => this.#entrant.leave();
  }

  #explained() {
    const words =
      "What X, the row, scores against O, the column: +1 if it always wins, −1 if it always loses. Choose a match by click or arrow keys.";
    return h("p", { class: "note" }, words);
  }

  #ranking() {
    const { ranking } = this.#results.tournament;
    const heads = ["Place", "Player", "As X", "As O", "Both", "Can it lose?"];
    const rows = ranking.map((standing) => this.#standing(standing));
    return table({
      caption: "Sums of the mean scores against all, itself included",
      heads,
      rows,
      kind: "compare-ranking",
    });
  }

  /** @param {Standing} standing */
  #standing({ rank, player, x, o, total }) {
    const exploit = this.#exploit(player);
    const name = button(playerWords(player), () => this.#show(exploit), { class: "button compare-name" });
    const scores = [x, o, total].map((score) => scoreWords(numberOf(score)));
    const sides = [exploit.x.can_lose && "X", exploit.o.can_lose && "O"].filter(Boolean);
    return [rank, name, ...scores, sides.length ? `as ${sides.join(" and ")}` : h("strong", {}, "never")];
  }

  /** @param {string} player */
  #exploit(player) {
    return /** @type {Exploit} */ (this.#results.exploits.find((each) => each.player === player));
  }

  /** @param {Exploit} exploit @param {boolean} [focused] */
  #show(exploit, focused = true) {
    const title = h("h3", { tabindex: "-1" }, playerWords(exploit.player));
    this.#player.replaceChildren(title, weaknesses(exploit));
    if (!focused) return;
    title.focus({ preventScroll: true });
    this.#player.scrollIntoView({ block: "nearest" });
  }

  #square() {
    const { players: names } = this.#results.tournament;
    const head = (/** @type {string} */ name, /** @type {number} */ i) =>
      h("th", { scope: "col", role: "columnheader", title: playerWords(name), "aria-label": playerWords(name) }, i + 1);
    const row = (/** @type {string} */ name, /** @type {number} */ i) =>
      h(
        "tr",
        { role: "row" },
        h("th", { scope: "row", role: "rowheader" }, `${i + 1} ${playerWords(name)}`),
        names.map((_, j) => this.#cell(i, j)),
      );
    const square = h(
      "table",
      { class: "compare-square", role: "grid", "aria-label": "Scores of X, the row, against O, the column" },
      h(
        "thead",
        { role: "rowgroup" },
        h("tr", { role: "row" }, h("td", { role: "gridcell" }, "X \\ O"), names.map(head)),
      ),
      h("tbody", { role: "rowgroup" }, names.map(row)),
    );
    set(square, {
      onclick: (event) => this.#choose(around(event, "td[data-at]")),
      onkeydown: (event) => this.#key(event),
    });
    return scrolling("Every match", square);
  }

  /** @param {number} i @param {number} j */
  #cell(i, j) {
    const match = this.#of(i, j);
    const score = numberOf(match.win) - numberOf(match.loss);
    const words = matchWords(match);
    const text = Math.abs(score) < 0.005 ? "0" : scoreWords(score).replace("0.", ".").replace(".00", "");
    const cell = h(
      "td",
      { role: "gridcell", "data-at": `${i} ${j}`, tabindex: "-1", title: words, "aria-label": words },
      text,
    );
    cell.style.setProperty("--score", String(Math.abs(score)));
    cell.classList.add(score < -0.005 ? "for-o" : score > 0.005 ? "for-x" : "even");
    return cell;
  }

  /** @param {number} i @param {number} j @returns {Shares} */
  #of(i, j) {
    const { players: names, matches } = this.#results.tournament;
    return matches[i * names.length + j];
  }

  /** @param {HTMLElement | null} cell */
  #choose(cell) {
    const at = cell?.dataset.at?.split(" ").map(Number);
    if (!at) return;
    this.#at = at;
    this.#tell(true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const most = this.#results.tournament.players.length - 1;
    const [i, j] = this.#at;
    /** @type {Record<string, number[]>} */
    const steps = {
      ArrowUp: [i - 1, j],
      ArrowDown: [i + 1, j],
      ArrowLeft: [i, j - 1],
      ArrowRight: [i, j + 1],
      Home: [i, 0],
      End: [i, most],
    };
    const to = steps[event.key];
    if (!to || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#at = to.map((each) => Math.min(Math.max(each, 0), most));
    this.#tell(true);
  }

  /** The match at hand, in full. */
  #tell(focused = false) {
    for (const cell of this.#grid.querySelectorAll("td[data-at]")) set(cell, { tabindex: "-1", "aria-selected": null });
    const cell = /** @type {HTMLElement} */ (this.#grid.querySelector(`[data-at="${this.#at.join(" ")}"]`));
    set(cell, { tabindex: "0", "aria-selected": "true" });
    if (focused) cell.focus();
    const match = this.#of(this.#at[0], this.#at[1]);
    const { x, o, plies } = match;
    const heading = h("h3", {}, `${playerWords(x)} (X) against ${playerWords(o)} (O)`);
    const length = h("p", { class: "note" }, `A game lasts ${numberOf(plies).toFixed(2)} plies on average.`);
    this.#match.replaceChildren(heading, ...shareBar(match), length);
  }
}

/** Anybody against all of the table: levels, other options, players that were installed or registered here. */
class EntrantPart {
  #field = new PlayerField("Player", "compare-entrant", "medium");
  #running = new Running("Put into the table", () => this.#begin());
  #found = h("div", { class: "compare-found" });

  constructor() {
    const words =
      "Levels, other options of the players, and players of your own that are installed or registered on this server.";
    const row = h("div", { class: "compare-form" }, this.#field.element, this.#running.element);
    this.element = h("section", {}, h("h2", {}, "Anybody else"), h("p", { class: "note" }, words), row, this.#found);
    this.#field.draw();
  }

  leave() {
    this.#running.leave();
  }

  #begin() {
    this.#found.replaceChildren();
    this.#running.begin(
      "/api/entrant/events",
      { player: this.#field.value },
      {
        news: (entrant) => this.#show(entrant),
        done: (entrant) => this.#show(entrant),
      },
    );
  }

  /** @param {Entrant} entrant */
  #show({ player, of, x, o, exploit }) {
    const name = playerWords(player);
    const sums = [x, o].map((side) => side.reduce((sum, each) => sum + numberOf(each.win) - numberOf(each.loss), 0));
    const both = sums[0] - sums[1]; // as O its wins are the losses of X
    const told = (/** @type {Shares} */ one) => [one.win, one.draw, one.loss].map((share) => percent(numberOf(share)));
    const rows = x.map((asX, i) => [playerWords(asX.o), ...told(asX), ...told(o[i]).reverse()]);
    const heads = ["Against", "As X: wins", "draws", "loses", "As O: wins", "draws", "loses"];
    const all = table({ caption: `${name} against everybody`, heads, rows, kind: "compare-entrant" });
    const sum = h(
      "p",
      {},
      `In all ${scoreWords(sums[0])} as X, ${scoreWords(-sums[1])} as O, ${scoreWords(both)} on both sides.`,
    );
    this.#found.replaceChildren(
      ...[exploit && weaknesses(exploit), x.length === of && sum, all]
        .filter((part) => part || null)
        .map((part) => part || ""),
    );
    if (x.length === of && exploit) return `${name} has met all ${of}: ${scoreWords(both)} on both sides.`;
    return `${plural(x.length, "opponent")} of ${of} met.`;
  }
}
