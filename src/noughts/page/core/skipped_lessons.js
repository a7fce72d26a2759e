// The files in the folder of lessons that the server cannot read, listed for their author.

import { h } from "./dom.js";

/** @import { SkippedFileJson } from "./answers.js" */

/** Return a list with the reason for each file, or null if it would be empty. @param {SkippedFileJson[]} [files] */
export function skippedLessons(files = []) {
  if (!files.length) return null;
  const items = files.map(({ name, reason }) => h("li", {}, `Skipped: ${name}: ${reason}`));
  return h(
    "div",
    { role: "note", "aria-label": "Lessons that cannot be read" },
    h("p", {}, "Files in the folder of lessons that cannot be read:"),
    h("ul", { class: "problem" }, items),
  );
}
