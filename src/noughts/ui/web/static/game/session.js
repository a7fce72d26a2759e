// One game as this browser takes part in it: what the server says of it, and what this browser may do there.
// Dispatches `game` when the game changed (with the one before), `connection` and `refused`.

import { fresh, Refusal, tell } from "../core/api.js";
import { cells, emptyPosition, markAt, toMove } from "../core/notation.js";
import { seatOf } from "../core/players.js";
import { known, nonce, onChange, remember } from "../core/store.js";

const SIDES = ["X", "O"];
const REOPEN = 2000; // milliseconds before a closed stream is asked for again

export class Session extends EventTarget {
  game = null;
  pending = null; // a move on its way: {cell, mark}
  connection = "live";
  #tokens = {};
  #busy = Promise.resolve();
  #stream = null;
  #ended = new AbortController();

  /** A game that is not made yet: it can be played at once, and is made with its first move. */
  static draft({ board, position, x, o }) {
    const session = new Session();
    const start = position || emptyPosition(board);
    session.game = {
      id: null,
      version: 0,
      board,
      start,
      position: start,
      ply: 0,
      moves: [],
      redo: 0,
      outcome: null,
      offers: [],
      to_move: toMove(start),
      legal: cells(board).filter((cell) => markAt(start, cell) === "."),
      score: null,
      next: null,
      previous: null,
      seats: { X: seatOf(x), O: seatOf(o) },
    };
    session.making = { board, position: position || undefined, x, o };
    return session;
  }

  /** A game that exists; a refusal where it does not. */
  static async open(id) {
    const session = new Session();
    session.#adopt(await fresh(`/api/games/${encodeURIComponent(id)}`));
    session.#follow();
    return session;
  }

  /** The sides this browser may act for. */
  get mine() {
    if (!this.game.id) return SIDES.filter((side) => this.game.seats[side].kind === "person");
    return SIDES.filter((side) => this.#tokens[side] && this.game.seats[side].kind !== "computer");
  }

  /** Whether this browser may do nothing here but look. */
  get spectator() {
    return this.game.id !== null && !SIDES.some((side) => this.#tokens[side]);
  }

  /** The side whose turn it is, if this browser may move for it. */
  get turn() {
    const { outcome, to_move } = this.game;
    return !outcome && this.mine.includes(to_move) ? to_move : null;
  }

  get computers() {
    return SIDES.filter((side) => this.game.seats[side].kind === "computer");
  }

  /** Whether two people play, each at a device of their own: then what is taken back needs both. */
  get apart() {
    return SIDES.some((side) => this.game.seats[side].kind === "friend");
  }

  /** Makes a drafted game. */
  make() {
    return this.#turn(() => this.#make());
  }

  /** Plays; the mark is shown while it is on its way. Asked again, it asks for the very same move. */
  move(cell) {
    const mark = this.game.to_move;
    let body = null;
    return this.#turn(async () => {
      this.pending = { cell, mark };
      this.#tellGame(this.game);
      try {
        if (!this.game.id) await this.#make();
        body ??= { version: this.game.version, ply: this.game.ply, cell };
        await this.#play(body, mark);
      } finally {
        this.pending = null;
        this.#tellGame(this.game);
      }
    });
  }

