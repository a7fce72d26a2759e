// One game as this browser takes part in it: what the server says of it, and what this browser may do there. What a
// seat may do is the server's to say (`may`); here is only which seats this browser holds.
// Dispatches `game` when the game changed (with the one before), `made`, `connection` and `refused`.

import { ApiRefusal, fresh, post, tell } from "../core/api.js";
import { dimensions, marksOf, otherSide, SIDES, withMark } from "../core/notation.js";
import { seatOf, whoSits } from "../core/players.js";
import { draft, keptGame, nonce, onChange, preference, remember, rememberDraft } from "../core/store.js";
import { LiveStream } from "../core/stream.js";
import { wishedClock } from "./clock.js";

export class Session extends EventTarget {
  /** A move on its way. @type {{cell: CellName, mark: Side} | null} */
  pending = null;
  /** @type {"live" | "waiting"} */
  connection = "live";
  /** What to make a drafted game of. @type {Wanted | null} */
  #making = null;
  #keeper = new DraftKeeper();
  /** @type {KeptGame["tokens"]} */
  #tokens = {};
  /** @type {Promise<unknown>} */
  #busy = Promise.resolve();
  /** @type {LiveStream | null} */
  #stream = null;
  #ended = new AbortController();

  /** @param {Game} game */
  constructor(game) {
    super();
    this.game = game;
  }

  /**
   * A game that is not made yet: it can be played at once, and is made with its first move.
   * @param {Wanted} wanted @param {PositionJson} facts - where it begins, as the server has it
   * @param {CellName[]} [moves] - what was played in it already
   */
  static draft(wanted, facts, moves = []) {
    const session = new Session(draftGame(wanted, facts));
    session.#making = wanted;
    for (const cell of moves) session.#playOn(cell);
    return session;
  }

  /** A game that exists; a refusal where it does not. @param {string} id */
  static async open(id) {
    const game = await fresh(`/api/games/${encodeURIComponent(id)}`);
    const session = new Session(game);
    session.#adopt(game, null);
    session.#follow();
    return session;
  }

  /** The seats this browser has the right to act for; those of the computers where no person plays. */
  get #held() {
    if (!this.game.id) return SIDES.filter((side) => this.game.seats[side].kind !== "friend");
    return SIDES.filter((side) => this.#tokens[side]);
  }

  /** The sides this browser plays. */
  get mine() {
    const kinds = this.game.id ? ["person", "friend"] : ["person"];
    return this.#held.filter((side) => kinds.includes(this.game.seats[side].kind));
  }

  /** Whether this browser may do nothing here but look. */
  get spectator() {
    return this.game.id !== null && !this.#held.length;
  }

  /** The side whose turn it is, if this browser may move for it. */
  get turn() {
    const side = this.game.to_move;
    return this.mine.includes(side) && this.game.may[side].includes("move") ? side : null;
  }

  get computers() {
    return SIDES.filter((side) => this.game.seats[side].kind === "computer");
  }

  /** Whether two people play, each at a device of their own: then what is taken back needs both. */
  get apart() {
    return SIDES.some((side) => this.game.seats[side].kind === "friend");
  }

  /** Whether a request would be accepted from this browser. @param {Act} what */
  may(what) {
    return this.#held.some((side) => this.game.may[side].includes(what));
  }

  /** Whether this side has offered something already and waits for the answer. @param {Act} what */
  asked(what) {
    return this.game.offers.some((offer) => offer.what === what && this.mine.includes(offer.seat));
  }

  /** Whether this is a position that somebody set up, and nobody has played in it: no computer moves here unasked. */
  get setUp() {
    return this.game.id === null && this.game.ply > 0 && !this.game.moves.length;
  }

