// The table: the board between the strips of both sides, and beside it the panel with its tabs. It shows what it is given.

import { boardWith, lightOn } from "../board/board.js";
import { studyOf } from "../core/api.js";
import { button, h, set } from "../core/dom.js";
import { otherSide, toMove } from "../core/notation.js";
import { within } from "../core/site.js";
import { preference } from "../core/store.js";
import { Tabs } from "../core/tabs.js";
import { BrainSide } from "./brain_side.js";
import { Card } from "./card.js";
import { FriendPanel, free } from "./friend.js";
import { Review } from "./review.js";
import { Setup } from "./setup.js";
import { Status, shortTurn, titleWords, turnWords } from "./status.js";
import { Strip } from "./strip.js";
import { Tools, typedMove } from "./tools.js";
import { WhyLine } from "./why.js";

/** @import { Answer } from "./friend.js" */
/**
 * What is done for a person at the table.
 * @typedef {{act: (what: string) => unknown, answer: Answer, choose: (cell: CellName) => unknown,
 *   refuse: (cell: CellName) => unknown, aim: (cell: CellName) => unknown, whyNot: (cell: CellName) => string,
 *   point: (cell: CellName | null) => unknown, look: (ply: number) => unknown,
 *   guide: (mistakes: ReviewedMistakeJson[], at: number) => unknown,
 *   tell: (words: string) => unknown, tab: () => unknown, fresh: (wanted: Wanted) => unknown,
 *   from: (wanted: Pick<Wanted, "board" | "position">) => unknown, go: (address: string) => unknown,
 *   atStake: () => boolean}} Handlers
 */

export class GameDisplay {
  #caption = h("p", { class: "caption" });
  #below = h("p", { class: "caption below" }); // the same below the board, where the panel is closed
  #back = button("Back to the game", () => this.on.act("live"));
  #from = button("Play on from here", () => this.on.from(this.#here));
  #banner = h("div", { class: "row banner", hidden: true }, this.#back, this.#from);
  #study = h("a", { class: "button" }, "Look at it in Analyse");
  #analysed = h("div", { class: "game-tab" }, this.#study);
  /** @type {import("./analysis_side.js").AnalysisSide | null} */
  #analysis = null;
  #shared = h("div", { class: "game-tab" });
  /** @type {{record: import("./record.js").RecordPanel, carry: import("./shared_link.js").PrivateLinkPanel} | null} */
  #sharing = null;
  #named = h("div", {});
  /** @type {import("./names.js").NamesPanel | null} */
  #names = null;
  #after = h("a", { class: "button", hidden: true }, "Analyse this game");
  /** What is looked at. @type {Pick<Wanted, "board" | "position">} */
  #here = { board: "3x3x3" };
  #title = h("h1", { id: "title", class: "visually-hidden" });
  #seats = "";
  /** The game to whose friend the link is shown. @type {string | null} */
  #waiting = null;

