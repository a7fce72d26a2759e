// A file for whoever looks at the page.

import { announce } from "./announce.js";
import { button, h } from "./dom.js";

/** Gives out a file. @param {Blob} content @param {string} name */
export function download(content, name) {
  const place = URL.createObjectURL(content);
  h("a", { href: place, download: name }).click();
  URL.revokeObjectURL(place);
}

/** A button that copies a text, and says that it did. @param {string} label @param {() => string} text */
export function copyButton(label, text, name = label) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      element.textContent = "Copied";
      announce("Copied.");
    } catch {
      announce("This browser does not let the page copy: select the text and copy it.");
    }
    setTimeout(() => (element.textContent = label), 2000);
  };
  const element = button(label, copy, { "aria-label": name });
  return element;
}
