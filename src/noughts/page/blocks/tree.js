// A tree that is opened node by node (W3C APG tree view pattern). A node that is cut is dimmed and has a remark.

import { miniBoard } from "../board/picture.js";
import { ask } from "../core/api.js";
import { around, button, checkbox, h } from "../core/dom.js";
import { press } from "../core/keys.js";
import { plain, prose } from "../core/text.js";
import { problem } from "./parts.js";

/** A tree view of the root and its children. Further nodes are requested when they are opened. */
export class TreeView {
  element = h("div", { class: "block-tree-view" });
  #asked = 0;
  #block;
  /** @type {WeakMap<Element, NodeBlockJson>} */
  #nodes = new WeakMap();
  #preview = h("div", { class: "block-tree-preview", "aria-hidden": "true" });

  /** @param {TreeBlockJson} block */
  constructor(block) {
    this.#block = block;
    this.#show();
  }

  #show() {
    const { root, caption, above, below } = this.#block;
    const look = (/** @type {Event} */ event) => this.#look(around(event, "[role=treeitem]"));
    const tree = h("ul", {
      role: "tree",
      "aria-label": plain(caption),
      class: "block-tree",
      onkeydown: (event) => this.#key(event),
      onclick: (event) => this.#click(event),
      onfocusin: look,
      onpointerover: look,
    });
    const item = this.#item(root, 1, 1, 1);
    item.tabIndex = 0;
    tree.append(item);
    this.element.replaceChildren(
      ...[above ? [h("p", { class: "block-note" }, prose(above))] : []].flat(),
      this.#controls(item),
      h("div", { class: "block-tree-place" }, tree, this.#preview),
      ...[below ? [h("p", { class: "block-note" }, prose(below))] : []].flat(),
    );
    this.#look(item);
  }

  /** @param {HTMLElement} root */
  #controls(root) {
    const { switch: choice } = this.#block;
    const words = h("span", {}, choice && prose(choice.words));
    return h(
      "div",
      { class: "block-controls" },
      button("Open best play", () => this.#bestPlay(root)),
      choice && checkbox(words, choice.is_on ?? true, (on) => this.#rebuild(choice.param, on)),
    );
  }

  /** @param {Record<string, string>} params @returns {Promise<TreeBlockJson>} */
  async #ask(params) {
    const { ask: request } = this.#block;
    /** @type {BlocksJson} */
    const { blocks } = await ask(request?.path ?? "", { ...request?.params, ...params });
    return /** @type {TreeBlockJson} */ (blocks.find(({ block }) => block === "tree"));
  }

  /** Replace the tree, with a parameter changed. The checkbox keeps the focus. @param {string} param @param {boolean} on */
  async #rebuild(param, on) {
    this.#asked += 1;
    const turn = this.#asked;
    this.element.setAttribute("aria-busy", "true");
    try {
      const block = await this.#ask({ [param]: String(on) });
      if (turn !== this.#asked) return;
      this.#block = block;
      this.#show();
      this.element.querySelector("input")?.focus();
    } catch (error) {
      if (turn === this.#asked) this.element.append(problem(error));
    }
    if (turn === this.#asked) this.element.removeAttribute("aria-busy");
  }

  /** @param {NodeBlockJson} node @param {number} level @param {number} place @param {number} siblings */
  #item(node, level, place, siblings) {
    const { children = [], is_open_ended, state, figure } = node;
    const leaf = !children.length && !is_open_ended;
    const item = h(
      "li",
      {
        role: "treeitem",
        tabindex: "-1",
        "aria-level": level,
        "aria-posinset": place,
        "aria-setsize": siblings,
        "aria-expanded": leaf ? null : "false",
        "aria-label": spoken(node),
        "data-cells": figure?.rings?.join(" ") || null,
        class: state === "cut" ? "cut" : null,
      },
      nodeRow(node),
    );
    this.#nodes.set(item, node);
    if (children.length) this.#fill(item, children);
    return item;
  }

  /** @param {HTMLElement} item @param {NodeBlockJson[]} children */
  #fill(item, children) {
    const level = Number(item.getAttribute("aria-level")) + 1;
    const items = children.map((child, i) => this.#item(child, level, i + 1, children.length));
    item.querySelector(":scope > [role=group]")?.remove();
    item.append(h("ul", { role: "group" }, items));
    item.setAttribute("aria-expanded", "true");
  }

  /** @param {HTMLElement} item */
  async #open(item) {
    const group = item.querySelector(":scope > [role=group]");
    if (group) {
      group.removeAttribute("hidden");
      item.setAttribute("aria-expanded", "true");
      return;
    }
    item.setAttribute("aria-busy", "true");
    try {
      const { root } = await this.#ask({ path: this.#nodes.get(item)?.path ?? "" });
      if (item.isConnected) this.#fill(item, root.children ?? []);
    } catch (error) {
      item.querySelector(":scope > .block-problem")?.remove();
      item.append(problem(error));
    }
    item.removeAttribute("aria-busy");
  }

