// Every board of the page is drawn here, from its name and a position: the large one that is played on, and the small
// still ones. One cell is 100 units a side; PictureLayout says where it lies. Marks differ by shape, never by colour
// alone. The drawing, which the style sheet colours:
//
//     svg.noughts-board
//       .below    rect.box.heat | .ring | .best | .last | .hint    what lies under a cell's mark
//       .referred rect.box.refer    cells that are pointed out
//       .grid     the lines between the cells
//       .marks    .mark.x | .mark.o    one a mark; .win, .pending
//       .joins    .mark    on a torus: what the opposite edges hold, again beyond each edge
//       .wins     line | path | circle    through lines
//       .names    text.name    the coordinates
//       .ghosts   .ghost.x | .ghost.o    the mark that a click would make
//       .above    text.text, .threat, g.value, g.order, text.number    what is written over the cells
//
// Whatever belongs to one cell names it: data-cell="b2".

import { nodes, set, svg } from "../core/dom.js";
import { valueShort } from "../core/grammar.js";
import { cellAt, cellName, cells, cellsOf, dimensions, layoutOf, markAt, marksOf, withMark } from "../core/notation.js";

/** @typedef {ReturnType<typeof import("./shades.js").shadesOf>} Shades */

const CROSS = "M26 26 74 74M74 26 26 74";
const MANY = 64; // moves beyond which a badge each is no picture any more
const INSETS = { heat: 0, ring: 7, best: 7, last: 6, hint: 10, refer: 3 }; // how far each box stays within its cell

/** How estimates become shades: fetched when a board first has some. @type {typeof import("./shades.js") | null} */
let shading = null;

export class BoardPicture {
  /** What is drawn. @type {PictureState | null} */
  #state = null;
  #layout;
  #cells;
  #layers;
  #marks = /** @type {Map<CellName, SVGElement>} */ (new Map());

