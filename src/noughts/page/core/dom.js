// Elements in one expression. Text is always set as text, never as markup.
//
// The page has one idiom for components: a class that makes its `element` once, and whose `show(state)` brings that up
// to date. What a person does in it goes out through functions that its constructor is given; it never reaches into
// another component. What never changes after it is made is a plain function that returns an element. The board alone
// is a custom element, <noughts-board>: it is used like one of the browser's own, with `show` and events.

import { within } from "./site.js";

/** @typedef {Node | string | number | null | undefined | false} Child - null, undefined and false are left out */
/** @typedef {Child | readonly Nested[]} Nested */
/**
 * @typedef {{ [name: string]: unknown,
 *   onclick?: ((event: MouseEvent) => unknown) | null, onkeydown?: (event: KeyboardEvent) => unknown,
 *   onfocusin?: (event: FocusEvent) => unknown, onpointerover?: (event: PointerEvent) => unknown,
 *   onsubmit?: (event: SubmitEvent) => unknown }} Attributes
 */

const ADDRESSES = ["href", "src"];
const SVG = "http://www.w3.org/2000/svg";

/**
 * An element with attributes and children; `onclick` and the like are listened to, null and false are left out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} attributes @param {Nested[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * A line of things beside each other.
 * @param {Nested[]} children
 */
export function row(...children) {
  return h("div", { class: "row" }, ...children);
}

/**
 * A remark, less important than the text.
 * @param {Nested[]} children
 */
export function note(...children) {
  return h("p", { class: "note" }, ...children);
}

/**
 * The same as `h` for a picture.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Attributes} attributes @param {Nested[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/**
 * Sets or, for null and false, removes attributes.
 * @template {Element} E
 * @param {E} element @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (/** @type {unknown} */ (value)));
    else if (value == null || value === false) element.removeAttribute(name);
    else write(element, name, value === true ? "" : String(value));
  }
  return element;
}

/** @param {Element} element @param {string} name @param {string} text */
function write(element, name, text) {
  const value = ADDRESSES.includes(name) ? within(text) : text;
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * @template {Element} E
 * @param {E} element @param {Attributes} attributes @param {Nested[]} children
 */
function fill(element, attributes, children) {
  set(element, attributes);
  element.append(...nodes(children));
  return element;
}

/**
 * Children without what is left out, and without lists in lists.
 * @param {Nested} children @returns {(Node | string)[]}
 */
export function nodes(children) {
  if (Array.isArray(children)) return children.flatMap(nodes);
  if (children == null || children === false) return [];
  return [typeof children === "number" ? String(children) : /** @type {Node | string} */ (children)];
}

/**
 * The first element that fits a selector, which the page always has.
 * @param {string} selector @param {ParentNode} within
 */
export function one(selector, within = document) {
  return /** @type {HTMLElement} */ (within.querySelector(selector));
}

/**
 * What an event happened to, or what of this kind is around it.
 * @param {Event} event @param {string} selector @returns {HTMLElement | null}
 */
export function around(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * A button of the page's kind.
 * @param {Child} label @param {((event: MouseEvent) => unknown) | null} onclick @param {Attributes} attributes
 */
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", class: "button", onclick, ...attributes }, label);
}

/**
 * Open a modal dialog. It is removed when it closes.
 * @param {{id: string, title: string, closable?: boolean}} heading - `closable`: with a Close button
 * @param {Nested[]} children @returns {HTMLDialogElement}
 */
export function openDialog({ id, title, closable = true }, ...children) {
  const dialog = h("dialog", { class: "panel", "aria-labelledby": id });
  const close = closable && button("Close", () => dialog.close(), { class: "button plain" });
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(h("div", { class: "row spread" }, h("h2", { id }, title), close), ...nodes(children));
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A control below its label.
 * @param {string} label @param {HTMLElement} control @param {string} id
 */
export function field(label, control, id) {
  control.id = id;
  return h("div", { class: "field" }, h("label", { for: id }, label), control);
}

/**
 * Return a checkbox with its label.
 * @param {Child} label @param {boolean} checked @param {(checked: boolean) => unknown} onchange
 */
export function checkbox(label, checked, onchange) {
  const box = h("input", { type: "checkbox", onchange: () => onchange(box.checked) });
  box.checked = checked;
  return h("label", { class: "check" }, box, label);
}

/**
 * Return radio buttons side by side. Their legend is for screen readers.
 * @template {string} T @param {string} legend @param {string} name @param {(readonly [T, string])[]} options
 * @param {T} value @param {(value: T) => unknown} onchange
 */
export function segments(legend, name, options, value, onchange) {
  const segment = (/** @type {readonly [T, string]} */ [each, text]) => {
    const input = h("input", { type: "radio", name, value: each, onchange: () => onchange(each) });
    input.checked = each === value;
    return h("label", { class: "segment" }, input, h("span", {}, text));
  };
  const heading = h("legend", { class: "visually-hidden" }, legend);
  return h("fieldset", { class: "segments" }, heading, options.map(segment));
}

/** Return a time in the format of the user's language. @param {number} time */
export function timeElement(time) {
  const when = new Date(time);
  const words = when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return h("time", { datetime: when.toISOString() }, words);
}

/** Return whether the user prefers reduced motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @typedef {readonly string[]} Option - its value, and its text */

/**
 * A choice: `options` are [value, text] pairs, or groups [label, [pairs]].
 * @param {string | null} label @param {(Option | [string, readonly Option[]])[]} options
 * @param {string | null} value @param {(value: string) => unknown} onchange
 */
export function select(label, options, value, onchange) {
  /** @type {(option: Option | [string, readonly Option[]]) => HTMLElement} */
  const make = ([key, text]) =>
    Array.isArray(text) ? h("optgroup", { label: key }, text.map(make)) : h("option", { value: key }, text);
  const element = h("select", { "aria-label": label, onchange: () => onchange(element.value) }, options.map(make));
  element.value = value ?? "";
  return element;
}

/**
 * Asks once what cannot be taken back, and does it if that is wanted.
 * @param {string} question @param {string} label @param {() => unknown} act @param {string} [otherwise]
 * @param {{words: string, label: string, act: () => unknown} | null} [more] - something else that may be done
 */
export function confirmFirst(question, label, act, otherwise = "Play on", more = null) {
  const does = (/** @type {() => unknown} */ what) => () => {
    dialog.close();
    what();
  };
  const dialog = openDialog(
    { id: "question", title: question, closable: false },
    more && h("p", {}, more.words),
    row(
      button(label, does(act), { class: "button primary" }),
      more && button(more.label, does(more.act)),
      button(otherwise, () => dialog.close()),
    ),
  );
}
