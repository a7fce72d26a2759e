// A drawing of the page as a file of its own: what the style sheets say of it is written into it.

import { h, svg } from "../core/dom.js";

const WRITTEN = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "color"],
  ...["font-family", "font-size", "font-weight", "text-anchor", "visibility"],
];

/** Saves the drawing that lies in a place. @param {Element} place @param {string} name */
export function savedPicture(place, name) {
  const drawn = place.querySelector("svg");
  if (!drawn) return;
  const copy = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
  const copies = copy.querySelectorAll("*");
  for (const [i, element] of [...drawn.querySelectorAll("*")].entries()) write(element, copies[i]);
  const { width, height } = drawn.viewBox.baseVal;
  for (const name of ["class", "style"]) copy.removeAttribute(name); // the page's own
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const ground = getComputedStyle(document.body).backgroundColor;
  copy.prepend(svg("rect", { width, height, fill: ground }));
  const file = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  h("a", { href: file, download: name, target: "_self" }).click();
  setTimeout(() => URL.revokeObjectURL(file), 1000);
}

/** @param {Element} from @param {Element} to */
function write(from, to) {
  const style = getComputedStyle(from);
  for (const property of WRITTEN) to.setAttribute(property, style.getPropertyValue(property));
  for (const name of ["class", "style", "tabindex", "role", "data-cell", "data-path"]) to.removeAttribute(name);
  for (const name of [...to.attributes].map((each) => each.name))
    if (name.startsWith("aria-")) to.removeAttribute(name);
}
