// <noughts-brains>: one position shown to all players side by side: what each would play, how likely, and why.

import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import "./brain.js";
import { chancesInShort } from "./chances.js";
import { disclosure, figure, keepingOpen, problem, table } from "./blocks.js";
import { miniBoard } from "../board/picture.js";
import { names, plural, ratio } from "./words.js";

/** `show({board, position})`; the attribute `level` is that of its headings, 2 unless given. */
class NoughtsBrains extends HTMLElement {
  #asked = 0;

  async show({ board, position }) {
    const turn = ++this.#asked;
    this.setAttribute("aria-busy", "true");
    let nodes;
    try {
      nodes = this.#nodes(await ask("/api/brains", { board, position }));
    } catch (error) {
      nodes = [problem(error)];
    }
    if (turn !== this.#asked) return;
    keepingOpen(this, nodes);
    this.removeAttribute("aria-busy");
  }

  #nodes({ position, brains, absent }) {
    const level = Number(this.getAttribute("level")) || 2;
    const section = (title, ...content) => h("section", {}, h(`h${level}`, { class: "brain-heading" }, title), ...content);
    const cards = brains.map((brain) => card(brain, level));
    return [
      brains.length ? section("Where they agree", agreement(position, brains)) : null,
      brains.length ? section("Player by player", h("div", { class: "brain-cards" }, cards)) : null,
      absent.length ? section("Not on this board", h("ul", {}, absent.map((each) => h("li", {}, notHere(each))))) : null,
    ].filter(Boolean);
  }
}

const notHere = ({ player, why_not }) => (why_not.startsWith(player) ? why_not : `${player}: ${why_not}`);

/** A small board with how many players may choose each cell, and who they are. */
function agreement(position, brains) {
  const cells = new Map();
  for (const { player, moves } of brains) {
    for (const [cell, chance] of Object.entries(moves)) cells.set(cell, [...(cells.get(cell) ?? []), { player, chance }]);
  }
  for (const who of cells.values()) who.sort((one, other) => ratio(other.chance) - ratio(one.chance));
  const sorted = [...cells].sort(([, one], [, other]) => weight(other) - weight(one));
  const most = Math.max(...sorted.map(([, who]) => who.length));
  const heat = Object.fromEntries(sorted.map(([cell, who]) => [cell, who.length / most]));
  const texts = Object.fromEntries(sorted.map(([cell, who]) => [cell, String(who.length)]));
  const words = `How many of the ${plural(brains.length, "player")} may choose each cell.`;
  return h("div", { class: "brain-agreement" }, figure(miniBoard(position, { texts, heat }), words), whoTable(sorted));
}

/** How many players a cell can expect: the sum of their probabilities. */
const weight = (who) => who.reduce((sum, { chance }) => sum + ratio(chance), 0);

function whoTable(sorted) {
  const told = ({ player, chance }) => `${player} ${ratio(chance) === 1 ? "always" : chance}`;
  const alike = Map.groupBy(sorted, ([, who]) => who.map(told).join(", "));
  return table({
    caption: "Who chooses which cell",
    heads: ["cell", "players", "who, and how likely"],
    rows: [...alike].map(([who, cells]) => [names(cells.map(([cell]) => cell)), String(cells[0][1].length), who]),
    kind: "brain-who",
  });
}

/** A player's answer in short, and all of it to be opened. */
function card(decision, level) {
  const { player, position, board } = decision;
  const look = disclosure(`Look inside ${player}`, () => {
    const brain = h("noughts-brain", { level: level + 2 });
    brain.show({ board, position, player });
    return brain;
  });
  const picture = miniBoard(position, { rings: Object.keys(decision.moves), coordinates: false });
  return h(
    "article",
    { class: "brain-card panel" },
    h(`h${level + 1}`, {}, player),
    h("div", { class: "brain-card-row" }, picture, chancesInShort(decision)),
    h("p", {}, decision.sentence),
    look,
  );
}

customElements.define("noughts-brains", NoughtsBrains);
