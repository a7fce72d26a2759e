// A panel with tabs (W3C APG tabs pattern): arrows go from tab to tab. Where the style sheet lays the panel over the
// page, on a phone, it is open or closed, and the tab that is chosen closes it again.

import { button, h, set } from "./dom.js";
import { press } from "./keys.js";

/** @typedef {[name: string, label: string, content: HTMLElement]} Tab */

export class Tabs {
  /** The name of the tab that is chosen. */
  chosen = "";
  /** @type {Map<string, {tab: HTMLButtonElement, panel: HTMLElement}>} */
  #parts = new Map();
  #panels = h("div", { class: "panels" });
  #onchange;

  /**
   * The first tab is chosen at first; `onchange` is called with the name of each that is chosen later.
   * @param {string} label @param {Tab[]} tabs @param {(name: string) => unknown} onchange
   */
  constructor(label, tabs, onchange) {
    this.#onchange = onchange;
    const bar = h("div", { class: "tabbar", role: "tablist", "aria-label": label });
    for (const [name, text, content] of tabs) {
      const [id, of] = [`tab-${name}`, `panel-${name}`];
      const press = () => (this.chosen === name && this.#open ? this.close() : this.choose(name));
      const tab = button(text, press, { id, role: "tab", class: "button tab", "aria-controls": of });
      const panel = h("div", { id: of, role: "tabpanel", class: "tabpanel", "aria-labelledby": id, tabindex: "0" });
      panel.append(content);
      this.#parts.set(name, { tab, panel });
      bar.append(tab);
      this.#panels.append(panel);
    }
    bar.addEventListener("keydown", (event) => this.#key(event));
    this.element = h("section", { class: "side", "aria-label": label }, bar, this.#panels);
    this.element.addEventListener("keydown", (event) => event.key === "Escape" && this.#open && this.close());
    this.#show(tabs[0][0]);
  }

  get #open() {
    return this.element.hasAttribute("data-open");
  }

  /** Shows a tab's panel, and on a phone opens it. @param {string} name */
  choose(name) {
    set(this.element, { "data-open": true });
    this.#show(name);
    this.#onchange(name);
  }

  /** Whether a tab is there to be chosen. @param {string} name @param {boolean} offered */
  offer(name, offered) {
    const { tab } = this.#parts.get(name) ?? {};
    if (!tab || tab.hidden === !offered) return;
    tab.hidden = !offered;
    if (this.chosen === name && !offered) this.#show([...this.#parts.keys()][0]);
  }

  /** On a phone: only the bar is seen, and the keyboard goes on there. */
  close() {
    if (!this.#open || getComputedStyle(this.#panels).position !== "fixed") return;
    if (this.#panels.contains(document.activeElement)) this.#parts.get(this.chosen)?.tab.focus();
    set(this.element, { "data-open": null });
  }

  /** @param {string} name */
  #show(name) {
    this.chosen = name;
    for (const [each, { tab, panel }] of this.#parts) {
      set(tab, { "aria-selected": String(each === name), tabindex: each === name ? "0" : "-1" });
      panel.hidden = each !== name;
    }
    this.#panels.scrollTop = 0;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const names = [...this.#parts].flatMap(([name, { tab }]) => (tab.hidden ? [] : [name]));
    const at = names.indexOf(this.chosen);
    const to = (/** @type {number} */ place) => {
      const name = names[(place + names.length) % names.length];
      this.choose(name);
      this.#parts.get(name)?.tab.focus();
    };
    press(event, {
      ArrowRight: () => to(at + 1),
      ArrowLeft: () => to(at - 1),
      Home: () => to(0),
      End: () => to(names.length - 1),
    });
  }
}