  /** @param {Element} main @param {Session} session @param {Handlers} on @param {LiveValues} live */
  constructor(main, session, on, live) {
    this.on = on;
    this.board = boardWith(on);
    this.setup = new Setup(on.fresh, on.atStake);
    const strips = { choose: (/** @type {"X" | "O"} */ side) => this.setup.choose(side), answer: on.answer };
    this.far = new Strip(strips);
    this.near = new Strip(strips);
    this.card = new Card({ ...on, join: () => on.answer("join") });
    this.status = new Status();
    this.friend = new FriendPanel();
    this.tools = new Tools((what) => {
      this.tabs.close(); // what was asked for is seen on the board
      on.act(what);
    });
    this.why = new WhyLine();
    this.review = new Review(on.look, on.guide);
    this.brains = new BrainSide();
    this.live = live;
    this.tabs = this.#panel();
    this.element = lightOn(this.#lay(session.computers.length === 2), this.board);
    main.replaceChildren(this.element);
  }

  #panel() {
    const game = h("div", { class: "game-tab" }, [
      this.status.element,
      this.#banner,
      this.friend.element,
      this.why.element,
      this.#caption,
      this.tools.element,
      this.#named,
      this.review.element,
      this.#after,
      typedMove(this.on),
      this.setup.element,
    ]);
    return new Tabs(
      "The game and what there is to see of it",
      [
        ["game", "Game", game],
        ["brain", "Brain", this.brains.element],
        ["analysis", "Analysis", this.#analysed],
        ["share", "Share", this.#shared],
      ],
      () => this.on.tab(),
    );
  }

  /** @param {boolean} both - whether both sides are played by computers, whose brains need room */
  #lay(both) {
    const parts = [this.#title, this.far.element, this.board, this.near.element, this.#below];
    const table = h("section", { class: "table", "aria-labelledby": "title" }, parts);
    const beside = h("div", { class: "beside" }, this.card.element, this.tabs.element);
    return h("div", { class: both ? "play both" : "play" }, table, beside);
  }

  /** @param {TableState} state @param {Session} session @param {Overlay} overlay */
  show(state, session, overlay) {
    const alone = Boolean(free(session.game)) && session.mine.length > 0;
    const mine = alone ? "Waiting: " : session.apart && session.turn ? "Your move: " : "";
    document.title = `${mine}${titleWords(session)} · noughts`;
    document.documentElement.classList.toggle("no-help", overlay.hidden);
    if (this.#title.textContent !== titleWords(session)) this.#title.textContent = titleWords(session);
    if (state.settled || session.pending) this.#showSides(state, session);
    this.friend.show(session);
    this.#name(session);
    this.card.show(state, session, !overlay.hidden);
    this.board.show(boardState(state, session, overlay));
    this.#caption.textContent = overlay.words;
    this.#below.textContent = overlay.words;
    this.#showBanner(state);
    const { live, running, waits } = state;
    this.tools.show({ session, live, overlay, running, waits });
    this.why.show(state, session.computers);
    this.review.show(state);
    if (this.tabs.chosen === "share") this.#share(state, session);
    this.#study.href = within(studyOf(state));
    set(this.#after, { href: this.#study.href, hidden: !state.game.outcome || overlay.barred });
    for (const name of ["brain", "analysis"]) this.tabs.offer(name, !overlay.barred);
    if (state.settled) this.#showBeside(state, overlay);
    this.#showInvitation(alone ? session.game.id : null);
  }

  /** Show the names of people. Their module is loaded when there are people. @param {Session} session */
  async #name(session) {
    if (!this.#names && !session.apart && session.mine.length < 2) return;
    const { NamesPanel } = await import("./names.js");
    if (!this.#names) {
      this.#names = new NamesPanel();
      this.#named.append(this.#names.element);
    }
    this.#names.show(session);
  }

  /** While the friend's seat is free the link is seen, on a phone, too. @param {string | null} waiting - the game */
  #showInvitation(waiting) {
    if (waiting === this.#waiting) return;
    this.#waiting = waiting;
    if (waiting) this.tabs.choose("game");
    else this.tabs.close();
  }

  /** Both strips, one's own below the board, and how the game stands. @param {TableState} state @param {Session} session */
  #showSides(state, session) {
    const near = session.mine.length === 1 ? session.mine[0] : "X";
    const turn = session.game.outcome || !state.live ? "" : shortTurn(session);
    for (const [strip, side] of /** @type {const} */ ([
      [this.near, near],
      [this.far, otherSide(near)],
    ])) {
      strip.show(side, session, side === session.game.to_move ? turn : "");
      strip.hold(state.thinking?.side === side ? state.thinking.element : null);
    }
    this.status.show(state, session);
  }

  /** Words for the eye about a cell where nothing can be played. @param {CellName} cell @param {string} words */
  refuse(cell, words) {
    this.board.refuse(cell);
    this.near.flash(words);
  }

  /** Puts the keyboard into the field for a typed move. */
  type() {
    this.tabs.choose("game");
    document.getElementById("typed-move")?.focus();
  }

  /**
   * What changes only with the seats, or with the position once it stands.
   * @param {GameAtPly} view @param {Overlay} overlay
   */
  #showBeside(view, overlay) {
    const seats = JSON.stringify([view.game.seats, view.board, preference("words")]);
    if (seats !== this.#seats) this.setup.show(view.game);
    this.#seats = seats;
    overlay.studied = this.tabs.chosen === "analysis";
    if (overlay.hidden) return;
    if (this.tabs.chosen === "brain") this.brains.show(view);
    const { game, board, position, ply, moves } = view;
    const outcome = ply === moves.length ? game.outcome : null;
    if (this.tabs.chosen === "analysis") this.#analyse({ board, position, outcome }, overlay);
  }

  /**
   * What the position is worth; what shows it is fetched when somebody looks.
   * @param {{board: string, position: string, outcome: OutcomeJson | null}} at @param {Overlay} overlay
   */
  async #analyse(at, overlay) {
    const { AnalysisSide } = await import("./analysis_side.js");
    if (!this.#analysis) {
      this.#analysis = new AnalysisSide({ act: this.on.act, point: this.on.point }, this.live);
      this.#analysed.prepend(this.#analysis.element);
    }
    this.#analysis.show(at, overlay);
  }

  /** What is given to others; what shows it is fetched when somebody looks. @param {TableState} state @param {Session} session */
  async #share(state, session) {
    const [{ RecordPanel }, { PrivateLinkPanel }] = await Promise.all([
      import("./record.js"),
      import("./shared_link.js"),
    ]);
    if (!this.#sharing) {
      this.#sharing = { record: new RecordPanel(this.on.from, this.on.go), carry: new PrivateLinkPanel() };
      this.#shared.append(this.#sharing.record.element, this.#sharing.carry.element);
    }
    this.#sharing.record.show(state);
    this.#sharing.carry.show(session);
  }

  /** While one looks back: the way to the game, and to another one from here. @param {TableState} state */
  #showBanner({ game, live, guide, ply, board, position, moves }) {
    this.#banner.hidden = live;
    this.#here = { board, position };
    set(this.#back, { hidden: guide !== null }); // its card leads back
    set(this.#from, { hidden: ply === moves.length && game.outcome !== null });
  }
}

/**
 * What the board shows.
 * @param {TableState} state @param {Session} session @param {Overlay} overlay @returns {BoardState}
 */
function boardState(
  { game, board, moves, position, ply, last, live, over, settled, guide, thinking },
  session,
  overlay,
) {
  const open = live && settled && session.turn ? game.legal : [];
  const legal = guide?.legal ?? open;
  return {
    board,
    position,
    last,
    legal,
    mark: legal.length ? toMove(position) : null,
    label: `Board ${board}, ${turnWords(session)}`,
    wins: over && game.outcome ? game.outcome.lines : [],
    pending: guide?.tried ?? (live && ply === moves.length ? session.pending : null),
    coordinates: preference("coordinates"),
    ...(thinking && live && !overlay.hidden && { line: thinking.line }),
    ...overlay.notes,
  };
}