  /**
   * `label` is what a screen reader says of it, silent without one; `edge` is how much of the drawing is cut off on the
   * left and at the top.
   * @param {string} board @param {{coordinates?: boolean, label?: string | null, edge?: number, kind?: string}} options
   */
  constructor(board, { coordinates = true, label = null, edge = 0, kind = "" } = {}) {
    const layout = new PictureLayout(board, coordinates);
    this.#layout = layout;
    this.#cells = cells(board);
    /** What of the drawing is shown. */
    this.frame = { edge, width: layout.width - edge, height: layout.height - edge };
    const group = (/** @type {string} */ name) => svg("g", { class: name });
    this.#layers = {
      below: group("below"),
      referred: group("referred"),
      grid: svg("g", { class: "grid" }, gridLines(layout)),
      marks: group("marks"),
      joins: layout.join ? svg("svg", { class: "joins", ...aroundTorus(layout) }) : group("joins"),
      wins: group("wins"),
      names: svg("g", { class: "names" }, coordinates ? coordinateNames(layout) : null),
      ghosts: group("ghosts"),
      above: group("above"),
    };
    const words = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true", focusable: "false" };
    const name = ["noughts-board", kind, layout.panels.length > 1 ? "layers" : ""].filter(Boolean).join(" ");
    const box = `${edge} ${edge} ${this.frame.width} ${this.frame.height}`;
    this.element = svg("svg", { class: name, viewBox: box, ...words }, Object.values(this.#layers));
  }

  /** The top left corner of a cell. @param {CellName} cell */
  corner(cell) {
    return this.#layout.corner(cell);
  }

  /**
   * Draws a position and what is noted on it. A mark that was there already is left alone.
   * @param {PictureState} state
   */
  show(state) {
    this.#state = state;
    this.#showMarks(state);
    this.#layers.joins.replaceChildren(...this.#joins());
    const strikes = (state.wins ?? []).map((line) => this.#strike(line));
    const hints = (state.lines ?? []).map((line) => svg("g", { class: "hinted" }, this.#strike(line, false)));
    this.#layers.wins.replaceChildren(...nodes([hints, strikes]));
    const shades = this.#shades(state);
    this.#layers.below.replaceChildren(...this.#boxes(state, shades));
    this.#layers.above.replaceChildren(...nodes(this.#notes(state, shades.badges)));
  }

  /** Where all is known of a small board every move has its badge, and nothing else. @param {PictureState} state @returns {Shades} */
  #shades(state) {
    const moves = freeOf(state);
    if (moves.length <= MANY && moves.every(([, { estimate }]) => estimate == null))
      return { heat: {}, best: [], badges: moves };
    if (shading) return shading.shadesOf(moves);
    const redraw = (/** @type {typeof import("./shades.js")} */ fetched) => {
      shading = fetched;
      if (this.#state === state) this.show(state);
    };
    import("./shades.js").then(redraw, () => {}); // without a network there are no new values, either
    return { heat: {}, best: [], badges: [] };
  }

  /**
   * The mark that a click on a cell would make; none for null. Aimed at, its row and column are shown, too.
   * @param {CellName | null} cell @param {Side | null} mark
   */
  ghost(cell, mark, aimed = false) {
    const shape = cell && mark ? [this.#mark(cell, mark, "ghost")] : [];
    this.#layers.ghosts.replaceChildren(...(cell && aimed ? this.#aim(cell) : []), ...shape);
  }

  /** Point out cells, in addition to everything that `show` has drawn; no cells end it. @param {CellName[]} cells */
  refer(cells) {
    const here = cells.filter((cell) => this.#cells.includes(cell));
    this.#layers.referred.replaceChildren(...here.map((cell) => this.#box(cell, "refer")));
  }

  /** Return the cell at a point of the window. @param {number} x @param {number} y */
  cellAt(x, y) {
    const point = new DOMPoint(x, y).matrixTransform(this.element.getScreenCTM()?.inverse());
    return this.#cells.find((cell) => {
      const [left, top] = this.#layout.corner(cell);
      return point.x >= left && point.x < left + UNIT && point.y >= top && point.y < top + UNIT;
    });
  }

  /** The row and the column of a cell as bands. @param {CellName} cell */
  #aim(cell) {
    const [x, y] = this.#layout.corner(cell);
    const { width, height } = this.#layout;
    return [
      svg("rect", { class: "aim", x: 0, y, width, height: UNIT }),
      svg("rect", { class: "aim", x, y: 0, width: UNIT, height }),
    ];
  }

  /** @param {PictureState} state */
  #showMarks({ position, wins = [], pending }) {
    const marks = marksOf(pending ? withMark(position, pending.cell, pending.mark) : position);
    const winning = new Set(wins.flat());
    for (const [i, cell] of cellsOf(layoutOf(position)).entries()) {
      const side = marks[i].toLowerCase();
      let shape = this.#marks.get(cell);
      if (shape && !shape.classList.contains(side)) {
        shape.remove();
        this.#marks.delete(cell);
        shape = undefined;
      }
      if (side === ".") continue;
      if (!shape) {
        shape = this.#layers.marks.appendChild(this.#mark(cell, side === "x" ? "X" : "O", "mark"));
        this.#marks.set(cell, shape);
      }
      shape.classList.toggle("win", winning.has(cell));
      shape.classList.toggle("pending", cell === pending?.cell);
    }
  }

  /** The marks at the edges of a torus, where they are seen again. */
  #joins() {
    return [...this.#marks].flatMap(([cell, shape]) =>
      repeats(this.#layout, cell).map(([x, y]) => {
        const again = /** @type {SVGElement} */ (shape.cloneNode());
        return set(again, {
          class: `mark ${shape.classList.contains("x") ? "x" : "o"}`,
          transform: `translate(${x} ${y})`,
        });
      }),
    );
  }

