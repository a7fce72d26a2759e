// The projector's view of a class: the link with its code, all boards, the points, and for the teacher what directs it.

import { announce, fillScreen, messageOf, notice, orNotice } from "../core/announce.js";
import { tell } from "../core/api.js";
import { button, confirmFirst, h, note, openDialog, row, select, set } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { boardOptions, boardWords } from "../core/notation.js";
import { forgetClass, keptClass } from "../core/store.js";
import { SharedLink } from "../game/shared_link.js";
import { LargeGame } from "./large_game.js";
import { Mistakes } from "./mistakes.js";
import { Wall } from "./wall.js";
import {
  bannedList,
  classNews,
  keptNote,
  liveClass,
  mayBeHelped,
  nameOf,
  opponentOf,
  overOf,
  pairOf,
  scoreTable,
  stateWords,
} from "./words.js";

const ALONE = "Only this machine can open this address, no pupil's.";

export class ClassPage {
  #ended = new AbortController();
  #title = h("h1", { id: "title" });
  #state = h("p", { class: "note class-state" });
  #line = h("p", { class: "problem", hidden: true }, "No connection. Trying again.");
  #address = h("p", { class: "class-address" });
  #where = h("p", { class: "class-address class-where" }); // the same, small, where the whole screen is filled
  #stage = h("div", {});
  /** What is shown instead of all boards. @type {LargeGame | Mistakes | null} */
  #shown = null;
  #scores = h("div", { class: "class-scores", tabindex: "0", role: "region", "aria-label": "Points" });
  #acts = row();
  #round = button("Next round", () => this.#next(), { class: "button primary" });
  #inviting = button("The link, large", () => this.#invite(!this.#large));
  /** The board of the next round, where another than that of this one is chosen. @type {string | undefined} */
  #another;
  #large = true;
  #asked = false; // whether somebody chose how large the link is
  #wall;
  #stream;
  /** @type {ClassroomJson} */
  #room;

  /** @param {Element} main @param {Go} go @param {ClassroomJson} room */
  constructor(main, go, room) {
    this.#room = room;
    this.go = go;
    this.token = keptClass(room.id)?.tokens.teacher ?? null;
    this.#wall = new Wall(this.#ended.signal, (pair) => this.#enlarge(pair));
    const said = (/** @type {string} */ link) => {
      this.#address.replaceChildren(...addressParts(link));
      this.#where.replaceChildren(...addressParts(link));
    };
    const link = new SharedLink("The link for the class", `/class/${room.id}`, "class-link", {
      open: true,
      said,
      alone: ALONE,
    });
    const invite = h("section", { class: "class-invite panel", "aria-label": "How to come in" }, [
      h("p", { class: "class-how" }, "Point a camera at the code, or type the address:"),
      this.#address,
      link.element,
    ]);
    const beside = h("aside", { class: "class-beside" }, invite, this.#scores);
    const kept = this.token && keptNote("nobody directs this class");
    const state = h("div", {}, this.#title, this.#state, this.#where, this.#line, kept);
    const head = h("header", { class: "class-head" }, state, this.#acts);
    const stage = h("div", { class: "class-stage" }, this.#wall.element, this.#stage);
    this.element = h("section", { class: "class-page", "aria-labelledby": "title" }, head, stage, beside);
    main.replaceChildren(this.element);
    this.#show(room, null);
    const heard = (/** @type {ClassroomJson} */ now) => this.#show(now, this.#room);
    const gone = (/** @type {unknown} */ error) => notice(messageOf(error));
    this.#stream = liveClass(room.id, heard, gone, {
      query: { boards: true },
      others: { game: (game) => this.#play(game) },
      line: (open) => {
        this.#line.hidden = open;
      },
    });
  }

  leave() {
    this.#ended.abort();
    this.#stream.close();
    this.#shown?.leave();
  }

  /** @param {Game} game */
  #play(game) {
    this.#wall.play(game);
    if (this.#shown instanceof LargeGame && this.#shown.pair.game === game.id) this.#shown.show(this.#room, game);
    this.#showActs(this.#room);
  }

  /** One game instead of all boards. @param {PupilPairJson} pair @param {number | null} [ply] */
  #enlarge(pair, ply = null) {
    const game = this.#wall.game(pair);
    if (game) this.#fillStage(new LargeGame(this.#room, pair, game, ply, () => this.#fillStage(null)));
  }

  #showMistakes() {
    const games = this.#room.pairs.map((pair) => ({ pair, game: this.#wall.game(pair) }));
    const played = games.flatMap(({ pair, game }) => (game?.outcome ? [{ pair, game }] : []));
    const large = (/** @type {{pair: PupilPairJson}} */ { pair }, /** @type {number} */ ply) =>
      this.#enlarge(pair, ply);
    this.#fillStage(new Mistakes(this.#room, played, large, () => this.#fillStage(null)));
  }

  /** What is shown instead of all boards; all boards for nothing. @param {LargeGame | Mistakes | null} shown */
  #fillStage(shown) {
    this.#shown?.leave();
    this.#shown = shown;
    this.#stage.replaceChildren(...(shown ? [shown.element] : []));
    this.#asked = true;
    this.#large = false;
    this.#draw();
    if (shown) shown.element.focus({ preventScroll: true });
    this.#wall.show(this.#room);
  }

