// Playing: what a person does at the table becomes requests, and what the game becomes is shown, said and answered.

import { address, ask } from "../core/api.js";
import { picture, valueWords } from "../board/board.js";
import { actOf } from "../core/keys.js";
import { announce, clearNotice } from "../core/announce.js";
import { added, news } from "./news.js";
import { cellWords, markAt, positions, toMove } from "../core/notation.js";
import { explain } from "../core/refusals.js";
import { Session } from "./session.js";
import { choice, chosen } from "./setup.js";
import { Sight } from "../board/overlay.js";
import { sound } from "../core/sound.js";
import { resultWords, turnWords } from "./status.js";
import { known, preference, remember } from "../core/store.js";
import { Table } from "./view.js";
import { toolsState } from "./tools.js";

const REPLY = 350; // milliseconds between a move and the computer's answer to it, so that both are seen
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Play {
  #ply = null; // the ply that is looked at; null at the game's end
  #held = null; // a ply shown for a moment, before the computer's answer
  #trying = null; // a mistake that is tried again: {index, move, words}
  #running = false;
  #timer = null;
  #ended = new AbortController();

  /** `go(address, options)` leads elsewhere; `ply` is where to look first. */
  constructor(main, session, go, ply) {
    this.session = session;
    this.go = go;
    this.#ply = ply ?? null;
    this.sight = new Sight();
    this.sight.hidden = session.apart;
    this.table = new Table(main, session, {
      act: (what) => this.#do(what),
      choose: (cell) => this.#choose(cell),
      refuse: (cell) => this.#refuse(cell),
      look: (ply) => this.#look(ply),
      retry: (index, move) => this.#retry(index, move),
      fresh: (wanted) => this.#fresh(wanted),
      from: (wanted) => this.#fresh({ ...chosen(), ...wanted }),
      open: (id) => this.go(`/game/${id}`),
      point: (cell) => this.sight.follow(cell),
      atStake: () => this.#atStake(),
    });
    this.#follow();
    this.#render();
    this.#react();
    if (session.apart && !session.game.id) session.make(); // a friend needs its link
  }

  /** The board, for whoever goes on there with the keyboard. */
  get board() {
    return this.table.board;
  }

  leave() {
    this.#ended.abort();
    clearTimeout(this.#timer);
    this.session.close();
  }

  #follow() {
    const { signal } = this.#ended;
    const on = (name, listener) => this.session.addEventListener(name, listener, { signal });
    on("game", (event) => this.#changed(event.detail));
    on("made", (event) => this.go(`/game/${event.detail}`, { replace: true, stay: true }));
    on("refused", ({ detail }) => this.#explain(detail.error, detail.again));
    on("connection", ({ detail }) => {
      announce(detail === "live" ? "Connected again." : "Connection lost. Trying again; nothing is lost.");
      this.#render();
    });
    this.sight.addEventListener("change", () => this.#render(), { signal });
    this.sight.addEventListener("failed", ({ detail }) => (this.#explain(detail), this.#render()), { signal });
    window.addEventListener("noughts-preferences", () => this.#render(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
  }

  /** The game went on: shown, said, sounded, and answered where it is a computer's turn. */
  #changed(before) {
    const { game } = this.session;
    const goesOn = game.next && before && !before.next && before.id === game.id;
    if (goesOn && this.#ply === null) return this.go(`/game/${game.next}`);
    const moves = added(before, game);
    if (moves.length) {
      if (this.#ply !== null && this.#ply >= before.moves.length) this.#ply = null;
      this.#trying = null;
      clearNotice();
    }
    if (moves.length === 2 && this.#ply === null && !still()) this.#hold(before);
    else if (before) this.#say(before);
    this.#react(); // first: what is over runs no more
    this.#render();
  }

  /** First the person's move, then, after a moment, the answer. */
  #hold(before) {
    this.#held = before.moves.length + 1;
    sound(before.to_move);
    setTimeout(() => {
      this.#held = null;
      this.#say(before);
      this.#render();
    }, REPLY);
  }

  #say(before) {
    const { game } = this.session;
    announce(news(this.session, before));
    if (added(before, game).length) sound(game.outcome ? "end" : toMove(this.#positions().at(-2)));
  }

  /** A computer whose turn it is plays: at once against a person, at its pace against another computer. */
  #react() {
    clearTimeout(this.#timer);
    const { game, spectator, computers } = this.session;
    if (game.outcome) this.#running = false;
    if (game.outcome || spectator || this.session.pending || !computers.includes(game.to_move)) return;
    if (computers.length === 2 && !this.#running) return;
    const wait = computers.length === 2 ? preference("speed") : 200;
    this.#timer = setTimeout(() => this.session.step(), wait);
  }

  #positions() {
    return positions(this.session.game.start, this.session.game.moves);
  }

  /** What is looked at: the game at a ply. */
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
    const settled = this.#held === null && !this.session.pending;
    const view = { ...this.#view(), settled, trying: this.#trying, running: this.#running };
    const over = Boolean(view.game.outcome) && view.ply === view.game.moves.length;
    if (settled) this.sight.look(view.board, view.position, over);
    this.table.show({ ...view, over }, this.session, this.sight);
  }

  #choose(cell) {
    if (this.#trying) return this.#try(cell);
    clearNotice();
    this.session.move(cell);
  }

  #refuse(cell) {
    const { game, spectator } = this.session;
    const taken = markAt(this.#view().position, cell);
    if (taken !== ".") return announce(`${cellWords(game.board, cell)} is taken by ${taken}.`);
    if (game.outcome) return announce(`The game is over. ${resultWords(this.session)}`);
    if (spectator) return announce("You are looking on: this browser holds no seat here.");
    announce(this.#ply === null ? turnWords(this.session) : "You are looking back. Go back to the game to play on.");
  }

  #key(event) {
    const act = actOf(event);
    if (!act || act === "keys") return; // those are the page's own
    event.preventDefault();
    this.#do(act);
  }

  #do(what) {
    const { session } = this;
    const { ply } = this.#view();
    const acts = {
      undo: () => session.act("undo"),
      redo: () => session.act("redo"),
      again: () => session.again(false),
      swap: () => this.#swap(),
      draw: () => session.act("draw"),
      resign: () => session.act("resign"),
      decline: () => session.act("decline"),
      join: () => session.join(known(session.game.id).invited),
      step: () => session.step(),
      run: () => ((this.#running = !this.#running), this.#render(), this.#react()),
      hint: () => this.#hint(),
      values: () => this.#toggle("values", "Values"),
      threats: () => this.#toggle("threats", "Threats"),
      help: () => this.#hide(),
      back: () => this.#look(ply - 1),
      on: () => this.#look(ply + 1),
    };
    if (what in acts && this.#allowed(what)) acts[what]();
  }

  /** The other side: in a game that is made by a new game, else at once. */
  #swap() {
    const { id, board, seats, start } = this.session.game;
    if (id) return this.session.again(true);
    const who = ({ level, player, kind }) => level ?? player ?? kind;
    this.#fresh({ x: who(seats.O), o: who(seats.X), board, position: start });
  }

  /** A key does nothing where its button could not be pressed. */
  #allowed(what) {
    const state = toolsState({
      session: this.session,
      live: this.#ply === null,
      sees: this.sight,
      running: this.#running,
    })[what];
    return (
      !state || (!state.hidden && !state.disabled) || (this.session.apart && ["draw", "undo", "again"].includes(what))
    );
  }

  #toggle(name, words) {
    this.sight.toggle(name);
    announce(`${words} ${this.sight[name] ? "shown" : "hidden"}.`);
    this.#render();
  }

  #hide() {
    this.sight.hidden = !this.sight.hidden;
    announce(this.sight.hidden ? "All help is hidden." : "Help is shown.");
    this.#render();
  }

  async #hint() {
    try {
      announce(await this.sight.advise());
    } catch (error) {
      this.#explain(error, () => this.#hint());
    }
    this.#render();
  }

  /** Looks at a ply; the address names it, so that it can be shared and reloaded. */
  #look(ply) {
    const { game } = this.session;
    this.#trying = null;
    this.#ply = ply >= game.moves.length ? null : Math.max(ply, 0);
    if (game.id)
      this.go(`/game/${game.id}${this.#ply === null ? "" : `?ply=${this.#ply}`}`, { replace: true, stay: true });
    this.#render();
  }

  #retry(index, move) {
    this.#look(index);
    this.#trying = { index, move, words: null };
    this.#render();
    this.board.enter();
    announce("Find a better move. Nothing you try here changes the game.");
  }

  /** What a move tried in place of a mistake is worth; what would have been best is not told. */
  async #try(cell) {
    const { board, position } = this.#view();
    const trying = this.#trying;
    const seen = await ask("/api/analyse", { board, position }).catch((error) => void this.#explain(error));
    if (!seen || trying !== this.#trying) return;
    const [found, best] = [seen.moves[cell].value, seen.value];
    const words =
      found === best
        ? `${cell} is right: it ${valueWords(seen.moves[cell])}.`
        : `Not ${cell}: it ${valueWords(seen.moves[cell])}. Try another.`;
    this.#trying = { ...trying, words, tried: { cell, mark: toMove(position) } };
    announce(words);
    this.#render();
  }

  #atStake() {
    const { game } = this.session;
    return game.id !== null && !game.outcome && game.moves.length > 1 && !this.session.spectator;
  }

  #fresh({ x, o, board, position }) {
    this.go(position ? address("/", { board, position }) : "/", { game: { x, o, board, position } });
  }

  #explain(error, again) {
    explain(error, () => this.#fresh(chosen()), again);
  }
}

/** A table with a game that is not made yet. */
export async function newGame(main, go, wanted) {
  const { board, position } = wanted;
  picture(board ?? preference("board"), preference("coordinates")).catch(() => {}); // shown soon: asked for now
  if (position) await ask("/api/decide", { player: "random", board, position }); // refused where no game can begin
  return new Play(main, Session.draft({ ...(await choice(wanted)), position }), go);
}

/** A table with a game that exists; `invitation` is kept for this browser, never shown in the address. */
export async function openGame(main, go, id, { ply, invitation }) {
  const session = await Session.open(id);
  if (invitation && session.spectator) remember(id, { invited: invitation });
  return new Play(main, session, go, ply);
}
