// Playing: what a person does at the table becomes requests, and what the game becomes is shown, said and answered.

import { openPosition, sayThreats } from "../board/assist.js";
import { Overlay } from "../board/overlay.js";
import { announce, clearNotice, explain, notice, sound } from "../core/announce.js";
import { ApiRefusal, address, askFor } from "../core/api.js";
import { confirmFirst, still } from "../core/dom.js";
import { actOf } from "../core/keys.js";
import { boardOf, positions, toMove } from "../core/notation.js";
import { players, whoSits } from "../core/players.js";
import { prefer, preference, remember } from "../core/store.js";
import { Computers } from "./computers.js";
import { leftDraft, Session } from "./session.js";
import { choice, lastChoice } from "./setup.js";
import { boardWords, joinNews, lastWords, newMoves, news, sitDown, turnWords, whyNot, whyNotTyped } from "./status.js";
import { toolsState } from "./tools.js";
import { GameDisplay } from "./view.js";

const REPLY = 350; // milliseconds between a move and the computer's answer to it, so that both are seen

class GameController {
  /** The ply that is looked at; null at the game's end. @type {number | null} */
  #ply = null;
  /** A ply shown for a moment, before the computer's answer. @type {number | null} */
  #held = null;
  /** The mistakes that are gone through. @type {import("./guide.js").Guide | null} */
  #guide = null;
  #reply = 0;
  #ended = new AbortController();

