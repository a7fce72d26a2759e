// The page's own server, where there is none: what it asks below /api/ goes to Python in a worker, or to that of another
// tab, which has the games then. It runs before everything else of the page.

import { Bar } from "./bar.js";
import { EventsHere } from "./events.js";
import { fetching } from "./fetching.js";
import { Leader } from "./leader.js";
import { Memory } from "./memory.js";
import { showAddress } from "./place.js";
import { download, keepSite } from "./site.js";

/** What this browser lacks, in one sentence; null where it can do everything. */
function lacks() {
  const parts = { WebAssembly: typeof WebAssembly, workers: typeof Worker, channels: typeof BroadcastChannel };
  const missing = Object.entries(parts).flatMap(([name, type]) => (type === "undefined" ? [name] : []));
  if (!missing.length) return null;
  return `This browser has no ${missing.join(" and no ")}, which the computer's players need: use a current Firefox, Chrome, Edge or Safari.`;
}

showAddress();
const lack = lacks();
const bar = new Bar(() => leader);
const memory = new Memory(() => leader.memory);
const leader = new Leader(lack, () => {
  bar.look();
  memory.look();
});
bar.look();
globalThis.fetch = fetching(leader);
globalThis.EventSource = /** @type {any} */ (EventsHere);
document.documentElement.dataset.alone = "";
addEventListener("click", download);
addEventListener("load", keepSite);
