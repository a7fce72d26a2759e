// Figures as drawings, and the frames that change them.

import { miniBoard } from "../board/picture.js";
import { plain } from "../core/text.js";

/** @import { CellName, FigureBlockJson, FrameBlockJson } from "../core/answers.js" */
/**
 * Options: `level` is the level of headings, `chosen` are the cells that the player may choose, and `move` is the one that
 * was played. `path` is the address that the blocks were requested from, if they are within others.
 * @typedef {{level?: number, chosen?: CellName[], move?: CellName | null, path?: string}} BlockOptions
 */

/** Return the drawing of a figure. @param {FigureBlockJson} block @param {BlockOptions & {label?: string}} options */
export function boardPicture(block, options) {
  const { board, position, notes = {}, lines = [], last } = block;
  const entries = Object.entries(notes);
  const texts = entries.map(([cell, { text = "" }]) => [cell, plain(text)]).filter(([, text]) => text);
  return miniBoard(board, position, {
    texts: Object.fromEntries(texts),
    heat: Object.fromEntries(entries.flatMap(([cell, { heat }]) => (heat ? [[cell, heat]] : []))),
    rings: ringsOf(block, options),
    wins: lines,
    last,
    label: options.label,
  });
}

/**
 * Return the cells with a ring. If these are all cells that the player may choose, only the move that was played has one.
 * It also has one if the figure has a note there.
 * @param {FigureBlockJson} block @param {BlockOptions} options
 */
function ringsOf({ rings = [], notes = {} }, { chosen = [], move = null }) {
  if (!move) return rings;
  if (rings.length === chosen.length && chosen.includes(move) && chosen.every((cell) => rings.includes(cell)))
    return [move];
  return notes[move] && !rings.includes(move) ? [...rings, move] : rings;
}

/**
 * Return the figure after frames. Notes stay until they are changed, except what they have `added`. Rings and lines are
 * those of the last frame alone.
 * @param {FigureBlockJson} figure @param {FrameBlockJson[]} frames @returns {FigureBlockJson}
 */
export function figureAt(figure, frames) {
  let { board, position } = figure;
  let notes = { ...figure.notes };
  for (const frame of frames) {
    if (frame.position) {
      notes = {};
      position = frame.position;
      board = frame.board ?? board;
    }
    Object.assign(notes, frame.notes);
  }
  const { rings, lines, last, notes: own = {} } = frames[frames.length - 1];
  for (const [cell, { added, ...note }] of Object.entries(notes)) notes[cell] = own[cell] ?? note;
  return { ...figure, board, position, notes, rings, lines, last };
}
