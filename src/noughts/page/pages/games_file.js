// My games in one file: saved here, and read again by this browser, another one, or the page of another server.

import { announce, notice } from "../core/announce.js";
import { ApiRefusal, fresh, tell } from "../core/api.js";
import { button, h, row } from "../core/dom.js";
import { download } from "../core/download.js";
import { plural, small } from "../core/grammar.js";
import { messageOf } from "../core/refusals.js";
import { games, remember } from "../core/store.js";
import { isNames, isObject, isText, isTexts, isTime } from "../core/stored.js";
import { summary } from "../game/session.js";

/** @import { CellName, GameJson } from "../core/answers.js" */
/** @import { Side } from "../core/types.js" */
/**
 * A game as the file has it: seats are `person` or a computer's name, `seen` is when it was last looked at.
 * @typedef {{board: string, start: string, moves: CellName[], x: string, o: string, seen: number,
 *   names?: Partial<Record<Side, string>>}} Saved
 */

const KIND = "noughts games";
const SHOWN = 5; // games of a file that are named where they cannot be read
const NO_SUCH_FILE = "This file has no games: it should be one that My games saved.";

/** Saves all games, and reads a file of them. @param {() => unknown} changed - called when there are more games */
export function gamesFile(changed) {
  const chosen = h("input", { type: "file", id: "games-file", accept: ".json", hidden: true });
  chosen.addEventListener("change", () => {
    if (chosen.files?.[0]) read(chosen.files[0]).then(changed, (error) => notice(messageOf(error)));
    chosen.value = "";
  });
  const saving = () => save().catch((error) => notice(messageOf(error)));
  const choosing = button("Read a file of games", () => chosen.click());
  return row(button("Save all in one file", saving), choosing, chosen);
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
