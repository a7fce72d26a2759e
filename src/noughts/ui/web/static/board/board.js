// <noughts-board>: a position as a picture, and over it a grid of buttons that everybody can use (W3C APG grid).
// It knows no rules: what may be played, marked or written comes in by `show`, the chosen cell goes out as an event.

import { h, set, svg } from "../core/dom.js";
import { cellAt, cellName, cells, cellWords, dimensions, markAt } from "../core/notation.js";

const pictures = new Map(); // the empty picture of each board, as the server draws it

const NOTHING = {
  board: "3x3x3",
  position: "",
  label: "Board",
  coordinates: true,
  legal: [], // cells that can be played
  mark: null, // whose mark a legal cell would get: shown as a ghost
  last: null, // the last move
  wins: [], // completed lines
  pending: null, // a move on its way to the server
  values: {}, // {cell: {value: "win" | "draw" | "loss", plies}}
  hint: [], // cells recommended
  threats: [], // [{cell, mark}]: where that side would complete a line
  line: [], // cells numbered in order: a line of play
};

/** The empty picture of a board, asked for once; whoever knows that it will be needed may ask early. */
export function picture(board, coordinates) {
  const key = `${board} ${coordinates}`;
  if (!pictures.has(key)) pictures.set(key, load(board, coordinates));
  pictures.get(key).catch(() => pictures.delete(key));
  return pictures.get(key);
}

async function load(board, coordinates) {
  const query = new URLSearchParams({ board, coordinates });
  const response = await fetch(`/api/board.svg?${query}`);
  if (!response.ok) throw new Error(`no picture of the board ${board}`);
  return new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
}

class NoughtsBoard extends HTMLElement {
  #state = NOTHING;
  #drawn = null; // which board and coordinates the picture shows
  #at = null; // the cell that holds the one tab stop
  #followed = undefined; // the last move that was brought into sight
  #buttons = new Map();
  #rects = new Map();
  #frame = null; // what of the drawing is shown: its edge, width and height

  /** Shows a position; what is not named is nothing. Dispatches `cell` and `cell-refused` with the chosen cell. */
  show(state) {
    this.#state = { ...NOTHING, ...state };
    this.ready = this.#draw();
  }

  /** Puts the keyboard on the board. */
  enter() {
    this.#buttons.get(this.#at)?.focus();
  }

  async #draw() {
    const { board, coordinates } = this.#state;
    const key = `${board} ${coordinates}`;
    if (this.#drawn !== key) {
      const empty = await picture(board, coordinates).catch(() => null);
      if (!empty || `${this.#state.board} ${this.#state.coordinates}` !== key) return;
      if (this.#drawn !== key) this.#build(empty.cloneNode(true), key);
    }
    this.#paint();
  }

  #build(image, key) {
    const focused = this.contains(document.activeElement);
    this.#drawn = key;
    this.#followed = undefined;
    const { board, label, coordinates } = this.#state;
    const { columns, rows } = dimensions(board);
    set(image, { role: null, "aria-label": null, "aria-hidden": "true", focusable: "false" });
    this.image = document.importNode(image, true);
    this.#frame = trimmed(this.image, columns < 6 && coordinates && !board.startsWith("cube") ? 20 : 0);
    const ground = this.image.querySelector(".grid");
    for (const name of ["tints", "below"]) ground.before(svg("g", { class: name }));
    for (const name of ["ghosts", "above"]) this.image.append(svg("g", { class: name }));
    this.#rects = new Map([...this.image.querySelectorAll("rect[data-cell]")].map((r) => [r.dataset.cell, corner(r)]));
    this.grid = h("div", { role: "grid", class: "grid", "aria-label": label });
    this.#buttons = new Map();
    for (let row = 0; row < rows; row += 1) {
      this.grid.append(
        h(
          "div",
          { role: "row" },
          Array.from({ length: columns }, (_, column) => this.#cell(cellName(column, row))),
        ),
      );
    }
    this.#listen();
    const surface = h("div", { class: "surface" }, this.image, this.grid);
    surface.style.setProperty("--least", `${(this.#frame.width / 100) * (columns > 9 ? 24.5 : 44)}px`); // room to hit a cell
    surface.style.setProperty("--shape", `${this.#frame.width} / ${this.#frame.height}`);
    this.classList.toggle("large", this.#frame.width > 950);
    this.classList.toggle("small", this.#frame.width < 650);
    this.replaceChildren(h("div", { class: "scroller" }, surface));
    this.#at = this.#buttons.has(this.#at) ? this.#at : cellName(Math.floor(columns / 2), Math.floor(rows / 2));
    if (focused) this.enter();
  }

  #cell(name) {
    const button = h("button", { type: "button", "data-cell": name, tabindex: "-1" });
    const [x, y] = this.#rects.get(name);
    const { edge, width, height } = this.#frame;
    const cell = h("div", { role: "gridcell" }, button);
    const place = { left: (x - edge) / width, top: (y - edge) / height, width: 100 / width, height: 100 / height };
    for (const [side, share] of Object.entries(place)) cell.style.setProperty(side, `${share * 100}%`);
    this.#buttons.set(name, button);
    return cell;
  }

  #listen() {
    const cell = (event) => event.target.closest("button")?.dataset.cell;
    set(this.grid, {
      onclick: (event) => cell(event) && this.#choose(cell(event)),
      onkeydown: (event) => this.#key(event),
      onfocusin: (event) => this.#stop(cell(event)),
      onfocusout: () => this.#ghost(null),
      onpointerover: (event) => event.pointerType !== "touch" && this.#ghost(cell(event)),
      onpointerleave: () => this.#ghost(null),
    });
  }

