// What is seen on the board beside the marks: values, threats, a hint, the best play; and what is said of it.

import { announce } from "../core/announce.js";
import { askUntil } from "../core/api.js";
import { capital } from "../core/grammar.js";
import { dimensions, markAt, toMove } from "../core/notation.js";
import { isSimple } from "../core/text.js";
import { bestLine, canValue, exact, hint, openLines, threats, valuesWithin } from "./assist.js";

const PAUSE = 120; // milliseconds on a cell before its best play is asked for

/**
 * What the server has answered about the position that is looked at.
 * @typedef {{threats?: Notes["threats"], hint?: {cell: CellName, words: string},
 *   line?: CellName[] | null, lines?: CellName[][]}} Answers
 */

/**
 * Help on the board, shown and announced. Dispatches `change` when there is something else to show, `toggled` when
 * values or threats are switched, and `failed` with the error and perhaps a function that tries again.
 */
export class Overlay extends EventTarget {
  quiet = false; // all help is hidden, by one key
  barred = false; // help is not allowed: a class plays without it, or a question is open
  judged = true; // whether moves can be valued on this board, exactly or by the engine
  values = false;
  /** What every move is worth: one answer for the board, the analysis and whoever else shows it. */
  live = new LiveValues();
  #studied = false; // whether the analysis is open, so that values are wanted, and what a cell leads to
  threats = false;
  caption = "";
  board = "";
  position = "";
  #over = false;
  #at = "";
  /** The cell that is looked at. @type {CellName | null} */
  #cell = null;
  /** @type {Answers} */
  #answers = {};

  constructor() {
    super();
    this.live.addEventListener("change", () => {
      if (this.live.error && this.values) this.#fail("values", this.live.error);
      else if (this.values) this.dispatchEvent(new Event("change"));
    });
  }

  get hidden() {
    return this.quiet || this.barred;
  }

