// Tables of blocks, and lists of terms.

import { h } from "../core/dom.js";
import { plain, prose, referredCells } from "../core/text.js";
import { bar, table } from "./parts.js";

/** @import { NoteBlockJson, RowBlockJson, TableBlockJson, TableCellBlockJson, TextJson } from "../core/answers.js" */
/** @import { Nested } from "../core/dom.js" */

/** Return a table, or a list of terms if it has no head. @param {TableBlockJson} block */
export const blockTable = (block) => (block.head.length ? headedTable(block) : terms(block));

/** Return a table with a head. @param {TableBlockJson} block */
function headedTable({ caption, head, rows, align, groups = [], quiet }) {
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
