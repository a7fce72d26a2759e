// The board in a notebook: shows the state that Python holds, and tells it what was clicked. What stands for "MODULES"
// below is filled in by widget.py: the page's own modules, [path, text], each after those that it imports.

/** @type {[path: string, text: string][]} */
const modules = /** @type {any} */ ("MODULES");

/** Makes modules of texts, once in a page; a relative import is renamed to the module that it means. */
async function load() {
  if (customElements.get("noughts-board")) return;
  /** @type {Map<string, string>} */
  const made = new Map();
  for (const [path, text] of modules) {
    const named = text.replace(/(\bfrom\s+")(\.[^"]+)"/g, (_, from, relative) => {
      const target = new URL(relative, `file:///${path}`).pathname.slice(1);
      return `${from}${made.get(target)}"`;
    });
    made.set(path, URL.createObjectURL(new Blob([named], { type: "text/javascript" })));
  }
  await import(/** @type {string} */ ([...made.values()].at(-1)));
}

/** @param {{model: any, el: HTMLElement}} view */
async function render({ model, el }) {
  await load();
  const board = /** @type {any} */ (document.createElement("noughts-board"));
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const acts = document.createElement("p");
  for (const [act, name] of [
    ["undo", "Undo"],
    ["begin", "New game"],
  ]) {
    const button = document.createElement("button");
    button.textContent = name;
    button.addEventListener("click", () => model.send({ act }));
    acts.append(button);
  }
  el.classList.add("noughts");
  el.append(board, status, acts);
  board.addEventListener("cell", (/** @type {CustomEvent} */ event) => model.send({ cell: event.detail }));
  const show = () => {
    const { status: words, ...state } = model.get("state");
    board.show(state);
    status.textContent = words;
  };
  model.on("change:state", show);
  show();
  return () => model.off("change:state", show);
}

export default { render };
