// The graph of all positions of three by three: drawn whole, moved and enlarged, every position a link to its tree.

import { miniBoard } from "../board/picture.js";
import { analyseAddress, ask } from "../core/api.js";
import { around, button, h, note, set } from "../core/dom.js";
import { plural, valueWords, whole } from "../core/grammar.js";
import { press } from "../core/keys.js";
import { toMove } from "../core/notation.js";
import { isSimple, onRegister } from "../core/register.js";
import { GraphCamera } from "./graph_camera.js";
import { GraphDrawing } from "./graph_drawing.js";
import { head } from "./headings.js";

const RIM = 1.5; // units around the outermost boards

/** @param {HTMLElement} main */
export async function openPositions(main) {
  const { nodes, moves } = await ask("/api/positions");
  const page = new PositionsPage(nodes, moves);
  main.replaceChildren(page.element);
  page.begin();
  return page;
}

class PositionsPage {
  #nodes;
  #moves;
  #canvas = h("canvas", { "aria-hidden": "true" });
  #links = h("div", { class: "learn-graph-links", role: "group", "aria-label": "Positions" });
  #view = h("div", { class: "learn-graph" }, this.#canvas, this.#links);
  #told = h("div", { class: "learn-told" });
  #head = h("header", {});
  /** @type {number | null} */
  #shown = null;
  #drawing;
  #camera;
  #ended = new AbortController();

