// The page as it is laid: a question and the bar of the evaluation, the board, the way through the moves, and beside them
// the panel with its tabs. It shows what it is given.

import { threatWords } from "../board/assist.js";
import { boardWith, lightOn } from "../board/board.js";
import { messageOf, orNotice } from "../core/announce.js";
import { address } from "../core/api.js";
import { button, h, note, row, set } from "../core/dom.js";
import { copyButton, download } from "../core/download.js";
import { small } from "../core/grammar.js";
import { ImportForm } from "../core/import_form.js";
import { boardWords, cells, otherSide, SIDES, toMove } from "../core/notation.js";
import { within } from "../core/site.js";
import { preference } from "../core/store.js";
import { Tabs } from "../core/tabs.js";
import { AnalysisSide, shareOfX, verdict } from "../game/analysis_side.js";
import { line, pictureOf, save } from "../game/record.js";
import { typedMove } from "../game/tools.js";
import { AskedPanel } from "./asked_question.js";
import { boardForm, followLink } from "./studies.js";
import { moveNumbers } from "./variations.js";

/** @import { AskedQuestion } from "./asked_question.js" */
/**
 * What is looked at. `hand` has a position that is set up by hand just now.
 * @typedef {{board: string, variations: Variations, at: Step, position: string, last: CellName | null,
 *   facts: PositionJson | null, names: {X: string, O: string}, numbers: boolean, question: AskedQuestion,
 *   hand: import("./by_hand.js").ByHand, whole: boolean}} Seen
 */
/**
 * What is done for a person here.
 * @typedef {{choose: (cell: CellName) => unknown, refuse: (cell: CellName) => unknown, aim: (cell: CellName) => unknown,
 *   point: (cell: CellName | null) => unknown, whyNot: (cell: CellName) => string, act: (what: string) => unknown,
 *   to: (step: Step) => unknown, note: (text: string) => unknown, playOn: (side: Side) => unknown,
 *   open: (study: Study, summary: string) => unknown, go: (address: string) => unknown, current: () => string,
 *   sgf: () => Promise<string>, ask: (question: string) => unknown, tab: () => unknown}} SeenHandlers
 */

const QUIET = "All help is hidden; z shows it again.";
const SECRET = "Hidden, until the answer is asked for.";
/** @type {[act: string, sign: string, label: string][]} */
const STEPS = [
  ["first", "«", "To the start"],
  ["back", "‹", "One move back"],
  ["on", "›", "One move on"],
  ["final", "»", "To the end of this line"],
];

export class AnalyseDisplay {
  #title = h("h1", { id: "title", class: "visually-hidden" }, "Analyse");
  #words = h("p", { class: "seen-words", tabindex: "0" }); // it scrolls where the strip is narrow
  #secret = note();
  /** @type {Map<string, HTMLButtonElement>} */
  #steps = new Map();

  /** @param {SeenHandlers} on @param {LiveValues} live @param {HTMLElement} hand - what sets a position up */
  constructor(on, live, hand) {
    this.live = live;
    this.board = boardWith(on);
    this.asked = new AskedPanel(() => on.act("answer"));
    this.bar = new EvaluationBar();
    this.moves = new MovesSide(on);
    this.analysis = new AnalysisSide({ act: on.act, point: on.point }, live);
    this.threats = new ThreatsList();
    this.importForm = new ImportForm("Look at it", {
      open: on.open,
      follow: (url) => followLink(url, this.importForm, on.go),
      likelyBoard: on.current,
    });
    this.share = new ShareSide(on);
    this.tabs = this.#panel(on);
    this.way = this.#way(on);
    const board = h("div", { class: "board-place" }, this.board);
    const parts = [this.#title, this.asked.element, this.bar.element, board, hand, this.way];
    const table = h("section", { class: "table", "aria-labelledby": "title" }, parts);
    this.element = lightOn(h("div", { class: "play analysing" }, table, this.tabs.element), this.board);
  }

  /** @param {SeenHandlers} on */
  #way(on) {
    const steps = STEPS.map(([act, sign, label]) => {
      const one = button(sign, () => on.act(act), { "aria-label": label, title: label });
      this.#steps.set(act, one);
      return one;
    });
    return h("div", { class: "way" }, h("div", { class: "way-steps" }, steps), this.#words);
  }

  /** Shows the form for a text, and focuses it. */
  #paste() {
    this.tabs.choose("setup");
    this.importForm.focus();
  }

