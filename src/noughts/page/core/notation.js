// The house's notation: cells `b2`, boards `3x3x3`, positions `XX./.../O..`. Text only, no rules of the game.

const PLACES = [
  "top left corner",
  "top side",
  "top right corner",
  "left side",
  "centre",
  "right side",
  "bottom left corner",
  "bottom side",
  "bottom right corner",
];

/**
 * Columns, rows and the length of a line (0 where the name does not tell it) of a board's name: `6x5x4`, `torus5x5x4`,
 * `cube4`, `cube3d4`, `elly6x6`, with a rule before it or not. The rows of a cube are those of its layers, one under
 * the other.
 * @param {string} board
 */
export function dimensions(board) {
  const cube = /cube(\d)(?:d(\d))?$/.exec(board);
  if (cube) {
    const [n, axes] = [+cube[1], +(cube[2] ?? 3)];
    const across = Math.floor(axes / 2);
    return { columns: n ** across, rows: n ** (axes - across), k: n, layers: axes === 3 ? n : 1 };
  }
  const [, columns, rows, k] = /(\d+)x(\d+)(?:x(\d+))?$/.exec(board) ?? [];
  return { columns: +columns, rows: +rows, k: +(k ?? 0), layers: 1 };
}

const RULES = { "misere-": ", a line loses", "last-": ", a full board is the last mover's" };

/** A board in words: `3 × 3, three in a row`. @param {string} board */
export function boardWords(board) {
  const { columns, rows, k } = dimensions(board);
  if (!columns) return board;
  const [rule, more] = Object.entries(RULES).find(([prefix]) => board.startsWith(prefix)) ?? ["", ""];
  const name = board.slice(rule.length);
  const animal = /^[a-z]+(?=\d+x\d+$)/.exec(name);
  if (animal) return `${columns} × ${rows}, the animal ${animal[0]}${more}`;
  if (name.startsWith("cube")) return `${name.includes("d") ? name : `${k} × ${k} × ${k} cube`}${more}`;
  const words = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
  return `${columns} × ${rows}${name.startsWith("torus") ? " torus" : ""}, ${words[k] ?? k} in a row${more}`;
}

/** X moves first. @type {Side[]} */
export const SIDES = ["X", "O"];

/** The other side. @param {Side} side @returns {Side} */
export const otherSide = (side) => (side === "X" ? "O" : "X");

/** The name of a cell by its column and row, both counted from 0. @param {number} column @param {number} row */
export function cellName(column, row) {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** Column and row of a cell's name. @param {CellName} name */
export function cellAt(name) {
  return { column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 };
}

/** The place of a cell in words, on the 3x3 layout; nothing elsewhere. @param {string} board @param {CellName} name */
function placeWords(board, name) {
  const { columns, rows } = dimensions(board);
  const { column, row } = cellAt(name);
  return columns === 3 && rows === 3 ? PLACES[row * 3 + column] : "";
}

/** `b2, centre`; the name alone where cells have no words. @param {string} board @param {CellName} name */
export function cellWords(board, name) {
  const words = placeWords(board, name);
  return words ? `${name}, ${words}` : name;
}

/** Columns and rows of a position's text. @param {string} position */
export function layoutOf(position) {
  const rows = position.split("/");
  return { columns: rows[0].length, rows: rows.length };
}

/** The names of a layout's cells in reading order. @param {{columns: number, rows: number}} layout @returns {CellName[]} */
export function cellsOf({ columns, rows }) {
  return Array.from({ length: columns * rows }, (_, i) => cellName(i % columns, Math.floor(i / columns)));
}

/** All cells of a board in reading order. @param {string} board */
export const cells = (board) => cellsOf(dimensions(board));

/** The marks of a position in reading order: `X`, `O` or `.`. @param {string} position */
export const marksOf = (position) => [...position.replaceAll("/", "")];

/** The names of a position's empty cells in reading order. @param {string} position */
export function emptyCells(position) {
  const marks = marksOf(position);
  return cellsOf(layoutOf(position)).filter((_, i) => marks[i] === ".");
}

/** The board without marks. @param {string} board */
export function emptyPosition(board) {
  const { columns, rows } = dimensions(board);
  return Array(rows).fill(".".repeat(columns)).join("/");
}

/** What is on a cell: `X`, `O` or `.`. @param {string} position @param {CellName} name @returns {Side | "."} */
export function markAt(position, name) {
  const { column, row } = cellAt(name);
  return /** @type {Side | undefined} */ (position.split("/")[row]?.[column]) ?? ".";
}

/** The position with another mark on a cell. @param {string} position @param {CellName} name @param {string} mark */
export function withMark(position, name, mark) {
  const { column, row } = cellAt(name);
  const rows = position.split("/");
  rows[row] = rows[row].slice(0, column) + mark + rows[row].slice(column + 1);
  return rows.join("/");
}

/** Whose turn it is: X moves first. @param {string} position @returns {Side} */
export function toMove(position) {
  const count = (/** @type {Side} */ mark) => position.split(mark).length;
  return count("X") === count("O") ? "X" : "O";
}

/**
 * The positions of a game, from its start on: one more than it has moves.
 * @param {string} start @param {CellName[]} moves
 */
export function positions(start, moves) {
  const all = [start];
  let at = start;
  for (const move of moves) {
    at = withMark(at, move, toMove(at));
    all.push(at);
  }
  return all;
}

/**
 * The board that a position in an address lies on, where the address names none: the one at hand if it fits, else the
 * usual one of its sides.
 * @param {string | undefined} position @param {string} board
 */
export function boardOf(position, board) {
  if (!position) return board;
  const { columns, rows } = layoutOf(position);
  const own = dimensions(board);
  if (own.columns === columns && own.rows === rows) return board;
  return `${columns}x${rows}x${Math.min(columns, rows, 5)}`;
}

/** The boards that every choice of a board offers. */
export const USUAL = [
  ...["3x3x3", "4x3x3", "4x4x3", "4x4x4", "5x5x4", "6x6x4", "7x7x5", "10x10x5", "15x15x5", "20x20x5"],
  ...["torus4x4x4", "cube3", "cube4"],
];

/**
 * The options of a choice among `boards`. The present board comes first if it is not one of them.
 * @param {string} board
 */
export function boardOptions(board, boards = USUAL) {
  return (boards.includes(board) ? boards : [board, ...boards]).map((name) => [name, boardWords(name)]);
}

/** In a list of boards: any that is not in it. */
export const OTHER = ["other", "Any other: size, torus, cube"];
