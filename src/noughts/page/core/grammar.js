// Words and numbers in sentences: capitals, lists, plurals, and what a value is called.

import { inMoves, isSimple } from "./text.js";

/** @type {Record<string, [one: string, many: string]>} */
const VERBS = { win: ["wins", "win"], draw: ["draws", "draw"], loss: ["loses", "lose"] };

/** Words as a sentence begins. @param {string} words */
export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Words as they stand within a sentence. @param {string} words */
export const small = (words) => words.charAt(0).toLowerCase() + words.slice(1);

/** The first letter large, and a full stop: the server's messages begin small. @param {string} words */
export const sentence = (words) => (/[.!?)]$/.test(words) ? capital(words) : `${capital(words)}.`);

/** A whole number with its thousands told apart. @param {number} number */
export const whole = (number) => number.toLocaleString("en");

/** A fraction as a number: `1/3`. @param {string} fraction */
export function numberOf(fraction) {
  const [over, under = 1] = fraction.split("/").map(Number);
  return over / under;
}

/** A share in 100, with one place where it needs one; what is not 0 or 1 never looks so. @param {number} share */
export function percent(share) {
  const told = (100 * share).toFixed(share === 0 || share === 1 ? 0 : 1);
  if (share > 0 && told === "0.0") return "< 0.1 %";
  if (share < 1 && told === "100.0") return "> 99.9 %";
  return `${told} %`;
}

/** A number and its noun: `1 ply`, `3 cells`. @param {number} number @param {string} one @param {string} many */
export const plural = (number, one, many = `${one}s`) => `${whole(number)} ${number === 1 ? one : many}`;

/** Items as a sentence lists them: `a, b and c`. @param {string[]} items */
export function listing(items, joint = "and") {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${joint} ${items.at(-1)}`;
}

/** Names as a list; those beyond `limit` are counted. @param {string[]} cells */
export function names(cells, { joint = "and", limit = 12 } = {}) {
  const left = cells.length - limit;
  return listing(left > 1 ? [...cells.slice(0, limit), `${left} others`] : cells, joint);
}

/** What moves of a result do: `wins`, `draw`. @param {string} result */
export const verb = (result, number = 1) => VERBS[result][number === 1 ? 0 : 1];

/** A score in thousandths of a logit as so many in 100; never 0, never 100. @param {number} score */
export const chanceOf = (score) => Math.min(99, Math.max(1, Math.round(100 / (1 + Math.exp(-score / 1000)))));

/** Whether a value is known; else there may be an estimate. @param {JudgementJson} value */
const isKnown = ({ value }) => value !== null && value !== "unknown";

/** How long it lasts, in the register: `2 moves` of the winner, or `3 plies`. @param {number} plies */
export const lengthWords = (plies) => (isSimple() ? plural(inMoves(plies), "move") : plural(plies, "ply", "plies"));

/** What the side it belongs to does: `wins in 3 plies`, or is expected to. @param {JudgementJson} worth */
export function valueWords(worth) {
  const { value, plies, estimate } = worth;
  if (!isKnown(worth) && estimate != null) return `is estimated at ${chanceOf(estimate)} in 100`;
  if (!value || !isKnown(worth)) return "is not known";
  if (value === "draw" || plies == null) return verb(value);
  if (plies === 0) return value === "win" ? "has won" : "has lost";
  return `${verb(value)} in ${lengthWords(plies)}`;
}

/** A value in two or three characters: `W2`, `L2`, `D`; `~62` is an estimate, in 100. @param {JudgementJson} worth */
export function valueShort(worth) {
  const { value, plies, estimate } = worth;
  if (!isKnown(worth) && estimate != null) return `~${chanceOf(estimate)}`;
  if (!value || !isKnown(worth)) return "?";
  return value === "draw"
    ? "D"
    : `${value.charAt(0).toUpperCase()}${plies == null ? "" : isSimple() ? inMoves(plies) : plies}`;
}
