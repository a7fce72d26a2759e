// What the site takes of the device, at the foot of the page: memory of its workers, and what the browser keeps.

const MB = 1e6;

/** What the site takes of the device, told to whoever opens it. */
export class Memory {
  #details = /** @type {HTMLDetailsElement} */ (document.querySelector("#memory"));
  #words = document.createElement("p");
  #shown;

  /** @param {() => {workers: number[], most: number}} shown - bytes of each worker, and how many one may hold */
  constructor(shown) {
    this.#shown = shown;
    this.#words.setAttribute("role", "status");
    this.#details.append(this.#words);
    this.#details.addEventListener("toggle", () => this.look());
  }

  async look() {
    if (!this.#details.open) return;
    const { workers, most } = this.#shown();
    const held = workers.filter((bytes) => bytes);
    const [sum, each] = [held.reduce((a, b) => a + b, 0), most].map((bytes) => (bytes / MB).toFixed(0));
    const many = held.length === 1 ? "one worker" : `${held.length} workers`;
    const python = held.length
      ? `Python holds ${sum} MB of memory, in ${many} of ${each} MB at most.`
      : "Python holds no memory yet.";
    this.#words.textContent = `${python} ${await kept()}`;
  }
}

/** What the browser keeps for the site, in a sentence; nothing where it does not say. */
async function kept() {
  const { usage, quota } = (await navigator.storage?.estimate().catch(() => null)) ?? {};
  if (usage === undefined || quota === undefined) return "";
  return `The browser keeps ${(usage / MB).toFixed(1)} MB for this site, of ${(quota / MB).toFixed(0)} MB at most.`;
}
