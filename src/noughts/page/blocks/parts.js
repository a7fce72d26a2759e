// Parts of explanations, and of other views: tables, figures, disclosures, bars.

import { messageOf } from "../core/announce.js";
import { h, nodes, set } from "../core/dom.js";
import { plain, prose, referredCells } from "../core/text.js";

/**
 * The cells of a row, the first of which is its heading.
 * @typedef {Nested[] | {cells: Nested[], class?: string | null, "data-cells"?: string | null}} TableRow
 */

/**
 * Return a table that scrolls if it is too wide. `heads` are the cells of the heading row, `groups` headings over
 * several of them. `align` has `>` for a column of numbers. `quiet` leaves the caption to screen readers, where a
 * heading says the same. `label` is the caption as plain text if it contains elements. `kind` is another class.
 * @param {{caption: Nested, label?: string, heads: Nested[], rows: TableRow[], groups?: [Nested, number][],
 *   align?: string, kind?: string, quiet?: boolean}} table
 */
export function table({ caption, label, heads, rows, groups = [], align = "", kind = "", quiet = false }) {
  /** @type {string[]} */
  const columns = heads.map((_, i) => (align[i] === ">" ? "number" : ""));
  for (const [i, begins] of groupStarts(groups)) if (begins) columns[i] = `${columns[i]} group`.trim();
  const head = heads.map((text, i) => h("th", { scope: "col", class: columns[i] || null }, text));
  return scrollArea(
    label ?? String(caption),
    h(
      "table",
      { class: `block-table ${kind} ${groups.length ? "grouped" : ""}`.trim() },
      h("caption", { class: quiet ? "visually-hidden" : null }, caption),
      h("thead", {}, groups.length > 0 && h("tr", {}, groups.map(groupHead)), h("tr", {}, head)),
      h(
        "tbody",
        {},
        rows.map((row) => tableRow(row, columns)),
      ),
    ),
  );
}

/** The columns at which a group, or what follows it, begins. @param {[Nested, number][]} groups @returns {[number, boolean][]} */
function groupStarts(groups) {
  let at = 0;
  return groups.map(([words, span], i) => {
    const start = at;
    at += span;
    return [start, i > 0 && (isNamed(words) || isNamed(groups[i - 1][0]))];
  });
}

/** @param {Nested} words */
const isNamed = (words) => nodes(words).some((part) => part !== "");

/** @param {[Nested, number]} group */
function groupHead([words, span]) {
  if (!isNamed(words)) return h("td", { colspan: span });
  return h("th", { scope: "colgroup", colspan: span, class: "group" }, words);
}

/** @param {TableRow} row @param {string[]} columns - the class of each */
function tableRow(row, columns) {
  const { cells, ...attributes } = Array.isArray(row) ? { cells: row } : row;
  const [first, ...others] = cells;
  return h(
    "tr",
    attributes,
    h("th", { scope: "row" }, first),
    others.map((cell, i) => h("td", { class: columns[i + 1] || null }, cell)),
  );
}

/**
 * Return an element that scrolls sideways if its content is too wide. Only then it is a tab stop with a name.
 * @param {string} label @param {Nested[]} children
 */
export function scrollArea(label, ...children) {
  const place = h("div", { class: "block-scroll", "data-label": label }, children);
  widths.observe(place);
  return place;
}

const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const wide = target.scrollWidth > target.clientWidth;
    const label = target.getAttribute("data-label");
    set(target, { tabindex: wide ? "0" : null, role: wide ? "group" : null, "aria-label": wide ? label : null });
  }
});

/**
 * Return details that are filled when they are first opened. `keepOpen` identifies them by their key, the summary by
 * default.
 * @param {Nested} summary @param {() => Nested} fill
 */
export function disclosure(summary, fill, open = false, key = String(summary)) {
  const remembered = { "data-key": key, "data-open": open };
  const details = h("details", { class: "block-details", ...remembered, open }, h("summary", {}, summary));
  const build = () => details.open && details.childElementCount === 1 && details.append(...nodes(fill()));
  details.addEventListener("toggle", build);
  build();
  return details;
}

/** Return a picture with a caption. @param {Element} picture @param {Nested[]} words */
export function figure(picture, ...words) {
  return h("figure", { class: "block-figure" }, picture, words.length > 0 && h("figcaption", {}, words));
}

/** Return the message of an error. @param {unknown} error */
export function problem(error) {
  return h("p", { class: "block-problem" }, messageOf(error));
}

/** Return a bar for a share from 0 to 1. Screen readers skip it, as the number is beside it. @param {number} share */
export function bar(share) {
  const filled = h("span", { class: "block-bar-filled" });
  filled.style.setProperty("--share", String(share));
  return h("span", { class: "block-bar", "aria-hidden": "true" }, filled);
}

/**
 * Replace the content of an element. Details that the user opened or closed stay so, as a game goes on meanwhile.
 * @param {HTMLElement} element @param {Nested} content
 */
export function keepOpen(element, content) {
  /** @returns {HTMLDetailsElement[]} */
  const all = () => [...element.querySelectorAll("details")].filter((details) => details.dataset.key);
  const changed = all().filter((details) => details.open !== details.hasAttribute("data-open"));
  const open = new Map(changed.map((details) => [details.dataset.key, details.open]));
  element.replaceChildren(...nodes(content));
  for (const details of all()) details.open = open.get(details.dataset.key) ?? details.open;
}

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
