// Elements in one expression. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; `onclick` and the like are listened to, null and false are left out. */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for a picture. */
export function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Sets or, for null and false, removes attributes. */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value == null || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
  }
  return element;
}

function fill(element, attributes, children) {
  set(element, attributes);
  element.append(...children.flat().filter((child) => child != null && child !== false));
  return element;
}

/** A button of the page's kind. */
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", class: "button", onclick, ...attributes }, label);
}

/** A choice: `options` are [value, label] pairs, or groups [label, [pairs]]. */
export function select(label, options, value, onchange) {
  const make = ([key, text]) =>
    Array.isArray(text) ? h("optgroup", { label: key }, text.map(make)) : h("option", { value: key }, text);
  const element = h("select", { "aria-label": label, onchange: () => onchange?.(element.value) }, options.map(make));
  element.value = value;
  return element;
}
