// Parts that every view of a brain is made of: tables, figures, disclosures, bars.

import { h, nodes, set } from "../core/dom.js";
import { messageOf } from "../core/refusals.js";

/** @import { Nested } from "../core/dom.js" */
/**
 * The cells of a row, the first of which is its heading.
 * @typedef {Nested[] | {cells: Nested[], class?: string | null}} TableRow
 */

/**
 * A table that may be wider than its place. `heads` are the cells of the heading row; `quiet` leaves the caption to
 * screen readers, where a heading says the same.
 * @param {{caption: string, heads: Nested[], rows: TableRow[], kind?: string, quiet?: boolean}} table
 */
export function table({ caption, heads, rows, kind = "", quiet = false }) {
  const head = h(
    "tr",
    {},
    heads.map((text) => h("th", { scope: "col" }, text)),
  );
  return scrollArea(
    caption,
    h(
      "table",
      { class: `brain-table ${kind}` },
      h("caption", { class: quiet ? "visually-hidden" : null }, caption),
      h("thead", {}, head),
      h("tbody", {}, rows.map(tableRow)),
    ),
  );
}

/** @param {TableRow} row */
function tableRow(row) {
  const { cells, ...attributes } = Array.isArray(row) ? { cells: row } : row;
  const [first, ...others] = cells;
  return h(
    "tr",
    attributes,
    h("th", { scope: "row" }, first),
    others.map((cell) => h("td", {}, cell)),
  );
}

/**
 * A place that scrolls sideways where it must; only then it is a stop for the keyboard, under its name.
 * @param {string} label @param {Nested[]} children
 */
export function scrollArea(label, ...children) {
  const place = h("div", { class: "brain-scroll", "data-label": label }, children);
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
 * Something to open, remembered under a key, or its summary, while the brain shows other positions.
 * @param {string} summary @param {() => Nested} fill
 */
export function disclosure(summary, fill, open = false, key = summary) {
  const remembered = { "data-key": key, "data-open": open };
  const details = h("details", { class: "brain-more", ...remembered, open }, h("summary", {}, summary));
  const build = () => details.open && details.childElementCount === 1 && details.append(...nodes(fill()));
  details.addEventListener("toggle", build);
  build();
  return details;
}

/** A picture with words below it. @param {Element} picture @param {Nested[]} words */
export function figure(picture, ...words) {
  return h("figure", { class: "brain-figure" }, picture, words.length > 0 && h("figcaption", {}, words));
}

/** What the server refused, in its own words. @param {unknown} error */
export function problem(error) {
  return h("p", { class: "brain-problem" }, messageOf(error));
}

/** A bar as long as a share of one. The number stands beside it, so the bar itself is silent. @param {number} share */
export function bar(share) {
  const filled = h("span", { class: "brain-bar-filled" });
  filled.style.setProperty("--share", String(share));
  return h("span", { class: "brain-bar", "aria-hidden": "true" }, filled);
}

/**
 * Replaces the content of an element; what somebody opened or closed stays so: a game goes on while they look.
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
