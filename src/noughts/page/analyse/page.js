// Analyse: a neutral place to look at a position or a game, where nobody moves unasked. What is done here changes the
// variations that are looked at; what is seen stands in the address.

import { positionFacts, sayThreats } from "../board/assist.js";
import { Overlay } from "../board/overlay.js";
import { announce, clearNotice, messageOf, notice } from "../core/announce.js";
import { actOf } from "../core/keys.js";
import { cells, emptyPosition, toMove } from "../core/notation.js";
import { loadSheet } from "../core/sheet.js";
import { assume, preference } from "../core/store.js";
import { boardWords } from "../game/status.js";
import { AskedQuestion } from "./asked_question.js";
import { ByHand } from "./by_hand.js";
import { addressOf, emptyStudy, LONGEST, playOn, readAddress, sgfOf, studyAt } from "./studies.js";
import { Variations } from "./variations.js";
import { AnalyseDisplay, stepWords } from "./view.js";

/** @import { Asked } from "./studies.js" */

const TYPING = 400; // milliseconds after which a note that is written is in the address

class AnalysePage {
  #go;
  #board = "3x3x3";
  #variations = new Variations(emptyPosition("3x3x3"));
  /** @type {Step} */
  #at = this.#variations.root;
  #names = { X: "", O: "" };
  /** What the rules say of what is looked at, once they have. @type {PositionJson | null} */
  #facts = null;
  #question = new AskedQuestion();
  #numbers = false;
  #named = false; // whether the address names what is looked at: not while a board is still asked for
  #hand = new ByHand(
    () => this.#show(),
    () => this.#finishSetUp(),
  );
  #overlay = new Overlay();
  #ended = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #typing;

  /** @param {HTMLElement} main @param {Go} go @param {Asked} asked */
  constructor(main, go, { question, answered, show, words }) {
    this.#go = go;
    this.#question.ask(question, answered);
    this.#numbers = show.has("numbers");
    this.#overlay.values = show.has("values");
    this.#overlay.threats = show.has("threats");
    this.#overlay.studied = true;
    if (words) assume({ words });
    this.display = new AnalyseDisplay(
      {
        choose: (cell) => this.#choose(cell),
        refuse: (cell) => this.#refuse(cell),
        aim: (cell) => announce(`${cell}: touch it again to play there.`),
        point: (cell) => this.#overlay.follow(cell),
        whyNot: (cell) => whyNotHere(this.#board, this.#facts, cell),
        act: (what) => this.#do(what),
        to: (step) => this.#to(step),
        note: (text) => this.#note(text),
        playOn: (side) => this.#playOn(side),
        open: (study, summary) => this.#open(study, summary),
        go: (address) => go(address),
        current: () => this.#board,
        sgf: () => sgfOf(this.#board, this.#variations, this.#names),
        ask: (question) => this.#ask(question),
        tab: () => this.#tell(),
      },
      this.#overlay.live,
      this.#hand.element,
    );
    this.#follow(main);
  }

  /** The board, for whoever goes on there with the keyboard. */
  get board() {
    return this.display.board;
  }

  /**
   * Shows what the address asks for; a board that it does not name is asked for, what cannot be read stands in the
   * field.
   * @param {HTMLElement} main @param {Asked} asked
   */
  async begin(main, { board, position, moves, at, tab, names }) {
    const study = board || !(position || moves) ? await studyAt(board, position, moves) : null;
    await this.#load({ ...(study ?? emptyStudy("3x3x3")), names }, at, Boolean(study && board));
    if (tab && tab !== "moves") this.display.tabs.choose(tab);
    if (!study) {
      this.display.tabs.choose("setup");
      await this.display.importForm.importText([board, moves ?? position].filter(Boolean).join(" "));
    }
    main.replaceChildren(this.display.element);
    if (!study) this.display.importForm.focus();
  }

  leave() {
    this.#ended.abort();
    this.#question.forget();
    clearTimeout(this.#typing);
    this.#overlay.stop();
    assume({});
  }

  /** @param {HTMLElement} main */
  #follow(main) {
    const { signal } = this.#ended;
    this.#overlay.addEventListener("change", () => this.#show(), { signal });
    this.#overlay.addEventListener("toggled", () => this.#tell(), { signal });
    const failed = (/** @type {any} */ event) => this.#showError(event.detail.error);
    this.#overlay.addEventListener("failed", failed, { signal });
    this.#overlay.live.addEventListener("change", () => this.#show(), { signal });
    this.#question.addEventListener("change", () => this.#show(), { signal });
    window.addEventListener("noughts-preferences", () => this.#tell(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.display.importForm.dropOn(main, signal, () => this.display.tabs.choose("setup"));
  }

  /** @param {unknown} error */
  #showError(error) {
    if (this.#ended.signal.aborted) return;
    notice(messageOf(error), [], "calm");
    this.#show();
  }

  /** Shows another study in place of this one, which can be restored. @param {Study} study @param {string} summary */
  #open(study, summary) {
    const before = { board: this.#board, variations: this.#variations, at: this.#at, names: this.#names };
    this.#question.ask("");
    this.#load(study, null);
    this.display.tabs.choose("moves");
    this.display.tabs.close();
    if (before.variations.all.length || before.variations.ply)
      notice(summary, [["Bring back what was here", () => this.#restore(before)]], "calm");
    else announce(summary);
  }

  /** @param {{board: string, variations: Variations, at: Step, names: {X: string, O: string}}} before */
  #restore({ board, variations, at, names }) {
    this.#board = board;
    this.#variations = variations;
    this.#names = names;
    this.#to(at);
  }

  /** @param {Study} study @param {number | null} at @param {boolean} named - whether the address names it, too */
  #load({ board, start, moves, note, names }, at, named = true) {
    this.#board = board;
    this.#variations = new Variations(start, moves, note);
    this.#names = { X: names.X ?? "", O: names.O ?? "" };
    this.#hand.position = null;
    this.#at = this.#variations.numbered(at);
    this.#named = named;
    this.#tell();
    return this.#look();
  }

  /** Goes to a move. @param {Step} step */
  #to(step) {
    this.#at = step;
    this.#named = true;
    clearNotice();
    this.#tell();
    this.#look();
    this.display.moves.follow(step);
    const words = step.cell ? stepWords(this.#variations, step) : "The start";
    announce([`${words}.`, step.note].filter(Boolean).join(" "));
  }

  /** Asks what the rules say of what is looked at. */
  async #look() {
    const [board, position] = [this.#board, this.#position];
    this.#facts = null;
    this.#question.forget();
    const late = setTimeout(() => this.#show(), 100); // no board without its moves flashes by
    const facts = await positionFacts(board, position).catch((error) => void this.#showError(error));
    clearTimeout(late);
    if (this.#ended.signal.aborted || !facts || board !== this.#board || position !== this.#position) return;
    this.#facts = facts;
    if (facts.outcome) announce(facts.outcome.words);
    this.#show();
  }

  get #position() {
    return this.#variations.position(this.#at);
  }

  /** What is seen, in the address; then what is shown. */
  #tell() {
    if (!this.#named) return this.#show();
    const show = ["values", "threats"].filter((name) => this.#overlay[/** @type {"values"} */ (name)]);
    this.#go(
      addressOf({
        board: this.#board,
        variations: this.#variations,
        at: this.#at,
        tab: this.display.tabs.chosen,
        show: this.#numbers ? [...show, "numbers"] : show,
        words: preference("words"),
        question: this.#question.text,
        answered: this.#question.answered,
        names: this.#names,
      }),
      { replace: true, stay: true },
    );
    this.#show();
  }

  #show() {
    if (this.#ended.signal.aborted) return;
    const position = this.#position;
    const over = Boolean(this.#facts?.outcome);
    this.#overlay.barred = this.#question.secret;
    if (this.#hand.position === null && this.#facts) this.#overlay.look(this.#board, position, over);
    this.display.show(
      {
        board: this.#board,
        variations: this.#variations,
        at: this.#at,
        position,
        last: this.#at.cell,
        facts: this.#facts,
        names: this.#names,
        numbers: this.#numbers,
        question: this.#question,
        hand: this.#hand,
        whole: this.#variations.text.length <= LONGEST,
      },
      this.#overlay,
    );
  }

  /** A click on a cell: a move, a mark that is set up, or an answer while one is hidden. @param {CellName} cell */
  #choose(cell) {
    if (this.#hand.position !== null) return this.#hand.put(cell);
    if (this.#question.secret) return void this.#question.try(this.#board, this.#position, cell);
    const alone = this.#at.after.every((step) => step.cell === cell);
    const step = this.#variations.play(this.#at, cell);
    this.#to(step);
    if (!alone) announce(step.before?.after[0] === step ? "" : "A variation.");
  }

  /** @param {CellName} cell */
  #refuse(cell) {
    this.board.refuse(cell);
    announce(whyNotHere(this.#board, this.#facts, cell));
  }

  async #finishSetUp() {
    const start = await this.#hand.done();
    if (start) this.#open({ ...emptyStudy(this.#board), start }, `Set up: ${toMove(start)} to move.`);
  }

  /** @param {string} text */
  #note(text) {
    this.#at.note = text;
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#tell(), TYPING);
  }

  /** A question above the board; none with an empty text. @param {string} question */
  #ask(question) {
    this.#question.ask(question);
    this.#tell();
    announce(question ? "The question stands above the board; the answer is hidden." : "No question.");
  }

  /** @param {Side} side */
  #playOn(side) {
    const { start: position } = this.#variations;
    return playOn({ board: this.#board, position, moves: this.#variations.cells(this.#at) }, side, this.#go);
  }

  /** What buttons and keys do here. @type {Record<string, () => unknown>} */
  #acts = {
    first: () => this.#to(this.#variations.root),
    back: () => this.#at.before && this.#to(this.#at.before),
    on: () => this.#at.after[0] && this.#to(this.#at.after[0]),
    final: () => this.#to(this.#variations.end(this.#at)),
    upper: () => this.#beside(-1),
    lower: () => this.#beside(1),
    values: () => this.#overlay.toggle("values"),
    threats: () => this.#overlay.toggle("threats"),
    hint: () => this.#overlay.advise(),
    numbers: () => {
      this.#numbers = !this.#numbers;
      announce(this.#numbers ? "Marks are numbered." : "Marks are not numbered.");
      this.#tell();
    },
    answer: () => {
      this.#question.turn();
      this.#tell();
    },
    help: () => this.#overlay.hide(),
    promote: () => this.#promote(),
    remove: () => this.#remove(),
    hand: () => {
      this.display.tabs.close();
      this.#hand.begin(this.#board, this.#position);
    },
    tellThreats: () => sayThreats({ board: this.#board, position: this.#position }, this.#overlay.hidden),
    type: () => {
      this.display.tabs.choose("moves");
      document.getElementById("typed-move")?.focus();
    },
  };

  /** @param {string} what */
  #do(what) {
    const told = keyWords(what, this.#variations, this.#at, this.display.bar.words);
    const help = ["values", "threats", "hint"].includes(what);
    if (told) announce(told);
    else if (!(help && this.#overlay.hidden)) this.#acts[what]?.();
  }

  /** @param {1 | -1} by */
  #beside(by) {
    const step = this.#variations.beside(this.#at, by);
    if (step) this.#to(step);
    else announce("No other variation here.");
  }

  #promote() {
    const promoted = this.#variations.promote(this.#at);
    if (!promoted) return;
    announce(`${promoted.cell} is the main line now.`);
    this.#tell();
  }

  #remove() {
    const { before, cell } = this.#at;
    if (!before) return;
    const kept = { board: this.#board, variations: this.#variations.copy(), names: this.#names };
    const number = this.#variations.number(this.#at);
    const count = this.#variations.remove(this.#at);
    this.#to(before);
    const words = count > 1 ? `${cell} and ${count - 1} more are deleted.` : `${cell} is deleted.`;
    const back = () => this.#restore({ ...kept, at: kept.variations.numbered(number) });
    notice(words, [["Bring it back", back]], "calm");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const drafting = this.#hand.position !== null;
    const put = drafting && markHere(event);
    const act = drafting ? null : actHere(event);
    if (!put && !act) return;
    event.preventDefault();
    if (act) this.#do(act);
    if (put) this.#hand.put(put.cell, put.mark);
  }
}

const SHEET = "/static/analyse/analyse.css";

/**
 * The page of an address below /analyse.
 * @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query @returns {Promise<View>}
 */
export async function openAnalyse(main, go, query) {
  await loadSheet(SHEET);
  const asked = readAddress(query);
  const page = new AnalysePage(main, go, asked);
  try {
    await page.begin(main, asked);
  } catch (error) {
    page.leave();
    throw error;
  }
  return page;
}

// The keys of Analyse: arrows step through the moves, letters put marks while a position is set up. And their words for
// screen readers.

/** @type {Record<string, string>} */
const WALKS = {
  ArrowLeft: "back",
  ArrowRight: "on",
  ArrowUp: "upper",
  ArrowDown: "lower",
  Home: "first",
  End: "final",
};
/** @type {Record<string, "X" | "O" | ".">} */
const BRUSHED = { x: "X", X: "X", o: "O", O: "O", ".": ".", Delete: ".", Backspace: "." };
/** Where arrows have a meaning of their own. */
const OWN =
  "input, select, textarea, dialog, summary, [role=grid], [role=tablist], [role=tree], [role=treegrid], .panels:focus";

/** What a key does here; null for nothing. @param {KeyboardEvent} event */
function actHere(event) {
  const act = actOf(event);
  if (act) return act === "keys" ? null : act;
  const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.defaultPrevented;
  const own = event.target instanceof Element && event.target.closest(OWN);
  return modified || own ? null : (WALKS[event.key] ?? null);
}

/** The mark that a key puts on the cell that the keyboard is on. @param {KeyboardEvent} event */
function markHere(event) {
  const cell = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined;
  const mark = BRUSHED[event.key];
  if (!cell || !mark || event.ctrlKey || event.altKey || event.metaKey) return null;
  return { cell, mark };
}

/**
 * The words of a key: the board, the last move, or what it is worth; empty for any other.
 * @param {string} act @param {Variations} variations @param {Step} at @param {string} worth
 */
function keyWords(act, variations, at, worth) {
  if (act === "tellBoard") return boardWords({ position: variations.position(at) });
  if (act === "tellLast")
    return at.cell ? `${stepWords(variations, at)}. ${at.note}` : "The start: no move was played.";
  return act === "tellWhy" ? worth || `${toMove(variations.position(at))} to move.` : "";
}

/** Why nothing can be played on a cell; empty where something can. @param {string} board @param {PositionJson | null} facts @param {CellName} cell */
function whyNotHere(board, facts, cell) {
  if (facts?.outcome) return `The game is over: ${facts.outcome.words}`;
  if (!cells(board).includes(cell)) return `“${cell}” is no cell of this board.`;
  return facts && !facts.legal.includes(cell) ? `${cell} is taken.` : "";
}
