// Brains side by side on one position, which is set up by clicking.

import { bar, disclosure, figure, keepOpen, problem, table } from "../blocks/parts.js";
import { withReferences } from "../blocks/refer.js";
import { openPosition } from "../board/assist.js";
import { boardWith, lightOn } from "../board/board.js";
import { miniBoard } from "../board/picture.js";
import { BoardField } from "../board/sizes.js";
import { Brain } from "../brain/brain.js";
import { announce, messageOf, notice, refusalOf } from "../core/announce.js";
import { address, analyseAddress, ask } from "../core/api.js";
import { button, h, note, select } from "../core/dom.js";
import { names, numberOf, percent, plural } from "../core/grammar.js";
import { cells, cellWords, emptyCells, emptyPosition, markAt, toMove, withMark } from "../core/notation.js";
import { players, playerWords } from "../core/players.js";
import { within } from "../core/site.js";
import { onRegister, prose } from "../core/text.js";

const BRUSHES = [
  ["turn", "Play in turn"],
  ["X", "Put X"],
  ["O", "Put O"],
  [".", "Take away"],
];
const EXAMPLE = "XX./.../O.."; // the weight grid's author works this one out in his own text
const NOTE = "The same position, put to every player: what would each play, how often, and why?";

export class BrainsPage {
  #brush = "turn";
  #board;
  #boards;
  #position;
  #turn = h("p", { class: "turn" });
  #play = h("a", { class: "button" }, "Play from here");
  #study = h("a", { class: "button" }, "Analyse");
  #brains = new SideBySide();