  /** @param {SeenHandlers} on */
  #panel(on) {
    const paste = row(button("Paste a game or a position", () => this.#paste()));
    const moves = h("div", { class: "game-tab" }, this.moves.element, typedMove(on), paste);
    const analysis = h(
      "div",
      { class: "game-tab" },
      this.#secret,
      this.threats.element,
      this.analysis.element,
      this.threats.seen,
    );
    const setup = h("div", { class: "game-tab" }, [
      h("h2", {}, "Set up"),
      this.importForm.element,
      boardForm(this.importForm),
      h("div", { class: "field" }, [
        note("Or put the marks on the board yourself; whose turn it is follows from their number."),
        row(button("Set up by hand", () => on.act("hand"))),
      ]),
    ]);
    return new Tabs(
      "What there is to see of it",
      [
        ["moves", "Moves", moves],
        ["analysis", "Analysis", analysis],
        ["setup", "Set up", setup],
        ["share", "Share", this.share.element],
      ],
      on.tab,
    );
  }

  /** @param {Seen} seen @param {Overlay} overlay */
  show(seen, overlay) {
    const { board, position, facts, question, hand } = seen;
    const drafted = hand.position !== null;
    const secret = question.secret ? SECRET : overlay.quiet ? QUIET : "";
    const outcome = facts?.outcome ?? null;
    document.title = `${question.text || `Analyse ${boardWords(board)}`} · noughts`;
    document.documentElement.classList.toggle("no-help", Boolean(secret));
    this.#secret.hidden = !secret;
    this.#secret.textContent = secret;
    this.asked.show(question, this.live.analysis, outcome?.words ?? "");
    this.bar.element.hidden = drafted;
    this.bar.show(position, this.live, outcome, secret);
    this.board.show(boardState(seen, overlay));
    hand.show();
    this.way.hidden = drafted;
    this.#showWay(seen, overlay.words);
    this.moves.show({ ...seen, over: outcome !== null });
    this.threats.show(secret ? null : facts, this.live.analysis);
    if (secret || drafted || !facts) this.analysis.stop();
    else this.analysis.show({ board, position, outcome }, overlay);
    const moves = seen.variations.text;
    this.share.show({ ...seen, question: question.text, moves });
  }

  /** @param {Seen} seen @param {string} caption - what there is to say of a cell that is looked at */
  #showWay({ variations, at, facts, position }, caption) {
    const [ends, begins] = [!at.after.length, !at.before];
    for (const [act, one] of this.#steps) set(one, { disabled: ["first", "back"].includes(act) ? begins : ends });
    const number = variations.ply + variations.line(at).length;
    const turn = facts?.outcome ? facts.outcome.words : `${toMove(position)} to move`;
    this.#words.textContent = caption || (number ? `After ${number}: ${turn}` : turn);
  }
}

/** @param {Seen} seen @param {Overlay} overlay @returns {BoardState} */
function boardState({ board, variations, at, position, last, facts, numbers, hand, question }, overlay) {
  const coordinates = preference("coordinates");
  if (hand.position !== null) {
    const mark = hand.brush === "." ? null : hand.brush;
    const label = `Board ${board}, set up by hand`;
    return { board, position: hand.position, legal: cells(board), mark, coordinates, label };
  }
  const wins = facts?.outcome?.lines ?? [];
  return {
    board,
    position,
    last,
    legal: facts?.legal ?? [],
    mark: toMove(position),
    label: `Board ${board}, ${facts?.outcome ? "the game is over" : `${toMove(position)} to move`}`,
    wins,
    coordinates,
    pending: question.tried?.right === false ? null : question.tried,
    ...overlay.notes,
    numbers: numbers ? moveNumbers(position, variations.cells(at), variations.ply) : {},
  };
}

const ENDED = { X: 1, O: 0 };

/**
 * The bar of the evaluation: how much of it is X's, the same in words, and whether that is exact, proved or estimated.
 */
class EvaluationBar {
  #bar = h("div", { class: "bar", "aria-hidden": "true" }, h("span", { class: "bar-x" }));
  /** What is told of it. */
  get words() {
    return this.#words.textContent;
  }

