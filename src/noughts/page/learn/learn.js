// The way into this room: its style sheet, and which of its pages the address names.

import { players } from "../core/players.js";
import { loadSheet } from "../core/sheet.js";

const SHEET = "/static/learn/learn.css";

/**
 * The page of an address below /learn; each is fetched when somebody comes for it.
 * @param {HTMLElement} main @param {Go} go @param {string | undefined} name @returns {Promise<View>}
 */
export async function openLearn(main, go, name) {
  await Promise.all([loadSheet(SHEET), players("3x3x3").catch(() => null)]); // how they are called
  const query = new URLSearchParams(location.search);
  switch (name) {
    case undefined:
    case "":
      return (await import("./contents.js")).contents(main);
    case "puzzles":
    case "exercises": // as it was called
      return (await import("./puzzles.js")).openPuzzles(main, go, query);
    case "daily":
      return (await import("./daily.js")).openDaily(main);
    case "run":
      return (await import("./run.js")).openRun(main);
    case "again":
      return (await import("./again.js")).openAgain(main);
    case "worksheet":
      return (await import("./worksheet.js")).worksheet(main, go, query);
    case "ladder":
      return (await import("./ladder.js")).openLadder(main);
    case "map":
      return (await import("./map.js")).openMap(main, query);
    case "tree":
      return (await import("./tree.js")).openTree(main, go, query);
    case "positions":
      return (await import("./positions.js")).openPositions(main);
    default:
      return (await import("./lesson.js")).openLesson(main, name);
  }
}
