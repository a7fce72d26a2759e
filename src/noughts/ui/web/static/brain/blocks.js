// Parts that every view of a brain is made of: tables, figures, disclosures, bars.

import { h, set } from "../core/dom.js";
import { sentenceCase } from "./words.js";

/**
 * A table that may be wider than its place. `heads` are the cells of the heading row; each of `rows` is a list of cells
 * or {cells, ...attributes}, the first cell its heading. `quiet` leaves the caption to screen readers, where a heading
 * says the same.
 */
export function table({ caption, heads, rows, kind = "", quiet = false }) {
  return scrolling(caption, h(
    "table",
    { class: `brain-table ${kind}` },
    h("caption", { class: quiet ? "visually-hidden" : null }, caption),
    h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, rows.map(tableRow)),
  ));
}

function tableRow(row) {
  const { cells, ...attributes } = Array.isArray(row) ? { cells: row } : row;
  const [first, ...others] = cells;
  return h("tr", attributes, h("th", { scope: "row" }, first), others.map((cell) => h("td", {}, cell)));
}

/** A place that scrolls sideways where it must; only then it is a stop for the keyboard, under its name. */
export function scrolling(label, ...children) {
  const place = h("div", { class: "brain-scroll", "data-label": label }, children);
  widths.observe(place);
  return place;
}

const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const wide = target.scrollWidth > target.clientWidth;
    set(target, { tabindex: wide ? "0" : null, role: wide ? "group" : null, "aria-label": wide ? target.dataset.label : null });
  }
});

/** Something to open, remembered under its summary while the brain shows other positions. */
export function disclosure(summary, fill, open = false) {
  const details = h("details", { class: "brain-more", "data-key": summary, "data-open": open, open }, h("summary", {}, summary));
  const build = () => details.open && details.childElementCount === 1 && details.append(...[fill()].flat(Infinity));
  details.addEventListener("toggle", build);
  build();
  return details;
}

/** A picture with words below it. */
export function figure(picture, ...words) {
  return h("figure", { class: "brain-figure" }, picture, words.length ? h("figcaption", {}, words.flat()) : null);
}

/** What the server refused, in its own words. */
export function problem(error) {
  const sentence = sentenceCase(error?.message || "the server did not answer");
  return h("p", { class: "brain-problem" }, /[.!?)]$/.test(sentence) ? sentence : `${sentence}.`);
}

/** A bar as long as a share of one. The number stands beside it, so the bar itself is silent. */
export function bar(share) {
  const filledPart = h("span", { class: "brain-bar-filled" });
  filledPart.style.setProperty("--share", share);
  return h("span", { class: "brain-bar", "aria-hidden": "true" }, filledPart);
}

/** Replaces the content of an element; what somebody opened or closed stays so: a game goes on while they look. */
export function keepingOpen(element, nodes) {
  const all = () => [...element.querySelectorAll("details[data-key]")];
  const changed = all().filter((details) => details.open !== details.hasAttribute("data-open"));
  const open = new Map(changed.map((details) => [details.dataset.key, details.open]));
  element.replaceChildren(...nodes);
  for (const details of all()) details.open = open.get(details.dataset.key) ?? details.open;
}
