// Where the nodes of a drawn tree lie: children side by side below their parent, who stands above their middle.

/** @import { OpenedNode } from "./tree_steps.js" */
/** @typedef {{x: number, y: number}} Spot */

export const BOARD = 58; // the side of a node's board, in units of the drawing
export const LEVEL = 180; // from one level to the next
const SLOT = 84; // from one leaf to the next
const MARGIN = 56; // for the names of the levels

/** @param {OpenedNode} root */
export function treeLayout(root) {
  /** @type {Map<OpenedNode, Spot>} */
  const spots = new Map();
  let leaves = 0;
  let depth = 0;
  /** @type {(node: OpenedNode, level: number) => number} */
  const place = (node, level) => {
    depth = Math.max(depth, level);
    const spot = { x: 0, y: 36 + level * LEVEL };
    spots.set(node, spot); // before its children: the order in which they are read
    const below = node.children.map((child) => place(child, level + 1));
    spot.x = below.length ? (below[0] + below[below.length - 1]) / 2 : MARGIN + (leaves++ + 0.5) * SLOT;
    return spot.x;
  };
  place(root, 0);
  return { spots, width: Math.max(MARGIN + leaves * SLOT, 3 * SLOT), height: (depth + 1) * LEVEL - 10, depth };
}
