// The drawing of the game tree, and the places of its nodes: boards on levels MAX and MIN, opened where somebody wants to see more, and a search stepped through.

import { miniBoard } from "../board/picture.js";
import { announce, messageOf } from "../core/announce.js";
import { ask } from "../core/api.js";
import { around, button, checkbox, h, set, svg } from "../core/dom.js";
import { download } from "../core/download.js";
import { capital, plural, whole } from "../core/grammar.js";
import { press } from "../core/keys.js";
import { otherSide, toMove } from "../core/notation.js";
import { isSimple, onRegister, prose } from "../core/text.js";

const WHOLE = 64; // nodes of the largest tree that is opened from the start

export class DrawnTree {
  element = h("figure", { class: "learn-tree" });
  #tree;
  #question;
  #cuts;
  #title = h("figcaption", { class: "learn-title" });
  #cutting = h("span", {});
  /** @type {OpenedNode | null} */
  #root = null;
  /** @type {SearchStep[]} */
  #steps = [];
  #at = 0;
  /** @type {OpenedNode | null} */
  #focused = null;
  /** @type {Map<Element, OpenedNode>} */
  #nodes = new Map();
  #place = h("div", { class: "learn-tree-place" });
  #words = h("p", { class: "learn-words on-screen" });
  #slider = h("input", { type: "range", min: "0", value: "0", "aria-label": "Step of the search" });
  #choose;

