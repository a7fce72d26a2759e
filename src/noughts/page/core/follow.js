// What the server tells piece by piece while it computes: whoever stops listening ends the computation.

import { ApiRefusal, question, Unreachable } from "./api.js";
import { serverEvents } from "./server_events.js";

/** @import { Params } from "./api.js" */
/** @typedef {(kind: string, content: any) => unknown} Hear */

/**
 * Hears every event of a stream until it ends, or the signal is aborted, which ends it on the server, too. Raises what
 * the server refuses before it begins, and Unreachable where the stream breaks off.
 * @param {string} path @param {Params} params @param {AbortSignal} signal @param {Hear} hear
 * @param {RequestInit} [request] - where it is not only asked for
 */
export async function follow(path, params, signal, hear, request = {}) {
  try {
    const response = await fetch(question(path, params), { ...request, signal, cache: "no-store" });
    if (!response.ok) throw new ApiRefusal(response.status, await response.json().catch(() => null));
    for await (const { event, data } of serverEvents(response)) if (event && data) hear(event, JSON.parse(data));
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof ApiRefusal ? error : new Unreachable();
  }
}
