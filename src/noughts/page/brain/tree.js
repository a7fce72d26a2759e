// The game tree below a position, opened one node at a time (W3C APG tree view pattern).
// MAX is the side to move at the root. What alpha-beta would never look at is shown, dimmed, with the reason.

import { miniBoard } from "../board/picture.js";
import { ask } from "../core/api.js";
import { around, button, h } from "../core/dom.js";
import { plural, valueWords, whole } from "../core/grammar.js";
import { press } from "../core/keys.js";
import { cells, otherSide, toMove } from "../core/notation.js";
import { isSimple } from "../core/register.js";
import { disclosure, problem } from "./blocks.js";
import { positionWords, signed } from "./words.js";

/** @import { CellName, TreeNodeJson } from "../core/answers.js" */
/** @import { Thought } from "../core/types.js" */
/**
 * What the server said of an item's node and of its parent's, and the moves that lead to it.
 * @typedef {{node: TreeNodeJson, parent: TreeNodeJson | null, path: CellName[]}} TreeItem
 */

const LARGEST = 9; // cells of the largest board whose tree the server opens

/**
 * The tree below a position, to be opened; nothing where the server would refuse to open it.
 * @param {Pick<Thought, "board" | "position">} thought @param {boolean} open
 */
export function treeBelow({ board, position }, open) {
  if (cells(board).length > LARGEST) return null;
  const fill = () => {
    const tree = new TreeView({ board, position });
    tree.show();
    return tree.element;
  };
  return disclosure(isSimple() ? "The tree from here" : "The MAX/MIN tree from here", fill, open, "tree");
}

/** The root and its children; everything else when it is opened. */
class TreeView {
  element = h("div", { class: "tree-view" });
  #asked = 0;
  #question;
  #merge = true;
  /** @type {WeakMap<Element, TreeItem>} */
  #items = new WeakMap();
  #preview = h("div", { class: "brain-tree-preview", "aria-hidden": "true" });

  /** @param {{board: string, position: string}} question */
  constructor(question) {
    this.#question = question;
  }

  async show() {
    this.#asked += 1;
    const turn = this.#asked;
    this.element.setAttribute("aria-busy", "true");
    const content = await this.#ask([]).then(
      (root) => this.#layout(root),
      (error) => [problem(error)],
    );
    if (turn !== this.#asked) return;
    this.element.replaceChildren(...content);
    this.element.removeAttribute("aria-busy");
    this.#look(this.element.querySelector("[role=treeitem]"));
  }

