// The service worker: after one visit the site is there without a network. It also leads addresses of the page to it, and
// answers for Python what no script asks for: pictures. Every other address of this origin is left to the network.
// @ts-check

/** @type {any} */
const worker = self;
worker.importScripts("./files.js"); // VERSION, FILES and PAGES, of the build
const BASE = new URL("./", worker.location.href);
const CACHE = `noughts ${BASE.pathname} ${worker.VERSION}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  const requests = worker.FILES.map(
    (/** @type {string} */ file) => new Request(new URL(file, BASE), { cache: "no-cache" }),
  );
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));

worker.addEventListener("message", (/** @type {any} */ { data }) => data?.takes && worker.skipWaiting());

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (url.origin !== BASE.origin || !url.pathname.startsWith(BASE.pathname) || event.request.method !== "GET") return;
  const below = url.pathname.slice(BASE.pathname.length);
  if (below.startsWith("api/")) event.respondWith(asked(event, `/${below}${url.search}`));
  else if (worker.FILES.includes(below || "index.html")) event.respondWith(file(event.request, below));
  else if (event.request.mode === "navigate" && isPage(`/${below}`)) event.respondWith(lead(`/${below}${url.search}`));
});

/** @param {string} path */
const isPage = (path) => worker.PAGES.some((/** @type {string} */ page) => RegExp(page).test(path));

/** Leads an address of the page to the file. @param {string} at */
const lead = (at) => Response.redirect(new URL(`?at=${encodeURIComponent(at)}`, BASE), 302);

/** Old copies go; the page that is open is served from this one. */
async function begin() {
  const prefix = `noughts ${BASE.pathname} `;
  const old = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request @param {string} name */
async function file(request, name) {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(name || "index.html", BASE))) ?? fetch(request);
}

/** What Python answers, by a page that has it. @param {any} event @param {string} target */
async function asked(event, target) {
  const windows = await worker.clients.matchAll({ type: "window" });
  const page = windows.find((/** @type {any} */ client) => client.id === event.clientId) ?? windows[0];
  if (!page) return Response.redirect(BASE, 302);
  const { port1, port2 } = new MessageChannel();
  const said = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
  });
  page.postMessage({ asks: target.slice(1) }, [port2]);
  const { status, headers, body } = await said;
  return new Response([204, 304].includes(status) ? null : body, { status, headers });
}