  #choose(name) {
    this.#stop(name);
    const kind = this.#state.legal.includes(name) ? "cell" : "cell-refused";
    this.dispatchEvent(new CustomEvent(kind, { detail: name, bubbles: true }));
  }

  #key(event) {
    if (event.altKey || event.metaKey) return;
    const { columns, rows } = dimensions(this.#state.board);
    const { column, row } = cellAt(this.#at);
    const steps = {
      ArrowLeft: [column - 1, row],
      ArrowRight: [column + 1, row],
      ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1],
      Home: [0, event.ctrlKey ? 0 : row],
      End: [columns - 1, event.ctrlKey ? rows - 1 : row],
      PageUp: [column, 0],
      PageDown: [column, rows - 1],
    };
    const clamp = (value, count) => Math.min(Math.max(value, 0), count - 1);
    if (steps[event.key]) {
      const [to, down] = steps[event.key];
      this.#stop(cellName(clamp(to, columns), clamp(down, rows)));
      this.enter();
    } else if (/^[1-9]$/.test(event.key) && columns * rows === 9 && !event.ctrlKey) {
      this.#choose(cells(this.#state.board)[event.key - 1]);
      this.enter();
    } else return;
    event.preventDefault();
  }

  /** Moves the tab stop; the cell looked at is told, for whoever shows more about it. */
  #stop(name) {
    if (!name) return;
    set(this.#buttons.get(this.#at), { tabindex: "-1" });
    set(this.#buttons.get(name), { tabindex: "0" });
    this.#at = name;
    this.#ghost(name);
  }

  #ghost(name) {
    const { legal, mark } = this.#state;
    const ghost = name && mark && legal.includes(name) ? [this.#use(name, mark, "ghost")] : [];
    this.#layer("ghosts").replaceChildren(...ghost);
    this.dispatchEvent(new CustomEvent("cell-looked-at", { detail: name ?? null, bubbles: true }));
  }

  #layer(name) {
    return this.image.querySelector(`g.${name}`);
  }

  #use(name, mark, kind) {
    const [x, y] = this.#rects.get(name);
    const side = mark.toLowerCase();
    return svg("use", {
      class: `${kind} ${side}`,
      "data-cell": name,
      href: `#noughts-${side}`,
      x,
      y,
      width: 100,
      height: 100,
    });
  }

  #paint() {
    const { position, last, wins, pending, label } = this.#state;
    const winning = new Set(wins.flat());
    const marks = this.#layer("marks");
    for (const name of this.#buttons.keys()) {
      const mark = name === pending?.cell ? pending.mark : markAt(position, name);
      let use = marks.querySelector(`[data-cell="${name}"]`);
      if (use && !use.classList.contains(mark.toLowerCase())) use = void use.remove();
      if (mark !== "." && !use) use = marks.appendChild(this.#use(name, mark, "mark"));
      use?.classList.toggle("last", name === last);
      use?.classList.toggle("win", winning.has(name));
      use?.classList.toggle("pending", name === pending?.cell);
    }
    this.#layer("wins").replaceChildren(...wins.flatMap((line) => this.#strike(line)));
    if (last !== this.#followed) this.#follow(last);
    this.#paintNotes();
    this.#name();
    set(this.grid, { "aria-label": label });
  }

  /** On a board larger than its window: brings the last move, or the middle, into sight. */
  #follow(last) {
    this.#followed = last;
    const scroller = this.firstElementChild;
    const [x] = this.#rects.get(last ?? this.#at);
    const left = ((x + 50) / this.#frame.width) * this.image.clientWidth;
    const away = left - scroller.scrollLeft;
    if (away < 48 || away > scroller.clientWidth - 48)
      scroller.scrollTo({ left: left - scroller.clientWidth / 2, behavior: "smooth" });
  }

  /** A stroke through a straight line, a ring around each cell of a line that runs on across an edge. */
  #strike(line) {
    const places = line.map((name) => this.#rects.get(name).map((n) => n + 50));
    const steps = places.slice(1).map(([x, y], i) => [x - places[i][0], y - places[i][1]]);
    const straight = steps.every(
      ([dx, dy]) => dx === steps[0][0] && dy === steps[0][1] && Math.max(Math.abs(dx), Math.abs(dy)) === 100,
    );
    if (!straight) return places.map(([cx, cy]) => svg("circle", { cx, cy, r: 43 }));
    const [dx, dy] = (steps[0] ?? [100, 0]).map((d) => d * 0.4);
    const [[x1, y1], [x2, y2]] = [places[0], places.at(-1)];
    return [svg("line", { x1: x1 - dx, y1: y1 - dy, x2: x2 + dx, y2: y2 + dy, pathLength: 1 })];
  }

  #paintNotes() {
    const { last, hint, threats, values, line, position } = this.#state;
    const above = [],
      below = [];
    if (last) below.push(this.#box(last, "last", 6));
    for (const name of hint) below.push(this.#box(name, "hint", 10));
    for (const { cell, mark } of threats) {
      const [x, y] = this.#rects.get(cell);
      above.push(
        svg("use", {
          class: `threat ${mark.toLowerCase()}`,
          href: `#noughts-${mark.toLowerCase()}`,
          x: x + (mark === "X" ? 2 : 64),
          y: y + 2,
          width: 34,
          height: 34,
        }),
      );
    }
    for (const [name, value] of Object.entries(values))
      if (markAt(position, name) === ".") above.push(this.#value(name, value));
    line.forEach((name, i) => above.push(this.#order(name, i + 1)));
    this.#layer("below").replaceChildren(...below);
    this.#layer("above").replaceChildren(...above);
  }

  #box(name, kind, inset) {
    const [x, y] = this.#rects.get(name);
    const side = 100 - 2 * inset;
    return svg("rect", { class: kind, x: x + inset, y: y + inset, width: side, height: side, rx: 12 });
  }

  /** `W3`: a full badge for a win, a plain one for a draw, a broken one for a loss. */
  #value(name, { value, plies }) {
    const [x, y] = this.#rects.get(name);
    const text = { win: "W", draw: "D", loss: "L" }[value] + (value === "draw" || plies == null ? "" : plies);
    return svg(
      "g",
      { class: `value ${value}` },
      svg("rect", { x: x + 20, y: y + 32, width: 60, height: 38, rx: value === "draw" ? 19 : 6 }),
      svg("text", { x: x + 50, y: y + 60 }, text),
    );
  }

  #order(name, number) {
    const [x, y] = this.#rects.get(name);
    return svg(
      "g",
      { class: "order" },
      svg("circle", { cx: x + 82, cy: y + 82, r: 14 }),
      svg("text", { x: x + 82, y: y + 88 }, String(number)),
    );
  }

  #name() {
    const { board, position, legal, last, wins, hint, threats, values, pending } = this.#state;
    const winning = new Set(wins.flat());
    for (const [name, button] of this.#buttons) {
      const mark = name === pending?.cell ? pending.mark : markAt(position, name);
      const words = [cellWords(board, name), mark === "." ? "empty" : mark];
      if (name === last) words.push("last move");
      if (winning.has(name)) words.push("in the winning line");
      if (hint.includes(name)) words.push("hint");
      for (const threat of threats) if (threat.cell === name) words.push(`${threat.mark} would complete a line`);
      if (mark === "." && values[name]) words.push(valueWords(values[name]));
      set(button, {
        "aria-label": words.join(", "),
        "aria-disabled": legal.includes(name) ? null : "true",
        tabindex: name === this.#at ? "0" : "-1",
      });
    }
  }
}

/** `wins in 3 plies`, `draws`. */
export function valueWords({ value, plies }) {
  const verb = { win: "wins", draw: "draws", loss: "loses" }[value];
  return value === "draw" || plies == null ? verb : `${verb} in ${plies} ${plies === 1 ? "ply" : "plies"}`;
}

/** Cuts so much off the left and the top: small letters need less room than the drawing leaves for them. */
function trimmed(image, edge) {
  const [, , right, bottom] = image.getAttribute("viewBox").split(" ").map(Number);
  const [width, height] = [right - edge, bottom - edge];
  image.setAttribute("viewBox", `${edge} ${edge} ${width} ${height}`);
  return { edge, width, height };
}

function corner(rect) {
  return [Number(rect.getAttribute("x")), Number(rect.getAttribute("y"))];
}

customElements.define("noughts-board", NoughtsBoard);
