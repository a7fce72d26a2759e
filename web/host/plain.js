// Where nothing else of the page begins, it says so: in a browser without modules, or where it was opened as a file.
// @ts-check

(() => {
  const file = location.protocol === "file:";
  if (!file && "noModule" in HTMLScriptElement.prototype) return;
  document.addEventListener("DOMContentLoaded", () => {
    const words = document.createElement("p");
    words.textContent = file
      ? "This page was opened as a file, and a browser runs nothing that way: put its folder on a web server, or run python -m http.server in it."
      : "This browser is too old for this page: use a current Firefox, Chrome, Edge or Safari.";
    document.querySelector("main")?.append(words);
  });
})();