  /** @param {ClassroomJson} room @param {ClassroomJson | null} before */
  #show(room, before) {
    if (room.version < this.#room.version) return; // an answer that came after what was streamed later
    if (room.round !== this.#room.round && this.#shown) this.#fillStage(null);
    if (room.board !== this.#room.board) this.#another = undefined;
    this.#room = room;
    announce(classNews(before, room));
    document.title = `Class, round ${room.round} · noughts`;
    this.#title.textContent = room.closed
      ? `Class: over after ${room.round === 1 ? "one round" : `${room.round} rounds`}`
      : `Class: round ${room.round}`;
    this.#state.textContent = `${stateWords(room)} ${boardWords(room.board)}.`;
    this.#showActs(room);
    if (!this.#asked) this.#large = !room.pairs.length && !room.closed;
    this.#draw();
    this.#wall.show(room);
    const focused = this.#scores.contains(document.activeElement) && document.activeElement?.getAttribute("aria-label");
    const send = this.token && !room.closed ? (/** @type {number} */ number) => this.#send(number) : null;
    const again = (/** @type {number} */ pupil) => this.#tell("ban", { pupil, banned: false });
    const several =
      send && room.pupils.filter(({ here }) => here).length > 1
        ? button("Send several away", () => this.#sendSeveral(), { "aria-label": "Send several away" })
        : "";
    this.#scores.replaceChildren(scoreTable(room, null, send), several, this.token ? bannedList(room, again) : "");
    if (focused)
      /** @type {HTMLElement | null} */ (this.#scores.querySelector(`[aria-label="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {ClassroomJson} room */
  #showActs(room) {
    const rest = room.pairs.length - overOf(room);
    set(this.#round, { "aria-disabled": room.pupils.filter(({ here }) => here).length < 2 ? "true" : null });
    this.#round.textContent =
      rest && room.pairs.length ? `Next round (${rest} still ${rest === 1 ? "plays" : "play"})` : "Next round";
    const mistakes = room.pairs.some((pair) => this.#wall.game(pair)?.outcome) && (this.token || mayBeHelped(room));
    const door = JSON.stringify([room.closed, room.locked, room.help, room.board, mistakes]);
    if (this.#acts.childElementCount && this.#acts.dataset.door === door) return;
    this.#acts.dataset.door = door;
    const lock = button(room.locked ? "Open the door" : "Lock the door", () =>
      this.#tell("door", { locked: !room.locked }),
    );
    const help = button(room.help ? "Switch help off" : "Switch help on", () =>
      this.#tell("help", { help: !room.help }),
    );
    const boards = select("Board of the next round", boardOptions(room.board), this.#another ?? room.board, (name) => {
      this.#another = name === room.board ? undefined : name;
    });
    const screen = button("Whole screen", () => fillScreen(this.element));
    const close = button("Close the class", () =>
      confirmFirst(
        "Close the class? Nobody can come any more; the points stay.",
        "Close",
        () => this.#tell("close"),
        "Go on",
      ),
    );
    const erase = button("Delete the class", () =>
      confirmFirst("Delete the class, with all games and names in it?", "Delete", () => this.#erase(), "Keep it"),
    );
    const own = this.token ? (room.closed ? [erase] : [this.#round, h("label", { class: "row" }, "on", boards)]) : [];
    const last = this.token && !room.closed ? [help, lock, close] : [];
    const look = mistakes ? [button("The mistakes", () => this.#showMistakes())] : [];
    this.#acts.replaceChildren(...own, ...look, ...(room.closed ? [] : [this.#inviting]), screen, ...last);
  }

  /** @param {boolean} large */
  #invite(large) {
    this.#asked = true;
    this.#large = large;
    this.#draw();
    this.#wall.show(this.#room);
  }

  #draw() {
    set(this.element, { "data-inviting": this.#large || null, "data-closed": this.#room.closed || null });
    set(this.element, { "data-shown": this.#shown ? true : null });
    this.#inviting.textContent = this.#large ? "The boards" : "The link, large";
  }

  #next() {
    if (this.#round.getAttribute("aria-disabled")) return announce("A round needs two who are there.");
    this.#asked = false;
    const { round } = this.#room;
    const begin = () => this.#tell("round", { round, board: this.#another });
    if (overOf(this.#room) === this.#room.pairs.length) begin();
    else confirmFirst("Some still play. Begin the next round all the same?", "Next round", begin, "Wait");
  }

  /** @param {number} pupil */
  #send(pupil) {
    const name = nameOf(this.#room, pupil);
    const words = `Sent away, ${name} may come in again. Kept out, neither that browser nor that name comes in; with another browser and another name one does, unless the door is locked.`;
    const out = { words, label: "Keep out", act: () => this.#tell("ban", { pupil }) };
    confirmFirst(`Send ${name} away?`, "Send away", () => this.#tell("leave", { pupil }), "Let stay", out);
  }

  async #sendSeveral() {
    const answer = await this.#ask("groups");
    const act = (/** @type {string} */ what, /** @type {number[]} */ pupil) => this.#tell(what, { pupil });
    if (answer) new Removal(this.#room, answer.groups, (pair) => this.#wall.game(pair), act);
  }

  /** The answer to a request of the teacher's; nothing where it is refused, which is said. @param {string} what */
  #ask(what, body = {}) {
    return orNotice(tell(`/api/classes/${this.#room.id}/${what}`, body, this.token ?? ""));
  }

  /** @param {string} what */
  async #tell(what, body = {}) {
    const room = await this.#ask(what, body);
    if (room) this.#show(room, this.#room);
  }

  async #erase() {
    if (!(await this.#ask("delete"))) return;
    forgetClass(this.#room.id);
    this.go("/class");
    announce("The class is deleted.");
  }
}

/** The address without what nobody types, its last part set off. @param {string} link */
function addressParts(link) {
  const { host, pathname, protocol } = new URL(link);
  const [begin, id] = [`${protocol === "https:" ? "" : "http://"}${host}/class/`, pathname.split("/").at(-1)];
  return [begin, h("wbr"), h("strong", {}, id)];
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A name for each address that several came from. @param {number} index */
const addressName = (index) => `address ${LETTERS[index] ?? index + 1}`;

/**
 * Return whether a pupil has moved in this class: in a game of this round, or in one that counts.
 * @param {ClassroomJson} room @param {PupilJson} pupil @param {(pair: PupilPairJson) => Game | undefined} gameOf
 */
function hasMoved(room, { number, won, drawn, lost }, gameOf) {
  if (won + drawn + lost) return true;
  const pair = pairOf(room, number);
  const game = pair && gameOf(pair);
  return !!game && game.moves.length > (opponentOf(pair, number).side === game.to_move ? 1 : 0);
}

/**
 * A dialog that removes several pupils at once. It lists those who are in the class in order of arrival, and selects
 * them by their address, or because they have not moved.
 */
class Removal {
  #count = h("p", { class: "note", role: "status" });
  /** @type {Map<number, HTMLInputElement>} */
  #boxes = new Map();
  #dialog;

  /**
   * @param {ClassroomJson} room @param {number[][]} groups - the numbers of pupils, by address
   * @param {(pair: PupilPairJson) => Game | undefined} gameOf
   * @param {(what: "leave" | "ban", numbers: number[]) => unknown} act
   */
  constructor(room, groups, gameOf, act) {
    this.act = act;
    const pupils = room.pupils.filter(({ here }) => here).sort((a, b) => a.number - b.number);
    const shared = groups.filter((numbers) => numbers.length > 1);
    const idle = pupils.filter((pupil) => !hasMoved(room, pupil, gameOf)).map(({ number }) => number);
    const items = pupils.map(({ number }) => {
      const at = shared.findIndex((numbers) => numbers.includes(number));
      const facts = [at >= 0 && addressName(at), idle.includes(number) && "has not moved"].filter(Boolean);
      return this.#item(number, nameOf(room, number), facts.length ? ` (${facts.join(", ")})` : "");
    });
    this.#dialog = openDialog(
      { id: "removal-title", title: "Send several away" },
      note("In order of arrival. Pupils at one school often share one address."),
      row(
        shared.map((numbers, at) => this.#selection(`Select ${numbers.length} from ${addressName(at)}`, numbers)),
        idle.length > 0 && this.#selection(`Select ${idle.length} who have not moved`, idle),
        button("Select none", () => this.#select([...this.#boxes.keys()], false)),
      ),
      h("ul", { class: "class-list class-removal", tabindex: "0", "aria-label": "Pupils" }, items),
      this.#count,
      row(
        button("Send away", () => this.#send("leave"), { class: "button primary" }),
        button("Keep out", () => this.#send("ban")),
      ),
      note("Keep out: neither that browser nor that name can enter again. To stop others, lock the class."),
    );
    this.#show();
  }

  /** @param {number} number @param {string} name @param {string} facts */
  #item(number, name, facts) {
    const box = h("input", { type: "checkbox", onchange: () => this.#show() });
    this.#boxes.set(number, box);
    return h("li", {}, h("label", { class: "row" }, box, h("span", {}, name, h("span", { class: "note" }, facts))));
  }

  /** @param {string} label @param {number[]} numbers */
  #selection(label, numbers) {
    return button(label, () => this.#select(numbers, true));
  }

  /** @param {number[]} numbers @param {boolean} selected */
  #select(numbers, selected) {
    for (const [number, box] of this.#boxes) if (numbers.includes(number)) box.checked = selected;
    this.#show();
  }

  get #selected() {
    return [...this.#boxes].filter(([, box]) => box.checked).map(([number]) => number);
  }

  #show() {
    this.#count.textContent = `${this.#selected.length} of ${plural(this.#boxes.size, "pupil")} selected.`;
  }

  /** @param {"leave" | "ban"} what */
  #send(what) {
    const numbers = this.#selected;
    if (!numbers.length) return;
    this.#dialog.close();
    this.act(what, numbers);
  }
}