  /** @param {PictureState} state @param {Shades} shades */
  #boxes({ heat = {}, rings = [], last, hint = [] }, shades) {
    const heated = Object.entries({ ...heat, ...shades.heat }).map(([cell, share]) => {
      const box = this.#box(cell, "heat");
      box.style.setProperty("--share", String(share));
      return box;
    });
    return [
      ...heated,
      ...rings.map((cell) => this.#box(cell, "ring")),
      ...shades.best.map((cell) => this.#box(cell, "best")),
      ...(last ? [this.#box(last, "last")] : []),
      ...hint.map((cell) => this.#box(cell, "hint")),
    ];
  }

  /** @param {PictureState} state @param {Shades["badges"]} badges */
  #notes({ texts = {}, threats = [], line = [], numbers = {} }, badges) {
    return [
      this.#texts(texts),
      Object.entries(numbers).map(([cell, number]) => this.#number(cell, number)),
      threats.map(({ cell, mark, fork }) => this.#threat(cell, mark, fork ? "threat fork" : "threat")),
      badges.map(([cell, value]) => this.#value(cell, value)),
      line.map((cell, i) => this.#order(cell, i + 1)),
    ];
  }

  /** @param {CellName} cell @param {Side} mark @param {string} kind */
  #mark(cell, mark, kind, dx = 0, dy = 0, scale = 1) {
    const [x, y] = this.#layout.corner(cell);
    const transform = `translate(${x + dx} ${y + dy})${scale === 1 ? "" : ` scale(${scale})`}`;
    return markShape(mark, { class: `${kind} ${mark.toLowerCase()}`, "data-cell": cell, transform });
  }

  /** @param {CellName} cell @param {keyof typeof INSETS} kind */
  #box(cell, kind) {
    const [x, y] = this.#layout.corner(cell);
    const inset = INSETS[kind];
    const [side, rx] = [UNIT - 2 * inset, kind === "heat" ? 0 : 12];
    return svg("rect", {
      class: `box ${kind}`,
      "data-cell": cell,
      x: x + inset,
      y: y + inset,
      width: side,
      height: side,
      rx,
    });
  }

  /**
   * A stroke through a straight line; where a line runs on elsewhere, a circle around each cell, and through the layers
   * of a cube a thread from one to the next where that is wanted.
   * @param {CellName[]} line
   */
  #strike(line, threaded = true) {
    const centres = line.map((cell) => this.#centre(cell));
    const steps = centres.slice(1).map(([x, y], i) => [x - centres[i][0], y - centres[i][1]]);
    const straight = steps.every(
      ([dx, dy]) => dx === steps[0][0] && dy === steps[0][1] && Math.max(Math.abs(dx), Math.abs(dy)) === UNIT,
    );
    if (!straight) {
      const thread =
        threaded && this.#layout.panels.length > 1 && svg("path", { class: "thread", d: `M${centres.join("L")}` });
      return [thread || null, ...centres.map(([cx, cy]) => svg("circle", { cx, cy, r: 43 }))];
    }
    const [dx, dy] = (steps[0] ?? [UNIT, 0]).map((d) => d * 0.4);
    const [[x1, y1], [x2, y2]] = [centres[0], centres[centres.length - 1]];
    return [svg("line", { x1: x1 - dx, y1: y1 - dy, x2: x2 + dx, y2: y2 + dy })];
  }

  /** @param {CellName} cell */
  #centre(cell) {
    return this.#layout.corner(cell).map((n) => n + UNIT / 2);
  }

  /**
   * A small mark in an upper corner: the left one for X, the right one for O; a broken one where two lines are
   * threatened.
   * @param {CellName} cell @param {Side} mark @param {string} kind
   */
  #threat(cell, mark, kind) {
    return this.#mark(cell, mark, kind, mark === "X" ? 2 : 64, 2, 0.34);
  }

  /**
   * `W3`: a full badge for a win, a plain one for a draw, a broken one for a loss.
   * @param {CellName} cell @param {JudgementJson} value
   */
  #value(cell, value) {
    const [x, y] = this.#layout.corner(cell);
    return svg(
      "g",
      { class: `value ${value.value}` },
      svg("rect", { x: x + 20, y: y + 32, width: 60, height: 38, rx: value.value === "draw" ? 19 : 6 }),
      svg("text", { x: x + 50, y: y + 60 }, valueShort(value)),
    );
  }

  /** The number of the move that made a mark: in its corner, where it covers nothing. @param {CellName} cell @param {number} number */
  #number(cell, number) {
    const [x, y] = this.#layout.corner(cell);
    return svg("text", { class: "number", x: x + 90, y: y + 90 }, number);
  }

  /** The number of a cell in a line of play. @param {CellName} cell @param {number} number */
  #order(cell, number) {
    const [x, y] = this.#layout.corner(cell);
    return svg(
      "g",
      { class: "order" },
      svg("circle", { cx: x + 82, cy: y + 82, r: 14 }),
      svg("text", { x: x + 82, y: y + 88 }, number),
    );
  }