  #words = h("span", { class: "evaluation-words" });
  #kind = h("span", { class: "chip", hidden: true });
  element = h("div", { class: "evaluation" }, this.#bar, h("p", { class: "row spread" }, this.#words, this.#kind));

  /**
   * `secret`: why nothing is told, where nothing is to be.
   * @param {string} position @param {LiveValues} live @param {OutcomeJson | null} outcome @param {string} secret
   */
  show(position, { analysis, error, exactly }, outcome, secret) {
    if (secret) return this.#say(0.5, secret, "");
    if (outcome) return this.#say(outcome.winner ? ENDED[outcome.winner] : 0.5, outcome.words, "");
    if (error) return this.#say(0.5, messageOf(error), "");
    if (!analysis) return this.#say(null, "Working it out.", "");
    const known = analysis.value !== "unknown" && analysis.value !== null;
    const side = toMove(position);
    this.#say(shareOfX(side, analysis), verdict(side, analysis), exactly ? "exact" : known ? "proved" : "estimate");
  }

  /** @param {number | null} share @param {string} words @param {string} kind */
  #say(share, words, kind) {
    if (share !== null) this.#bar.style.setProperty("--share", String(share));
    set(this.#bar, { "data-kind": kind || "none" });
    this.#words.textContent = words;
    this.#kind.textContent = kind;
    this.#kind.hidden = !kind;
  }
}

/** The threats of either side in words, and of an engine those that win. */
class ThreatsList {
  #list = h("ul", { class: "threat-list" });
  element = h("section", { class: "threats-of", "aria-labelledby": "threats-title" }, [
    h("h2", { id: "threats-title" }, "Threats"),
    this.#list,
  ]);
  /** What an engine sees of them, which comes later. */
  seen = h("p", { class: "threats-seen" });

