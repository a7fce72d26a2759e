// Blocks of an explanation as elements. All text comes from the server, and no module here depends on the player.

import { miniBoard } from "../board/picture.js";
import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { isSimple } from "../core/register.js";
import { plain, prose, referredCells } from "../core/text.js";
import { Frames } from "./frames.js";
import { numbersTable } from "./numbers.js";
import { bar, disclosure, figure, problem, table } from "./parts.js";
import { TreeView } from "./tree.js";

/**
 * @import { AskBlockJson, BesideBlockJson, BlockJson, BlocksJson, CellName, DetailsBlockJson, FigureBlockJson, NoteBlockJson,
 *   RowBlockJson, StepBlockJson, TableBlockJson, TableCellBlockJson, TextJson } from "../core/answers.js"
 */
/** @import { Nested } from "../core/dom.js" */
/**
 * Options: `level` is the level of headings, `chosen` are the cells that the player may choose, and `move` is the one that
 * was played. `path` is the address that the blocks were requested from, if they are within others.
 * @typedef {{level?: number, chosen?: CellName[], move?: CellName | null, path?: string}} BlockOptions
 */

const STATES = /** @type {const} */ ({
  passed: "did not apply",
  fired: "this one fired",
  unreached: "not reached",
});

/** Return the elements of blocks. A heading begins a section. @param {BlockJson[]} blocks @param {BlockOptions} [options] @returns {HTMLElement[]} */
export function render(blocks, options = {}) {
  /** @type {HTMLElement[]} */
  const shown = [];
  /** @type {HTMLElement | null} */
  let section = null;
  for (const block of blocks) {
    if (block.block === "details" && block.ask && block.ask.path === options.path) continue; // it would lead back
    if (block.block === "heading") {
      section = h("section", { class: "block-section" }, heading(block.words, options));
      shown.push(section);
    } else if (section) section.append(element(block, options));
    else shown.push(element(block, options));
  }
  return shown;
}

/** @param {Exclude<BlockJson, {block: "heading"}>} block @param {BlockOptions} options @returns {HTMLElement} */
function element(block, options) {
  switch (block.block) {
    case "paragraph":
      return h("p", { class: block.note ? "block-note" : null }, prose(block.words));
    case "figure":
      return boardFigure(block, options);
    case "table":
      return block.head.length ? blockTable(block) : terms(block);
    case "frames":
      return new Frames(block, (shown) => boardPicture(shown, options)).element;
    case "steps":
      return h("ol", { class: "block-steps" }, block.steps.map(step));
    case "tree":
      return new TreeView(block).element;
    case "beside":
      return beside(block, options);
    case "details":
      return details(block, options);
    case "wordings":
      return h("div", {}, render(isSimple() ? block.simple : block.precise, options));
  }
}

/** @param {TextJson} words @param {BlockOptions} options */
const heading = (words, { level = 3 }) => h(level === 4 ? "h4" : "h3", { class: "block-heading" }, prose(words));

/** @param {FigureBlockJson} block @param {BlockOptions} options */
function boardFigure(block, options) {
  const title = block.title ? [h("strong", {}, prose(block.title)), " "] : [];
  const caption = [...title, ...prose(block.words ?? "")];
  const shown = block.numbers ? numbersTable(block, plain(block.words ?? "")) : boardPicture(block, options);
  return figure(shown, ...caption);
}

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

/** @param {TableBlockJson} block */
function blockTable({ caption, head, rows, align, groups = [], quiet }) {
  return table({
    caption: prose(caption),
    label: plain(caption),
    heads: head.map(prose),
    groups: groups.map(([words, span]) => [prose(words), span]),
    rows: rows.map((row) => ({ ...rowAttributes(row), cells: row.texts.map(cellContent) })),
    align,
    kind: "told",
    quiet,
  });
}

/** @param {RowBlockJson} row */
function rowAttributes({ texts, chosen, cells = [] }) {
  const names = cells.length ? cells.join(" ") : referredCells(...texts.map((cell) => asCell(cell).text));
  return { class: chosen ? "chosen" : null, "data-cells": names || null };
}

/** @param {TextJson | TableCellBlockJson} cell @returns {TableCellBlockJson} */
const asCell = (cell) => (typeof cell === "object" && "text" in cell ? cell : { text: cell });

/** @param {TextJson | TableCellBlockJson} cell @returns {Nested} */
function cellContent(cell) {
  const { text, share, strong, sample } = asCell(cell);
  const words = strong ? h("strong", {}, prose(text)) : prose(text);
  if (share != null) return h("span", { class: "block-share" }, bar(share), h("span", {}, words));
  return sample ? [swatch(sample), " ", words] : words;
}

/** Return a sample of a cell of a board. @param {NoteBlockJson} note */
function swatch({ text = "", under = "", frame = "" }) {
  return h("span", { class: `block-swatch ${frame}` }, [plain(text), under].filter(Boolean).join(" "));
}

/** Return a table without a head, as a list of terms. @param {TableBlockJson} block */
function terms({ caption, rows, quiet }) {
  const isKey = rows.some(({ texts }) => texts.some((cell) => asCell(cell).sample));
  const pairs = rows.map((row) => {
    const [term, ...others] = row.texts;
    return h(
      "div",
      rowAttributes(row),
      h("dt", {}, cellContent(term)),
      others.map((cell) => h("dd", {}, cellContent(cell))),
    );
  });
  const list = h("dl", { class: isKey ? "block-key" : "block-terms" }, pairs);
  return quiet ? list : h("div", {}, h("p", { class: "block-note" }, prose(caption)), list);
}

/** Return a step with its state in words. @param {StepBlockJson} step */
function step({ number, name, meaning = "", state = "passed" }) {
  return h(
    "li",
    {
      class: `block-step ${state}`,
      "aria-current": state === "fired" ? "step" : null,
      "data-cells": referredCells(name, meaning) || null,
    },
    h("span", { class: "block-step-number" }, number),
    h("span", { class: "block-step-words" }, h("strong", {}, prose(name)), meaning && [": ", prose(meaning)]),
    h("span", { class: "block-step-state" }, STATES[/** @type {keyof typeof STATES} */ (state)]),
  );
}

/** @param {BesideBlockJson} block @param {BlockOptions} options */
function beside({ blocks, ordered }, options) {
  const shown = render(blocks, options);
  if (blocks.some(({ block }) => block !== "figure")) return h("div", { class: "block-beside" }, shown);
  if (!ordered) return h("div", { class: "block-figures" }, shown);
  const items = shown.map((one) => h("li", {}, one));
  return h("ol", { class: "block-figures ordered" }, items);
}

/** Return details whose key is the precise title, so that they stay open in both wordings. @param {DetailsBlockJson} block @param {BlockOptions} options */
export function details({ title, blocks = [], open = false, ask: request }, options = {}) {
  const fill = () => [render(blocks, options), request && asked(request, options)];
  return disclosure(prose(title), fill, open, typeof title === "string" ? title : title.precise);
}

/** Return an element for blocks that are requested from the server. @param {AskBlockJson} request @param {BlockOptions} options */
function asked({ path, params }, options) {
  const place = h("div", { class: "block-asked", "aria-busy": "true" });
  /** @type {Promise<BlocksJson>} */
  const answer = ask(path, params);
  answer
    .then(({ blocks }) => render(blocks, { ...options, path }), problem)
    .then((shown) => place.replaceChildren(...[shown].flat()))
    .finally(() => place.removeAttribute("aria-busy"));
  return place;
}
