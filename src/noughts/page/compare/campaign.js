// A board that is being proved opening by opening: how each of O's replies stands, drawn on the board.

import { h, note, select, svg } from "../core/dom.js";
import { plural, whole } from "../core/grammar.js";
import { dimensions } from "../core/notation.js";
import { isSimple } from "../core/register.js";
import { CertificatePart } from "./certificate.js";
import { command } from "./parts.js";

/** @import { CampaignJson } from "../core/answers.js" */

const CELL = 20;
const EDGE = 18;
const PROOFS = "noughts serve --proofs FOLDER";

/** @param {string} board @param {CampaignJson} campaign */
export function campaignPart(board, campaign) {
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
    h(
      "figure",
      { class: "compare-campaign" },
      picture(board, campaign),
      h("figcaption", { class: "note" }, legend(campaign)),
    ),
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
  /** @type {[string, string][]} */
  const choices = [
    ["", "choose a cell"],
    ...here.map(({ sha256, at }) => /** @type {[string, string]} */ ([sha256 ?? "", at ?? ""])),
  ];
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

/** @param {string} board @param {CampaignJson} campaign */
function picture(board, { first, settled, openings }) {
  const { columns, rows } = dimensions(board);
  const place = (/** @type {string} */ cell) => ({
    x: EDGE + (cell.charCodeAt(0) - 97) * CELL,
    y: (Number(cell.slice(1)) - 1) * CELL,
  });
  const label = `${settled} of ${plural(openings.length, "opening")} settled`;
  const box = `0 0 ${columns * CELL + EDGE} ${rows * CELL + EDGE}`;
  return svg("svg", { role: "img", "aria-label": label, viewBox: box }, [
    openings.flatMap(({ cells, state, met, replies }) =>
      cells.map((cell) => {
        const { x, y } = place(cell);
        const percent = state === "begun" && met !== null && replies ? Math.floor((100 * met) / replies) : null;
        return svg("g", { class: state }, [
          svg("rect", { x: x + 1, y: y + 1, width: CELL - 2, height: CELL - 2, rx: 3 }),
          percent === null ? null : svg("text", { x: x + CELL / 2, y: y + CELL / 2 + 3 }, percent),
        ]);
      }),
    ),
    svg("text", { class: "first", x: place(first).x + CELL / 2, y: place(first).y + CELL / 2 + 5 }, "X"),
    Array.from({ length: columns }, (_, i) =>
      svg("text", { x: EDGE + (i + 0.5) * CELL, y: rows * CELL + 13 }, String.fromCharCode(97 + i)),
    ),
    Array.from({ length: rows }, (_, i) => svg("text", { x: EDGE / 2, y: (i + 0.5) * CELL + 3 }, i + 1)),
  ]);
}