  /** @param {PositionJson | null} facts @param {AnalysisJson | null} analysis */
  show(facts, analysis) {
    const open = facts && !facts.outcome;
    this.element.hidden = !open;
    const own = open && analysis?.position === facts.position ? engineWords(facts, analysis) : [];
    if (this.seen.textContent !== own.join(" ")) this.seen.textContent = own.join(" ");
    if (!open) return;
    this.#list.replaceChildren(...threatWords(facts).map((text) => h("li", {}, text)));
  }
}

/** @param {PositionJson} facts @param {AnalysisJson} analysis */
function engineWords({ to_move: side }, { threat = [], danger = [] }) {
  return [
    threat.length && `${side} wins by threats: ${threat.join(" ")}.`,
    danger.length && `If nothing is done against it, ${otherSide(side)} wins by threats: ${danger.join(" ")}.`,
  ].filter((words) => typeof words === "string");
}

/** @typedef {{board: string, position: string, last: string | null, moves: string, question: string, whole: boolean}} Shared */

/**
 * The shown position or game as a link, as text, as files and pictures; a question to go with the link; and where else
 * to look.
 */
class ShareSide {
  /** @type {Shared | null} */
  #shared = null;
  #position = h("span", { class: "notation" });
  #moves = h("span", { class: "notation" });
  #long = h(
    "p",
    { class: "note", hidden: true },
    "This is too long for a link, which holds only the moves to here. The SGF holds all of it.",
  );
  #picture = h("a", { class: "button", download: "noughts.svg", "aria-label": "Picture as SVG" }, "SVG");
  #brains = h("a", { class: "button" }, "Ask every player");
  #tree = h("a", { class: "button" }, "Its tree");
  #question = h("input", {
    type: "text",
    id: "asked-question",
    maxlength: 200,
    placeholder: "What does O play?",
    autocomplete: "off",
  });
  element;

  /** @param {{sgf: () => Promise<string>, ask: (question: string) => unknown}} on */
  constructor({ sgf, ask }) {
    const png = button("PNG", () => this.#shared && save(pictureOf(this.#shared, "png")), {
      "aria-label": "Picture as PNG",
    });
    const give = (/** @type {string} */ text) =>
      download(new Blob([text], { type: "application/x-go-sgf" }), "noughts.sgf");
    const file = button("SGF", () => orNotice(sgf().then(give)));
    const away = button("Take it away", () => ask(""));
    this.element = h("section", { class: "record", "aria-labelledby": "share-title" }, [
      h("h2", { id: "share-title" }, "Share"),
      row(
        copyButton("Copy link", () => location.href),
        this.#brains,
        this.#tree,
      ),
      this.#long,
      line("Position", this.#position),
      line("Moves", this.#moves),
      h("div", { class: "row", role: "group", "aria-label": "Save as a file" }, [
        h("span", { class: "label", "aria-hidden": "true" }, "Save as"),
        file,
        this.#picture,
        png,
      ]),
      h("form", { class: "field", onsubmit: () => ask(this.#question.value.trim()) }, [
        h(
          "label",
          { for: "asked-question" },
          "A question above the board, with its answer hidden until it is asked for",
        ),
        row(this.#question, button("Ask it", null, { type: "submit" }), away),
      ]),
    ]);
  }

  /** @param {Shared} shared */
  show(shared) {
    const { board, position, moves, question, whole } = shared;
    this.#shared = shared;
    this.#position.textContent = `${board}:${position}`;
    this.#moves.textContent = moves ? `${board} ${moves}` : "none";
    this.#picture.href = within(pictureOf(shared, "svg"));
    this.#brains.href = within(address("/brains", { board, position }));
    this.#tree.href = within(address("/learn/tree", { position }));
    set(this.#tree, { hidden: board !== "3x3x3" });
    this.#long.hidden = whole;
    if (document.activeElement !== this.#question) this.#question.value = question;
  }
}

/** The moves as they were played, with their variations and notes: one goes there by a click, or by the arrows. */
class MovesSide {
  #list = h("div", { class: "study", role: "group", "aria-label": "Moves and variations" });
  #of = h("p", { class: "note" });
  #note = h("textarea", { id: "study-note", rows: 3, maxlength: 2000, spellcheck: "true" });
  #about = h("label", { for: "study-note" });
  #promote;
  #remove;
  #numbers;
  #play;
  /** @type {Map<Step, HTMLButtonElement>} */
  #buttons = new Map();
  #drawn = "";
  /** @type {HTMLButtonElement | null} */
  #marked = null;
  /** @type {Step | null} */
  #at = null;

  /** @param {SeenHandlers} on */
  constructor(on) {
    this.on = on;
    this.#note.addEventListener("input", () => on.note(this.#note.value));
    this.#promote = button("Make it the main line", () => on.act("promote"));
    this.#remove = button("Delete from here", () => on.act("remove"));
    this.#numbers = button("Numbers on the board", () => on.act("numbers"));
    this.#play = SIDES.map((side) => button(`As ${side}`, () => on.playOn(side)));
    this.element = h("section", { class: "moves-side", "aria-labelledby": "moves-title" }, [
      h("h2", { id: "moves-title" }, "Moves"),
      this.#of,
      this.#list,
      row(this.#promote, this.#remove, this.#numbers),
      h("div", { class: "field" }, this.#about, this.#note),
      h(
        "div",
        { class: "row", role: "group", "aria-label": "Play this from here" },
        h("span", { class: "label", "aria-hidden": "true" }, "Play this from here"),
        this.#play,
      ),
    ]);
  }

  /** @param {{variations: Variations, at: Step, names: {X: string, O: string}, numbers: boolean, over: boolean}} state */
  show({ variations, at, names, numbers, over }) {
    const drawn = `${variations.start} ${variations.text}`;
    if (drawn !== this.#drawn) this.#draw(variations);
    this.#drawn = drawn;
    this.#mark(at);
    if (this.#at !== at) this.#buttons.get(at)?.scrollIntoView({ block: "nearest" });
    this.#of.textContent = names.X || names.O ? `${names.X || "?"} (X) against ${names.O || "?"} (O)` : "";
    this.#of.hidden = !this.#of.textContent;
    set(this.#numbers, { "aria-pressed": String(numbers) });
    set(this.#remove, { disabled: !at.before });
    set(this.#promote, { disabled: !variations.line(at).some((each) => each.before?.after[0] !== each) });
    for (const one of this.#play) set(one, { disabled: over });
    this.#about.textContent = `Note on ${at.cell ? small(stepWords(variations, at)) : "the start"}`;
    if (this.#at !== at || document.activeElement !== this.#note) this.#note.value = at.note;
    this.#at = at;
  }

  /** The move that is looked at; before it another one was. @param {Step} at */
  #mark(at) {
    if (this.#marked) set(this.#marked, { "aria-current": null, tabindex: "-1" });
    this.#marked = this.#buttons.get(at) ?? null;
    if (this.#marked) set(this.#marked, { "aria-current": "true", tabindex: "0" });
  }

  /** Whether the keyboard is on a move, to follow it. @param {Step} step */
  follow(step) {
    if (this.#list.contains(document.activeElement)) this.#buttons.get(step)?.focus();
  }

  /** @param {Variations} variations */
  #draw(variations) {
    const focused = this.#list.contains(document.activeElement);
    this.#buttons = new Map();
    const start = this.#button(variations.root, "Start", "The start", "");
    this.#list.replaceChildren(start, noteOf(variations.root) ?? "", ...this.#lineFrom(variations, variations.root));
    if (focused && this.#at) this.#buttons.get(this.#at)?.focus();
  }

  /** A line of moves; what might be played instead of one stands in a block behind it. @param {Variations} variations @param {Step} step @returns {Node[]} */
  #lineFrom(variations, step) {
    const parts = [];
    for (let at = step; at.after.length; at = at.after[0]) {
      const [main, ...others] = at.after;
      parts.push(...this.#move(variations, main));
      for (const other of others) {
        const line = [...this.#move(variations, other), ...this.#lineFrom(variations, other)];
        parts.push(h("div", { class: "variation", role: "group", "aria-label": `Instead of ${main.cell}` }, line));
      }
    }
    return parts;
  }

  /** @param {Variations} variations @param {Step} step */
  #move(variations, step) {
    const { side, number } = placeOf(variations, step);
    const one = this.#button(step, `${number} ${step.cell}`, stepWords(variations, step), side.toLowerCase());
    const note = noteOf(step);
    return note ? [one, note] : [one];
  }

  /** @param {Step} step @param {string} text @param {string} label @param {string} kind */
  #button(step, text, label, kind) {
    const kinds = `button study-move ${kind}`;
    const one = button(text, () => this.on.to(step), { class: kinds, "aria-label": label, tabindex: "-1" });
    this.#buttons.set(step, one);
    return one;
  }
}

/** @param {Step} step */
const noteOf = ({ note }) => (note ? h("span", { class: "study-note" }, note) : null);

/** Whose move it is, and which. @param {Variations} variations @param {Step} step */
function placeOf(variations, step) {
  const number = variations.ply + variations.line(step).length;
  const first = toMove(variations.start);
  return { number, side: (number - variations.ply) % 2 ? first : first === "X" ? "O" : "X" };
}

/** `Move 3, X c1`. @param {Variations} variations @param {Step} step */
export function stepWords(variations, step) {
  const { number, side } = placeOf(variations, step);
  return `Move ${number}, ${side} ${step.cell}`;
}
