// The worker that has the games: the application in Python, called for this tab and for all others of the site.
// @ts-check

import { loadPython, MOST } from "./python.js";

const KEPT = "/kept";
const SPARE = 256 * 2 ** 20; // bytes: another worker that holds more ends when it has replied
/** @type {any} */
const page = self;
const channel = new BroadcastChannel(self.name);
/** The tabs that ask from elsewhere, whose answers go by the channel. */
const elsewhere = new Set();
/** @type {any} */
let calls = null;
/** @type {any[]} */
const early = [];
/** What every tab has to know, as it stands. @type {Record<string, any>} */
const standing = {};

self.onmessage = ({ data }) => take(data);
channel.onmessage = ({ data }) => {
  if (!data.from) return;
  elsewhere.add(data.from);
  if (data.calls) channel.postMessage({ to: data.from, here: true });
  if (data.calls) channel.postMessage({ to: data.from, ...standing });
  else take(data);
};

/** @param {Record<string, any>} news */
function tell(news) {
  Object.assign(standing, news);
  page.postMessage(news);
  for (const to of elsewhere) channel.postMessage({ to, ...news });
}

/** The bytes of each worker with Python, this one first; what has ended holds none. */
const workers = [0];

/** @param {number} place @param {number} bytes */
function hold(place, bytes) {
  workers[place] = bytes;
  tell({ memory: { workers: [...workers], most: MOST } });
}

/** @param {any} data */
function take(data) {
  if (!calls) early.push(data);
  else if (data.leaves) calls.leave(data.id);
  else begin(data);
}

/** @param {any} request */
function begin({ id, method, target, headers, body }) {
  calls.begin(id, method, target, python.toPy(headers), python.toPy(body));
}

/** Sends a part of a response to the tab that asked. @param {string} id @param {any} part @param {Transferable[]} [given] */
function answer(id, part, given = []) {
  const [tab] = id.split(" ");
  if (elsewhere.has(tab)) channel.postMessage({ to: tab, id, ...part });
  else page.postMessage({ id, ...part }, given);
}

const answering = {
  /** @param {string} id @param {number} status @param {any} headers */
  head(id, status, headers) {
    answer(id, { head: { status, headers: headers.toJs() } });
  },
  /** @param {string} id @param {any} body */
  piece(id, body) {
    const piece = body.toJs();
    answer(id, { piece }, [piece.buffer]);
  },
  /** @param {string} id @param {boolean} broken */
  end(id, broken) {
    answer(id, { end: { broken } });
  },
};

let kept = Promise.resolve();

/**
 * Games are kept by the browser before what they show is told, once what was kept before is there: a file system is
 * synchronised once at a time. Resolves also where the browser refuses: then it is said.
 */
function keep() {
  kept = kept.then(synchronise);
  return kept;
}

/** @returns {Promise<void>} */
function synchronise() {
  return new Promise((resolve) => {
    python.FS.syncfs(false, (/** @type {unknown} */ error) => {
      if (error) refused(error);
      resolve();
    });
  });
}

/** @param {unknown} error */
function refused(error) {
  const why = error instanceof Error || error instanceof DOMException ? error.message : String(error);
  const words =
    "This browser keeps no games for this page just now: what you play is lost when all its tabs are closed.";
  tell({ trouble: `${words} Export what you want to keep under My games. (${why})` });
}

/** Another worker, for what takes long: begun when it is asked, ended with what it computes. */
class Other {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {((reply: any) => void) | null} */
  #replied = null;
  #place = workers.push(0) - 1;

  /** @param {any} job @param {any} hear */
  ask(job, hear) {
    const worker = this.#worker ?? this.#begin();
    const [body, tells] = [job.toJs(), hear.copy()];
    return new Promise((resolve) => {
      this.#replied = (reply) => {
        this.#replied = null;
        tells.destroy();
        resolve(reply);
      };
      worker.onmessage = ({ data }) => {
        if (data.bytes) hold(this.#place, data.bytes);
        else if (data.news) tells(python.toPy(data.news));
        else this.#reply(data.reply);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        this.end();
      };
      worker.postMessage(body, [body.buffer]);
    });
  }

  /** @param {any} body */
  #reply(body) {
    this.#replied?.(python.toPy(body));
    if (workers[this.#place] > SPARE) this.end();
  }

  end() {
    this.#worker?.terminate();
    this.#worker = null;
    hold(this.#place, 0);
    this.#replied?.(null);
  }

  #begin() {
    this.#worker = new Worker(new URL("computer.js", import.meta.url), { type: "module" });
    return this.#worker;
  }
}

/** The files of games as the browser has kept them. */
async function mount() {
  python.FS.mkdir(KEPT);
  try {
    python.FS.mount(python.FS.filesystems.IDBFS, {}, KEPT);
    await new Promise((resolve, reject) =>
      python.FS.syncfs(true, (/** @type {unknown} */ error) => (error ? reject(error) : resolve(null))),
    );
  } catch (error) {
    refused(error);
  }
}

/** @type {any} */
let python = null;
try {
  python = await loadPython(
    (bytes) => hold(0, bytes),
    (loaded) => tell({ loaded }),
  );
  await mount();
  const start = python.pyimport("noughts.server.wasm_host");
  calls = await start.start(`${KEPT}/games.db`, answering, keep, () => new Other());
  tell({ ready: true });
  for (const data of early.splice(0)) take(data);
} catch (error) {
  tell({
    failed: `Python did not begin here: ${String(error instanceof Error ? error.message : error)
      .trim()
      .split("\n")
      .pop()}`,
  });
}
