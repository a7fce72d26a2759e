// My games: every game this browser took part in, with how it stands.

import { miniBoard } from "../board/picture.js";
import { announce, notice } from "../core/announce.js";
import { ApiRefusal, fresh, tell } from "../core/api.js";
import { button, h, one, row } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { boardWords, otherSide, toMove } from "../core/notation.js";
import { choices, playerWords } from "../core/players.js";
import { messageOf } from "../core/refusals.js";
import { forget, forgetUnreadable, games, onChange, remember, unreadable } from "../core/store.js";
import { UnreadableNote } from "../core/unreadable.js";
import { confirmFirst } from "../game/confirm_first.js";
import { summary } from "../game/session.js";
import { gamesFile } from "./games_file.js";

/** @import { KeptGame, Side, Summary } from "../core/types.js" */
/** @typedef {KeptGame & {id: string, summary: Summary}} Listed */

const LOOKED_AT = 20; // games whose state is asked for again
/** @type {Record<string, string>} */
const WHO = { person: "a person", friend: "a friend" };

export class GamesPage {
  #list = h("ul", { class: "games" });
  #unreadable = new UnreadableNote(
    { count: () => unreadable("game").length, remove: () => forgetUnreadable("game"), removed: () => this.show() },
    "game",
  );
  #empty = h("p", {}, "No games yet. ", h("a", { href: "/" }, "Play one"), ".");
  #ended = new AbortController();

  /** @param {Element} main */
  constructor(main) {
    document.title = "My games · noughts";
    const note = "Kept in this browser only: whoever uses it can play on in them.";
    this.element = h(
      "section",
      { "aria-labelledby": "title" },
      h("h1", { id: "title" }, "My games"),
      h("p", { class: "note" }, note),
      this.#unreadable.element,
      this.#list,
      this.#empty,
      gamesFile(() => this.show()),
    );
    main.replaceChildren(this.element);
    this.show();
    onChange(() => this.show(), this.#ended.signal);
    const later = [renew(this.#ended.signal), choices("3x3x3")]; // states and names
    Promise.allSettled(later).then(() => this.show());
  }

  show() {
    const begun = games().filter(({ summary: { ply, x, o } }) => ply > 1 || [x, o].includes("friend"));
    this.#unreadable.show();
    this.#empty.hidden = begun.length > 0;
    this.#list.replaceChildren(...begun.map((game, i) => entry(game, () => this.#focusAfter(i))));
  }

  /** One is gone: the keyboard goes on at the one that took its place. @param {number} at */
  #focusAfter(at) {
    this.show();
    const left = this.#list.querySelectorAll("h2 a");
    const next = /** @type {HTMLElement | undefined} */ (left[Math.min(at, left.length - 1)]);
    (next ?? one("#main")).focus();
  }

  leave() {
    this.#ended.abort();
  }
}

/** Asks how the unfinished games stand: a friend may have moved. @param {AbortSignal} signal */
async function renew(signal) {
  const open = games().filter((game) => !game.summary.outcome);
  const look = async (/** @type {string} */ id) => {
    const game = await fresh(`/api/games/${id}`).catch((error) => {
      if (error instanceof ApiRefusal && error.code === "unknown-game") forget(id);
    });
    if (game && !signal.aborted) remember(id, { summary: summary(game) });
  };
  await Promise.all(open.slice(0, LOOKED_AT).map(({ id }) => look(id)));
}

/** Who plays a side, by name where it was told; whoever uses this browser alone is `you`. @param {Listed} game @param {Side} side */
function whoIs({ tokens, names, summary }, side) {
  const who = summary[side === "X" ? "x" : "o"];
  const name = names?.[side] ?? summary.names?.[side];
  if (!Object.hasOwn(WHO, who)) return name ?? playerWords(who);
  const own = tokens[side] && !tokens[otherSide(side)];
  return own ? (name ? `${name} (you)` : "you") : (name ?? WHO[who]);
}

/** @param {Listed} game @param {() => unknown} show */
function entry(game, show) {
  const { id, seen, tokens, summary } = game;
  const { board, position, ply, outcome } = summary;
  const title = `X: ${whoIs(game, "X")}, O: ${whoIs(game, "O")}`;
  const state = outcome ? outcome.words : `${plural(ply, "move")}, ${toMove(position)} to move.`;
  const mine = tokens.X || tokens.O;
  const remove = (said = "Forgotten.") => {
    forget(id);
    announce(said);
    show();
  };
  const gone = () => remove("Deleted for everybody.");
  const erase = () => eraseGame(id, /** @type {string} */ (mine)).then(gone, (error) => notice(messageOf(error)));
  const question = () => confirmFirst("Delete this game for everybody?", "Delete", erase, "Keep it");
  const when = new Date(seen ?? 0);
  const time = when.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  const note = `${boardWords(board)}. ${mine ? "" : "Looking on. "}`;
  return h(
    "li",
    { class: "panel game" },
    miniBoard(board, position),
    h(
      "div",
      {},
      h("h2", {}, h("a", { href: `/game/${id}` }, title)),
      h("p", {}, state),
      h("p", { class: "note" }, note, h("time", { datetime: when.toISOString() }, time)),
    ),
    row(
      button("Forget", () => remove(), { "aria-label": `Forget the game ${title}` }),
      mine && button("Delete", question, { "aria-label": `Delete the game ${title} for everybody` }),
    ),
  );
}

/** Removes a game from the server; one that is not there any more is removed already. @param {string} id @param {string} token */
function eraseGame(id, token) {
  return tell(`/api/games/${id}/delete`, {}, token).catch((error) => {
    if (error.code !== "unknown-game") throw error;
  });
}
