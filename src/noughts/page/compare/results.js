// The exact table of 3x3x3: who beats whom, who can lose and how, and anybody put into it.

import { scrollArea, table } from "../blocks/parts.js";
import { ask } from "../core/api.js";
import { around, button, h, nodes, note, set } from "../core/dom.js";
import { names, numberOf, percent, plural } from "../core/grammar.js";
import { press } from "../core/keys.js";
import { INSTALLED, players, playerWords } from "../core/players.js";
import { inWords, onRegister } from "../core/text.js";
import { Weaknesses } from "./losing.js";
import { matchWords, PlayerField, page, scoreWords, shareBar } from "./parts.js";
import { Running } from "./running.js";

const TITLE = "Who beats whom";
const NOTE =
  "Every player of the house against every other on 3 × 3, each on both sides. All games were looked at, so nothing here is a sample.";

const ANYBODY =
  "Levels, other options of the players, and players of your own that are installed or registered on this server.";
const SCORES =
  "What X, the row, scores against O, the column: +1 if it always wins, −1 if it always loses. Choose a match by click or arrow keys.";
const CHOOSE = "Choose a player, to see a game that it loses, or that it loses none.";
const USUAL = "medium"; // who is put into the table where there is nobody of other people's

/** @param {HTMLElement} main */
export async function openResults(main) {
  const [results] = await Promise.all([ask("/api/results"), players("3x3x3")]);
  return new ResultsPage(main, results);
}

class ResultsPage {
  #results;
  /** The match that is told, by its row and column. */
  #at = [0, 0];
  #match = h("div", { class: "panel compare-match", role: "group", "aria-label": "The match" });
  #ranked = h("div", {});
  #player = h("div", { class: "compare-player" });
  #square = h("div", {});
  #entrant = new EntrantPart();

