// Where the site lies, below whatever address, and what of an address is asked of Python.

import { PAGES } from "../constant.js";

/** The folder of the site. */
export const BASE = new URL("../", import.meta.url);

/** The address that was asked for, where 404.html or the service worker led here; all else is found from the base. */
export function showAddress() {
  const base = document.createElement("base");
  base.href = BASE.href;
  document.head.prepend(base);
  const at = new URLSearchParams(location.search).get("at");
  const path = at?.split(/[?#]/)[0] ?? "";
  if (PAGES.some((page) => RegExp(page).test(path)))
    history.replaceState(history.state, "", BASE.pathname.slice(0, -1) + at + location.hash);
}

/** The path below the site that Python is asked for, or null for what is none of its own. @param {URL} url */
export function pathOf(url) {
  if (url.origin !== BASE.origin) return null;
  const below = url.pathname.startsWith(BASE.pathname) ? url.pathname.slice(BASE.pathname.length - 1) : url.pathname;
  const path = below.startsWith("/api/") ? below : url.pathname;
  return path.startsWith("/api/") ? path + url.search : null;
}
