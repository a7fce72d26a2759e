// A file for whoever looks at the page.

import { h } from "./dom.js";

/** Gives out a file. @param {Blob} content @param {string} name */
export function download(content, name) {
  const place = URL.createObjectURL(content);
  h("a", { href: place, download: name }).click();
  URL.revokeObjectURL(place);
}
