// One position shown to all players side by side: what each would play, how likely, and why.

import { miniBoard } from "../board/picture.js";
import { ask } from "../core/api.js";
import { h, note } from "../core/dom.js";
import { names, plural } from "../core/grammar.js";
import { players, playerWords } from "../core/players.js";
import { registerWords } from "../core/register.js";
import { disclosure, figure, keepOpen, problem, table } from "./blocks.js";
import { Brain } from "./brain.js";
import { chancesInShort } from "./chances.js";
import { mapValues, ratio } from "./words.js";

/** @import { BrainsJson, CellName, ToldDecisionJson } from "../core/answers.js" */
/** @import { Nested } from "../core/dom.js" */
/** @typedef {{player: string, chance: string}} Chooser - of a cell, and how likely */

export class SideBySide {
  element = h("div", { class: "brains-view" }, note("Every player is asked …"));
  #asked = 0;

  /** @param {{board: string, position: string}} question */
  async show(question) {
    this.#asked += 1;
    const turn = this.#asked;
    this.element.setAttribute("aria-busy", "true");
    const named = players(question.board).catch(() => null); // as people call them
    const content = await named.then(() => ask("/api/brains", question)).then(sections, problem);
    if (turn !== this.#asked) return;
    keepOpen(this.element, content);
    this.element.removeAttribute("aria-busy");
  }

  /** Nothing to think about: `words` say why. @param {string} words */
  refuse(words) {
    this.#asked += 1;
    this.element.replaceChildren(h("p", { class: "problem" }, words));
    this.element.removeAttribute("aria-busy");
  }
}

/** @param {BrainsJson} answer @returns {Nested} */
function sections({ board, position, brains, absent }) {
  const section = (/** @type {string} */ title, /** @type {Nested} */ content) =>
    h("section", {}, h("h2", { class: "brain-heading" }, title), content);
  return [
    brains.length ? section("Where they agree", agreement(board, position, brains)) : null,
    brains.length ? section("Player by player", h("div", { class: "brain-cards" }, brains.map(card))) : null,
    absent.length ? section("Not on this board", h("ul", {}, absent.map(notHere))) : null,
  ];
}

/** @param {{player: string, why_not: string}} absent */
const notHere = ({ player, why_not }) =>
  h("li", {}, why_not.startsWith(player) ? why_not : `${playerWords(player)}: ${why_not}`);

/**
 * A small board with how many players may choose each cell, and who they are.
 * @param {string} board @param {string} position @param {ToldDecisionJson[]} brains
 */
function agreement(board, position, brains) {
  /** @type {Map<CellName, Chooser[]>} */
  const cells = new Map();
  for (const { player, moves } of brains)
    for (const [cell, chance] of Object.entries(moves))
      cells.set(cell, [...(cells.get(cell) ?? []), { player, chance }]);
  for (const choosers of cells.values()) choosers.sort((one, other) => ratio(other.chance) - ratio(one.chance));
  const sorted = [...cells].sort(([, one], [, other]) => weight(other) - weight(one));
  const counts = Object.fromEntries(sorted.map(([cell, choosers]) => [cell, choosers.length]));
  const most = Math.max(...Object.values(counts));
  const picture = miniBoard(board, position, {
    texts: mapValues(counts, String),
    heat: mapValues(counts, (count) => count / most),
  });
  const words = `How many of the ${plural(brains.length, "player")} may choose each cell.`;
  return h("div", { class: "brain-agreement" }, figure(picture, words), choosersTable(sorted));
}

/** How many players a cell can expect: the sum of their probabilities. @param {Chooser[]} choosers */
const weight = (choosers) => choosers.reduce((sum, { chance }) => sum + ratio(chance), 0);

/** @param {[CellName, Chooser[]][]} sorted */
function choosersTable(sorted) {
  const told = (/** @type {Chooser} */ { player, chance }) =>
    `${playerWords(player)} ${ratio(chance) === 1 ? "always" : chance}`;
  const alike = Map.groupBy(sorted, ([, choosers]) => choosers.map(told).join(", "));
  return table({
    caption: "Who chooses which cell",
    heads: ["cell", "players", "who, and how likely"],
    rows: [...alike].map(([who, cells]) => [names(cells.map(([cell]) => cell)), String(cells[0][1].length), who]),
    kind: "brain-who",
  });
}

/** A player's answer in short, and all of it to be opened. @param {ToldDecisionJson} decision */
function card(decision) {
  const { player, position, board } = decision;
  const name = playerWords(player);
  const inside = () => {
    const brain = new Brain(4);
    brain.show({ board, position, player });
    return brain.element;
  };
  const look = disclosure(`Look inside ${name}`, inside, false, player);
  const picture = miniBoard(board, position, { rings: Object.keys(decision.moves), coordinates: false });
  return h(
    "article",
    { class: "brain-card panel" },
    h("h3", {}, name),
    h("div", { class: "brain-card-row" }, picture, chancesInShort(decision)),
    h("p", {}, registerWords(decision.sentence)),
    look,
  );
}
