// A button that copies a text, and says that it did.

import { announce } from "../core/announce.js";
import { button } from "../core/dom.js";

/** @param {string} label @param {() => string} text */
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