  /**
   * `go` leads elsewhere; `ply` is where to look first.
   * @param {Element} main @param {Session} session @param {Go} go @param {number | null} ply
   */
  constructor(main, session, go, ply = null) {
    this.session = session;
    this.go = go;
    this.#ply = ply;
    this.overlay = new Overlay();
    this.computers = new Computers(session, {
      change: () => this.#render(),
      focus: () => this.board.enter(),
      fail: (error) => this.#explain(error, () => this.computers.react()),
    });
    this.overlay.quiet = session.apart && !session.game.outcome;
    askFor(session.game.classroom ? session.game.id : null);
    this.display = new GameDisplay(
      main,
      session,
      {
        act: (what) => this.#do(what),
        answer: (what) => this.#acts[what](),
        choose: (cell) => this.#choose(cell),
        refuse: (cell) => this.#refuse(cell),
        aim: (cell) => this.#aim(cell),
        whyNot: (cell) => whyNotTyped(this.session, this.#view(), cell),
        look: (at) => this.#look(at),
        guide: (mistakes, at) => this.#open(mistakes, at),
        tell: (words) => {
          announce(words);
          this.#render();
        },
        tab: () => this.#render(),
        fresh: (wanted) => this.#fresh(wanted),
        from: (wanted) => this.#fresh({ ...lastChoice(), ...wanted }),
        go: (address) => this.go(address),
        point: (cell) => this.overlay.follow(cell),
        atStake: () => this.#atStake(),
      },
      this.overlay.live,
    );
    this.#follow();
    this.#render();
    this.computers.react();
    if (session.apart && !session.game.id) session.make(); // a friend needs its link
    if (session.game.previous && !session.game.moves.length) announce(`Another game. ${turnWords(session)}`);
  }

  /** The board, for whoever goes on there with the keyboard. */
  get board() {
    return this.display.board;
  }

  /** Whether whoever plays here may be helped: a class may be told to play without. @param {boolean} allowed */
  assist(allowed) {
    const { overlay, session } = this;
    if (overlay.barred === !allowed) return;
    overlay.barred = !allowed;
    overlay.quiet = session.apart && !session.game.outcome;
    this.#render();
  }

  leave() {
    askFor(null);
    this.#ended.abort();
    this.overlay.stop();
    this.#guide?.close();
    this.computers.close();
    clearTimeout(this.#reply);
    this.session.close();
  }

  #follow() {
    const { session, overlay } = this;
    const { signal } = this.#ended;
    /** @type {(source: EventTarget, name: string, heard: (detail: any) => unknown) => void} */
    const on = (source, name, heard) =>
      source.addEventListener(name, (event) => heard(event instanceof CustomEvent && event.detail), { signal });
    on(session, "game", (before) => this.#onGame(before));
    on(session, "made", (id) => this.go(`/game/${id}`, { replace: true, stay: true }));
    on(session, "refused", ({ error, again }) => this.#explain(error, again));
    on(session, "connection", (connection) => {
      announce(connection === "live" ? "Connected again." : "Connection lost. Trying again; nothing is lost.");
      this.computers.react();
      this.#render();
    });
    on(overlay, "change", () => this.#render());
    on(overlay, "toggled", () => this.#render());
    on(overlay, "failed", ({ error, again }) => {
      this.#explain(error, again);
      this.#render();
    });
    on(window, "noughts-preferences", () => this.#render());
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  /** The game went on: shown, said, sounded, and answered where it is a computer's turn. @param {Game | null} before */
  #onGame(before) {
    const { game } = this.session;
    const goesOn = game.next && before && !before.next && before.id === game.id;
    if (goesOn && this.#ply === null) return this.go(`/game/${game.next}`);
    const moves = newMoves(before, game);
    if (before && moves.length) {
      if (this.#ply !== null && this.#ply >= before.moves.length) this.#ply = null;
      this.#close();
      clearNotice();
    }
    if (game.outcome && before && !before.outcome && this.session.apart) this.overlay.quiet = false;
    if (before && moves.length === 2 && this.#ply === null && !still()) this.#hold(before);
    else if (before) this.#say(before);
    this.computers.react(); // first: what is over runs no more
    this.#render();
  }

  /** First the person's move, then, after a moment, the answer. @param {Game} before */
  #hold(before) {
    this.#held = before.moves.length + 1;
    sound(before.to_move);
    clearTimeout(this.#reply);
    this.#reply = setTimeout(() => {
      this.#held = null;
      this.#say(before);
      this.#render();
    }, REPLY);
  }

  /** @param {Game} before */
  #say(before) {
    const { game } = this.session;
    announce(news(this.session, before));
    if (joinNews(before, game, this.session).length) sound("join");
    if (newMoves(before, game).length) sound(game.outcome ? "end" : toMove(this.#positions().at(-2) ?? game.start));
  }

  #positions() {
    return positions(this.session.game.start, this.session.game.moves);
  }

  /** What is looked at: the game at a ply. @returns {GameAtPly} */
  #view() {
    const { game } = this.session;
    const all = this.#positions();
    const ply = Math.min(this.#ply ?? this.#held ?? game.moves.length, game.moves.length);
    return {
      game,
      board: game.board,
      moves: game.moves,
      positions: all,
      ply,
      live: this.#ply === null,
      position: all[ply],
      last: ply ? game.moves[ply - 1] : null,
      ...this.#guide?.state.played,
    };
  }

  #render() {
    if (this.#ended.signal.aborted) return; // another page is shown by now
    const view = this.#view();
    const settled = this.#held === null && !this.session.pending;
    const over = Boolean(view.game.outcome) && view.ply === view.moves.length;
    const { thinking, running, waits } = this.computers;
    const { barred } = this.overlay;
    const guide = this.#guide?.state ?? null;
    /** @type {TableState} */
    const state = { ...view, settled, over, guide, thinking, running, barred, waits };
    if (settled) this.overlay.look(view.board, view.position, over);
    this.display.show(state, this.session, this.overlay);
  }

  /** @param {CellName} cell */
  #choose(cell) {
    if (this.#guide) return this.#guide.try(cell);
    clearNotice();
    this.session.move(cell);
  }

  /** Said and shown why nothing can be played there. @param {CellName} cell */
  #refuse(cell) {
    const words = whyNot(this.session, this.#view(), cell);
    announce(words);
    this.display.refuse(cell, words);
  }

  /** @param {CellName} cell */
  #aim(cell) {
    const words = `${cell}: touch it again to play there.`;
    announce(words);
    this.display.near.flash(words);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const act = actOf(event);
    if (!act || act === "keys") return; // those are the page's own
    event.preventDefault();
    this.#do(act);
  }

  /** What is done for each button, key and answer to the friend. */
  #acts = {
    undo: () => this.session.act("undo"),
    redo: () => this.session.act("redo"),
    again: () => this.session.again(false),
    swap: () => this.#swap(),
    draw: () => this.session.act("draw"),
    resign: () => confirmFirst("Give this game up?", "Resign", () => this.session.act("resign")),
    begin: () => this.computers.begin(),
    live: () => this.#look(this.session.game.moves.length),
    type: () => this.display.type(),
    tellBoard: () => announce(boardWords(this.#view())),
    tellLast: () => announce(lastWords(this.#view())),
    tellThreats: () => sayThreats(this.#view(), this.overlay.hidden),
    tellWhy: () => announce(this.display.why.words || "No computer has moved yet."),
    decline: () => this.session.act("decline"),
    join: () => sitDown(this.session),
    step: () => this.computers.move(),
    run: () => this.computers.run(),
    hint: () => this.overlay.advise(),
    values: () => this.overlay.toggle("values"),
    threats: () => this.overlay.toggle("threats"),
    help: () => this.overlay.hide(),
    back: () => this.#step(-1),
    on: () => this.#step(1),
  };

  /** A key does nothing where its button could not be pressed. @param {string} what */
  #do(what) {
    const { session, overlay } = this;
    const { running, waits } = this.computers;
    const tool = toolsState({ session, live: this.#ply === null, overlay, running, waits })[what];
    if (tool?.hidden || tool?.disabled) return;
    /** @type {Record<string, () => unknown>} */
    const acts = this.#acts;
    acts[what]?.();
  }

  /** The other side: in a game that is made by a new game, else at once. */
  #swap() {
    const { id, board, seats, start } = this.session.game;
    if (id) return this.session.again(true);
    this.#fresh({ x: whoSits(seats.O), o: whoSits(seats.X), board, position: start });
  }

  /** One move back or on, by a key: said, for whoever does not see it. @param {1 | -1} by */
  #step(by) {
    this.#look(this.#view().ply + by);
    announce(lastWords(this.#view()));
  }

  /** Looks at a ply; the address names it, so that it can be shared and reloaded. @param {number} ply */
  #look(ply) {
    const { game } = this.session;
    this.#close();
    this.#ply = ply >= game.moves.length ? null : Math.max(ply, 0);
    if (game.id)
      this.go(`/game/${game.id}${this.#ply === null ? "" : `?ply=${this.#ply}`}`, { replace: true, stay: true });
    this.#render();
  }

  /** Goes through the mistakes of the game, from one of them on. @param {ReviewedMistakeJson[]} mistakes @param {number} at */
  async #open(mistakes, at) {
    const { game, mine } = this.session;
    const first = game.ply - game.moves.length;
    const { Guide } = await import("./guide.js");
    this.#look(mistakes[at].ply - first);
    const leave = () => this.#do("live");
    const again = () => {
      leave(); // while one looks back there is no other game
      this.#do("again");
    };
    const guide = new Guide(game.board, mistakes, at, mine, leave, this.session.spectator ? null : again);
    this.#guide = guide;
    guide.addEventListener("change", () => {
      this.#ply = guide.mistake.ply - first;
      this.#render();
    });
    guide.addEventListener("said", (event) => announce(/** @type {CustomEvent} */ (event).detail));
    guide.addEventListener("failed", (event) => this.#explain(/** @type {CustomEvent} */ (event).detail));
    guide.open(at);
    this.board.enter();
  }

  #close() {
    this.#guide?.close();
    this.#guide = null;
  }

  #atStake() {
    const { game } = this.session;
    return game.id !== null && !game.outcome && game.moves.length > 1 && !this.session.spectator;
  }

  /** @param {Wanted} wanted */
  #fresh({ x, o, board, position }) {
    this.go(position ? address("/", { board, position }) : "/", { game: { x, o, board, position } });
  }

  /** @param {unknown} error @param {() => unknown} [again] */
  #explain(error, again) {
    explain(error, () => this.#fresh(lastChoice()), again);
  }
}

const USUAL = "3x3x3";

/**
 * A table with a game that is not made yet; a refusal where none can begin.
 * @param {Element} main @param {Go} go @param {Partial<Wanted>} wanted
 */
export async function newGame(main, go, wanted) {
  const left = Object.values(wanted).some(Boolean) ? null : await leftDraft();
  const table = left && (await goOn(main, go, left));
  if (table) return table;
  try {
    return await beginWith(main, go, wanted);
  } catch (error) {
    const board = preference("board");
    if (wanted.board || (await isPlayable(board))) throw error;
    prefer({ board: USUAL });
    const usual = await beginWith(main, go, wanted);
    notice(`Nothing can be played on ${board}, the board that was chosen last.`, [], "calm");
    return usual;
  }
}

/** Whether the server rejected a board or a position. @param {unknown} error */
const isRefused = (error) => error instanceof ApiRefusal && error.status === 422;

/** @param {string} board */
const isPlayable = (board) =>
  openPosition(board).then(
    () => true,
    (error) => !isRefused(error),
  );

/** @param {Element} main @param {Go} go @param {Partial<Wanted>} wanted */
async function beginWith(main, go, wanted) {
  const board = wanted.board ?? boardOf(wanted.position, preference("board"));
  const [begin, seats] = await Promise.all([openPosition(board, wanted.position), choice({ ...wanted, board })]);
  const table = new GameController(main, Session.draft({ ...seats, position: wanted.position }, begin), go);
  if (board !== (wanted.board ?? preference("board")))
    notice(`The address names no board: this is ${board}.`, [], "calm");
  return table;
}

/**
 * A table with what was played before a tab was closed; null where that cannot be read.
 * @param {Element} main @param {Go} go @param {KeptDraft} left
 */
async function goOn(main, go, { wanted, moves }) {
  try {
    const [begin] = await Promise.all([openPosition(wanted.board, wanted.position), players(wanted.board)]);
    const isLegal = moves.every((cell, i) => begin.legal.includes(cell) && moves.indexOf(cell) === i);
    if (isLegal) return new GameController(main, Session.draft(wanted, begin, moves), go);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  notice("The game that you left cannot be read.", [], "calm");
  return null;
}

/**
 * A table with a game that exists; `invitation` is kept for this browser, never shown in the address.
 * @param {Element} main @param {Go} go @param {string} id @param {{ply: number | null, invitation: string | null}} at
 */
export async function openGame(main, go, id, { ply, invitation }) {
  const session = await Session.open(id);
  await players(session.game.board).catch(() => null); // how they are called
  if (invitation && session.spectator) remember(id, { invited: invitation });
  return new GameController(main, session, go, ply);
}