  /** @param {boolean} studied */
  set studied(studied) {
    if (studied === this.#studied) return;
    this.#studied = studied;
    this.#fetch();
  }

  /**
   * The position to look at from now on; nothing of another one stays.
   * @param {string} board @param {string} position @param {boolean} over
   */
  look(board, position, over) {
    const at = `${board} ${position}`;
    if (at !== this.#at) {
      this.#answers = {};
      this.caption = "";
    }
    if (board !== this.board) this.#ask(board);
    this.board = board;
    this.position = position;
    this.#over = over;
    this.#at = at;
    this.#fetch();
  }

  /** What the board is to show. @returns {Notes} */
  get notes() {
    if (this.hidden) return {};
    const { threats, hint, line, lines } = this.#answers;
    return {
      ...(this.values && this.live.analysis && { values: this.live.analysis.moves }),
      ...(this.threats && threats && { threats }),
      ...(hint && { hint: [hint.cell] }),
      ...(line && { line }),
      ...(lines && { lines }),
    };
  }

  /** What the letters on the board mean, or what there is to say of the cell that is looked at. */
  get words() {
    if (this.hidden) return "";
    if (this.caption || !this.values || !this.judged || this.#over) return this.caption;
    if (!this.live.analysis) return "Working out what every move is worth.";
    const example = isSimple()
      ? "W2 wins in 2 moves, D draws, L2 loses in 2"
      : "W3 wins in 3 plies, D draws, L4 loses in 4";
    const side = `For ${toMove(this.position)}, who is to move`;
    if (this.live.exactly) return `${side}: ${example}.`;
    return `${side}: the darker, the better by the engine’s estimate, the best ringed. Proved: ${example}.`;
  }

  /** @param {string} board */
  async #ask(board) {
    const judged = await canValue(board).catch(() => true);
    if (board !== this.board) return;
    this.judged = judged;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {"values" | "threats"} name */
  toggle(name) {
    this[name] = !this[name];
    this.#answers.line = null;
    this.caption = "";
    this.#fetch();
    announce(`${capital(name)} ${this[name] ? "shown" : "hidden"}.`);
    this.dispatchEvent(new Event("toggled"));
  }

  /** Hide all help, or show it again. */
  hide() {
    this.quiet = !this.quiet;
    announce(this.quiet ? "All help is hidden." : "Help is shown.");
    this.dispatchEvent(new Event("change"));
  }

  /** Show a hint, which stays until the next move. */
  async advise() {
    if (this.#over) return;
    const at = this.#at;
    try {
      const advice = await hint(this.board, this.position);
      if (at !== this.#at) return;
      this.caption = advice.words;
      this.#keep(at, { hint: advice });
      announce(advice.words);
    } catch (error) {
      this.dispatchEvent(new CustomEvent("failed", { detail: { error, again: () => this.advise() } }));
    }
  }

  /** Stop looking: answers that arrive later are ignored. */
  stop() {
    this.#at = "";
    this.live.stop();
  }

  /** The best play from a cell that is looked at, while values are shown. @param {CellName | null} cell */
  async follow(cell) {
    const at = this.#at;
    this.#cell = cell;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (at !== this.#at || this.#cell !== cell) return; // only passed over
    this.#thread(at, cell);
    const valued = cell && (this.values || this.#studied) && !this.hidden && markAt(this.position, cell) === ".";
    const best = valued ? await bestLine(this.board, this.position, cell).catch(() => null) : null;
    if (at !== this.#at || this.#cell !== cell || (!best && !this.#answers.line)) return;
    this.caption = best?.words ?? this.#answers.hint?.words ?? "";
    this.#keep(at, { line: best?.line });
    if (best) announce(best.words);
  }

  /** In a cube, the lines through a cell that is looked at: nobody sees them from its layers. @param {string} at @param {CellName | null} cell */
  async #thread(at, cell) {
    if (dimensions(this.board).layers === 1 || this.#over) return;
    const lines = cell && !this.hidden ? await openLines(this.board, this.position, cell).catch(() => []) : [];
    if (this.#cell === cell && (lines.length || this.#answers.lines?.length)) this.#keep(at, { lines });
  }

  /** Asks for what is to be shown and is not there yet. */
  #fetch() {
    const { board, position } = this;
    if (!position) return; // nothing is looked at yet
    const wanted = (this.values || this.#studied) && this.judged && !this.hidden && !this.#over;
    if (wanted) this.live.look(board, position);
    else this.live.stop();
    if (!this.threats || this.#over || this.#answers.threats) return;
    const at = this.#at;
    threats(board, position).then(
      (answer) => this.#keep(at, { threats: answer }),
      (error) => this.#fail("threats", error),
    );
  }

  /** @param {string} at @param {Answers} answer */
  #keep(at, answer) {
    if (at !== this.#at) return;
    Object.assign(this.#answers, answer);
    this.dispatchEvent(new Event("change"));
  }

  /** @param {"values" | "threats"} name @param {unknown} error */
  #fail(name, error) {
    this[name] = false;
    this.dispatchEvent(new CustomEvent("failed", { detail: { error } }));
  }
}

// What a position is worth, as it becomes known: first what is seen soon, then what the engine sees with more looking.
// What is asked ends, here and on the server, when another position is looked at.

const PASSES = 120; // milliseconds after which an engine is asked at all

/** Dispatches `change` whenever more is known of the position that is looked at, and when it is another one. */
export class LiveValues extends EventTarget {
  /** @type {AnalysisJson | null} */
  analysis = null;
  /** The best play of both sides. @type {CellName[]} */
  line = [];
  exactly = true;
  /** Whether more is still to come. */
  asking = false;
  /** Why nothing is known. @type {unknown} */
  error = null;
  #at = "";
  #ended = new AbortController();

  /** What is to be valued from now on. @param {string} board @param {string} position */
  look(board, position) {
    const at = `${board} ${position}`;
    if (at === this.#at) return;
    this.stop();
    this.#at = at;
    this.#ended = new AbortController();
    this.asking = true;
    this.#value(board, position, this.#ended.signal);
  }

  /** Nothing is wanted any more. */
  stop() {
    this.#ended.abort();
    Object.assign(this, { analysis: null, line: [], asking: false, error: null });
    this.#at = "";
  }

  /** @param {string} board @param {string} position @param {AbortSignal} signal */
  async #value(board, position, signal) {
    try {
      const [can, exactly] = await Promise.all([canValue(board), exact(board)]);
      if (!can) throw new Error("this board is too large to be valued here");
      this.exactly = exactly;
      if (exactly) await this.#once(board, position, signal);
      else await this.#deeper(board, position, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!this.analysis) this.error = error; // what is known stays, though no more can be had
    }
    if (signal.aborted) return;
    this.asking = false;
    this.#tell();
  }

  /** @param {string} board @param {string} position @param {AbortSignal} signal */
  async #once(board, position, signal) {
    const [analysis, { line }] = await Promise.all([
      valuesWithin(board, position, signal, null),
      askUntil(signal, "/api/line", { board, position }).catch(() => ({ line: [] })),
    ]);
    if (signal.aborted) return;
    Object.assign(this, { analysis, line });
  }

  /** @param {string} board @param {string} position @param {AbortSignal} signal */
  async #deeper(board, position, signal) {
    await pause(PASSES);
    if (signal.aborted) return;
    const { follow } = await import("../core/follow.js"); // most boards never need it
    if (signal.aborted) return;
    await follow("/api/analyse/events", { board, position }, signal, (kind, content) => {
      if (signal.aborted || kind === "ahead") return;
      if (kind !== "ended") this.#know(content);
      else if (!this.analysis) this.error = new Error(content.error);
    });
  }

  /** @param {AnalysisJson} analysis */
  #know(analysis) {
    this.analysis = analysis;
    this.line = longer(analysis.line ?? [], this.line);
    this.#tell();
  }

  #tell() {
    this.dispatchEvent(new Event("change"));
  }
}

/** @param {number} time - milliseconds */
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** A deep look may see the end of a line no more: then the line that begins so goes on. @param {CellName[]} line @param {CellName[]} before */
function longer(line, before) {
  return line.length < before.length && line.every((cell, i) => cell === before[i]) ? before : line;
}
