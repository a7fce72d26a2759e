// A class is opened: its board, its clock, and whom one who waits may play; and the classes that this browser leads.

import { BoardField } from "../board/sizes.js";
import { orNotice } from "../core/announce.js";
import { ask, tell } from "../core/api.js";
import { button, field, h, note, row, select, timeElement } from "../core/dom.js";
import { boardWords } from "../core/notation.js";
import { choices } from "../core/players.js";
import { forgetClass, forgetUnreadable, keptClasses, rememberClass, unreadable } from "../core/store.js";
import { skippedLessons, UnreadableNote } from "../core/unreadable.js";
import { CLOCKS } from "../game/clock.js";
import { forOthers, originForOthers } from "../game/shared_link.js";

const NOTE =
  "One link for all: project it, and whoever opens it plays the next who comes. You see all boards, and every round pairs them anew. Nobody needs an account; names are kept in the class until you delete it.";

/** @param {Element} main @param {Go} go */
export function openMake(main, go) {
  new MakePage(main, go);
  return {};
}

class MakePage {
  #board = new BoardField("3x3x3", () => this.#offer());
  #clock = "";
  #meanwhile = "medium";
  #lists = h("div", {});
  #unreadable = new UnreadableNote(
    { count: () => unreadable("class").length, remove: () => forgetUnreadable("class"), removed: () => this.#list() },
    "class",
    "classes",
  );
  #meanwhiles = h("div", {});
  #skipped = h("div", {});
  #alone = h("p", { class: "problem", role: "note", "aria-label": "Who can come", hidden: true });

  /** @param {Element} main @param {Go} go */
  constructor(main, go) {
    document.title = "A class · noughts";
    this.go = go;
    const clock = select(null, CLOCKS, "", (value) => {
      this.#clock = value;
    });
    const fields = h(
      "div",
      { class: "class-fields" },
      this.#board.labelled(),
      field("Clock", clock, "class-clock"),
      this.#meanwhiles,
    );
    const open = button("Open a class", () => this.#open(), { class: "button primary" });
    const form = h("section", { class: "panel class-make" }, fields, this.#alone, row(open));
    main.replaceChildren(
      h(
        "section",
        { class: "class-own", "aria-labelledby": "title" },
        h("h1", { id: "title" }, "A class"),
        note(NOTE),
        form,
        this.#unreadable.element,
        this.#lists,
        this.#skipped,
      ),
    );
    this.#offer();
    this.#list();
    this.#warn();
    this.#reportSkipped();
  }

  /** List the lessons that the teacher has to repair. */
  async #reportSkipped() {
    const lessons = await ask("/api/lessons").catch(() => null);
    const list = skippedLessons(lessons?.skipped);
    if (list) this.#skipped.append(list);
  }

  /** Before a class is opened into which nobody could come. */
  async #warn() {
    this.#alone.hidden = (await originForOthers()) !== null;
    const words = "No pupil could come into this class: only this machine reaches this server. Stop it, start ";
    this.#alone.replaceChildren(words, forOthers(), " on this machine, and open the class there.");
  }

  async #offer() {
    const board = this.#board.value;
    const groups = await choices(board).catch(() => null); // null if there is no such board: then nothing changes
    if (!groups || board !== this.#board.value) return;
    const levels = groups.find(([label]) => label === "Levels")?.[1] ?? [];
    const fit = levels.filter(({ whyNot }) => !whyNot).map(({ who, name }) => [who, name]);
    if (!fit.some(([value]) => value === this.#meanwhile)) this.#meanwhile = "";
    const choice = select(null, [["", "Nobody"], ...fit], this.#meanwhile, (value) => {
      this.#meanwhile = value;
    });
    this.#meanwhiles.replaceChildren(field("Whoever waits may play", choice, "class-meanwhile"));
  }

  async #open() {
    const [seconds, increment] = this.#clock.split("+").map(Number);
    const wanted = {
      board: this.#board.value,
      meanwhile: this.#meanwhile || null,
      clock: seconds ? { seconds, increment } : null,
    };
    const made = await orNotice(tell("/api/classes", wanted));
    if (!made) return;
    const { id, board } = made.classroom;
    rememberClass(id, { tokens: { teacher: made.token }, seen: Date.now(), board });
    this.go(`/class/${id}`);
  }

  #list() {
    this.#unreadable.show();
    const led = keptClasses().filter(({ tokens }) => tokens.teacher);
    const items = led.map(({ id, seen, board }) => {
      const forget = button(
        "Forget",
        () => {
          forgetClass(id);
          this.#list();
        },
        { "aria-label": `Forget the class ${id}` },
      );
      return h(
        "li",
        { class: "panel row spread" },
        h(
          "span",
          {},
          h("a", { href: `/class/${id}` }, `Class ${id}`),
          h("span", { class: "note" }, ` ${board ? boardWords(board) : ""}, `, timeElement(seen ?? 0)),
        ),
        forget,
      );
    });
    this.#lists.replaceChildren(
      ...(items.length ? [h("h2", {}, "Your classes"), h("ul", { class: "class-list" }, items)] : []),
    );
  }
}
