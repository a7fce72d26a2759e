// The table: the board, what belongs below it, and what stands beside it. It shows what it is given.

import "../board/board.js";
import { BrainSide } from "./brain_side.js";
import { button, h } from "../core/dom.js";
import { friendPart } from "./friend.js";
import { cells, markAt, toMove } from "../core/notation.js";
import { recordPart } from "./record.js";
import { Review } from "./review.js";
import { Setup } from "./setup.js";
import { statusPart, titleWords, turnWords } from "./status.js";
import { preference } from "../core/store.js";
import { toolsPart, toolsState } from "./tools.js";
import { whyPart } from "./why.js";

const FIND = "Find a better move. Nothing you try here changes the game.";

export class Table {
  #seats = "";

  /** `on` holds what is done for a person: `act`, `choose`, `refuse`, `point`, `look`, `retry`, `fresh`, `from`, `open`, `atStake`. */
  constructor(main, session, on) {
    this.on = on;
    this.status = statusPart();
    this.friend = friendPart(on.act);
    this.board = h("noughts-board", {
      oncell: (event) => on.choose(event.detail),
      "oncell-refused": (event) => on.refuse(event.detail),
      "oncell-looked-at": (event) => on.point(event.detail),
    });
    this.caption = h("p", { class: "caption" });
    this.banner = h("div", { class: "banner", hidden: true });
    this.tools = toolsPart(on.act);
    this.why = whyPart();
    this.review = new Review(on.look, on.retry);
    this.record = recordPart(on.from, on.open);
    this.setup = new Setup(on.fresh, on.atStake);
    this.brains = new BrainSide();
    this.#lay(main, session.computers.length === 2);
  }

  #lay(main, both) {
    const left = [
      this.status,
      this.board,
      this.caption,
      this.friend,
      this.banner,
      this.tools,
      this.why,
      this.review,
      this.record,
    ];
    const right = [this.setup, this.brains];
    const elements = (parts) => parts.map((part) => (part instanceof HTMLElement ? part : part.element));
    main.replaceChildren(
      h(
        "div",
        { class: both ? "play both" : "play" },
        h("section", { class: "table", "aria-labelledby": "title" }, elements(left)),
        h("div", { class: "beside" }, elements(right)),
      ),
    );
  }

  /** A view is the game at a ply, with what is tried there, whether it runs, and whether anything is on its way. */
  show(view, session, sight) {
    const mine = session.apart && session.turn ? "Your move: " : "";
    document.title = `${mine}${titleWords(session)} · noughts`;
    document.documentElement.classList.toggle("no-help", sight.hidden);
    if (view.settled || session.pending) this.status.show(session);
    this.friend.show(session);
    this.board.show(this.#position(view, session, sight));
    this.caption.textContent = sight.words;
    this.#showBanner(view);
    this.tools.show(toolsState({ session, live: view.live, sees: sight, running: view.running }));
    this.why.show(view, session.computers);
    this.review.show(view);
    this.record.show(view);
    if (view.settled) this.#showBeside(view, sight);
  }

  /** What changes only with the seats, or with the position once it stands. */
  #showBeside(view, sight) {
    const seats = JSON.stringify([view.game.seats, view.board]);
    if (seats !== this.#seats) this.setup.show(view.game);
    this.#seats = seats;
    if (!sight.hidden) this.brains.show(view);
  }

  #position(view, session, sight) {
    const { game, board, position, ply, last, live, over, settled, trying } = view;
    const free = () => cells(board).filter((cell) => markAt(position, cell) === ".");
    const open = live && settled && session.turn ? game.legal : [];
    const legal = trying ? free() : open;
    return {
      board,
      position,
      last,
      legal,
      mark: legal.length ? toMove(position) : null,
      label: `Board ${board}, ${turnWords(session)}`,
      wins: over ? game.outcome.lines : [],
      pending: trying?.tried ?? (live && ply === game.moves.length ? session.pending : null),
      coordinates: preference("coordinates"),
      ...sight.overlay,
    };
  }

  #showBanner({ game, live, ply, board, position, moves, trying }) {
    this.banner.hidden = live;
    const words = trying ? (trying.words ?? FIND) : `Looking back: move ${ply} of ${moves.length}.`;
    if (live || this.banner.dataset.words === words) return;
    this.banner.dataset.words = words;
    const back = button("Back to the game", () => this.on.look(moves.length));
    const from = button("Play on from here", () => this.on.from({ board, position }), {
      hidden: ply === moves.length && game.outcome,
    });
    this.banner.replaceChildren(h("p", {}, words), h("div", { class: "row" }, back, from));
  }
}
