// The site as a whole: kept for use without a network, its files downloaded, its pictures answered for.

import { BASE, pathOf } from "./place.js";

/** A file of /api/ is given as the browser would have fetched it. @param {MouseEvent} event */
export async function download(event) {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest?.("a[href]"));
  if (!link || event.defaultPrevented || pathOf(new URL(link.href)) === null) return;
  event.preventDefault();
  const response = await fetch(link.href);
  const named = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const file = document.createElement("a");
  file.href = URL.createObjectURL(await response.blob());
  file.download = link.download || named || "";
  if (!link.hasAttribute("download") && !named) file.target = "_blank";
  file.click();
  setTimeout(() => URL.revokeObjectURL(file.href), 60_000);
}

/** What a patched fetch does not reach, as pictures, comes by the service worker. @param {MessageEvent} event */
async function answerWorker({ data, ports: [port] }) {
  if (!data.asks) return;
  const response = await fetch(new URL(data.asks, BASE)).catch(() => new Response(null, { status: 503 }));
  const body = await response.arrayBuffer();
  port.postMessage({ status: response.status, headers: [...response.headers], body }, [body]);
}

/** The site is kept for use without a network; a new one is taken when whoever is here says so. */
export async function keepSite() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  serviceWorker.addEventListener("message", answerWorker);
  const registration = await serviceWorker
    .register(new URL("offline.js", BASE), { scope: BASE.pathname, updateViaCache: "none" })
    .catch(() => null);
  if (!registration) return;
  const look = () => registration.waiting && serviceWorker.controller && offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  look();
  let kept = Boolean(serviceWorker.controller);
  serviceWorker.addEventListener("controllerchange", () => {
    if (kept) offer(null, "A newer noughts was taken in another tab. ");
    kept = true;
  });
}

/** @param {ServiceWorker | null} waiting - null where it is taken already @param {string} [words] */
function offer(waiting, words = "A newer noughts is here. ") {
  document.querySelector("#newer")?.remove();
  const element = document.createElement("div");
  element.id = "newer";
  element.setAttribute("role", "status");
  const take = document.createElement("button");
  take.type = "button";
  take.textContent = "Reload with it";
  take.addEventListener("click", () => {
    if (!waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    waiting.postMessage({ takes: true });
  });
  element.append(words, take);
  document.body.append(element);
}
