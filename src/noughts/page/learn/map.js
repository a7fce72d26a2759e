// The map of a side: its complete strategy on one sheet, to be read, enlarged, printed, and played against.

import { Zoom } from "../board/board.js";
import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { plural } from "../core/grammar.js";
import { head, printButton } from "./headings.js";
import { LessonGame } from "./lesson_game.js";

/** @param {HTMLElement} main @param {URLSearchParams} query */
export async function openMap(main, query) {
  const side = query.get("side") ?? "X";
  const strategy = await ask("/api/strategy", { side });
  const other = strategy.side === "X" ? "O" : "X";
  const { games, won, drawn, lost } = strategy;
  const file = `/api/map.svg?side=${strategy.side}`;
  const picture = h("img", {
    src: file,
    alt: `The map for ${strategy.side}: boards within boards.`,
    width: "1080",
    height: "1080",
  });
  const scroller = h("div", { class: "learn-map", tabindex: "0", role: "group", "aria-label": "The map" }, picture);
  const zoom = new Zoom(scroller, false, 8, ["Smaller", "Larger"]);
  const controls = h(
    "div",
    { class: "row on-screen" },
    zoom.out,
    zoom.in,
    printButton(),
    h("a", { class: "button", href: file, download: `noughts-map-${strategy.side}.svg` }, "Save as SVG"),
    h("a", { class: "button", href: `/learn/map?side=${other}` }, `The map for ${other}`),
  );
  const how = `The large mark is ${strategy.side}'s move. Look for ${other}'s answer in the cell where it was made: there lies, smaller, the next board, with the next move.`;
  const ended = `Walked against every reply: ${plural(games, "game")}, ${won} won, ${drawn} drawn, ${lost || "none"} lost.`;
  const game = new LessonGame({
    title: `Play against the map as ${other}`,
    board: strategy.board,
    position: ".../.../...",
    side: other,
    player: null,
    line: [],
    strategy: strategy.moves,
  });
  main.replaceChildren(
    h(
      "section",
      { class: "learn learn-mapped", "aria-labelledby": "title" },
      head(`The map for ${strategy.side}`, `${how} ${ended}`),
      controls,
      scroller,
      h("div", { class: "on-screen" }, game.element),
    ),
  );
  return {};
}