  /** @param {HTMLElement} main @param {ResultsJson} results */
  constructor(main, results) {
    this.#results = results;
    const element = page(
      main,
      TITLE,
      NOTE,
      h("section", { class: "compare-ranked" }, h("h2", {}, "Ranking"), this.#ranked, this.#player),
      h("section", {}, h("h2", {}, "Every match"), note(SCORES), this.#square, this.#match),
      this.#entrant.element,
    );
    this.#draw();
    this.#player.append(note(CHOOSE));
    onRegister(element, () => this.#draw());
  }

  leave() {
    this.#entrant.leave();
  }

  /** All that says a name, in the register as it is now. */
  #draw() {
    this.#ranked.replaceChildren(this.#ranking());
    this.#square.replaceChildren(this.#table());
    this.#tell();
  }

  #ranking() {
    const { ranking } = this.#results.tournament;
    const heads = ["Place", "Player", "As X", "As O", "Both", "Can it lose?"];
    const rows = ranking.map((standing) => this.#rankingRow(standing));
    return table({
      caption: "Sums of the mean scores against all, itself included",
      heads,
      rows,
      kind: "compare-ranking",
    });
  }

  /** @param {StandingJson} standing */
  #rankingRow({ rank, player, x, o, total }) {
    const exploit = this.#exploit(player);
    const name = button(playerWords(player), () => this.#show(exploit), { class: "button compare-name" });
    const scores = [x, o, total].map((score) => scoreWords(numberOf(score)));
    const sides = [exploit.x.can_lose && "X", exploit.o.can_lose && "O"].filter(Boolean);
    return [rank, name, ...scores, sides.length ? `as ${sides.join(" and ")}` : h("strong", {}, "never")];
  }

  /** @param {string} player */
  #exploit(player) {
    return /** @type {ExploitJson} */ (this.#results.exploits.find((each) => each.player === player));
  }

  /** @param {ExploitJson} exploit */
  #show(exploit) {
    const { player } = exploit;
    const title = inWords(h("h3", { tabindex: "-1" }), () => playerWords(player));
    this.#player.replaceChildren(title, new Weaknesses(exploit).element);
    title.focus({ preventScroll: true });
    this.#player.scrollIntoView({ block: "nearest" });
  }

  #table() {
    const { ranking } = this.#results.tournament;
    const head = (/** @type {StandingJson} */ { rank, player }) => {
      const name = playerWords(player);
      return h("th", { scope: "col", role: "columnheader", title: name, "aria-label": name }, rank);
    };
    const row = (/** @type {StandingJson} */ { rank, player }, /** @type {number} */ i) =>
      h(
        "tr",
        { role: "row" },
        h("th", { scope: "row", role: "rowheader" }, `${rank} ${playerWords(player)}`),
        ranking.map((_, j) => this.#cell(i, j)),
      );
    const square = h(
      "table",
      { class: "compare-square", role: "grid", "aria-label": "Scores of X, the row, against O, the column" },
      h(
        "thead",
        { role: "rowgroup" },
        h("tr", { role: "row" }, h("td", { role: "gridcell" }, "X \\ O"), ranking.map(head)),
      ),
      h("tbody", { role: "rowgroup" }, ranking.map(row)),
    );
    set(square, {
      onclick: (event) => this.#choose(around(event, "td[data-at]")),
      onkeydown: (event) => this.#key(event),
    });
    return scrollArea("Every match", square);
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

  /** The match of two by their places in the ranking. @param {number} i @param {number} j @returns {Match} */
  #of(i, j) {
    const { players: names, ranking, matches } = this.#results.tournament;
    const [x, o] = [i, j].map((at) => names.indexOf(ranking[at].player));
    return matches[x * names.length + o];
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
    const to = (/** @type {number[]} */ ...at) => {
      this.#at = at.map((each) => Math.min(Math.max(each, 0), most));
      this.#tell(true);
    };
    press(event, {
      ArrowUp: () => to(i - 1, j),
      ArrowDown: () => to(i + 1, j),
      ArrowLeft: () => to(i, j - 1),
      ArrowRight: () => to(i, j + 1),
      Home: () => to(i, 0),
      End: () => to(i, most),
    });
  }

  /** The match at hand, in full. */
  #tell(focused = false) {
    for (const cell of this.#square.querySelectorAll("td[data-at]"))
      set(cell, { tabindex: "-1", "aria-selected": null });
    const cell = /** @type {HTMLElement} */ (this.#square.querySelector(`[data-at="${this.#at.join(" ")}"]`));
    set(cell, { tabindex: "0", "aria-selected": "true" });
    if (focused) cell.focus();
    const match = this.#of(this.#at[0], this.#at[1]);
    const { x, o, plies } = match;
    const heading = h("h3", {}, `${playerWords(x)} (X) against ${playerWords(o)} (O)`);
    const length = note(`A game lasts ${numberOf(plies).toFixed(2)} plies on average.`);
    this.#match.replaceChildren(heading, ...shareBar(match), length);
  }
}

/** Anybody against all of the table: levels, other options, players that were installed or registered here. */
class EntrantPart {
  #field = new PlayerField("Player", "compare-entrant", USUAL);
  #running = new Running("Put into the table", () => this.#begin());
  #found = h("div", { class: "compare-found" });
  #note = note(ANYBODY);
  /** How its last computation stands. @type {{entrant: EntrantJson, weaknesses: Weaknesses | null} | null} */
  #last = null;

  constructor() {
    const row = h("div", { class: "compare-form" }, this.#field.element, this.#running.element);
    this.element = h("section", {}, h("h2", {}, "Anybody else"), this.#note, row, this.#found);
    this.#invite();
    onRegister(this.element, () => {
      this.#invite();
      if (this.#last) this.#show(this.#last.entrant);
    });
  }

  /** Players of other people are named, and the first of them is the one to begin with. */
  async #invite() {
    const others = (await players("3x3x3")).players.filter(({ house, plays }) => plays && !house);
    const named = others.length ? ` ${INSTALLED}: ${names(others.map(({ name }) => playerWords(name)))}.` : "";
    this.#note.textContent = `${ANYBODY}${named}`;
    this.#field.set(this.#field.value === USUAL && others.length ? others[0].name : this.#field.value);
  }

  leave() {
    this.#running.leave();
  }

  #begin() {
    this.#found.replaceChildren();
    this.#last = null;
    const show = (/** @type {EntrantJson} */ entrant) => this.#show(entrant);
    this.#running.begin("/api/entrant/events", { player: this.#field.value }, { news: show, done: show });
  }

  /** @param {EntrantJson} entrant */
  #show(entrant) {
    const { player, of, x, o, exploit } = entrant;
    const weaknesses = exploit ? (this.#last?.weaknesses ?? new Weaknesses(exploit)) : null;
    this.#last = { entrant, weaknesses };
    const name = playerWords(player);
    const sums = [x, o].map((side) => side.reduce((sum, each) => sum + numberOf(each.win) - numberOf(each.loss), 0));
    const both = sums[0] - sums[1]; // as O its wins are the losses of X
    const told = (/** @type {Match} */ one) => [one.win, one.draw, one.loss].map((share) => percent(numberOf(share)));
    const rows = x.map((asX, i) => [playerWords(asX.o), ...told(asX), ...told(o[i]).reverse()]);
    const heads = ["Against", "As X: wins", "draws", "loses", "As O: wins", "draws", "loses"];
    const all = table({ caption: `${name} against everybody`, heads, rows, kind: "compare-entrant" });
    const words = `In all ${scoreWords(sums[0])} as X, ${scoreWords(-sums[1])} as O, ${scoreWords(both)} on both sides.`;
    this.#found.replaceChildren(...nodes([weaknesses?.element, x.length === of && h("p", {}, words), all]));
    if (x.length === of && exploit) return `${name} has met all ${of}: ${scoreWords(both)} on both sides.`;
    return `${plural(x.length, "opponent")} of ${of} met.`;
  }
}
