// My games in one file: saved here, and read again by this browser, another one, or the page of another server.

import { announce, notice } from "../core/announce.js";
import { fresh, tell } from "../core/api.js";
import { button, h, row } from "../core/dom.js";
import { download } from "../core/download.js";
import { plural } from "../core/grammar.js";
import { messageOf } from "../core/refusals.js";
import { games, remember } from "../core/store.js";
import { summary } from "../game/session.js";

/** @import { CellName, GameJson } from "../core/answers.js" */
/** @import { Side } from "../core/types.js" */
/**
 * A game as the file has it: seats are `person` or a computer's name, `seen` is when it was last looked at.
 * @typedef {{board: string, start: string, moves: CellName[], x: string, o: string, seen: number,
 *   names?: Partial<Record<Side, string>>}} Saved
 */

const KIND = "noughts games";
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
  for (const { id, seen = 0, names } of games()) saved.push(asSaved(await fresh(`/api/games/${id}`), seen, names));
  const text = JSON.stringify({ kind: KIND, version: 1, games: saved });
  download(new Blob([text], { type: "application/json" }), "noughts-games.json");
  announce(`${plural(saved.length, "game")} saved.`);
}

/** @param {GameJson} game @param {number} seen @param {Saved["names"]} names @returns {Saved} */
function asSaved(game, seen, names) {
  const { x, o } = summary(game);
  const [first, second] = [x, o].map((who) => (who === "friend" ? "person" : who));
  return { board: game.board, start: game.start, moves: game.moves, x: first, o: second, seen, names };
}

/** Makes the games of a file that are not here yet. @param {File} file */
async function read(file) {
  const here = new Set(
    games().map(({ seen, summary: { board, ply, x, o } }) => JSON.stringify([seen, board, ply, x, o])),
  );
  let made = 0;
  for (const game of savedIn(await file.text())) {
    const { board, start, moves, x, o, seen, names } = game;
    if (here.has(JSON.stringify([seen, board, moves.length, x, o]))) continue;
    const answer = await tell("/api/games", { board, position: start, moves, x, o });
    remember(answer.game.id, { tokens: answer.tokens, names, mine: true, seen, summary: summary(answer.game) });
    made += 1;
  }
  notice(made ? `${plural(made, "game")} read.` : "Every game of this file is here already.");
}

/** The games in a file's text; an error in words for any other file. @param {string} text @returns {Saved[]} */
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
