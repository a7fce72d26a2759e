// Playing: what a person does at the table becomes requests, and what the game becomes is shown, said and answered.

import { positionFacts, values } from "../board/assist.js";
import { Overlay } from "../board/overlay.js";
import { sayThreats } from "../board/threat_words.js";
import { announce, clearNotice } from "../core/announce.js";
import { address } from "../core/api.js";
import { actOf } from "../core/keys.js";
import { positions, toMove } from "../core/notation.js";
import { whoSits } from "../core/players.js";
import { explain } from "../core/refusals.js";
import { sound } from "../core/sound.js";
import { preference } from "../core/store.js";
import { turningWords } from "./card.js";
import { confirmFirst } from "./confirm_first.js";
import { boardWords, joinNews, lastWords, newMoves, news } from "./news.js";
import { lastChoice } from "./setup.js";
import { sitDown, turnWords } from "./status.js";
import { toolsState } from "./tools.js";
import { GameDisplay } from "./view.js";
import { trialWords, whyNot, whyNotTyped } from "./why_not.js";

/** @import { CellName, TurningPointJson } from "../core/answers.js" */
/** @import { Game, GameAtPly, Go, TableState, Trial, Wanted } from "../core/types.js" */
/** @import { Session } from "./session.js" */

const REPLY = 350; // milliseconds between a move and the computer's answer to it, so that both are seen
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class GameController {
  /** The ply that is looked at; null at the game's end. @type {number | null} */
  #ply = null;
  /** A ply shown for a moment, before the computer's answer. @type {number | null} */
  #held = null;
  /** A mistake that is tried again. @type {Trial | null} */
  #trying = null;
  /** Where the game was decided, while that is shown. @type {TurningPointJson | null} */
  #turning = null;
  #running = false;
  #begun = false; // whether a computer was asked to move in a position that was set up
  #timer = 0;
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
    this.overlay.hidden = session.apart;
    this.display = new GameDisplay(
      main,
      session,
      {
        act: (what) => this.#do(what),
        answer: (what) => this.#acts[what](),
        choose: (cell) => this.#choose(cell),
        refuse: (cell) => this.#refuse(cell),
        aim: (cell) => this.#aim(cell),
        type: (cell) => this.#type(cell),
        look: (at) => this.#look(at),
        turn: (index, turning) => this.#turn(index, turning),
        told: (turning) => {
          announce(turningWords(turning, this.session.mine));
          this.#render();
        },
        tab: () => this.#render(),
        retry: (index) => this.#retry(index),
        fresh: (wanted) => this.#fresh(wanted),
        from: (wanted) => this.#fresh({ ...lastChoice(), ...wanted }),
        open: (id) => this.go(`/game/${id}`),
        point: (cell) => this.overlay.follow(cell),
        atStake: () => this.#atStake(),
      },
      this.overlay.live,
    );
    this.#follow();
    this.#render();
    this.#react();
    if (session.apart && !session.game.id) session.make(); // a friend needs its link
    if (session.game.previous && !session.game.moves.length) announce(`Another game. ${turnWords(session)}`);
  }

  /** The board, for whoever goes on there with the keyboard. */
  get board() {
    return this.display.board;
  }

  leave() {
    this.#ended.abort();
    this.overlay.live.stop();
    clearTimeout(this.#timer);
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
      this.#render();
    });
    on(overlay, "change", () => this.#render());
    on(overlay, "told", (words) => announce(words));
    on(overlay, "failed", (error) => {
      this.#explain(error);
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
      this.#trying = null;
      clearNotice();
    }
    if (before && moves.length === 2 && this.#ply === null && !still()) this.#hold(before);
    else if (before) this.#say(before);
    this.#react(); // first: what is over runs no more
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

  /** A computer whose turn it is plays: at once against a person, at its pace against another computer. */
  #react() {
    clearTimeout(this.#timer);
    const { session } = this;
    if (session.game.outcome) this.#running = false;
    if (session.pending || !session.may("step") || this.#waits) return;
    const both = session.computers.length === 2;
    if (both && !this.#running) return;
    this.#timer = setTimeout(() => session.step(), both ? preference("speed") : 200);
  }

  /** Whether a computer is to move in a position that was set up: it does so when asked to. */
  get #waits() {
    return this.session.setUp && !this.#begun && this.session.may("step") && this.session.computers.length < 2;
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
    };
  }

  #render() {
    if (this.#ended.signal.aborted) return; // another page is shown by now
    const view = this.#view();
    const settled = this.#held === null && !this.session.pending;
    const over = Boolean(view.game.outcome) && view.ply === view.moves.length;
    /** @type {TableState} */
    const state = {
      ...view,
      settled,
      over,
      trying: this.#trying,
      turning: this.#turning,
      running: this.#running,
      waits: this.#waits,
    };
    if (settled) this.overlay.look(view.board, view.position, over);
    this.display.show(state, this.session, this.overlay);
  }

  /** @param {CellName} cell */
  #choose(cell) {
    if (this.#trying) return this.#try(this.#trying, cell);
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

  /** A move by its name; what is wrong with it, else nothing. @param {CellName} cell */
  #type(cell) {
    const words = whyNotTyped(this.session, this.#view(), cell);
    if (words) announce(words);
    else this.#choose(cell);
    return words;
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
    begin: () => this.#begin(),
    live: () => this.#look(this.session.game.moves.length),
    type: () => this.display.type(),
    tellBoard: () => announce(boardWords(this.#view())),
    tellLast: () => announce(lastWords(this.#view())),
    tellThreats: () => sayThreats(this.#view(), this.overlay.hidden),
    tellWhy: () => announce(this.display.why.words || "No computer has moved yet."),
    decline: () => this.session.act("decline"),
    join: () => sitDown(this.session),
    step: () => this.session.step(),
    run: () => this.#run(),
    hint: () => this.#hint(),
    values: () => this.#toggle("values", "Values"),
    threats: () => this.#toggle("threats", "Threats"),
    help: () => this.#hide(),
    back: () => this.#step(-1),
    on: () => this.#step(1),
  };

  /** A key does nothing where its button could not be pressed. @param {string} what */
  #do(what) {
    const { session, overlay } = this;
    const state = { session, live: this.#ply === null, overlay, running: this.#running, waits: this.#waits };
    const tool = toolsState(state)[what];
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

  /** The computer whose turn it is in a position that was set up. */
  #begin() {
    this.#begun = true;
    this.session.step();
    this.#render();
  }

  /** One move back or on, by a key: said, for whoever does not see it. @param {1 | -1} by */
  #step(by) {
    this.#look(this.#view().ply + by);
    announce(lastWords(this.#view()));
  }

  /** Shows where the game was decided. @param {number} index @param {TurningPointJson} turning */
  #turn(index, turning) {
    this.#look(index);
    this.#turning = turning;
    announce(turningWords(turning, this.session.mine));
    this.#render();
  }

  #run() {
    this.#running = !this.#running;
    this.#render();
    this.#react();
  }

  /** @param {"values" | "threats"} name @param {string} words */
  #toggle(name, words) {
    this.overlay.toggle(name);
    announce(`${words} ${this.overlay[name] ? "shown" : "hidden"}.`);
    this.#render();
  }

  #hide() {
    this.overlay.hidden = !this.overlay.hidden;
    announce(this.overlay.hidden ? "All help is hidden." : "Help is shown.");
    this.#render();
  }

  async #hint() {
    try {
      announce(await this.overlay.advise());
    } catch (error) {
      this.#explain(error, () => this.#hint());
    }
    this.#render();
  }

  /** Looks at a ply; the address names it, so that it can be shared and reloaded. @param {number} ply */
  #look(ply) {
    const { game } = this.session;
    this.#trying = null;
    this.#turning = null;
    this.#ply = ply >= game.moves.length ? null : Math.max(ply, 0);
    if (game.id)
      this.go(`/game/${game.id}${this.#ply === null ? "" : `?ply=${this.#ply}`}`, { replace: true, stay: true });
    this.#render();
  }

  /** A mistake tried again: what may be played there is the server's to say. @param {number} index */
  async #retry(index) {
    this.#look(index);
    const { board, position } = this.#view();
    const answer = await positionFacts(board, position).catch((error) => void this.#explain(error));
    if (!answer || this.#view().position !== position) return;
    this.#trying = { index, legal: answer.legal, words: null };
    this.#render();
    this.board.enter();
    announce("Find a better move. Nothing you try here changes the game.");
  }

  /**
   * What a move tried in place of a mistake is worth; what would have been best is not told.
   * @param {Trial} trying @param {CellName} cell
   */
  async #try(trying, cell) {
    const { board, position } = this.#view();
    const analysis = await values(board, position).catch((error) => void this.#explain(error));
    if (!analysis || trying !== this.#trying) return;
    const words = trialWords(cell, analysis);
    this.#trying = { ...trying, words, tried: { cell, mark: toMove(position) } };
    announce(words);
    this.#render();
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
