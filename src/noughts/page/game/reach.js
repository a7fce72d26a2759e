// Where others reach this server. On its own machine the page's address may be one that is heard nowhere else.

import { ask } from "../core/api.js";
import { h } from "../core/dom.js";

const HERE = ["localhost", "127.0.0.1", "[::1]"];

/** Whether the page was opened on the server's own machine, by an address that means that machine everywhere. */
export const isHere = () => HERE.includes(location.hostname);

/** The origin by which others reach the server; null where nobody else does. @returns {Promise<string | null>} */
export async function originForOthers() {
  if (!isHere()) return location.origin;
  const { addresses } = await ask("/api/addresses").catch(() => ({ addresses: [] }));
  return addresses[0] ?? null;
}

/** What to start, so that others reach it. */
export const forOthers = () => h("code", {}, "noughts serve --host 0.0.0.0");
