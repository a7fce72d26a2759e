// The way into this room: its style sheet, and which of its pages the address names for whoever comes.

import { ApiRefusal, fresh } from "../core/api.js";
import { loadSheet } from "../core/sheet.js";
import { alone } from "../core/site.js";
import { keptClass } from "../core/store.js";

/**
 * The page of an address below /class; a refusal for a class that is not there.
 * @param {HTMLElement} main @param {Go} go @param {string | undefined} typed @param {URLSearchParams} query @returns {Promise<View>}
 */
export async function openClassroom(main, go, typed, query) {
  if (alone()) throw new ApiRefusal(404, { error: "a class needs a server that all of it reach: `noughts serve`" });
  await inClass();
  if (!typed) return (await import("./make_page.js")).openMake(main, go);
  const id = typed.toLowerCase();
  /** @type {ClassroomJson} */
  const room = await fresh(`/api/classes/${encodeURIComponent(id)}`);
  if (keptClass(id)?.tokens.teacher || query.has("look"))
    return new (await import("./class_page.js")).ClassPage(main, go, room);
  return new (await import("./join_page.js")).JoinPage(main, go, room);
}

/** A table where somebody in a class plays. @param {HTMLElement} main @param {View} view @param {Go} go @returns {Promise<View>} */
export async function besideClass(main, view, go) {
  await inClass();
  return (await import("./bar.js")).withBar(main, view, go);
}

const inClass = () => loadSheet("/static/classroom/classroom.css");
