// <noughts-tree>: the game tree below a position, opened one node at a time (W3C APG tree view pattern).
// MAX is the side to move at the root. What alpha-beta would never look at is shown, dimmed, with the reason.

import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { toMove } from "../core/notation.js";
import { disclosure, problem } from "./blocks.js";
import { miniBoard, otherSide } from "../board/picture.js";
import { plural, positionWords, signed, valueWords, whole } from "./words.js";

/** The tree below a position, to be opened. */
export function treeBelow({ board, position }, open) {
  return disclosure("The MAX/MIN tree from here", () => {
    const tree = h("noughts-tree");
    tree.show({ board, position });
    return tree;
  }, open);
}

/** `show({board, position})`: the root and its children; everything else when it is opened. */
class NoughtsTree extends HTMLElement {
  #asked = 0;
  #question = null;
  #merge = true;
  #nodes = new WeakMap(); // what the server said of each item, its parent's answer, and the path to it

  async show({ board, position }) {
    const turn = ++this.#asked;
    this.#question = { board, position };
    this.setAttribute("aria-busy", "true");
    let nodes;
    try {
      nodes = this.#layout(await this.#ask([]));
    } catch (error) {
      nodes = [problem(error)];
    }
    if (turn !== this.#asked) return;
    this.replaceChildren(...nodes);
    this.removeAttribute("aria-busy");
    const first = this.querySelector("[role=treeitem]");
    if (first) this.#preview(first);
  }

  #ask(path) {
    return ask("/api/tree", { ...this.#question, path: path.join(",") || null, merge: this.#merge, depth: 1 });
  }

  #layout(root) {
    const tree = h("ul", {
      role: "tree", "aria-label": "The game tree", class: "brain-tree",
      onkeydown: (event) => this.#key(event), onclick: (event) => this.#click(event),
      onfocusin: (event) => this.#preview(event.target), onpointerover: (event) => this.#preview(event.target),
    });
    const item = this.#item(root, null, [], 1, 1);
    item.tabIndex = 0;
    tree.append(item);
    this.#fill(item, root);
    return [
      h("p", { class: "brain-note" }, sides(root.position)),
      this.#controls(item),
      h("div", { class: "brain-tree-place" }, tree, h("div", { class: "brain-tree-preview", "aria-hidden": "true" })),
      h("p", { class: "brain-note" }, summary(root, this.#merge)),
    ];
  }

  #controls(root) {
    const merge = h("input", { type: "checkbox", checked: this.#merge, onchange: () => this.#remade(merge.checked) });
    return h(
      "div",
      { class: "brain-controls" },
      h("button", { type: "button", class: "button", onclick: () => this.#bestPlay(root) }, "Open best play"),
      h("label", {}, merge, " symmetric moves together"),
    );
  }

  /** Another tree of the same position; the keyboard stays where it was. */
  async #remade(merge) {
    this.#merge = merge;
    await this.show(this.#question);
    this.querySelector("input")?.focus();
  }

  #item(node, parent, path, place, siblings) {
    const leaf = node.nodes === 1;
    const item = h(
      "li",
      {
        role: "treeitem", tabindex: "-1",
        "aria-level": path.length + 1, "aria-posinset": place, "aria-setsize": siblings,
        "aria-expanded": leaf ? null : "false", "aria-label": spoken(node, parent), class: node.cut ? "cut" : null,
      },
      row(node, parent),
    );
    this.#nodes.set(item, { node, parent, path });
    return item;
  }

  /** The children of an item, from an answer that lists them. */
  #fill(item, node) {
    const { path } = this.#nodes.get(item);
    const { children } = node;
    const items = children.map((child, i) => this.#item(child, node, [...path, child.move], i + 1, children.length));
    item.querySelector(":scope > [role=group]")?.remove();
    item.append(h("ul", { role: "group" }, items));
    item.setAttribute("aria-expanded", "true");
  }

  async #open(item) {
    const { path } = this.#nodes.get(item);
    const group = item.querySelector(":scope > [role=group]");
    if (group) {
      group.hidden = false;
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

  #close(item) {
    item.querySelector(":scope > [role=group]").hidden = true;
    item.setAttribute("aria-expanded", "false");
  }

  /** From the root to the end of the game, by the first best move of each side. */
  async #bestPlay(root) {
    for (let item = root; item; item = best(item, this.#nodes)) {
      if (item.hasAttribute("aria-expanded")) await this.#open(item);
      else this.#focus(item);
    }
  }

  #click(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    this.#focus(item);
    this.#toggle(item);
  }

  #toggle(item) {
    if (item.getAttribute("aria-expanded") === "true") this.#close(item);
    else if (item.hasAttribute("aria-expanded")) this.#open(item);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const item = event.target.closest("[role=treeitem]");
    const act = item && KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    const shown = [...this.querySelectorAll("[role=treeitem]")].filter((each) => !each.closest("[role=group][hidden]"));
    const expanded = item.getAttribute("aria-expanded");
    act({
      expanded,
      go: (to) => to && this.#focus(to),
      at: (step) => shown[shown.indexOf(item) + step],
      ends: [shown[0], shown.at(-1)],
      parent: item.parentElement.closest("[role=treeitem]"),
      child: item.querySelector("[role=group] > [role=treeitem]"),
      open: () => this.#open(item),
      close: () => this.#close(item),
      toggle: () => this.#toggle(item),
    });
  }

  #focus(item) {
    for (const other of this.querySelectorAll("[role=treeitem][tabindex='0']")) other.tabIndex = -1;
    item.tabIndex = 0;
    item.focus();
  }

  #preview(target) {
    const item = target.closest("[role=treeitem]");
    if (!item || !this.#nodes.has(item)) return;
    const { node } = this.#nodes.get(item);
    const words = [h("strong", {}, node.move ?? "The root"), h("span", {}, outcome(node)), h("span", {}, bounds(node))];
    const picture = miniBoard(node.position, { last: node.move, rings: node.move ? [node.move] : [] });
    this.querySelector(".brain-tree-preview").replaceChildren(picture, ...words);
  }
}

const KEYS = {
  ArrowDown: ({ go, at }) => go(at(1)),
  ArrowUp: ({ go, at }) => go(at(-1)),
  ArrowRight: ({ expanded, open, go, child }) => (expanded === "true" ? go(child) : expanded && open()),
  ArrowLeft: ({ expanded, close, go, parent }) => (expanded === "true" ? close() : go(parent)),
  Home: ({ go, ends }) => go(ends[0]),
  End: ({ go, ends }) => go(ends[1]),
  Enter: ({ toggle }) => toggle(),
  " ": ({ toggle }) => toggle(),
};

/** The first child with its parent's result: what the parent's side chooses. */
function best(item, nodes) {
  const { result } = nodes.get(item).node;
  const children = [...item.querySelectorAll(":scope > [role=group] > [role=treeitem]")];
  return children.find((child) => nodes.get(child).node.result === result);
}

/** A node in one line, as in the terminal. */
function row(node, parent) {
  const leaf = node.nodes === 1;
  const copies = node.copies > 1 ? h("span", { class: "brain-copies" }, ` ×${node.copies}`) : null;
  const isBest = parent && !node.cut && node.result === parent.result;
  return h(
    "div",
    { class: "brain-node", "aria-hidden": "true" },
    h("span", { class: "brain-twist" }),
    miniBoard(node.position, { coordinates: false, rings: node.move ? [node.move] : [] }),
    h("span", { class: "brain-move" }, node.move ?? "root", copies),
    h("span", { class: `chip level ${leaf ? "end" : node.level.toLowerCase()}` }, leaf ? "end" : node.level),
    h("strong", { class: "brain-result" }, signed(node.result)),
    h("span", { class: "brain-outcome" }, outcome(node), isBest ? " · best" : null),
    node.cut ? h("span", { class: "brain-cut" }, `cut: ${whyCut(node, parent)}`) : null,
    leaf ? null : h("span", { class: "brain-hidden" }, `${plural(node.nodes - 1, "node")} below`),
    node.cut ? null : h("span", { class: "brain-hidden window" }, shortBounds(node)),
  );
}

function spoken(node, parent) {
  const leaf = node.nodes === 1;
  return [
    node.move ? `${node.move}${node.copies > 1 ? ` times ${node.copies}` : ""}` : `root, ${positionWords(node.position)}`,
    leaf ? "end" : node.level,
    `${signed(node.result)}, ${outcome(node)}`,
    node.cut ? `cut: ${whyCut(node, parent)}` : bounds(node),
    leaf ? null : `${plural(node.nodes - 1, "node")} below`,
  ].filter(Boolean).join("; ");
}

/** Who is MAX and who is MIN in a node: the sides of its position. */
function sidesOf({ position, level }) {
  const side = toMove(position);
  return level === "MAX" ? { max: side, min: otherSide(side) } : { max: otherSide(side), min: side };
}

/** The value in words, from the winner's side: `X wins in 3 plies`, `a draw`. */
function outcome(node) {
  if (node.result === 0) return "a draw";
  const { max, min } = sidesOf(node);
  return node.result > 0 ? `${max} ${valueWords(node)}` : `${min} ${valueWords({ value: "win", plies: node.plies })}`;
}

const ends = ({ window: [alpha, beta] }) => [alpha === null ? "−∞" : signed(alpha), beta === null ? "+∞" : signed(beta)];
const bounds = (node) => `window: alpha ${ends(node)[0]}, beta ${ends(node)[1]}`;
const shortBounds = (node) => `α ${ends(node)[0]} β ${ends(node)[1]}`;

/** Why alpha-beta never comes here: what is certain of the parent already, and what the other side has elsewhere. */
function whyCut(node, parent) {
  if (parent.cut) return "below a node that is cut";
  const { max, min } = sidesOf(node);
  const [alpha, beta] = ends(node);
  const sign = `α ${alpha} ≥ β ${beta}`;
  return parent.level === "MIN"
    ? `${min} holds this to ${beta} at most already, and ${max} has ${alpha} elsewhere (${sign})`
    : `${max} has ${alpha} at least here already, and ${min} allows no more than ${beta} elsewhere (${sign})`;
}

function sides(position) {
  const side = toMove(position);
  return `MAX is ${side}, to move here, and takes the largest result; MIN is ${otherSide(side)} and takes the smallest. `
    + `+1: ${side} wins, 0: a draw, −1: ${otherSide(side)} wins. Alpha-beta knows on its way what MAX has for sure (α) and `
    + "what MIN allows at most (β); where α ≥ β, nothing further can matter and the rest is cut.";
}

function summary({ nodes, games, visited }, merged) {
  const kind = merged ? "The whole tree with symmetric moves together" : "The whole tree";
  const leaves = merged ? plural(games, "leaf", "leaves") : plural(games, "complete game");
  const searched = `Alpha-beta in this order visits ${whole(visited)} of them and cuts ${whole(nodes - visited)}`;
  return `${kind}: ${plural(nodes, "node")}, ${leaves}. ${searched}.`;
}

customElements.define("noughts-tree", NoughtsTree);