  /** A move that crossed something which left the position as it was, like an offer, still stands: it is sent again. */
  async #play(body, mark) {
    const { pending, game: before } = this;
    try {
      await this.#act("moves", body, mark);
    } catch (error) {
      const { game } = this;
      if (error.code !== "stale" || game.position !== before.position || game.version === before.version || game.outcome)
        throw error;
      body.version = game.version;
      this.pending = pending;
      await this.#act("moves", body, mark);
    }
  }

  /** Lets the computer play whose turn it is. */
  step() {
    return this.#turn(async () => {
      if (!this.game.id) await this.#make();
      const { version, ply, to_move: side, outcome } = this.game;
      if (!outcome && this.computers.includes(side))
        await this.#act("step", { version, ply }, this.#tokens[side] ? side : this.mine[0]);
    });
  }

  /** `undo`, `redo`, `resign`, `draw`, `decline`: for the side this browser plays. */
  act(what, more = {}) {
    let body = null;
    return this.#turn(() => {
      body ??= { version: this.game.version, ...more };
      return this.#act(what, body, this.#side(what));
    });
  }

  /** A new game with the same seats, or with the sides swapped; with a friend it is an offer until both want it. */
  again(swap) {
    return this.act("again", { swap });
  }

  /** Takes the friend's seat with the invitation; the nonce makes it harmless to ask twice. */
  join(invitation) {
    const { id } = this.game;
    const own = known(id).nonce ?? nonce();
    remember(id, { nonce: own });
    return this.#turn(async () => {
      const { game, seat, token } = await tell(`/api/games/${id}/seat`, { invitation, nonce: own });
      remember(id, { tokens: { [seat]: token } });
      this.#adopt(game);
    });
  }

  close() {
    this.#ended.abort();
    this.#stream?.close();
  }

  /** On one device it is the side to move, or the one that moved last, that asks; apart it is one's own. */
  #side(what) {
    const { to_move, moves } = this.game;
    const held = SIDES.filter((side) => this.#tokens[side]);
    if (what === "undo" && held.length === 2 && moves.length) return to_move === "X" ? "O" : "X";
    return held.includes(to_move) ? to_move : held[0];
  }

  async #make() {
    const { game, tokens, invitation } = await tell("/api/games", this.making);
    remember(game.id, { tokens, invitation, mine: true, seen: Date.now() });
    this.#adopt(game);
    this.#follow();
    this.dispatchEvent(new CustomEvent("made", { detail: game.id }));
  }

  async #act(what, body, side) {
    try {
      this.#take(await tell(`/api/games/${this.game.id}/${what}`, body, this.#tokens[side]));
    } catch (error) {
      if (error instanceof Refusal && error.game) this.#take(error.game);
      throw error;
    }
  }

  /** One thing at a time, in order; what goes wrong is told with a way to ask again, and the next may still go right. */
  #turn(work) {
    const refused = (error) =>
      this.dispatchEvent(new CustomEvent("refused", { detail: { error, again: () => this.#turn(work) } }));
    this.#busy = this.#busy.then(work).catch(refused);
    return this.#busy;
  }

  /** The first sight of a game, or a newer one: an answer that came late is not put over a later one. */
  #take(answer) {
    const game = answer.game ?? answer;
    if (game.id === this.game?.id && game.version < this.game.version) return;
    this.#adopt(game);
  }

  #adopt(game) {
    const before = this.game;
    const held = this.#tokens;
    this.game = game;
    this.#tokens = inherited(game);
    this.pending = null;
    if (!this.spectator || known(game.id).summary)
      remember(game.id, { summary: summary(game), seen: this.#when(before, game) });
    const same =
      before?.id === game.id &&
      before.version === game.version &&
      SIDES.every((side) => held[side] === this.#tokens[side]);
    if (!same) this.#tellGame(before);
  }

  #when(before, game) {
    const changed = before && before.version !== game.version;
    return changed ? Date.now() : (known(game.id).seen ?? Date.now());
  }

  #tellGame(before) {
    this.dispatchEvent(new CustomEvent("game", { detail: before }));
  }

  /** Hears of every change: other tabs, the friend, a server that comes back. A hidden tab lets go and comes back. */
  #follow() {
    const { signal } = this.#ended;
    onChange((key) => key === `game.${this.game.id}` && this.#learn(), signal);
    document.addEventListener("visibilitychange", () => this.#listen(), { signal });
    window.addEventListener("online", () => this.#listen(), { signal });
    window.addEventListener("noughts-connection", (event) => this.#say(event.detail === "back" ? "live" : "waiting"), {
      signal,
    });
    this.#listen();
  }

  #learn() {
    const before = this.mine.join();
    this.#tokens = known(this.game.id).tokens;
    if (this.mine.join() !== before) this.#tellGame(this.game);
  }

  #listen() {
    if (this.#ended.signal.aborted) return;
    if (document.hidden && !this.apart) return this.#stream?.close();
    if (this.#stream && this.#stream.readyState !== EventSource.CLOSED) return;
    const stream = new EventSource(`/api/games/${this.game.id}/events`);
    this.#stream = stream;
    stream.onopen = () => this.#say("live");
    stream.addEventListener("game", (event) => stream === this.#stream && this.#take(JSON.parse(event.data)));
    stream.onerror = () => {
      if (stream !== this.#stream || this.#ended.signal.aborted) return;
      this.#say("waiting");
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => this.#listen(), REOPEN);
    };
  }

  #say(connection) {
    if (connection === this.connection) return;
    this.connection = connection;
    this.dispatchEvent(new CustomEvent("connection", { detail: connection }));
  }
}

/** The tokens for a game: its own, or those of the game before it, whose seats may have been swapped. */
function inherited({ id, previous, swapped }) {
  const { tokens } = known(id);
  if (!previous || tokens.X || tokens.O) return tokens;
  const { tokens: before, mine } = known(previous);
  const [x, o] = swapped ? [before.O, before.X] : [before.X, before.O];
  if (x || o) remember(id, { tokens: { ...(x && { X: x }), ...(o && { O: o }) }, mine });
  return known(id).tokens;
}

/** What the list of games needs to know. */
export function summary({ board, position, seats, ply, outcome }) {
  const who = (side) => seats[side].level ?? seats[side].player ?? seats[side].kind;
  return {
    board,
    position,
    x: who("X"),
    o: who("O"),
    ply,
    outcome: outcome && { winner: outcome.winner, words: outcome.words },
  };
}
