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

/** Columns, rows and the length of a line of a board's name: `6x5x4`, `torus5x5x4`, `cube4`. */
export function dimensions(board) {
  const cube = /^cube(\d)$/.exec(board);
  if (cube) return { columns: +cube[1], rows: cube[1] ** 2, k: +cube[1] };
  const [columns, rows, k] = board.replace("torus", "").split("x").map(Number);
  return { columns, rows, k };
}

/** A board in words: `3 × 3, three in a row`. */
export function boardWords(board) {
  const { columns, rows, k } = dimensions(board);
  if (board.startsWith("cube")) return `${k} × ${k} × ${k} cube`;
  const words = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
  return `${columns} × ${rows}${board.startsWith("torus") ? " torus" : ""}, ${words[k] ?? k} in a row`;
}

/** The name of a cell by its column and row, both counted from 0. */
export function cellName(column, row) {
  return String.fromCharCode(97 + column) + (row + 1);
}

/** Column and row of a cell's name. */
export function cellAt(name) {
  return { column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 };
}

/** The place of a cell in words, on the 3x3 layout; nothing elsewhere. */
export function place(board, name) {
  const { columns, rows } = dimensions(board);
  const { column, row } = cellAt(name);
  return columns === 3 && rows === 3 ? PLACES[row * 3 + column] : "";
}

/** `b2, centre`; the name alone where cells have no words. */
export function cellWords(board, name) {
  const words = place(board, name);
  return words ? `${name}, ${words}` : name;
}

/** All cells of a board in reading order. */
export function cells(board) {
  const { columns, rows } = dimensions(board);
  return Array.from({ length: columns * rows }, (_, i) => cellName(i % columns, Math.floor(i / columns)));
}

/** The board without marks. */
export function emptyPosition(board) {
  const { columns, rows } = dimensions(board);
  return Array(rows).fill(".".repeat(columns)).join("/");
}

/** What is on a cell: `X`, `O` or `.`. */
export function markAt(position, name) {
  const { column, row } = cellAt(name);
  return position.split("/")[row]?.[column] ?? ".";
}

/** The position with another mark on a cell. */
export function withMark(position, name, mark) {
  const { column, row } = cellAt(name);
  const rows = position.split("/");
  rows[row] = rows[row].slice(0, column) + mark + rows[row].slice(column + 1);
  return rows.join("/");
}

/** Whose turn it is: X moves first. */
export function toMove(position) {
  const count = (mark) => position.split(mark).length;
  return count("X") === count("O") ? "X" : "O";
}

/** The positions of a game, from its start on: one more than it has moves. */
export function positions(start, moves) {
  const all = [start];
  for (const move of moves) all.push(withMark(all.at(-1), move, toMove(all.at(-1))));
  return all;
}

/** The board that a typed position lies on, k taken from `board` where the size is the same; null where rows differ. */
export function boardOf(position, board) {
  const rows = position.split("/");
  const columns = rows[0].length;
  if (!columns || rows.some((row) => row.length !== columns)) return null;
  const known = dimensions(board);
  if (known.columns === columns && known.rows === rows.length) return board;
  return `${columns}x${rows.length}x${Math.min(columns, rows.length)}`;
}
