// A worker that computes what takes long, one thing after the other. Whoever wants no more of it ends the worker.
// @ts-check

import { loadPython } from "./python.js";

const ready = loadPython((bytes) => self.postMessage({ bytes })).then((python) => [
  python,
  python.pyimport("noughts.server.wasm_worker").reply_to,
]);

self.onmessage = async ({ data }) => {
  const [python, replyTo] = await ready;
  const reply = replyTo(python.toPy(data), (/** @type {any} */ news) => self.postMessage({ news: news.toJs() }));
  self.postMessage({ reply: reply.toJs() });
};