  /** @param {CellName[]} path @returns {Promise<TreeNodeJson>} */
  #ask(path) {
    return ask("/api/tree", { ...this.#question, path: path.join(",") || null, merge: this.#merge, depth: 1 });
  }

  /** @param {TreeNodeJson} root @returns {HTMLElement[]} */
  #layout(root) {
    const look = (/** @type {Event} */ event) => this.#look(around(event, "[role=treeitem]"));
    const tree = h("ul", {
      role: "tree",
      "aria-label": "The game tree",
      class: "brain-tree",
      onkeydown: (event) => this.#key(event),
      onclick: (event) => this.#click(event),
      onfocusin: look,
      onpointerover: look,
    });
    const item = this.#item(root, null, [], 1, 1);
    item.tabIndex = 0;
    tree.append(item);
    this.#fill(item, root);
    return [
      h("p", { class: "brain-note" }, sides(root.position)),
      this.#controls(item),
      h("div", { class: "brain-tree-place" }, tree, this.#preview),
      h("p", { class: "brain-note" }, summary(root, this.#merge)),
    ];
  }

  /** @param {HTMLElement} root */
  #controls(root) {
    const merge = h("input", { type: "checkbox", checked: this.#merge, onchange: () => this.#rebuild(merge.checked) });
    return h(
      "div",
      { class: "brain-controls" },
      button("Open best play", () => this.#bestPlay(root)),
      h("label", {}, merge, " symmetric moves together"),
    );
  }

  /** Another tree of the same position; the keyboard stays where it was. @param {boolean} merge */
  async #rebuild(merge) {
    this.#merge = merge;
    await this.show();
    this.element.querySelector("input")?.focus();
  }

  /**
   * @param {TreeNodeJson} node @param {TreeNodeJson | null} parent @param {CellName[]} path @param {number} place
   * @param {number} siblings
   */
  #item(node, parent, path, place, siblings) {
    const leaf = node.nodes === 1;
    const item = h(
      "li",
      {
        role: "treeitem",
        tabindex: "-1",
        "aria-level": path.length + 1,
        "aria-posinset": place,
        "aria-setsize": siblings,
        "aria-expanded": leaf ? null : "false",
        "aria-label": nodeLabel(node, parent),
        class: node.cut ? "cut" : null,
      },
      row(this.#question.board, node, parent),
    );
    this.#items.set(item, { node, parent, path });
    return item;
  }

  /** The children of an item, from an answer that lists them. @param {HTMLElement} item @param {TreeNodeJson} node */
  #fill(item, node) {
    const path = this.#items.get(item)?.path ?? [];
    const { children } = node;
    const items = children.map((child, i) =>
      this.#item(child, node, [...path, child.move ?? ""], i + 1, children.length),
    );
    item.querySelector(":scope > [role=group]")?.remove();
    item.append(h("ul", { role: "group" }, items));
    item.setAttribute("aria-expanded", "true");
  }

  /** @param {HTMLElement} item */
  async #open(item) {
    const path = this.#items.get(item)?.path ?? [];
    const group = item.querySelector(":scope > [role=group]");
    if (group) {
      group.removeAttribute("hidden");
      item.setAttribute("aria-expanded", "true");
      return;
    }
    item.setAttribute("aria-busy", "true");
    try {
      const node = await this.#ask(path);
      if (item.isConnected) this.#fill(item, node);
    } catch (error) {
      item.querySelector(":scope > .brain-problem")?.remove();
      item.append(problem(error));
    }
    item.removeAttribute("aria-busy");
  }

  /** @param {HTMLElement} item */
  #close(item) {
    item.querySelector(":scope > [role=group]")?.setAttribute("hidden", "");
    item.setAttribute("aria-expanded", "false");
  }

  /** From the root to the end of the game, by the first best move of each side. @param {HTMLElement} root */
  async #bestPlay(root) {
    for (let item = /** @type {HTMLElement | undefined} */ (root); item; item = this.#best(item)) {
      if (item.hasAttribute("aria-expanded")) await this.#open(item);
      else this.#focus(item);
    }
  }

