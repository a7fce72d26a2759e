// Python in a worker: Pyodide, and one archive of everything that is read there.
// @ts-check

import { BYTES } from "../parts.js";
import { loadPyodide } from "../pyodide/pyodide.mjs";

const EVERY = 100; // milliseconds between two reports
const PAGE = 65_536; // bytes, by which WebAssembly's memory grows

/** Bytes that a worker may hold, kernels and all: where it asks for more Python raises MemoryError. */
export const MOST = 512 * 2 ** 20;

/**
 * Python with the house. @param {(bytes: number) => void} hold - told of what it holds, whenever that grows
 * @param {(loaded: {got: number, of: number}) => void} report
 */
export async function loadPython(hold, report = () => {}) {
  bound(hold);
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

/** Bounds the memory of this worker, which never becomes less again. @param {(bytes: number) => void} hold */
function bound(hold) {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * PAGE > MOST) throw new RangeError(`more than ${MOST} bytes`);
    const before = grow.call(this, pages);
    hold(this.buffer.byteLength);
    return before;
  };
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
