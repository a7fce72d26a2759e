// Style sheets of rooms that few come into: fetched when somebody comes.

import { ApiRefusal } from "./api.js";
import { h } from "./dom.js";
import { within } from "./site.js";

/** The style sheet at an address, once. @param {string} address */
export function loadSheet(address) {
  if (document.querySelector(`link[href="${within(address)}"]`)) return undefined;
  const link = h("link", { rel: "stylesheet", href: address });
  return new Promise((done, failed) => {
    link.addEventListener("load", done);
    link.addEventListener("error", () => failed(new ApiRefusal(503, { error: "the page's style did not come" })));
    document.head.append(link);
  });
}
