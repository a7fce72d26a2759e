// The table: the board, what belongs below it, and what stands beside it. It shows what it is given.

import { NoughtsBoard } from "../board/board.js";
import { button, h, set } from "../core/dom.js";
import { toMove } from "../core/notation.js";
import { preference } from "../core/store.js";
import { BrainSide } from "./brain_side.js";
import { FriendPanel } from "./friend.js";
import { RecordPanel } from "./record.js";
import { Review } from "./review.js";
import { Setup } from "./setup.js";
import { Status, titleWords, turnWords } from "./status.js";
import { Tools } from "./tools.js";
import { WhyLine } from "./why.js";

/** @import { BoardState, Cell, GameAtPly, TableState, Wanted } from "../core/types.js" */
/** @import { Overlay } from "../board/overlay.js" */
/** @import { Answer } from "./friend.js" */
/** @import { Session } from "./session.js" */
/**
 * What is done for a person at the table.
 * @typedef {{act: (what: string) => unknown, answer: Answer, choose: (cell: Cell) => unknown,
 *   refuse: (cell: Cell) => unknown, point: (cell: Cell | null) => unknown, look: (ply: number) => unknown,
 *   retry: (index: number) => unknown, fresh: (wanted: Wanted) => unknown,
 *   from: (wanted: Pick<Wanted, "board" | "position">) => unknown, open: (id: string) => unknown,
 *   atStake: () => boolean}} Handlers
 */

const FIND = "Find a better move. Nothing you try here changes the game.";

export class GameDisplay {
  #caption = h("p", { class: "caption" });
  #banner = h("div", { class: "banner", hidden: true });
  #bannerWords = "";
  #seats = "";

  /** @param {Element} main @param {Session} session @param {Handlers} on */
  constructor(main, session, on) {
    this.on = on;
    this.board = set(new NoughtsBoard(), {
      oncell: (/** @type {CustomEvent} */ event) => on.choose(event.detail),
      "oncell-refused": (/** @type {CustomEvent} */ event) => on.refuse(event.detail),
      "oncell-looked-at": (/** @type {CustomEvent} */ event) => on.point(event.detail),
    });
    this.status = new Status();
    this.friend = new FriendPanel(on.answer);
    this.tools = new Tools(on.act);
    this.why = new WhyLine();
    this.review = new Review(on.look, on.retry);
    this.record = new RecordPanel(on.from, on.open);
    this.setup = new Setup(on.fresh, on.atStake);
    this.brains = new BrainSide();
    this.element = this.#lay(session.computers.length === 2);
    main.replaceChildren(this.element);
  }

  /** @param {boolean} both - whether both sides are played by computers, whose brains need room */
  #lay(both) {
    const below = [this.friend.element, this.#banner, this.tools.element, this.why.element];
    const after = [this.review.element, this.record.element];
    const parts = [this.status.element, this.board, this.#caption, ...below, ...after];
    const beside = h("div", { class: "beside" }, this.setup.element, this.brains.element);
    const table = h("section", { class: "table", "aria-labelledby": "title" }, parts);
    return h("div", { class: both ? "play both" : "play" }, table, beside);
  }

  /** @param {TableState} state @param {Session} session @param {Overlay} overlay */
  show(state, session, overlay) {
    const mine = session.apart && session.turn ? "Your move: " : "";
    document.title = `${mine}${titleWords(session)} · noughts`;
    document.documentElement.classList.toggle("no-help", overlay.hidden);
    if (state.settled || session.pending) this.status.show(session);
    this.friend.show(session);
    this.board.show(boardState(state, session, overlay));
    this.#caption.textContent = overlay.words;
    this.#showBanner(state);
    this.tools.show({ session, live: state.live, overlay, running: state.running });
    this.why.show(state, session.computers);
    this.review.show(state);
    this.record.show(state);
    if (state.settled) this.#showBeside(state, overlay);
  }

  /**
   * What changes only with the seats, or with the position once it stands.
   * @param {GameAtPly} view @param {Overlay} overlay
   */
  #showBeside(view, overlay) {
    const seats = JSON.stringify([view.game.seats, view.board]);
    if (seats !== this.#seats) this.setup.show(view.game);
    this.#seats = seats;
    if (!overlay.hidden) this.brains.show(view);
  }

  /** @param {TableState} state */
  #showBanner({ game, live, ply, board, position, moves, trying }) {
    this.#banner.hidden = live;
    const words = trying ? (trying.words ?? FIND) : `Looking back: move ${ply} of ${moves.length}.`;
    if (live || this.#bannerWords === words) return;
    this.#bannerWords = words;
    const back = button("Back to the game", () => this.on.look(moves.length));
    const from = button("Play on from here", () => this.on.from({ board, position }), {
      hidden: ply === moves.length && game.outcome !== null,
    });
    this.#banner.replaceChildren(h("p", {}, words), h("div", { class: "row" }, back, from));
  }
}

/**
 * What the board shows.
 * @param {TableState} state @param {Session} session @param {Overlay} overlay @returns {BoardState}
 */
function boardState({ game, board, moves, position, ply, last, live, over, settled, trying }, session, overlay) {
  const open = live && settled && session.turn ? game.legal : [];
  const legal = trying?.legal ?? open;
  return {
    board,
    position,
    last,
    legal,
    mark: legal.length ? toMove(position) : null,
    label: `Board ${board}, ${turnWords(session)}`,
    wins: over && game.outcome ? game.outcome.lines : [],
    pending: trying?.tried ?? (live && ply === moves.length ? session.pending : null),
    coordinates: preference("coordinates"),
    ...overlay.notes,
  };
}
