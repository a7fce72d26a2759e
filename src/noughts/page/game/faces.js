// Who plays, as a face: a person, or a machine that looks the stricter the stronger its level is.

import { svg } from "../core/dom.js";

/** @import { SeatJson } from "../core/answers.js" */

/** Brows and mouth of each level, in a drawing of 48 units. @type {Record<string, string>} */
const LEVELS = {
  easy: "M15 19q3-3 6 0M27 19q3-3 6 0M15 29q9 10 18 0",
  medium: "M15 18h6M27 18h6M16 31q8 5 16 0",
  hard: "M15 17l6 1M27 18l6-1M17 32h14",
  expert: "M14 16l7 3M27 19l7-3M17 33q7-3 14 0",
  impossible: "M13 14l8 5M27 19l8-5M16 34q8-6 16 0",
};
const PLAYER = "M15 18h6M27 18h6M18 32h12";

/** @param {string} d */
const line = (d) => svg("path", { d });

/** The face of a seat. @param {SeatJson} seat */
export function face({ kind, level }) {
  const box = { class: `face ${kind}`, viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" };
  if (kind !== "computer") {
    const second = kind === "friend" ? line("M33 12a6 6 0 0 1 1 11M38 29q4 3 4 9") : null;
    return svg("svg", box, svg("circle", { cx: 22, cy: 17, r: 7 }), line("M8 40c0-18 28-18 28 0"), second);
  }
  return svg(
    "svg",
    box,
    svg("rect", { x: 8, y: 10, width: 32, height: 30, rx: 9 }),
    line("M24 10V4"),
    svg("circle", { class: "filled", cx: 24, cy: 4, r: 2 }),
    svg("circle", { class: "filled", cx: 18, cy: 24, r: 2.4 }),
    svg("circle", { class: "filled", cx: 30, cy: 24, r: 2.4 }),
    line(LEVELS[level ?? ""] ?? PLAYER),
  );
}
