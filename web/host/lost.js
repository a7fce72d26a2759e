// An address below the site that is no file: 404.html loads this from wherever the site may lie, and it leads to the page.
// @ts-check

(() => {
  const base = new URL("./", /** @type {HTMLScriptElement} */ (document.currentScript).src);
  const at = location.pathname.slice(base.pathname.length - 1) + location.search;
  location.replace(`${base.href}?at=${encodeURIComponent(at)}${location.hash}`);
})();