  /** @param {HTMLElement} item */
  #close(item) {
    item.querySelector(":scope > [role=group]")?.setAttribute("hidden", "");
    item.setAttribute("aria-expanded", "false");
  }

  /** Open the tree from the root to a leaf, by the first best child of each node. @param {HTMLElement} root */
  async #bestPlay(root) {
    for (let item = /** @type {HTMLElement | undefined} */ (root); item; item = this.#best(item)) {
      if (item.hasAttribute("aria-expanded")) await this.#open(item);
      else this.#focus(item);
    }
  }

  /** @param {HTMLElement} item @returns {HTMLElement | undefined} */
  #best(item) {
    /** @type {NodeListOf<HTMLElement>} */
    const children = item.querySelectorAll(":scope > [role=group] > [role=treeitem]");
    return [...children].find((child) => this.#nodes.get(child)?.state === "best");
  }

  /** @param {Event} event */
  #click(event) {
    const item = around(event, "[role=treeitem]");
    if (!item) return;
    this.#focus(item);
    this.#toggle(item);
  }

  /** @param {HTMLElement} item */
  #toggle(item) {
    if (item.getAttribute("aria-expanded") === "true") this.#close(item);
    else if (item.hasAttribute("aria-expanded")) this.#open(item);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const item = around(event, "[role=treeitem]");
    if (item) press(event, this.#keys(item));
  }

  /** Return the action of each key on an item. @param {HTMLElement} item @returns {Record<string, () => unknown>} */
  #keys(item) {
    /** @type {NodeListOf<HTMLElement>} */
    const all = this.element.querySelectorAll("[role=treeitem]");
    const shown = [...all].filter((each) => !each.closest("[role=group][hidden]"));
    const at = shown.indexOf(item);
    const expanded = item.getAttribute("aria-expanded");
    const toggle = () => this.#toggle(item);
    const parent = () => this.#focus(item.parentElement?.closest("[role=treeitem]"));
    const child = () => this.#focus(item.querySelector("[role=group] > [role=treeitem]"));
    return {
      ArrowDown: () => this.#focus(shown[at + 1]),
      ArrowUp: () => this.#focus(shown[at - 1]),
      ArrowRight: () => (expanded === "true" ? child() : toggle()),
      ArrowLeft: () => (expanded === "true" ? toggle() : parent()),
      Home: () => this.#focus(shown[0]),
      End: () => this.#focus(shown.at(-1)),
      Enter: toggle,
      " ": toggle,
    };
  }

  /** @param {Element | null | undefined} item */
  #focus(item) {
    if (!(item instanceof HTMLElement)) return;
    for (const other of this.element.querySelectorAll("[role=treeitem][tabindex='0']"))
      other.setAttribute("tabindex", "-1");
    item.tabIndex = 0;
    item.focus();
  }

  /** Show the figure of an item larger. @param {Element | null} item */
  #look(item) {
    const node = item && this.#nodes.get(item);
    if (!node) return;
    const { figure, name, words = "", remark = "" } = node;
    const lines = [h("strong", {}, prose(name)), h("span", {}, prose(words)), h("span", {}, prose(remark))];
    this.#preview.replaceChildren(...(figure ? [drawing(figure, true)] : []), ...lines);
  }
}

/** @param {FigureBlockJson} figure @param {boolean} coordinates */
function drawing({ board, position, rings }, coordinates) {
  return miniBoard(board, position, { coordinates, rings });
}

/** Return a node in one line. @param {NodeBlockJson} node */
function nodeRow({ name, chips = [], value = "", words = "", remark = "", short = remark, below = "", state, figure }) {
  return h(
    "div",
    { class: "block-node", "aria-hidden": "true" },
    h("span", { class: "block-twist" }),
    figure && drawing(figure, false),
    h("span", { class: "block-node-name" }, prose(name)),
    chips.map(({ words: chip, frame }) => h("span", { class: `chip ${frame ?? ""}` }, prose(chip))),
    h("strong", { class: "block-node-value" }, prose(value)),
    h("span", {}, prose(words), state === "best" && " · best"),
    state === "cut" && h("span", { class: "block-cut" }, prose(remark)),
    below && h("span", { class: "block-below" }, prose(below)),
    state !== "cut" && short && h("span", { class: "block-below remark" }, prose(short)),
  );
}

/** Return a node in words for screen readers. @param {NodeBlockJson} node */
function spoken({ spoken: text, name, chips = [], value = "", words = "", remark = "", below = "" }) {
  if (text) return plain(text);
  const said = [name, ...chips.map((chip) => chip.words), value, words, remark, below];
  return said.map(plain).filter(Boolean).join("; ");
}
