// Where the cells of a board lie on its drawing: in one panel, or one a layer of a cube, two beside each other.

import { nodes, svg } from "../core/dom.js";
import { cellAt, cellName, dimensions } from "../core/notation.js";

/** @import { CellName } from "../core/answers.js" */
/** @typedef {[x: number, y: number]} Point */

export const UNIT = 100; // the side of a cell
const MARGIN = 50; // for the coordinates
const GAP = 12; // around, where there are none
const JOIN = 46; // what is seen of the opposite edge around a torus

export class PictureLayout {
  /** @param {string} board @param {boolean} coordinates */
  constructor(board, coordinates) {
    const { columns, rows, layers } = dimensions(board);
    this.columns = columns;
    this.rows = rows / layers; // of one panel
    this.coordinates = coordinates;
    /** How far the opposite edge is repeated beyond each edge; 0 where the edges do not join. */
    this.join = board.includes("torus") ? JOIN : 0;
    this.margin = (coordinates ? MARGIN : GAP) + this.join;
    const gap = GAP + this.join;
    this.step = [columns * UNIT + this.margin + gap, this.rows * UNIT + this.margin + gap]; // from panel to panel
    this.panels = Array.from({ length: layers }, (_, panel) => panel);
    this.across = Math.ceil(Math.sqrt(layers));
    this.width = this.across * this.step[0];
    this.height = Math.ceil(layers / this.across) * this.step[1];
  }

  /** The top left corner of a cell. @param {CellName} cell @returns {Point} */
  corner(cell) {
    const { column, row } = cellAt(cell);
    const [left, top] = this.panel(Math.floor(row / this.rows));
    return [left + column * UNIT, top + (row % this.rows) * UNIT];
  }

  /** Left edge and top of a panel. @param {number} panel @returns {Point} */
  panel(panel) {
    const [right, down] = this.step;
    return [this.margin + (panel % this.across) * right, this.margin + Math.floor(panel / this.across) * down];
  }
}

/**
 * The lines between the cells of every panel, or its frame where a single cell has none; on a torus they run on.
 * @param {PictureLayout} layout
 */
export function gridLines(layout) {
  const [width, height, over] = [layout.columns * UNIT, layout.rows * UNIT, layout.join];
  return layout.panels.map((panel) => {
    const [left, top] = layout.panel(panel);
    if (width === UNIT && height === UNIT) return svg("rect", { x: left, y: top, width, height, rx: 6 });
    const [right, bottom] = [left + width + over, top + height + over];
    const down = (/** @type {number} */ n) => svg("line", { x1: left + n, y1: top - over, x2: left + n, y2: bottom });
    const across = (/** @type {number} */ n) => svg("line", { x1: left - over, y1: top + n, x2: right, y2: top + n });
    const seam = over ? svg("rect", { class: "seam", x: left, y: top, width, height }) : null;
    return nodes([seam, inner(layout.columns).map(down), inner(layout.rows).map(across)]);
  });
}

/** Where the lines between so many cells run. @param {number} count */
const inner = (count) => Array.from({ length: count - 1 }, (_, i) => (i + 1) * UNIT);

/** Column letters above and row numbers to the left of every panel. @param {PictureLayout} layout */
export function coordinateNames(layout) {
  const size = layout.columns > 8 ? 44 : 28;
  const name = (/** @type {string | number} */ text, /** @type {number} */ x, /** @type {number} */ y) =>
    svg("text", { class: "name", x, y, "font-size": size }, text);
  return layout.panels.map((panel) => {
    const [left, top] = layout.panel(panel);
    const letters = Array.from({ length: layout.columns }, (_, i) =>
      name(cellName(i, 0)[0], left + i * UNIT + 50, top - layout.join - 16),
    );
    const numbers = Array.from({ length: layout.rows }, (_, i) =>
      name(panel * layout.rows + i + 1, left - layout.join - 26, top + i * UNIT + 60),
    );
    return [letters, numbers];
  });
}

/**
 * Where a cell of a torus is seen again beyond an edge: its corner there, once for each edge and corner it lies on.
 * @param {PictureLayout} layout @param {CellName} cell @returns {Point[]}
 */
export function repeats(layout, cell) {
  if (!layout.join) return [];
  const { column, row } = cellAt(cell);
  const [x, y] = layout.corner(cell);
  const beyond = (/** @type {number} */ at, /** @type {number} */ count) =>
    [0, at === 0 ? count : null, at === count - 1 ? -count : null].filter((each) => each !== null);
  const shifts = beyond(column, layout.columns).flatMap((dx) => beyond(row, layout.rows).map((dy) => [dx, dy]));
  return shifts.filter(([dx, dy]) => dx || dy).map(([dx, dy]) => [x + dx * UNIT, y + dy * UNIT]);
}

/** A window around a torus within which the repeated cells are seen. @param {PictureLayout} layout */
export function aroundTorus({ columns, rows, join, margin }) {
  const [x, y, width, height] = [margin - join, margin - join, columns * UNIT + 2 * join, rows * UNIT + 2 * join];
  return { x, y, width, height, viewBox: `${x} ${y} ${width} ${height}` };
}
