// The way into this room: its style sheet, and its one page.

import { loadSheet } from "../core/sheet.js";
import { readAddress } from "./address.js";
import { AnalysePage } from "./page.js";

/** @import { Go, View } from "../core/types.js" */

const SHEET = "/static/analyse/analyse.css";

/**
 * The page of an address below /analyse.
 * @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query @returns {Promise<View>}
 */
export async function openAnalyse(main, go, query) {
  await loadSheet(SHEET);
  const asked = readAddress(query);
  const page = new AnalysePage(main, go, asked);
  try {
    await page.begin(main, asked);
  } catch (error) {
    page.leave();
    throw error;
  }
  return page;
}
