// My games: every game this browser took part in, with how it stands.

import { fresh } from "../core/api.js";
import { button, h } from "../core/dom.js";
import { miniBoard } from "../board/picture.js";
import { announce } from "../core/announce.js";
import { boardWords, toMove } from "../core/notation.js";
import { choices, playerWords } from "../core/players.js";
import { summary } from "../game/session.js";
import { forget, games, onChange, remember } from "../core/store.js";

const LOOKED_AT = 20; // games whose state is asked for again
const WHO = { person: "a person", friend: "a friend" };

export function gamesPage(main) {
  document.title = "My games · noughts";
  const list = h("ul", { class: "games" });
  const empty = h("p", {}, "No games yet. ", h("a", { href: "/" }, "Play one"), ".");
  main.replaceChildren(
    h(
      "section",
      { "aria-labelledby": "title" },
      h("h1", { id: "title" }, "My games"),
      h("p", { class: "note" }, "Kept in this browser only: whoever uses it can play on in them."),
      list,
      empty,
    ),
  );
  const ended = new AbortController();
  const draw = () => {
    const all = games().filter(({ summary: { ply, x, o } }) => ply > 1 || [x, o].includes("friend")); // begun by somebody
    empty.hidden = all.length > 0;
    list.replaceChildren(...all.map((game) => entry(game, draw)));
  };
  draw();
  onChange(draw, ended.signal);
  Promise.allSettled([renew(ended.signal), choices("3x3x3")]).then(draw); // states and names come later
  return { leave: () => ended.abort() };
}

/** Asks how the unfinished games stand: a friend may have moved. */
async function renew(signal) {
  const open = games()
    .filter((game) => !game.summary.outcome)
    .slice(0, LOOKED_AT);
  await Promise.all(
    open.map(async ({ id }) => {
      const game = await fresh(`/api/games/${id}`).catch((error) =>
        error.code === "unknown-game" ? forget(id) : null,
      );
      if (game && !signal.aborted) remember(id, { summary: summary(game) });
    }),
  );
}

function entry({ id, summary: { board, position, x, o, ply, outcome }, seen, tokens }, draw) {
  const words = (who) => WHO[who] ?? playerWords(who);
  const title = `X: ${words(x)}, O: ${words(o)}`;
  const state = outcome ? outcome.words : `${ply} ${ply === 1 ? "move" : "moves"}, ${toMove(position)} to move.`;
  const mine = tokens.X || tokens.O;
  const remove = button(
    "Forget",
    () => {
      forget(id);
      announce("Forgotten.");
      draw();
    },
    { "aria-label": `Forget the game ${title}` },
  );
  return h(
    "li",
    { class: "panel game" },
    miniBoard(position),
    h(
      "div",
      {},
      h("h2", {}, h("a", { href: `/game/${id}` }, title)),
      h("p", {}, state),
      h(
        "p",
        { class: "note" },
        `${boardWords(board)}. ${mine ? "" : "Looking on. "}`,
        h(
          "time",
          { datetime: new Date(seen).toISOString() },
          new Date(seen).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
        ),
      ),
    ),
    remove,
  );
}
