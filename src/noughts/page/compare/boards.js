// Boards of any size: what is known of each, here and elsewhere, solved live, with certificates.

import { table } from "../blocks/parts.js";
import { miniBoard } from "../board/picture.js";
import { BoardField } from "../board/sizes.js";
import { announce, messageOf } from "../core/announce.js";
import { address, ask } from "../core/api.js";
import { h, nodes, note, select } from "../core/dom.js";
import { capital, lengthWords, plural, whole } from "../core/grammar.js";
import { boardWords, dimensions, emptyPosition, withMark } from "../core/notation.js";
import { inMoves, inWords, isSimple, onRegister } from "../core/text.js";
import { CertificatePart } from "./certificate.js";
import { command, page } from "./parts.js";
import { Running } from "./running.js";

const NOTE =
  "What a board is worth when both sides play their best, X first. O never wins: whatever wins for O, X could do first. Every value found here has a certificate, which a verifier that shares nothing with the solver has accepted.";

/** @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query */
export async function openBoards(main, go, query) {
  const boards = await ask("/api/boards");
  const place = h("div", {}); // nothing is seen before the board's part has its size
  const shown = new BoardsPage(place, go, boards, query.get("board") ?? "5x4x4");
  await shown.show();
  main.replaceChildren(...place.childNodes);
  return shown;
}

class BoardsPage {
  #go;
  #field;
  #known = h("div", { class: "compare-known" });
  #solving = new SolvingPart();
  /** What is known of the board that is chosen. @type {BoardJson | null} */
  #told = null;
  #certificates = new Certificates();

