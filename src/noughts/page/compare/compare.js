// The way into this room: its style sheet, and which of its pages the address names.

import { ApiRefusal } from "../core/api.js";
import { loadSheet } from "../core/sheet.js";
import { here } from "../core/site.js";

/**
 * The page of an address below /compare; each is fetched when somebody comes for it.
 * @param {HTMLElement} main @param {Go} go @param {string | undefined} name @returns {Promise<View>}
 */
export async function openCompare(main, go, name = "") {
  await loadSheet("/static/compare/compare.css");
  const query = new URLSearchParams(location.search);
  switch (name) {
    case "":
      return (await import("./results.js")).openResults(main);
    case "match":
      return (await import("./match.js")).openMatch(main, go, query);
    case "weakness":
      return (await import("./weakness.js")).openWeakness(main, go, query);
    case "strength":
      return (await import("./strength.js")).openStrength(main);
    case "boards":
      return (await import("./boards.js")).openBoards(main, go, query);
    default:
      throw new ApiRefusal(404, { error: `there is no page “${here()}”`, code: "unknown-page" });
  }
}