  /** Makes a drafted game. */
  make() {
    return this.#turn(async () => {
      if (!this.game.id) await this.#make();
    });
  }

  /**
   * Plays; the mark is shown while it is on its way. Asked again, it asks for the very same move. Two people begin
   * without waiting for anybody.
   * @param {CellName} cell
   */
  move(cell) {
    if (goesOn(this.game) && !this.pending && !wishedClock()) return this.#playOn(cell);
    const mark = this.game.to_move;
    /** @type {{version: number, ply: number, cell: CellName} | null} */
    let body = null;
    const show = () => {
      this.pending = { cell, mark };
      this.#tellGame(this.game);
    };
    if (!this.game.id) show(); // the game may be a while in the making
    return this.#turn(async () => {
      show();
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

  /** Plays in the draft, which is kept until the game is made of it. @param {CellName} cell */
  #playOn(cell) {
    const before = this.game;
    this.game = draftAfter(before, cell);
    this.#keeper.keep(/** @type {Wanted} */ (this.#making), this.game.moves);
    this.#tellGame(before);
    return this.make();
  }

  /**
   * A move that crossed something which left the position as it was, like an offer, still stands: it is sent again.
   * @param {{version: number, ply: number, cell: CellName}} body @param {Side} mark
   */
  async #play(body, mark) {
    const before = this.game;
    try {
      await this.#act("moves", body, mark);
    } catch (error) {
      const { game } = this;
      const crossed = error instanceof ApiRefusal && error.code === "stale" && game.version !== before.version;
      if (!crossed || game.position !== before.position || game.outcome) throw error;
      body.version = game.version;
      await this.#act("moves", body, mark);
    }
  }

  /** Lets the computer play whose turn it is; `now` one that thinks by the clock, whatever time it has left. */
  step(now = false) {
    return this.#turn(async () => {
      if (!this.game.id) await this.#make();
      const { version, ply } = this.game;
      if (this.may("step")) await this.#act("step", { version, ply, now }, this.#side("step"));
    });
  }

  /** Where the computer thinks whose turn it is, and how it is asked to. @returns {[path: string, RequestInit]} */
  get thinking() {
    const { id, version, ply } = this.game;
    return [`/api/games/${id}/think`, post({ version, ply }, this.#tokens[this.#side("step")])];
  }

  /** Asks for something on behalf of the side this browser plays. @param {Exclude<Act, "move" | "step">} what */
  act(what, more = {}) {
    /** @type {{version: number} | null} */
    let body = null;
    return this.#turn(() => {
      body ??= { version: this.game.version, ...more };
      return this.#act(what, body, this.#side(what));
    });
  }

  /**
   * A new game with the same seats, or with the sides swapped; with a friend it is an offer until both want it.
   * @param {boolean} swap
   */
  again(swap) {
    return this.act("again", { swap });
  }

  /**
   * Says what somebody is called who sits at this browser.
   * @param {Side} side @param {string} name
   */
  name(side, name) {
    return this.#turn(async () => {
      if (!this.game.id) await this.#make();
      await this.#act("name", { name }, side);
    });
  }

  /** Asks the server whether the time of the side to move is over. */
  flag() {
    return this.#turn(() => this.#act("flag", {}, this.#held[0]));
  }

  /** Says what whoever uses this browser is called, as they said before, where another reads it. */
  async #introduce() {
    const [side, other] = this.mine;
    const name = preference("name");
    if (name && this.apart && side && !other && !this.game.seats[side].name) await this.#act("name", { name }, side);
  }

  /**
   * Takes the friend's seat with the invitation; the nonce makes it harmless to ask twice.
   * @param {string} invitation
   */
  join(invitation) {
    const id = String(this.game.id);
    const own = keptGame(id).nonce ?? nonce();
    remember(id, { nonce: own });
    return this.#turn(async () => {
      const { game, seat, token } = await tell(`/api/games/${id}/seat`, { invitation, nonce: own });
      remember(id, { tokens: { [seat]: token } });
      this.#adopt(game);
      await this.#introduce();
    });
  }

  close() {
    this.#ended.abort();
    this.#stream?.close();
  }

  /**
   * The seat to ask from: on one device that of the side to move, for taking back that of the side that moved last.
   * @param {Act} what
   */
  #side(what) {
    const { to_move: mover, may } = this.game;
    const order = what === "undo" ? [otherSide(mover), mover] : [mover, otherSide(mover)];
    const held = order.filter((side) => this.#held.includes(side));
    return held.find((side) => may[side].includes(what)) ?? held[0];
  }

  async #make() {
    const { game, tokens, invitation } = await tell("/api/games", {
      ...this.#making,
      moves: this.game.moves,
      ...(this.computers.length ? {} : { clock: wishedClock() }),
    });
    remember(game.id, { tokens, invitation, mine: true, seen: Date.now() });
    await this.#tellRest(game, tokens);
    this.#follow();
    this.dispatchEvent(new CustomEvent("made", { detail: game.id }));
    await this.#introduce();
  }

  /** Tells what was played while the game was being made. @param {GameJson} made @param {KeptGame["tokens"]} tokens */
  async #tellRest(made, tokens) {
    let game = made;
    try {
      while (game.moves.length < this.game.moves.length) {
        const { id, version, ply } = game;
        const body = { version, ply, cell: this.game.moves[game.moves.length] };
        game = await tell(`/api/games/${id}/moves`, body, tokens[game.to_move]);
      }
    } finally {
      this.#keeper.end();
      this.#adopt(game);
    }
  }

  /** @param {string} what @param {object} body @param {Side} side */
  async #act(what, body, side) {
    try {
      this.take(await tell(`/api/games/${this.game.id}/${what}`, body, this.#tokens[side]));
    } catch (error) {
      if (error instanceof ApiRefusal && error.game) this.take(error.game);
      throw error;
    }
  }

  /**
   * One thing at a time, in order; what goes wrong is told with a way to ask again, and the next may still go right.
   * @param {() => Promise<unknown>} work @returns {Promise<unknown>}
   */
  #turn(work) {
    const refused = (/** @type {unknown} */ error) =>
      this.dispatchEvent(new CustomEvent("refused", { detail: { error, again: () => this.#turn(work) } }));
    this.#busy = this.#busy.then(work).catch(refused);
    return this.#busy;
  }

  /** The game as it came; an answer that came late is not put over a later one. @param {Game} game */
  take(game) {
    if (game.id !== this.game.id || game.version >= this.game.version) this.#adopt(game);
  }

  /** @param {Game} game @param {Game | null} before */
  #adopt(game, before = this.game) {
    const held = this.#tokens;
    this.game = game;
    this.#tokens = tokensFor(game);
    if (game.position !== before?.position) this.pending = null; // where it is the same the move is still on its way
    if (!this.spectator || keptGame(game.id).summary)
      remember(String(game.id), { summary: summary(game), seen: this.#lastSeen(before, game) });
    const same =
      before?.id === game.id &&
      before.version === game.version &&
      SIDES.every((side) => held[side] === this.#tokens[side]);
    if (!same) this.#tellGame(before);
  }

  /** @param {Game | null} before @param {Game} game */
  #lastSeen(before, game) {
    const changed = before && before.version !== game.version;
    return changed ? Date.now() : (keptGame(game.id).seen ?? Date.now());
  }

  /** @param {Game | null} before */
  #tellGame(before) {
    this.dispatchEvent(new CustomEvent("game", { detail: before }));
  }

  /** Hears of every change: other tabs, the friend, a server that comes back. A hidden tab lets go and comes back. */
  #follow() {
    const { signal } = this.#ended;
    const connected = (/** @type {Event} */ event) =>
      this.#say(event instanceof CustomEvent && event.detail === "back" ? "live" : "waiting");
    onChange((key) => key === `game.${this.game.id}` && this.#readTokens(), signal);
    window.addEventListener("noughts-connection", connected, { signal });
    const game = {
      path: () => `/api/games/${this.game.id}`,
      kind: "game",
      state: (/** @type {GameJson} */ state) => this.take(state),
      line: (/** @type {boolean} */ open) => this.#say(open ? "live" : "waiting"),
      idle: () => document.hidden && !this.apart,
      token: () => this.#tokens.X ?? this.#tokens.O,
    };
    this.#stream = new LiveStream(game);
  }

  #readTokens() {
    const before = this.mine.join();
    this.#tokens = keptGame(this.game.id).tokens;
    if (this.mine.join() !== before) this.#tellGame(this.game);
  }

  /** @param {"live" | "waiting"} connection */
  #say(connection) {
    if (connection === this.connection) return;
    this.connection = connection;
    this.dispatchEvent(new CustomEvent("connection", { detail: connection }));
  }
}

/**
 * The tokens for a game: its own, or those of the game before it, whose seats may have been swapped.
 * @param {Game} game
 */
function tokensFor({ id, previous, swapped }) {
  const { tokens } = keptGame(id);
  if (!previous || tokens.X || tokens.O) return tokens;
  const { tokens: before, mine } = keptGame(previous);
  const [x, o] = swapped ? [before.O, before.X] : [before.X, before.O];
  if (x || o) remember(String(id), { tokens: { ...(x && { X: x }), ...(o && { O: o }) }, mine });
  return keptGame(id).tokens;
}

/** What the list of games needs to know. @param {Game} game @returns {Summary} */
export function summary({ board, position, seats, ply, outcome }) {
  return {
    board,
    position,
    x: whoSits(seats.X),
    o: whoSits(seats.O),
    names: { X: seats.X.name ?? null, O: seats.O.name ?? null },
    ply,
    outcome: outcome && { winner: outcome.winner, words: outcome.words },
  };
}

// A game that is not on the server yet. Its moves are stored, so that the next tab goes on with it if this one is closed.

/**
 * A game that is not made yet, as the server would tell it.
 * @param {Wanted} wanted @param {PositionJson} facts @returns {Game}
 */
function draftGame({ x, o }, { board, position, ply, to_move, legal, outcome }) {
  const seats = { X: seatOf(x), O: seatOf(o) };
  const mover = seats[to_move].kind === "computer" ? "step" : "move";
  /** @type {Act[]} */
  const may = outcome ? [] : [mover]; // of a draft: all else needs a game that is made
  const nobody = mover === "step" ? may : [];
  return {
    id: null,
    version: 0,
    board,
    start: position,
    position,
    ply,
    moves: [],
    redo: 0,
    outcome,
    offers: [],
    clock: null,
    classroom: null,
    to_move,
    legal,
    may: to_move === "X" ? { X: may, O: nobody } : { X: nobody, O: may },
    score: { X: 0, O: 0, draw: 0 },
    next: null,
    previous: null,
    swapped: false,
    seats,
  };
}

/**
 * Whether two people may play on before anybody says how the game stands: with fewer marks than a line has, it goes on.
 * @param {Game} game
 */
export function goesOn({ id, board, position, legal, seats, to_move }) {
  const people = seats.X.kind === "person" && seats.O.kind === "person";
  const marks = marksOf(position).filter((mark) => mark === to_move).length + 1;
  return id === null && people && marks < dimensions(board).k && legal.length > 1;
}

/** The draft after a move of a person against a person. @param {Game} game @param {CellName} cell @returns {Game} */
function draftAfter(game, cell) {
  const { X, O } = game.may;
  return {
    ...game,
    position: withMark(game.position, cell, game.to_move),
    ply: game.ply + 1,
    moves: [...game.moves, cell],
    to_move: otherSide(game.to_move),
    legal: game.legal.filter((other) => other !== cell),
    may: { X: O, O: X },
  };
}

const PATIENCE = 300; // milliseconds that a tab which is just closed may take until it is gone
const nameOf = (/** @type {string} */ id) => `noughts draft ${id}`;

/** Keeps the moves of one draft, under a lock that goes with its tab. */
class DraftKeeper {
  #id = `${Date.now()}.${Math.random()}`;
  /** @type {(() => void) | null} */
  #release = null;

  /** @param {Wanted} wanted @param {CellName[]} moves */
  keep(wanted, moves) {
    rememberDraft({ id: this.#id, wanted, moves });
    if (this.#release) return;
    this.#release = () => {};
    const held = new Promise((resolve) => {
      this.#release = () => resolve(null);
    });
    navigator.locks?.request(nameOf(this.#id), () => held);
  }

  /** The game is made. */
  end() {
    if (draft()?.id === this.#id) rememberDraft(null);
    this.#release?.();
  }
}

/** What was left of a draft whose tab is gone; it is taken, so that no other tab goes on with it, too. */
export async function leftDraft() {
  const left = draft();
  if (!left || !navigator.locks) return null;
  const take = () => {
    if (draft()?.id !== left.id) return null;
    rememberDraft(null);
    return left;
  };
  return navigator.locks.request(nameOf(left.id), { signal: AbortSignal.timeout(PATIENCE) }, take).catch(() => null);
}