  /** @param {HTMLElement} main @param {Go} go @param {BoardsJson} boards @param {string} board */
  constructor(main, go, boards, board) {
    this.#go = go;
    this.#field = new BoardField(board, () => this.#choose());
    const record = inWords(h("section", {}), () => all(boards.runs));
    const panel = h("section", { class: "panel" }, this.#field.labelled(), this.#known, this.#solving.element);
    onRegister(this.#known, () => this.#tell());
    page(main, "Boards", NOTE, panel, record);
  }

  leave() {
    this.#solving.leave();
  }

  /** What is known, in the register as it is now. */
  #tell() {
    if (this.#told) this.#known.replaceChildren(...boardFacts(this.#told, this.#certificates));
  }

  #choose() {
    this.#go(address("/compare/boards", { board: this.#field.value }), { replace: true, stay: true });
    this.show(true);
  }

  /** What is known of the board that is chosen; said where somebody has just chosen it. */
  async show(chosen = false) {
    const board = this.#field.value;
    this.#solving.show(null);
    try {
      const known = await ask("/api/board", { board });
      if (board !== this.#field.value) return;
      this.#told = known;
      this.#tell();
      if (chosen) announce(`${boardWords(board)}: ${verdict(known)}`);
      this.#solving.show(known);
    } catch (error) {
      if (board !== this.#field.value) return;
      this.#told = null;
      this.#known.replaceChildren(h("p", { class: "problem" }, messageOf(error)));
    }
  }
}

/** The certificates at hand: what was opened of one stays open when it is told of anew. */
class Certificates {
  /** @type {Map<string, CertificatePart>} */
  #parts = new Map();

  /** @param {RunJson} run */
  of({ at_hand: atHand, sha256, board, question, certificate_bytes: bytes }) {
    if (!atHand || !sha256) return null;
    const part = this.#parts.get(sha256) ?? new CertificatePart(sha256, board, bytes, question === "value");
    this.#parts.set(sha256, part);
    return part.element;
  }
}

/** @param {RunJson[]} runs */
const all = (runs) => [h("h2", {}, "All that is on record"), glances(runs), others(runs)];

/** What is known, ours beside what is published. @param {BoardJson} known @param {Certificates} certificates */
function boardFacts(known, certificates) {
  const { board, cells, lines, symmetries, published, source, runs, campaign } = known;
  const size = `${plural(cells, "cell")}, ${plural(lines, "line")}, ${symmetries === 1 ? "no symmetry" : `the same when turned or mirrored in ${symmetries} ways`}.`;
  const elsewhere = published
    ? `Published: ${valueWords(published.value)} (${published.source}: ${source}).`
    : "We know of nothing published.";
  return [
    h("h2", {}, boardWords(board)),
    note(size),
    h("p", { class: "compare-verdict" }, verdict(known)),
    h("p", {}, elsewhere),
    runs.length ? h("h3", {}, "Found here") : "",
    ...runs.map((run) => runItem(run, certificates)),
    ...nodes(campaign ? campaignPart(board, campaign) : []),
  ];
}

/** In one sentence. @param {BoardJson} known */
function verdict({ runs, published }) {
  const told = worth(runs);
  if (told) return `${capital(told)}.`;
  return published
    ? `${capital(valueWords(published.value))}, as others have shown.`
    : "Not settled here, and nothing is published that we know of.";
}

/** What the runs of one board come to: `X wins in 4 moves, and not in fewer`; nothing where it is not settled. @param {RunJson[]} runs */
function worth(runs) {
  const plies = runs.find(({ question }) => question === "plies");
  const value = runs.find((run) => run.question === "value")?.value;
  if (plies?.plies != null) return `X wins in ${lengthWords(plies.plies)}, and not in fewer`;
  if (plies?.plies_at_least) return `X wins, and needs ${lengthWords(plies.plies_at_least)} or more`;
  return value && value !== "unknown" ? valueWords(value) : "";
}

/** @param {string} value */
const valueWords = (value) => (value === "win" ? "X wins" : value === "draw" ? "a draw" : "not settled");

/** A run, with its certificate where it is at hand. @param {RunJson} run @param {Certificates} certificates */
function runItem(run, certificates) {
  const question = run.question === "plies" ? `The fewest ${isSimple() ? "moves" : "plies"} of a win` : "The value";
  const answer =
    run.question === "plies" && run.plies_at_least
      ? `${lengthWords(run.plies_at_least)}${run.plies ? "" : " or more"}`
      : valueWords(run.value);
  const cost = `${plural(run.nodes, "position")}, ${run.seconds.toFixed(1)} s on ${plural(run.threads, "thread")}`;
  const when = `${run.date}, noughts ${run.version}`;
  const far = run.sha256
    ? `Its certificate (${(run.certificate_bytes / 1e6).toFixed(1)} MB) does not come with the page: noughts serve --proofs FOLDER shows those of a folder.`
    : "It has no certificate.";
  return h(
    "div",
    { class: "compare-run" },
    h("p", {}, h("strong", {}, `${question}: ${answer}`), ` (${isSimple() ? when : `${when}; ${cost}`}).`),
    certificates.of(run) ?? note(far),
  );
}

/** Solving the board here, now. */
class SolvingPart {
  element = h("div", { class: "compare-solving" });
  #running = new Running("Solve it here, now", () => this.#begin());
  #question = "value";
  #found = h("div", {});
  #why = note();
  /** @type {BoardJson | null} */
  #known = null;

  constructor() {
    const asked = inWords(h("div", {}), () => this.#choice());
    this.element.append(h("h3", {}, "Solve it"), this.#why, asked, this.#running.element, this.#found);
  }

  #choice() {
    const questions = [
      ["value", "What is it worth?"],
      ["plies", `In how few ${isSimple() ? "moves" : "plies"} does X win?`],
    ];
    return select("What is asked", questions, this.#question, (value) => (this.#question = value));
  }

  leave() {
    this.#running.leave();
  }

  /** @param {BoardJson | null} known */
  show(known) {
    if (!known || known.board !== this.#known?.board) {
      this.leave();
      this.#found.replaceChildren();
    }
    this.#known = known;
    this.#running.button.disabled = !known?.provable;
    this.#why.textContent = known?.provable
      ? "On this server, in one thread, for at most 90 seconds; boards that take longer are for your own machine."
      : `This cannot be solved here: ${known?.why_not ?? "there is no such board"}.`;
  }

  #begin() {
    if (!this.#known) return;
    this.#found.replaceChildren();
    this.#running.begin(
      "/api/solve/events",
      { board: this.#known.board, question: this.#question },
      {
        news: searchWords,
        done: (proof) => this.#showProof(proof),
      },
    );
  }

  /** @param {ProofFoundJson} proof */
  #showProof(proof) {
    const { answer, sha256, bytes, too_large: tooLarge } = proof;
    const { board, nodes, seconds } = answer;
    const cost = `${plural(nodes, "position")} in ${seconds.toFixed(1)} s`;
    const parts = [];
    if (sha256) parts.push(new CertificatePart(sha256, board, bytes, this.#question === "value").element);
    if (tooLarge) parts.push(note(`Its certificate, ${whole(bytes)} bytes, is too large to be handed out.`));
    const again = `noughts solve ${board}${this.#question === "plies" ? " --shortest" : ""} --certificate FILE`;
    parts.push(note("On your own machine, without a limit: ", command(again)));
    this.#found.replaceChildren(...parts);
    return `${answerWords(answer)} ${capital(cost)}.`;
  }
}

/** @param {ProofFoundJson["answer"]} answer */
function answerWords(answer) {
  const { value, plies } = answer;
  if (!("plies_at_least" in answer))
    return value === "unknown" ? "Not settled within the time that there is." : `Proved: ${valueWords(value)}.`;
  if (plies !== null) return `Proved: X wins in ${lengthWords(plies)}, and not in fewer.`;
  if (value === "no win") return "Proved: X does not win.";
  const { plies_at_least: least, plies_at_most: most } = answer;
  const bounds = [least && `at least ${lengthWords(least)}`, most && `at most ${lengthWords(most)}`]
    .filter(Boolean)
    .join(", ");
  return `Not settled within the time that there is${bounds ? `: ${bounds}` : ""}.`;
}

/** How the search stands. @param {SearchJson} search */
function searchWords({ question, nodes, seconds, depth, fill, records }) {
  if (records) return `Proved. Writing the certificate: ${plural(records, "record")}.`;
  const looked = `Searching: ${plural(nodes, "position")}, ${seconds.toFixed(0)} s`;
  return isSimple()
    ? `${looked}.`
    : `${looked}; “${question}”, ${depth} plies deep, the table is ${Math.round(100 * fill)} % full.`;
}

/** A small table for every k. @param {RunJson[]} runs */
function glances(runs) {
  const flat = runs.filter((run) => run.board === plainName(run.board) && run.question !== "strip");
  const lengths = [...new Set(flat.map(({ board }) => dimensions(board).k))].sort((a, b) => a - b);
  const legend = isSimple()
    ? "X 4: X wins in 4 moves. A draw: =. Not settled: ?. Bold is what we found published nowhere."
    : "X 7: X wins in 7 plies and not in fewer. =: a draw. ?: not settled. Bold is what we found published nowhere.";
  return [
    note(legend),
    h(
      "div",
      { class: "compare-glances" },
      lengths.map((k) => glance(k, flat)),
    ),
  ];
}

/** @param {string} board */
function plainName(board) {
  const { columns, rows, k } = dimensions(board);
  return `${columns}x${rows}x${k}`;
}

/** @param {number} k @param {RunJson[]} runs */
function glance(k, runs) {
  const of = runs.filter(({ board }) => dimensions(board).k === k);
  const sides = of.map(({ board }) => dimensions(board));
  const unique = (/** @type {number[]} */ all) => [...new Set(all)].sort((a, b) => a - b);
  const [columns, rows] = [unique(sides.map((side) => side.columns)), unique(sides.map((side) => side.rows))];
  const cell = (/** @type {number} */ m, /** @type {number} */ n) =>
    mark(of.filter(({ board }) => board === `${m}x${n}x${k}`));
  return table({
    caption: `${k} in a row`,
    heads: ["Rows \\ columns", ...columns.map(String)],
    rows: rows.map((n) => [String(n), ...columns.map((m) => cell(m, n))]),
    kind: "compare-sizes",
  });
}

/** What is known of a board, in two or three characters, as a link to it. @param {RunJson[]} runs */
function mark(runs) {
  if (!runs.length) return "";
  const { board, published } = runs[0];
  const plies = runs.find(({ question }) => question === "plies");
  const value = runs.find(({ question }) => question === "value")?.value;
  const length = plies?.plies ? ` ${isSimple() ? inMoves(plies.plies) : plies.plies}` : "";
  const text = value === "win" ? `X${length}` : value === "draw" ? "=" : "?";
  const words = `${boardWords(board)}: ${value === "win" ? `X wins${length ? ` in ${lengthWords(plies?.plies ?? 0)}` : ""}` : value === "draw" ? "a draw" : "not settled"}`;
  const link = h("a", { href: address("/compare/boards", { board }), title: words, "aria-label": words }, text);
  return !published && value !== "unknown" ? h("strong", {}, link) : link;
}

/** Cubes and tori. @param {RunJson[]} runs */
function others(runs) {
  const rest = runs.filter((run) => run.board !== plainName(run.board) && run.question !== "strip");
  const rows = [...new Set(rest.map(({ board }) => board))].map((board) => {
    const value = worth(rest.filter((run) => run.board === board));
    return [
      h("a", { href: address("/compare/boards", { board }) }, boardWords(board)),
      capital(value || "not settled"),
    ];
  });
  return table({ caption: "Cubes and tori", heads: ["Board", "Found here"], rows });
}

const PROOFS = "noughts serve --proofs FOLDER";

/**
 * A board that is being proved opening by opening: how each of O's replies stands, drawn on the board.
 * @param {string} board @param {CampaignJson} campaign
 */
function campaignPart(board, campaign) {
  const { first, settled, openings, records, bytes } = campaign;
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  const replies = isSimple() ? "answers" : "replies";
  const isWhole = settled === openings.length;
  const joined = isWhole ? "Joined they are one, of the empty board." : "When all are there they are joined into one.";
  const words = [
    `X begins at ${first}. O has ${openings.length} ${replies} up to symmetry, and ${settled} of them are settled: X wins, whatever O plays then.`,
    `Each has a certificate that is checked by itself, ${whole(records)} records and ${size} in all. ${joined}`,
  ];
  const pieces = `python -m research.campaign ${board} FOLDER`;
  return [
    h("h3", {}, isWhole ? "Proved in pieces" : "Being proved in pieces"),
    words.map((line) => h("p", {}, line)),
    h("figure", { class: "compare-campaign" }, picture(board, campaign), h("figcaption", {}, legend(campaign))),
    playedOpenings(board, campaign),
    note(isWhole ? "They are joined by:" : "It goes on wherever it was stopped, on any machine:"),
    command(isWhole ? `${pieces} --join FILE` : pieces),
  ];
}

/** The openings whose certificates are here, one of which is chosen to be played. @param {string} board @param {CampaignJson} campaign */
function playedOpenings(board, { openings }) {
  const here = openings.filter(({ sha256 }) => sha256);
  if (!here.length) return note("Their certificates are played where a server has them: ", command(PROOFS));
  const place = h("div", {});
  const choices = [["", "choose a cell"], ...here.map(({ sha256, at }) => [sha256 ?? "", at ?? ""])];
  const field = select("Play the proof: O's first move", choices, "", (sha256) => {
    place.replaceChildren(...(sha256 ? [new CertificatePart(sha256, board, null, true).element] : []));
  });
  return [field, place];
}

/** @param {CampaignJson} campaign */
function legend({ openings }) {
  const [settled, begun, open] = ["settled", "begun", "open"].map(
    (state) => openings.filter((one) => one.state === state).length,
  );
  return `Filled: settled (${settled}). Numbers, what is met in percent: begun (${begun}). Empty: not begun (${open}).`;
}

/** Proved replies are filled, those that are begun ringed. @param {string} board @param {CampaignJson} campaign */
function picture(board, { first, settled, openings }) {
  const of = (/** @type {string} */ state) => openings.filter((one) => one.state === state);
  const texts = of("begun").flatMap(({ cells, met, replies }) =>
    met === null || !replies ? [] : cells.map((cell) => [cell, String(Math.floor((100 * met) / replies))]),
  );
  return miniBoard(board, withMark(emptyPosition(board), first, "X"), {
    label: `${settled} of ${plural(openings.length, "opening")} settled`,
    heat: Object.fromEntries(of("settled").flatMap(({ cells }) => cells.map((cell) => [cell, 1]))),
    rings: of("begun").flatMap(({ cells }) => cells),
    texts: Object.fromEntries(texts),
  });
}
