// What the server tells piece by piece while it computes: whoever stops listening ends the computation.

import { ApiRefusal, question, Unreachable } from "./api.js";

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
    if (!response.ok || !response.body) throw new ApiRefusal(response.status, await response.json().catch(() => null));
    await read(response.body.pipeThrough(new TextDecoderStream()).getReader(), hear);
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof ApiRefusal ? error : new Unreachable();
  }
}

/** @param {ReadableStreamDefaultReader<string>} reader @param {Hear} hear */
async function read(reader, hear) {
  for (let text = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const [, kind, content] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? [];
      if (kind) hear(kind, JSON.parse(content));
    }
  }
}