  /** @param {PositionNodeJson[]} nodes @param {[number, number][]} moves */
  constructor(nodes, moves) {
    this.#nodes = nodes;
    this.#moves = moves;
    this.#drawing = new GraphDrawing(this.#canvas, nodes, moves);
    const radius = Math.max(...nodes.map(({ at: [x, y] }) => Math.hypot(x, y))) + RIM;
    this.#camera = new GraphCamera(this.#view, radius, () => this.#draw());
    this.#links.append(...nodes.map((node, i) => link(node, i)));
    set(this.#links, {
      onclick: (event) => this.#camera.dragged && event.preventDefault(),
      onkeydown: (event) => this.#key(event),
      onfocusin: (event) => this.#look(event, true),
      onpointerover: (event) => this.#look(event, false),
      ondragstart: (/** @type {Event} */ event) => event.preventDefault(),
    });
    const row = h(
      "div",
      { class: "row on-screen" },
      button("−", () => this.#camera.zoom(1 / 1.5), { "aria-label": "Smaller" }),
      button("+", () => this.#camera.zoom(1.5), { "aria-label": "Larger" }),
      button("All of it", () => this.#camera.whole()),
      this.#legend(),
    );
    this.element = h(
      "section",
      { class: "learn learn-wide", "aria-labelledby": "title" },
      this.#head,
      row,
      h("div", { class: "learn-graph-row" }, this.#view, this.#told),
    );
    this.#retell();
    onRegister(this.element, () => this.#retell());
  }

  /** Draws it, once it has its place on the page; again when its size or the colours change, on paper too. */
  begin() {
    const again = () => {
      this.#drawing.colour();
      this.#draw();
    };
    again();
    this.#camera.whole();
    const { signal } = this.#ended;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again, { signal });
    const printed = () => {
      this.#camera.whole();
      again();
    };
    matchMedia("print").addEventListener("change", printed, { signal });
    const theme = new MutationObserver(again);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    const size = new ResizeObserver(() => this.#camera.whole());
    size.observe(this.#view);
    signal.addEventListener("abort", () => {
      theme.disconnect();
      size.disconnect();
    });
  }

  leave() {
    this.#ended.abort();
  }

  #retell() {
    this.#head.replaceChildren(...head(`All ${whole(this.#nodes.length)} positions`, this.#note()));
    this.#tell(this.#shown ?? 0);
  }

  #note() {
    const { length } = this.#moves;
    const one = isSimple() ? "Mirrored and turned boards are one." : "Symmetric positions are one.";
    return `${one} In the middle is the empty board, on each ring the boards one move later; ${whole(length)} lines are the moves. Drag, turn the wheel or use two fingers; arrows go from board to board.`;
  }

  #legend() {
    const of = (/** @type {"X" | "O" | null} */ side) => this.#nodes.filter(({ winner }) => winner === side).length;
    const words = `With best play X wins ${whole(of("X"))} of them, O ${whole(of("O"))}; ${whole(of(null))} are drawn.`;
    const key = (/** @type {string} */ kind, /** @type {string} */ text) =>
      h("span", { class: `learn-key ${kind}` }, text);
    return note(words, " ", key("x", "X wins"), key("o", "O wins"), key("draw", "drawn"));
  }

  #draw() {
    const { scale, x, y } = this.#camera;
    const { clientWidth, clientHeight } = this.#view;
    this.#drawing.draw(this.#camera, this.#shown);
    const shift = `translate(${clientWidth / 2 - x * scale}px, ${clientHeight / 2 - y * scale}px) scale(${scale})`;
    this.#links.style.setProperty("transform", shift);
  }

  /** @param {Event} event @param {boolean} followed */
  #look(event, followed) {
    const at = around(event, "a")?.dataset.node;
    if (at === undefined) return;
    const node = Number(at);
    if (followed) this.#camera.follow(...this.#nodes[node].at);
    if (node === this.#shown) return;
    this.#shown = node;
    this.#tell(node);
    this.#draw();
  }

  /** What there is to say of a position, and where it leads. @param {number} at */
  #tell(at) {
    const node = this.#nodes[at];
    const { position, ply, copies, over } = node;
    const worth = over
      ? node.winner
        ? `${node.winner} has won.`
        : "A draw."
      : `${toMove(position)}, to move, ${valueWords(node)}.`;
    const next = this.#moves.flatMap(([from, to]) => (from === at ? [to] : []));
    const words = `After ${plural(ply, "move")}. ${worth} Stands for ${plural(copies, "position")}; ${plural(next.length, "way")} on.`;
    const ways = [
      h("a", { class: "button", href: `/learn/tree?position=${position}` }, "Its tree"),
      h("a", { class: "button", href: analyseAddress({ board: "3x3x3", position }) }, "Analyse"),
      h("a", { class: "button", href: `/brains?position=${position}` }, "Ask every player"),
    ];
    this.#told.replaceChildren(
      miniBoard("3x3x3", position, { coordinates: false }),
      h("p", {}, words),
      h("div", { class: "row" }, over ? null : ways),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = Number(around(event, "a")?.dataset.node);
    if (Number.isNaN(at)) return;
    const ring = this.#nodes.flatMap((node, i) => (node.ply === this.#nodes[at].ply ? [i] : []));
    ring.sort((a, b) => angle(this.#nodes[a]) - angle(this.#nodes[b]));
    const beside = (/** @type {number} */ by) => ring[(ring.indexOf(at) + by + ring.length) % ring.length];
    press(event, {
      ArrowRight: () => this.#focus(beside(1)),
      ArrowLeft: () => this.#focus(beside(-1)),
      ArrowDown: () => this.#focus(this.#moves.find(([from]) => from === at)?.[1]),
      ArrowUp: () => this.#focus(this.#moves.find(([, to]) => to === at)?.[0]),
      Home: () => this.#focus(0),
      "+": () => this.#camera.zoom(1.5),
      "-": () => this.#camera.zoom(1 / 1.5),
    });
  }

  /** @param {number | undefined} at */
  #focus(at) {
    if (at === undefined) return;
    for (const each of this.#links.children)
      if (each instanceof HTMLElement) {
        each.tabIndex = Number(each.dataset.node) === at ? 0 : -1;
        if (each.tabIndex === 0) each.focus({ preventScroll: true });
      }
  }
}

/** @param {PositionNodeJson} node */
const angle = ({ at: [x, y] }) => Math.atan2(y, x);

/** @param {PositionNodeJson} node @param {number} i */
function link({ position, at: [x, y], winner }, i) {
  const words = `${position.replaceAll("/", " / ")}: ${winner ? `${winner} wins` : "drawn"}`;
  const element = h("a", { href: `/learn/tree?position=${position}`, "data-node": i, "aria-label": words });
  element.tabIndex = i ? -1 : 0;
  element.style.setProperty("left", `${x - 0.5}px`);
  element.style.setProperty("top", `${y - 0.5}px`);
  return element;
}