  /**
   * `chosen` is told which node is looked at; `stepped`: the search stands at its first step, to be stepped through,
   * and not at its last. On paper it is always there whole.
   * @param {LessonTree} tree
   * @param {{chosen?: (node: TreeNodeJson) => unknown, stepped?: boolean}} options
   */
  constructor(tree, { chosen = () => {}, stepped = false } = {}) {
    const { position, merge, cuts } = tree;
    this.#tree = tree;
    this.#question = { position, merge };
    this.#cuts = cuts;
    this.#choose = chosen;
    set(this.#slider, { oninput: () => this.step(Number(this.#slider.value) - this.#at) });
    const back = button("‹", () => this.step(-1), { "aria-label": "One step back" });
    const on = button("›", () => this.step(1), { "aria-label": "One step on" });
    const start = button("From the start", () => this.step(1 - this.#at));
    const save = button("Save as SVG", () => savedPicture(this.#place, "noughts-tree.svg"));
    const steps = h("div", { class: "slider on-screen" }, back, this.#slider, on);
    const choice = checkbox(this.#cutting, cuts, (cut) => this.cut(cut));
    set(this.element, { onkeydown: (event) => this.#stepKey(event) });
    this.element.append(
      this.#title,
      h("div", { class: "row on-screen" }, start, choice, save),
      steps,
      this.#words,
      this.#place,
    );
    this.#name();
    onRegister(this.element, () => this.#tell());
    addEventListener("beforeprint", () => this.#paint(this.#steps.length));
    addEventListener("afterprint", () => this.#paint());
    this.ready = this.#begin(stepped);
  }

  /** In the register as it is now. */
  #tell() {
    this.#name();
    const at = this.#at;
    const whole = at === this.#steps.length;
    this.#draw();
    if (!whole && this.#steps.length) this.#stand(at);
  }

  #name() {
    this.#title.replaceChildren(...prose(this.#tree.title));
    this.#cutting.textContent = isSimple() ? "Leave out what cannot matter" : "Alpha-beta";
  }

  /** Steps on, or back. @param {number} by */
  step(by) {
    announce(this.#stand(Math.min(Math.max(this.#at + by, 1), this.#steps.length)));
  }

  /** The search after so many steps, and what the last of them was. @param {number} at */
  #stand(at) {
    this.#at = at;
    this.#paint();
    const words = stepWords(this.#steps[at - 1], this.#cuts);
    this.#words.textContent = words;
    set(this.#slider, { "aria-valuetext": words });
    return words;
  }

  /** With or without alpha-beta's cuts. @param {boolean} cuts */
  cut(cuts) {
    this.#cuts = cuts;
    this.#trace();
  }

  /** @param {boolean} stepped */
  async #begin(stepped) {
    try {
      this.#root = nodeAt(await this.#ask([], 2), [], null);
      const rest = this.#root.data.nodes <= WHOLE;
      await this.#openBelow(this.#root, rest);
      this.#draw();
      if (stepped) this.#stand(1);
      rootInSight(this.#place);
    } catch (error) {
      this.#words.textContent = messageOf(error);
    }
  }

  /** @param {string[]} path @param {number} depth @returns {Promise<TreeNodeJson>} */
  #ask(path, depth) {
    return ask("/api/tree", { ...this.#question, path: path.join(",") || null, depth });
  }

  /** Opens a node, and, where all is wanted, all below it. @param {OpenedNode} node @param {boolean} all */
  async #openBelow(node, all) {
    if (isOver(node) || (all && this.#cuts && node.data.cut)) return;
    const data = node.data.children.length ? node.data : await this.#ask(node.path, all ? 2 : 1);
    node.data = { ...node.data, children: data.children };
    node.children = data.children.map((child) => nodeAt(child, [...node.path, child.move ?? ""], node));
    if (all) await Promise.all(node.children.map((child) => this.#openBelow(child, true)));
  }

  /** Opens or closes a node. @param {OpenedNode} node */
  async #toggle(node) {
    if (isOver(node)) return;
    if (node.children.length) node.children = [];
    else {
      try {
        await this.#openBelow(node, false);
      } catch (error) {
        announce(messageOf(error));
        return;
      }
    }
    this.#draw(node);
  }

  /** Draws all that is open. @param {OpenedNode | null} [focused] the node that the keyboard stays on */
  #draw(focused = null) {
    if (!this.#root) return;
    const { spots, width, height, depth } = treeLayout(this.#root);
    this.#nodes = new Map();
    this.#focused = focused ?? this.#root;
    const edges = [...spots.keys()].map((node) => edge(node, spots));
    const nodes = [...spots].map(([node, spot]) => this.#drawn(node, spot));
    const levels = Array.from({ length: depth + 1 }, (_, level) => this.#level(level));
    const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "drawn-tree" });
    picture.style.setProperty("--width", `${width}px`);
    const tree = svg("g", { role: "tree", "aria-label": "The game tree" }, nodes);
    picture.append(svg("g", { class: "edges" }, edges), svg("g", { class: "levels" }, levels), tree);
    set(picture, {
      onclick: (event) => this.#click(event),
      onkeydown: (event) => this.#key(event),
      onfocusin: (event) => this.#look(event),
      onpointerover: (event) => this.#look(event),
    });
    this.#place.replaceChildren(picture);
    this.#trace();
    if (focused) this.#focus(focused);
  }

  /** @param {number} level */
  #level(level) {
    const root = this.#root?.data;
    if (!root) return null;
    const even = level % 2 === 0;
    const side = even ? toMove(root.position) : otherSide(toMove(root.position));
    const name = isSimple() ? side : even === (root.level === "MAX") ? "MAX" : "MIN";
    return svg("text", { x: 4, y: 36 + level * LEVEL + BOARD / 2 }, name);
  }

  /** @param {OpenedNode} node @param {Spot} spot */
  #drawn(node, { x, y }) {
    const { data, parent } = node;
    const { position, move, copies } = data;
    const rings = move ? [move] : [];
    const board = miniBoard("3x3x3", position, { coordinates: false, rings });
    set(board, { x: x - BOARD / 2, y, width: BOARD, height: BOARD });
    const name = move ? `${move}${copies > 1 ? ` ×${copies}` : ""}` : "";
    const more = !isOver(node) && !node.children.length ? `+${whole(data.nodes - 1)}` : "";
    const siblings = parent?.children ?? [node];
    const item = svg(
      "g",
      {
        role: "treeitem",
        tabindex: node === this.#focused ? "0" : "-1",
        "aria-level": node.path.length + 1,
        "aria-posinset": siblings.indexOf(node) + 1,
        "aria-setsize": siblings.length,
        "aria-expanded": isOver(node) ? null : String(node.children.length > 0),
      },
      svg("rect", { class: "ground", x: x - BOARD / 2 - 5, y: y - 5, width: BOARD + 10, height: BOARD + 10, rx: 6 }),
      board,
      svg("text", { class: "cell-name", x, y: y - 12 }, name),
      svg("text", { class: "backed", x, y: y + BOARD + 24 }),
      svg("text", { class: "bounds", x, y: y + BOARD + 40 }),
      svg("text", { class: "more", x, y: y + BOARD + 54 }, more),
    );
    this.#nodes.set(item, node);
    return item;
  }

  /** The steps anew; all of them are done at first. */
  #trace() {
    if (!this.#root) return;
    this.#steps = searchSteps(this.#root, this.#cuts);
    this.#at = this.#steps.length;
    set(this.#slider, { min: "1", max: String(this.#steps.length) });
    this.#paint();
    const cut = this.#steps.filter(({ act }) => act === "cut").length;
    const open = [...this.#nodes].length;
    const [what, how] = isSimple() ? ["board", "left out"] : ["node", "cut"];
    const cuts = cut ? `, ${cut} of them ${how}` : "";
    const words = `${plural(open, what)} ${open === 1 ? "is" : "are"} open${cuts}.`;
    this.#words.textContent = `${words} Step back, or from the start, to watch the search go.`;
  }

  /** Every node as the search knows it now, or after so many steps. */
  #paint(at = this.#at) {
    const known = statesAfter(this.#steps, at);
    const now = this.#steps[at - 1]?.node;
    this.#slider.value = String(this.#at);
    for (const [item, node] of this.#nodes) {
      const step = known.get(node);
      const best = step?.best ?? null;
      const state = step?.act ?? "unseen";
      set(item, {
        class: `node ${state} ${best === null ? "" : winnerClass(best, node.data)}${node === now ? " now" : ""}`,
      });
      const text = (/** @type {string} */ kind, /** @type {string} */ words) => {
        const place = item.querySelector(`.${kind}`);
        if (place) place.textContent = words;
      };
      const worth = best === null ? "" : resultWords(best, node.data);
      text("backed", state === "cut" ? (isSimple() ? "left out" : "cut") : worth || (step ? "…" : ""));
      text("bounds", step && this.#cuts && !isSimple() ? `α ${sign(step.bounds[0])}  β ${sign(step.bounds[1])}` : "");
      set(item, { "aria-label": label(node, state, best) });
    }
    const steps = new Map([...this.#nodes.values()].map((node) => [node.path.join(","), known.get(node)?.act]));
    for (const line of this.#place.querySelectorAll(".edges path"))
      line.classList.toggle("cut", steps.get(line.getAttribute("data-path") ?? "") === "cut");
  }

  /** @param {Event} event */
  #look(event) {
    const item = around(event, "[role=treeitem]");
    const node = item && this.#nodes.get(item);
    if (node) this.#choose(node.data);
  }

  /** @param {Event} event */
  #click(event) {
    const item = around(event, "[role=treeitem]");
    const node = item && this.#nodes.get(item);
    if (node) this.#toggle(node);
  }

  /** Steps by [ and ], wherever the keyboard is in here. @param {KeyboardEvent} event */
  #stepKey(event) {
    press(event, { "[": () => this.step(-1), "]": () => this.step(1) });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const item = around(event, "[role=treeitem]");
    const node = item && this.#nodes.get(item);
    if (!node) return;
    const siblings = node.parent?.children ?? [node];
    const at = siblings.indexOf(node);
    press(event, {
      ArrowUp: () => this.#focus(node.parent),
      ArrowDown: () => this.#focus(node.children[0]),
      ArrowLeft: () => this.#focus(siblings[at - 1]),
      ArrowRight: () => this.#focus(siblings[at + 1]),
      Home: () => this.#focus(this.#root),
      Enter: () => this.#toggle(node),
      " ": () => this.#toggle(node),
    });
  }

  /** @param {OpenedNode | null | undefined} node */
  #focus(node) {
    if (!node) return;
    this.#focused = node;
    for (const [item, each] of this.#nodes) {
      set(item, { tabindex: each === node ? "0" : "-1" });
      if (each === node && item instanceof SVGElement) item.focus();
    }
  }
}

/** @param {TreeNodeJson} data @param {string[]} path @param {OpenedNode | null} parent @returns {OpenedNode} */
const nodeAt = (data, path, parent) => ({ data, path, parent, children: [] });

/** The colour of whoever wins in the end. @param {number} result @param {TreeNodeJson} data */
function winnerClass(result, data) {
  const winner = winnerOf(result, data);
  return winner ? `for-${winner.toLowerCase()}` : "even";
}

/** From a node up to its parent. @param {OpenedNode} node @param {Map<OpenedNode, Spot>} spots */
function edge(node, spots) {
  const [to, from] = [spots.get(node), node.parent && spots.get(node.parent)];
  if (!to || !from) return null;
  const [top, bottom] = [from.y + BOARD + 46, to.y - 28];
  const d = `M${from.x} ${top}C${from.x} ${bottom} ${to.x} ${top} ${to.x} ${bottom}`;
  return svg("path", { d, "data-path": node.path.join(",") });
}

/** @param {OpenedNode} node @param {string} state @param {number | null} best */
function label(node, state, best) {
  const { move, copies } = node.data;
  const [top, out] = isSimple() ? ["The top", "left out"] : ["The root", "cut"];
  const name = move ? `${move}${copies > 1 ? ` times ${copies}` : ""}` : top;
  const worth = state === "cut" ? out : best === null ? "not known yet" : resultWords(best, node.data);
  const next = isSimple() ? `${chooser(node.data)} to move` : chooser(node.data);
  return [name, isOver(node) ? "the end" : next, worth].join(", ");
}

/** Brings the first board into sight, once there is a width, where the tree has more of it than the page. @param {HTMLElement} place */
function rootInSight(place) {
  const sized = new ResizeObserver(() => {
    const root = place.querySelector(".node");
    if (!root || !place.clientWidth) return;
    sized.disconnect();
    const { left, width } = root.getBoundingClientRect();
    place.scrollLeft += left + width / 2 - place.getBoundingClientRect().left - place.clientWidth / 2;
  });
  sized.observe(place);
}

/** @typedef {{x: number, y: number}} Spot */

const BOARD = 58; // the side of a node's board, in units of the drawing
const LEVEL = 180; // from one level to the next
const SLOT = 84; // from one leaf to the next
const MARGIN = 56; // for the names of the levels

/** @param {OpenedNode} root */
function treeLayout(root) {
  /** @type {Map<OpenedNode, Spot>} */
  const spots = new Map();
  let leaves = 0;
  let depth = 0;
  /** @type {(node: OpenedNode, level: number) => number} */
  const place = (node, level) => {
    depth = Math.max(depth, level);
    const spot = { x: 0, y: 36 + level * LEVEL };
    spots.set(node, spot); // before its children: the order in which they are read
    const below = node.children.map((child) => place(child, level + 1));
    spot.x = below.length ? (below[0] + below[below.length - 1]) / 2 : MARGIN + (leaves++ + 0.5) * SLOT;
    return spot.x;
  };
  place(root, 0);
  return { spots, width: Math.max(MARGIN + leaves * SLOT, 3 * SLOT), height: (depth + 1) * LEVEL - 10, depth };
}

// How a search goes through a tree that was opened, step by step: it enters nodes, learns values, takes the best, cuts.
// Windows, cuts and values are the server's; here they are only put in the order in which the search comes to them.

/** @typedef {{data: TreeNodeJson, path: string[], parent: OpenedNode | null, children: OpenedNode[]}} OpenedNode */
/** @typedef {[low: number, high: number]} Bounds */
/**
 * What happened: a node was entered, its value is known, it took a child's value, or it is cut. `best` is the value
 * that the node has so far, and `bounds` its window after that.
 * @typedef {{act: "enter" | "value" | "take" | "cut", node: OpenedNode, best: number | null, bounds: Bounds}} SearchStep
 */

/** The window that a node was met in. @param {TreeNodeJson} data @returns {Bounds} */
const boundsOf = ({ window: [alpha, beta] }) => [alpha ?? -Infinity, beta ?? Infinity];

/**
 * All steps of a search through what is opened; what is not opened below is a value. Without cuts it is minimax.
 * @param {OpenedNode} node @param {boolean} cuts @returns {SearchStep[]}
 */
function searchSteps(node, cuts) {
  let bounds = boundsOf(node.data);
  /** @type {SearchStep[]} */
  const steps = [{ act: "enter", node, best: null, bounds }];
  let best = /** @type {number | null} */ (null);
  const max = node.data.level === "MAX";
  for (const child of node.children) {
    if (cuts && child.data.cut) {
      steps.push({ act: "cut", node: child, best: null, bounds: boundsOf(child.data) });
      continue;
    }
    steps.push(...searchSteps(child, cuts));
    const { result } = child.data;
    best = best === null ? result : max ? Math.max(best, result) : Math.min(best, result);
    bounds = max ? [Math.max(bounds[0], best), bounds[1]] : [bounds[0], Math.min(bounds[1], best)];
    steps.push({ act: "take", node, best, bounds });
  }
  steps.push({ act: "value", node, best: node.data.result, bounds });
  return steps;
}

/** How each node stands after so many steps. @param {SearchStep[]} steps @param {number} count */
function statesAfter(steps, count) {
  /** @type {Map<OpenedNode, SearchStep>} */
  const last = new Map();
  for (const step of steps.slice(0, count)) last.set(step.node, step);
  return last;
}

/** A result with its sign. @param {number} result */
const sign = (result) =>
  result ? `${result > 0 ? "+" : "−"}${String(Math.abs(result)).replace("Infinity", "∞")}` : "0";

/** Whose largest value it is: the side that moves at the root. @param {TreeNodeJson} data */
export function maxSide({ position, level }) {
  const mover = toMove(position);
  return level === "MAX" ? mover : otherSide(mover);
}

/** A result in the register: `+1`, or who wins. @param {number} result @param {TreeNodeJson} data */
export function resultWords(result, data) {
  if (!isSimple()) return sign(result);
  const winner = winnerOf(result, data);
  return winner ? `${winner} wins` : "draw";
}

/** Who wins with a result, which is MAX's; null for a draw. @param {number} result @param {TreeNodeJson} data */
function winnerOf(result, data) {
  const max = maxSide(data);
  return result === 0 ? null : result > 0 ? max : otherSide(max);
}

/** Who chooses in a node, in the register. @param {TreeNodeJson} data */
const chooser = (data) => (isSimple() ? toMove(data.position) : data.level);

/** A step as a sentence, in the register. @param {SearchStep} step @param {boolean} cuts */
export const stepWords = (step, cuts) => (isSimple() ? simpleStep(step) : preciseStep(step, cuts));

/** @param {SearchStep} step */
function simpleStep({ act, node, best }) {
  const side = chooser(node.data);
  const name = node.data.move ? node.path.join(" ") : "the top";
  const worth = resultWords(best ?? 0, node.data);
  if (act === "cut") return `Left out: ${name}. Nothing here can matter any more.`;
  if (act === "enter") return `To ${name}: ${isOver(node) ? "the game is over" : `${side} is to move`}.`;
  if (act === "take") return `Back at ${name}: ${worth}, as the best for ${side} so far.`;
  const why = isOver(node) ? "the end of a game" : node.children.length ? `the best for ${side}` : "not opened here";
  return `${capital(name)}: ${worth}, ${why}.`;
}

/** @param {SearchStep} step @param {boolean} cuts */
function preciseStep({ act, node, best, bounds }, cuts) {
  const { move, level } = node.data;
  const name = move ? node.path.join(" ") : "the root";
  const window = cuts ? ` Window: α ${sign(bounds[0])}, β ${sign(bounds[1])}.` : "";
  if (act === "cut") return `Cut: ${name}. Alpha has reached beta: nothing here can matter any more.${window}`;
  if (act === "enter") return `To ${name}: ${isOver(node) ? "the game is over" : `${level} is to choose`}.${window}`;
  if (act === "take") return `Back at ${name}: ${level} has ${sign(best ?? 0)} so far.${window}`;
  const why = isOver(node) ? "the end of a game" : node.children.length ? `what ${level} chooses` : "not opened here";
  return `${capital(name)} is worth ${sign(best ?? 0)}: ${why}.`;
}

/** Whether the game is over in a node. @param {OpenedNode} node */
const isOver = ({ data }) => data.nodes === 1;

const WRITTEN = [
  ...["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "color"],
  ...["font-family", "font-size", "font-weight", "text-anchor", "visibility"],
];

/** Saves the drawing in a place as a file that holds what the style sheets say of it. @param {Element} place @param {string} name */
function savedPicture(place, name) {
  const drawn = place.querySelector("svg");
  if (!drawn) return;
  const copy = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
  const copies = copy.querySelectorAll("*");
  for (const [i, element] of [...drawn.querySelectorAll("*")].entries()) write(element, copies[i]);
  const { width, height } = drawn.viewBox.baseVal;
  for (const name of ["class", "style"]) copy.removeAttribute(name); // the page's own
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const ground = getComputedStyle(document.body).backgroundColor;
  copy.prepend(svg("rect", { width, height, fill: ground }));
  download(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }), name);
}

/** @param {Element} from @param {Element} to */
function write(from, to) {
  const style = getComputedStyle(from);
  for (const property of WRITTEN) to.setAttribute(property, style.getPropertyValue(property));
  for (const name of ["class", "style", "tabindex", "role", "data-cell", "data-path"]) to.removeAttribute(name);
  for (const name of [...to.attributes].map((each) => each.name))
    if (name.startsWith("aria-")) to.removeAttribute(name);
}
