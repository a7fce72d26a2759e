// What a position is worth, as it becomes known: first what is seen soon, then what the engine sees with more looking.
// What is asked ends, here and on the server, when another position is looked at.

import { askUntil } from "../core/api.js";
import { canValue, exact, valuesWithin } from "./assist.js";

/** @import { AnalysisJson, CellName } from "../core/answers.js" */

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
