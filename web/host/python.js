// Python in a worker: Pyodide, and one archive of everything that is read there.
// @ts-check

import { BYTES } from "../parts.js";
import { loadPyodide } from "../pyodide/pyodide.mjs";

const EVERY = 100; // milliseconds between two reports

/** Python with the house. @param {(loaded: {got: number, of: number}) => void} report */
export async function loadPython(report = () => {}) {
  const indexURL = new URL("../pyodide/", import.meta.url).href;
  report({ got: 0, of: BYTES });
  // With a response of the browser's own copy comes the code that it compiled the last time: a counted one is another.
  if (await globalThis.caches?.match(`${indexURL}pyodide.asm.wasm`).catch(() => null))
    report({ got: BYTES, of: BYTES });
  else count(report);
  const archive = fetch(new URL("../house.zst", import.meta.url)).then((response) => {
    if (!response.ok) throw new Error(`${response.status} for ${response.url}`);
    return response.arrayBuffer();
  });
  /** @type {any} */
  const python = await loadPyodide({ indexURL, packages: [] });
  python.pyimport("bundle").open_bundle(python.toPy(new Uint8Array(await archive)));
  return python;
}

/** Counts what is fetched. @param {(loaded: {got: number, of: number}) => void} report */
function count(report) {
  const plain = globalThis.fetch;
  let got = 0;
  let last = 0;
  const counted = () =>
    new TransformStream({
      transform(piece, controller) {
        got = Math.min(got + piece.byteLength, BYTES);
        if (performance.now() - last > EVERY || got === BYTES) {
          last = performance.now();
          report({ got, of: BYTES });
        }
        controller.enqueue(piece);
      },
    });
  globalThis.fetch = async (input, init) => {
    const response = await plain(input, init);
    const { body, status, headers } = response;
    return response.ok && body ? new Response(body.pipeThrough(counted()), { status, headers }) : response;
  };
}