  /**
   * Texts in the middle of cells, all of one size; long fractions one part above the other.
   * @param {Record<CellName, string>} texts
   */
  #texts(texts) {
    const parts = Object.entries(texts).map(
      ([cell, text]) => /** @type {const} */ ([cell, text.length > 4 ? text.split("/") : [text]]),
    );
    const longest = Math.max(1, ...parts.flatMap(([, each]) => each).map((text) => text.length));
    const tall = parts.some(([, each]) => each.length > 1);
    const size = Math.min(tall ? 34 : 42, Math.floor(150 / longest));
    return parts.map(([cell, each]) => this.#text(cell, each, size));
  }

  /** @param {CellName} cell @param {string[]} parts @param {number} size */
  #text(cell, parts, size) {
    const [x, y] = this.#layout.corner(cell).map((n) => n + UNIT / 2);
    const line = (/** @type {string} */ text, /** @type {number} */ down) =>
      svg("text", { class: "text", "data-cell": cell, "font-size": size, x, y: y + size * 0.36 + down }, text);
    if (parts.length === 1) return line(parts[0], 0);
    const rule = svg("line", { class: "fraction", x1: x - 33, x2: x + 33, y1: y, y2: y });
    return svg("g", {}, line(parts[0], -19), rule, line(parts[1], 21));
  }
}

/** What the moves to free cells are worth. @param {PictureState} state @returns {[CellName, JudgementJson][]} */
function freeOf({ position, values = {} }) {
  return Object.entries(values).filter(([cell]) => markAt(position, cell) === ".");
}

/**
 * A small still picture of a position.
 * @param {string} board @param {string} position
 * @param {Omit<PictureState, "position"> & {label?: string, coordinates?: boolean}} options
 */
export function miniBoard(board, position, { label, coordinates, ...state } = {}) {
  const picture = new BoardPicture(board, { label, coordinates, kind: "mini" });
  picture.show({ position, ...state });
  pictures.set(picture.element, picture);
  return picture.element;
}

/** @type {WeakMap<Element, BoardPicture>} */
const pictures = new WeakMap();

/** Return the picture to which an element of `miniBoard` belongs. @param {Element} element */
export const pictureOf = (element) => pictures.get(element);

/**
 * A single mark, as on the boards: an O that nobody takes for a nought; for the ear it is its letter.
 * @param {Side} mark
 */
export function markIcon(mark) {
  const name = { class: `mark-icon ${mark.toLowerCase()}`, role: "img", "aria-label": mark };
  return svg("svg", { ...name, viewBox: "10 10 80 80" }, markShape(mark));
}

/** @param {Side} mark @param {Record<string, unknown>} attributes @returns {SVGElement} */
function markShape(mark, attributes = {}) {
  return mark === "X"
    ? svg("path", { ...attributes, d: CROSS })
    : svg("circle", { ...attributes, cx: 50, cy: 50, r: 26 });
}

/** @typedef {[x: number, y: number]} Point */

const UNIT = 100; // the side of a cell
const MARGIN = 50; // for the coordinates
const GAP = 12; // around, where there are none
const JOIN = 46; // what is seen of the opposite edge around a torus

/** The places of the cells of a board on its drawing: in one panel, or one a layer of a cube, two beside each other. */
class PictureLayout {
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
function gridLines(layout) {
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
function coordinateNames(layout) {
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
function repeats(layout, cell) {
  if (!layout.join) return [];
  const { column, row } = cellAt(cell);
  const [x, y] = layout.corner(cell);
  const beyond = (/** @type {number} */ at, /** @type {number} */ count) =>
    [0, at === 0 ? count : null, at === count - 1 ? -count : null].filter((each) => each !== null);
  const shifts = beyond(column, layout.columns).flatMap((dx) => beyond(row, layout.rows).map((dy) => [dx, dy]));
  return shifts.filter(([dx, dy]) => dx || dy).map(([dx, dy]) => [x + dx * UNIT, y + dy * UNIT]);
}

/** A window around a torus within which the repeated cells are seen. @param {PictureLayout} layout */
function aroundTorus({ columns, rows, join, margin }) {
  const [x, y, width, height] = [margin - join, margin - join, columns * UNIT + 2 * join, rows * UNIT + 2 * join];
  return { x, y, width, height, viewBox: `${x} ${y} ${width} ${height}` };
}
