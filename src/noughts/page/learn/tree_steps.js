// How a search goes through a tree that was opened, step by step: it enters nodes, learns values, takes the best, cuts.
// Windows, cuts and values are the server's; here they are only put in the order in which the search comes to them.

import { capital } from "../core/grammar.js";
import { otherSide, toMove } from "../core/notation.js";
import { isSimple } from "../core/register.js";

/** @import { TreeNodeJson } from "../core/answers.js" */
/** @typedef {{data: TreeNodeJson, path: string[], parent: OpenedNode | null, children: OpenedNode[]}} OpenedNode */
/** @typedef {[low: number, high: number]} Bounds */
/**
 * What happened: a node was entered, its value is known, it took a child's value, or it is cut. `best` is the value that
 * the node has so far, and `bounds` its window after that.
 * @typedef {{act: "enter" | "value" | "take" | "cut", node: OpenedNode, best: number | null, bounds: Bounds}} SearchStep
 */

/** The window that a node was met in. @param {TreeNodeJson} data @returns {Bounds} */
const boundsOf = ({ window: [alpha, beta] }) => [alpha ?? -Infinity, beta ?? Infinity];

/**
 * All steps of a search through what is opened; what is not opened below is a value. Without cuts it is minimax.
 * @param {OpenedNode} node @param {boolean} cuts @returns {SearchStep[]}
 */
export function searchSteps(node, cuts) {
  let bounds = boundsOf(node.data);
  /** @type {SearchStep[]} */
  const steps = [{ act: "enter", node, best: null, bounds }];
  let best = /** @type {number | null} */ (null);
  const max = node.data.level === "MAX";
  for (const child of node.children) {
    if (cuts && child.data.cut) {
      steps.push({ act: "cut", node: child, best: null, bounds: boundsOf(child.data) });
      continue;
    }
    steps.push(...searchSteps(child, cuts));
    const { result } = child.data;
    best = best === null ? result : max ? Math.max(best, result) : Math.min(best, result);
    bounds = max ? [Math.max(bounds[0], best), bounds[1]] : [bounds[0], Math.min(bounds[1], best)];
    steps.push({ act: "take", node, best, bounds });
  }
  steps.push({ act: "value", node, best: node.data.result, bounds });
  return steps;
}

/** How each node stands after so many steps. @param {SearchStep[]} steps @param {number} count */
export function statesAfter(steps, count) {
  /** @type {Map<OpenedNode, SearchStep>} */
  const last = new Map();
  for (const step of steps.slice(0, count)) last.set(step.node, step);
  return last;
}

/** A result with its sign. @param {number} result */
export const sign = (result) =>
  result === Infinity
    ? "+∞"
    : result === -Infinity
      ? "−∞"
      : result > 0
        ? `+${result}`
        : result < 0
          ? `−${-result}`
          : "0";

/** Whose largest value it is: the side that moves at the root. @param {TreeNodeJson} data */
export function maxSide({ position, level }) {
  const mover = toMove(position);
  return level === "MAX" ? mover : otherSide(mover);
}

/** A result in the register: `+1`, or who wins. @param {number} result @param {TreeNodeJson} data */
export function resultWords(result, data) {
  if (!isSimple()) return sign(result);
  const winner = winnerOf(result, data);
  return winner ? `${winner} wins` : "draw";
}

/** Who wins with a result, which is MAX's; null for a draw. @param {number} result @param {TreeNodeJson} data */
export function winnerOf(result, data) {
  const max = maxSide(data);
  return result === 0 ? null : result > 0 ? max : otherSide(max);
}

/** Who chooses in a node, in the register. @param {TreeNodeJson} data */
export const chooser = (data) => (isSimple() ? toMove(data.position) : data.level);

/** A step as a sentence, in the register. @param {SearchStep} step @param {boolean} cuts */
export const stepWords = (step, cuts) => (isSimple() ? simpleStep(step) : preciseStep(step, cuts));

/** @param {SearchStep} step */
function simpleStep({ act, node, best }) {
  const side = chooser(node.data);
  const name = node.data.move ? node.path.join(" ") : "the top";
  const worth = resultWords(best ?? 0, node.data);
  if (act === "cut") return `Left out: ${name}. Nothing here can matter any more.`;
  if (act === "enter") return `To ${name}: ${isOver(node) ? "the game is over" : `${side} is to move`}.`;
  if (act === "take") return `Back at ${name}: ${worth}, as the best for ${side} so far.`;
  const why = isOver(node) ? "the end of a game" : node.children.length ? `the best for ${side}` : "not opened here";
  return `${capital(name)}: ${worth}, ${why}.`;
}

/** @param {SearchStep} step @param {boolean} cuts */
function preciseStep({ act, node, best, bounds }, cuts) {
  const { move, level } = node.data;
  const name = move ? node.path.join(" ") : "the root";
  const window = cuts ? ` Window: α ${sign(bounds[0])}, β ${sign(bounds[1])}.` : "";
  if (act === "cut") return `Cut: ${name}. Alpha has reached beta: nothing here can matter any more.${window}`;
  if (act === "enter") return `To ${name}: ${isOver(node) ? "the game is over" : `${level} is to choose`}.${window}`;
  if (act === "take") return `Back at ${name}: ${level} has ${sign(best ?? 0)} so far.${window}`;
  const why = isOver(node) ? "the end of a game" : node.children.length ? `what ${level} chooses` : "not opened here";
  return `${capital(name)} is worth ${sign(best ?? 0)}: ${why}.`;
}

/** Whether the game is over in a node. @param {OpenedNode} node */
export const isOver = ({ data }) => data.nodes === 1;
