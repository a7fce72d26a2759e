// fetch for the page: requests of /api/ are answered from a file where the response never changes, else by Python.

import { CONSTANT } from "../constant.js";
import { BASE, pathOf } from "./place.js";

/** @import { Leader } from "./leader.js" */

const fetchElsewhere = globalThis.fetch.bind(globalThis);

/** Responses to what the page asks first, which hold until Python runs. @type {Promise<Record<string, unknown>>} */
const prepared = fetchElsewhere(new URL("responses/first.json", BASE)).then(
  (response) => response.json(),
  () => ({}),
);

/** fetch for the page. @param {Leader} leader */
export const fetching =
  (leader) =>
  /** @param {RequestInfo | URL} input @param {RequestInit} [init] */
  (input, init) =>
    fetchHere(leader, input, init);

/** @param {Leader} leader @param {RequestInfo | URL} input @param {RequestInit} [init] */
async function fetchHere(leader, input, init) {
  const url = new URL(input instanceof Request ? input.url : input, location.href);
  const target = pathOf(url);
  if (target === null) return fetchElsewhere(input, init);
  const request = new Request(url, init);
  const file = request.method === "GET" && CONSTANT[target];
  if (file) return fetchElsewhere(new URL(file, BASE), { signal: init?.signal });
  const known = request.method === "GET" && !leader.ready ? (await prepared)[target] : undefined;
  if (known) return new Response(JSON.stringify(known), { headers: { "Content-Type": "application/json" } });
  const body = new Uint8Array(await request.arrayBuffer());
  const headers = [["host", location.host], ...request.headers];
  return answer(leader, { method: request.method, target, headers, body }, init?.signal);
}

/** @param {Leader} leader @param {any} request @param {AbortSignal | null} [signal] @returns {Promise<Response>} */
function answer(leader, request, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let body;
    let begun = false;
    const start = (/** @type {typeof body} */ controller) => {
      body = controller;
    };
    const leave = leader.ask(request, {
      head(status, headers) {
        begun = true;
        const stream = new ReadableStream({ start, cancel: () => leave() });
        resolve(new Response([204, 304].includes(status) ? null : stream, { status, headers }));
      },
      piece: (piece) => body.enqueue(piece),
      end(broken) {
        const error = new TypeError("Python did not answer");
        if (!begun) reject(error);
        else if (broken) body.error(error);
        else body.close();
      },
    });
    signal?.addEventListener("abort", () => {
      leave();
      if (begun) body.error(signal.reason);
      reject(signal.reason);
    });
  });
}