  /** @param {Element} main @param {Go} go @param {{board?: string, position?: string}} at */
  constructor(main, go, { board = "3x3x3", position }) {
    document.title = "Brains side by side · noughts";
    this.go = go;
    this.#board = board;
    this.#boards = new BoardField(board, (name) => this.#choose(name));
    this.#position = position ?? (board === "3x3x3" ? EXAMPLE : emptyPosition(board));
    this.board = boardWith({ choose: (cell) => this.#paint(cell) });
    this.element = lightOn(this.#lay(), this.board);
    main.replaceChildren(this.element);
    this.#draw();
    onRegister(this.element, () => this.#draw());
  }

  #lay() {
    const brush = select("What a click does", BRUSHES, "turn", (value) => (this.#brush = value));
    const clear = button("Clear", () => this.#move(emptyPosition(this.#board)));
    const heading = [h("h1", { id: "title" }, "Brains side by side"), note(NOTE)];
    const row = h("div", { class: "row" }, this.#boards.select, brush, clear, this.#play, this.#study);
    return h(
      "div",
      { class: "brainspage" },
      h(
        "section",
        { class: "table", "aria-labelledby": "title" },
        ...[heading, this.board, this.#turn, row, this.#boards.sizes],
      ),
      h("section", { class: "beside", "aria-label": "What each would play" }, this.#brains.element),
    );
  }

  /** Shows another board, unless the server rejects it. @param {string} board */
  async #choose(board) {
    try {
      await openPosition(board);
    } catch (error) {
      return notice(messageOf(error), [], "calm");
    }
    if (board === this.#boards.value) this.#move(emptyPosition(board), board);
  }

  /** @param {CellName} cell */
  #paint(cell) {
    const next = markAt(this.#position, cell) === "." ? toMove(this.#position) : ".";
    const mark = this.#brush === "turn" ? next : this.#brush;
    announce(`${cellWords(this.#board, cell)}: ${mark === "." ? "empty" : mark}.`);
    this.#move(withMark(this.#position, cell, mark));
  }

  /** @param {string} position @param {string} board */
  #move(position, board = this.#board) {
    this.#position = position;
    this.#board = board;
    this.go(address("/brains", { board, position }), { replace: true, stay: true });
    this.#draw();
  }

  #draw() {
    const [board, position] = [this.#board, this.#position];
    this.#turn.textContent = `${toMove(position)} to move. Click a cell to change it.`;
    this.#play.href = within(address("/", { board, position }));
    this.#study.href = within(analyseAddress({ board, position }));
    this.board.show({ board, position, legal: cells(board), label: `Position to think about, ${board}` });
    this.#think(board, position);
  }

  /**
   * Whether there is anything to think about is asked first, and said once, not by each player.
   * @param {string} board @param {string} position
   */
  async #think(board, position) {
    const refused = await refusalOf(openPosition(board, position));
    if (this.#position !== position) return;
    if (!refused) return this.#brains.show({ board, position });
    this.#brains.refuse(refused);
    announce(refused);
  }
}

/** @typedef {{player: string, chance: string}} Chooser - of a cell, and how likely */

/** One position shown to all players side by side: what each would play, how likely, and why. */
class SideBySide {
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
 * @param {string} board @param {string} position @param {SummaryJson[]} brains
 */
function agreement(board, position, brains) {
  const all = brains.flatMap(({ player, moves }) =>
    Object.entries(moves).map(([cell, chance]) => ({ cell, player, chance })),
  );
  const cells = Map.groupBy(all, ({ cell }) => cell);
  for (const choosers of cells.values()) choosers.sort((one, other) => numberOf(other.chance) - numberOf(one.chance));
  const sorted = [...cells].sort(([, one], [, other]) => weight(other) - weight(one));
  const most = Math.max(...sorted.map(([, choosers]) => choosers.length));
  const picture = miniBoard(board, position, {
    texts: Object.fromEntries(sorted.map(([cell, choosers]) => [cell, String(choosers.length)])),
    heat: Object.fromEntries(sorted.map(([cell, choosers]) => [cell, choosers.length / most])),
  });
  const words = `How many of the ${plural(brains.length, "player")} may choose each cell.`;
  return h("div", { class: "brain-agreement" }, figure(picture, words), choosersTable(sorted));
}

/** How many players a cell can expect: the sum of their probabilities. @param {Chooser[]} choosers */
const weight = (choosers) => choosers.reduce((sum, { chance }) => sum + numberOf(chance), 0);

/** @param {[CellName, Chooser[]][]} sorted */
function choosersTable(sorted) {
  const told = (/** @type {Chooser} */ { player, chance }) =>
    `${playerWords(player)} ${numberOf(chance) === 1 ? "always" : chance}`;
  const alike = Map.groupBy(sorted, ([, choosers]) => choosers.map(told).join(", "));
  return table({
    caption: "Who chooses which cell",
    heads: ["cell", "players", "who, and how likely"],
    rows: [...alike].map(([who, cells]) => [names(cells.map(([cell]) => cell)), String(cells[0][1].length), who]),
    kind: "brain-who",
  });
}

/** A player's answer in short, and all of it to be opened. @param {SummaryJson} decision */
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
  return withReferences(
    h(
      "article",
      { class: "brain-card panel" },
      h("h3", {}, name),
      h("div", { class: "brain-card-row" }, picture, chances(decision)),
      h("p", {}, prose(decision.summary)),
      look,
    ),
  );
}

/** A line and a bar for every different probability, the likeliest first. @param {SummaryJson} decision */
function chances({ moves, position }) {
  const free = emptyCells(position).length;
  const groups = [...Map.groupBy(Object.keys(moves), (cell) => moves[cell])];
  const sorted = groups.sort(([one], [other]) => numberOf(other) - numberOf(one));
  const items = sorted.map(([chance, cells]) => {
    const any = cells.length === free && free > 9;
    const named = any ? `any of the ${free} free cells` : names(cells, { joint: "or" });
    const each = cells.length > 1 ? " each" : "";
    return h("li", {}, h("strong", {}, named), ` ${share(chance)}${each} `, bar(numberOf(chance)));
  });
  return h("ul", { class: "brain-short" }, items);
}

/** A probability exactly and roughly: `1/3 (33.3 %)`, `always` for 1. @param {string} chance */
const share = (chance) => (numberOf(chance) === 1 ? "always" : `${chance} (${percent(numberOf(chance))})`);
