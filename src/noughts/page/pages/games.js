// My games: every game this browser took part in, with how it stands.

import { miniBoard } from "../board/picture.js";
import { announce, messageOf, notice, orNotice } from "../core/announce.js";
import { ApiRefusal, fresh, tell } from "../core/api.js";
import { button, confirmFirst, h, note, one, row, timeElement } from "../core/dom.js";
import { download } from "../core/download.js";
import { plural, small } from "../core/grammar.js";
import { boardWords, otherSide, toMove } from "../core/notation.js";
import { choices, playerWords } from "../core/players.js";
import {
  forget,
  forgetUnreadable,
  games,
  isNames,
  isObject,
  isText,
  isTexts,
  isTime,
  onChange,
  remember,
  unreadable,
} from "../core/store.js";
import { UnreadableNote } from "../core/unreadable.js";
import { summary } from "../game/session.js";

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
    this.element = h(
      "section",
      { "aria-labelledby": "title" },
      h("h1", { id: "title" }, "My games"),
      note("Kept in this browser only: whoever uses it can play on in them."),
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
  const erase = () => orNotice(eraseGame(id, /** @type {string} */ (mine)).then(gone));
  const question = () => confirmFirst("Delete this game for everybody?", "Delete", erase, "Keep it");
  const words = `${boardWords(board)}. ${mine ? "" : "Looking on. "}`;
  return h(
    "li",
    { class: "panel game" },
    miniBoard(board, position),
    h(
      "div",
      {},
      h("h2", {}, h("a", { href: `/game/${id}` }, title)),
      h("p", {}, state),
      note(words, timeElement(seen ?? 0)),
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

// My games in one file: saved here, and read again by this browser, another one, or the page of another server.

/**
 * A game as the file has it: seats are `person` or a computer's name, `seen` is when it was last looked at.
 * @typedef {{board: string, start: string, moves: CellName[], x: string, o: string, seen: number,
 *   names?: Partial<Record<Side, string>>}} Saved
 */

const KIND = "noughts games";
const SHOWN = 5; // games of a file that are named where they cannot be read
const NO_SUCH_FILE = "This file has no games: it should be one that My games saved.";

/** Saves all games, and reads a file of them. @param {() => unknown} changed - called when there are more games */
function gamesFile(changed) {
  const chosen = h("input", { type: "file", id: "games-file", accept: ".json", hidden: true });
  chosen.addEventListener("change", () => {
    if (chosen.files?.[0]) orNotice(read(chosen.files[0]).then(changed));
    chosen.value = "";
  });
  const choosing = button("Read a file of games", () => chosen.click());
  return row(
    button("Save all in one file", () => orNotice(save())),
    choosing,
    chosen,
  );
}

async function save() {
  const saved = [];
  let gone = 0;
  for (const { id, seen = 0, names } of games()) {
    const game = await fresh(`/api/games/${id}`).catch(orGone);
    if (game) saved.push(asSaved(game, seen, names));
    else gone += 1;
  }
  const text = JSON.stringify({ kind: KIND, version: 1, games: saved });
  download(new Blob([text], { type: "application/json" }), "noughts-games.json");
  const words = `${plural(saved.length, "game")} saved.`;
  if (gone) notice(`${words} ${plural(gone, "game is", "games are")} not on this server any more.`);
  else announce(words);
}

/** Null for a game that the server does not have, so that the others are saved. @param {unknown} error */
function orGone(error) {
  if (!(error instanceof ApiRefusal) || error.status !== 404) throw error;
  return null;
}

/** @param {GameJson} game @param {number} seen @param {Saved["names"]} names @returns {Saved} */
function asSaved(game, seen, names) {
  const { x, o } = summary(game);
  const [first, second] = [x, o].map((who) => (who === "friend" ? "person" : who));
  return { board: game.board, start: game.start, moves: game.moves, x: first, o: second, seen, names };
}

/**
 * Makes the games of a file that are not here yet, and says how many, and which of them cannot be read, and why.
 * @param {File} file
 */
async function read(file) {
  const here = new Set(
    games().map(({ seen, summary: { board, ply, x, o } }) => JSON.stringify([seen, board, ply, x, o])),
  );
  let made = 0;
  /** @type {string[]} */
  const problems = [];
  for (const [i, game] of savedIn(await file.text()).entries()) {
    try {
      const { board, start, moves, x, o, seen, names } = checked(game);
      if (here.has(JSON.stringify([seen, board, moves.length, x, o]))) continue;
      const answer = await tell("/api/games", { board, position: start, moves, x, o });
      const kept = { tokens: answer.tokens, names: names ?? undefined, mine: true, seen: seen ?? undefined };
      remember(answer.game.id, { ...kept, summary: summary(answer.game) });
      made += 1;
    } catch (error) {
      if (!isBad(error)) return notice(`${madeWords(made)}${messageOf(error)}`); // the next game would fail, too
      problems.push(`Game ${i + 1}: ${small(messageOf(error))}`);
    }
  }
  if (problems.length) notice(madeWords(made) + problemWords(problems));
  else notice(made ? madeWords(made) : "Every game of this file is here already.");
}

/** Whether a game is damaged; otherwise the server cannot be reached or cannot make games now. @param {unknown} error */
const isBad = (error) =>
  error instanceof BadGame || (error instanceof ApiRefusal && [409, 413, 422].includes(error.status));

/** @param {number} made */
const madeWords = (made) => (made ? `${plural(made, "game")} read. ` : "");

/** @param {string[]} problems */
function problemWords(problems) {
  const more = problems.length - SHOWN;
  const words = [`${plural(problems.length, "game")} of this file cannot be read.`, ...problems.slice(0, SHOWN)];
  return [...words, ...(more > 0 ? [`${more} more.`] : [])].join(" ");
}

/** A game of a file that is damaged; the message says how. */
class BadGame extends Error {}

/** Checks a game of a file; throws BadGame with the reason. @param {unknown} game @returns {Saved} */
function checked(game) {
  if (!isObject(game)) throw new BadGame("it is not a game");
  for (const name of ["board", "start", "x", "o"]) if (!isText(game[name])) throw new BadGame(`“${name}” is not text`);
  if (!isTexts(game.moves)) throw new BadGame("“moves” is not a list of cells");
  if (game.seen != null && !isTime(game.seen)) throw new BadGame("“seen” is not a date");
  if (game.names != null && !isNames(game.names)) throw new BadGame("“names” is not a pair of names");
  return /** @type {Saved} */ (/** @type {unknown} */ (game));
}

/** The games in a file's text; an error in words for any other file. @param {string} text @returns {unknown[]} */
function savedIn(text) {
  let content = null;
  try {
    content = JSON.parse(text);
  } catch {
    // It is said below.
  }
  if (content?.kind !== KIND || !Array.isArray(content.games)) throw new Error(NO_SUCH_FILE);
  return content.games;
}