  /**
   * The first child with its parent's result: what the parent's side chooses.
   * @param {HTMLElement} item @returns {HTMLElement | undefined}
   */
  #best(item) {
    /** @type {NodeListOf<HTMLElement>} */
    const children = item.querySelectorAll(":scope > [role=group] > [role=treeitem]");
    const result = this.#items.get(item)?.node.result;
    return [...children].find((child) => this.#items.get(child)?.node.result === result);
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

  /** What each key does on an item. @param {HTMLElement} item @returns {Record<string, () => unknown>} */
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

  /** Shows the position of an item larger. @param {Element | null} item */
  #look(item) {
    const node = item && this.#items.get(item)?.node;
    if (!node) return;
    const words = [h("strong", {}, node.move ?? "The root"), h("span", {}, outcome(node)), h("span", {}, bounds(node))];
    const picture = miniBoard(this.#question.board, node.position, { rings: node.move ? [node.move] : [] });
    this.#preview.replaceChildren(picture, ...words);
  }
}

/**
 * A node in one line, as in the terminal.
 * @param {string} board @param {TreeNodeJson} node @param {TreeNodeJson | null} parent
 */
function row(board, node, parent) {
  const leaf = node.nodes === 1;
  const copies = node.copies > 1 ? h("span", { class: "brain-copies" }, ` ×${node.copies}`) : null;
  const isBest = parent && !node.cut && node.result === parent.result;
  return h(
    "div",
    { class: "brain-node", "aria-hidden": "true" },
    h("span", { class: "brain-twist" }),
    miniBoard(board, node.position, { coordinates: false, rings: node.move ? [node.move] : [] }),
    h("span", { class: "brain-move" }, node.move ?? "root", copies),
    h("span", { class: `chip level ${leaf ? "end" : node.level.toLowerCase()}` }, leaf ? "end" : node.level),
    h("strong", { class: "brain-result" }, signed(node.result)),
    h("span", { class: "brain-outcome" }, outcome(node), isBest ? " · best" : null),
    node.cut ? h("span", { class: "brain-cut" }, `cut: ${whyCut(node, parent)}`) : null,
    leaf ? null : h("span", { class: "brain-hidden" }, `${plural(node.nodes - 1, "node")} below`),
    node.cut ? null : h("span", { class: "brain-hidden window" }, shortBounds(node)),
  );
}

/** The same for the ear. @param {TreeNodeJson} node @param {TreeNodeJson | null} parent */
function nodeLabel(node, parent) {
  const leaf = node.nodes === 1;
  return [
    node.move
      ? `${node.move}${node.copies > 1 ? ` times ${node.copies}` : ""}`
      : `root, ${positionWords(node.position)}`,
    leaf ? "end" : node.level,
    `${signed(node.result)}, ${outcome(node)}`,
    node.cut ? `cut: ${whyCut(node, parent)}` : bounds(node),
    leaf ? null : `${plural(node.nodes - 1, "node")} below`,
  ]
    .filter(Boolean)
    .join("; ");
}

/** Who is MAX and who is MIN in a node: the sides of its position. @param {TreeNodeJson} node */
function sidesOf({ position, level }) {
  const side = toMove(position);
  return level === "MAX" ? { max: side, min: otherSide(side) } : { max: otherSide(side), min: side };
}

/**
 * The value in words, from the winner's side: `X wins in 3 plies`, `a draw`; counted from before the node's move, as the
 * values on the board are.
 * @param {TreeNodeJson} node
 */
function outcome(node) {
  if (node.result === 0) return "a draw";
  const { max, min } = sidesOf(node);
  const winner = node.result > 0 ? max : min;
  if (!node.plies) return `${winner} has won`;
  return `${winner} ${valueWords({ value: "win", plies: node.plies + (node.move ? 1 : 0) })}`;
}

/** @param {TreeNodeJson} node */
const ends = ({ window: [alpha, beta] }) => [
  alpha === null ? "−∞" : signed(alpha),
  beta === null ? "+∞" : signed(beta),
];
/** @param {TreeNodeJson} node */
const bounds = (node) => `window: alpha ${ends(node)[0]}, beta ${ends(node)[1]}`;
/** @param {TreeNodeJson} node */
const shortBounds = (node) => `α ${ends(node)[0]} β ${ends(node)[1]}`;

/**
 * Why alpha-beta never comes here: what is certain of the parent already, and what the other side has elsewhere.
 * @param {TreeNodeJson} node @param {TreeNodeJson | null} parent
 */
function whyCut(node, parent) {
  if (parent?.cut) return "below a node that is cut";
  const { max, min } = sidesOf(node);
  const [alpha, beta] = ends(node);
  const sign = `α ${alpha} ≥ β ${beta}`;
  return parent?.level === "MIN"
    ? `${min} holds this to ${beta} at most already, and ${max} has ${alpha} elsewhere (${sign})`
    : `${max} has ${alpha} at least here already, and ${min} allows no more than ${beta} elsewhere (${sign})`;
}

/** @param {string} position */
function sides(position) {
  const side = toMove(position);
  const other = otherSide(side);
  return (
    `MAX is ${side}, to move here, and takes the largest result; MIN is ${other} and takes the smallest. ` +
    `+1: ${side} wins, 0: a draw, −1: ${other} wins. Alpha-beta knows on its way what MAX has for sure (α) and what ` +
    "MIN allows at most (β); where α ≥ β, nothing further can matter and the rest is cut."
  );
}

/** @param {TreeNodeJson} root @param {boolean} merged */
function summary({ nodes, games, visited }, merged) {
  const kind = merged ? "The whole tree with symmetric moves together" : "The whole tree";
  const leaves = merged ? plural(games, "leaf", "leaves") : plural(games, "complete game");
  const searched = `Alpha-beta in this order visits ${whole(visited)} of them and cuts ${whole(nodes - visited)}`;
  return `${kind}: ${plural(nodes, "node")}, ${leaves}. ${searched}.`;
}
