// What the best opponent makes of any player on a small board.

import { BoardField } from "../board/sizes.js";
import { address } from "../core/api.js";
import { h, note } from "../core/dom.js";
import { playerWords } from "../core/players.js";
import { inWords, onRegister } from "../core/text.js";
import { Weaknesses } from "./losing.js";
import { command, PlayerField, page, shellQuote } from "./parts.js";
import { Running } from "./running.js";

const NOTE =
  "Whoever knows exactly how a player decides can play against just that. Here the best such opponent is found by looking at all games, and if the player can lose, a game that it loses. Boards must be small: 3 × 3, or 4 × 3.";

/** @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query */
export async function openWeakness(main, go, query) {
  const player = new PlayerField("Player", "compare-player", query.get("player") ?? "rules(advanced=False)");
  const found = h("div", { class: "compare-found" });
  const draw = () => player.draw(board.value);
  const board = new BoardField(query.get("board") ?? "3x3x3", draw);
  const running = new Running("Find its weakness", () => {
    const asked = { player: player.value, board: board.value };
    go(address("/compare/weakness", asked), { replace: true, stay: true });
    found.replaceChildren();
    running.begin("/api/exploit/events", asked, { done: (exploit) => show(found, exploit) });
  });
  const form = h("form", { class: "compare-form" });
  form.append(player.element, board.labelled());
  const panel = h("section", { class: "panel" }, form, running.element);
  onRegister(page(main, "Weaknesses", NOTE, panel, found), draw);
  await draw();
  return { leave: () => running.leave() };
}

/** @param {HTMLElement} found @param {ExploitJson} exploit */
function show(found, exploit) {
  const name = playerWords(exploit.player);
  const sides = [exploit.x.can_lose && "X", exploit.o.can_lose && "O"].filter(Boolean);
  const again = `noughts exploit ${shellQuote(exploit.player)} --board ${exploit.board}`;
  found.replaceChildren(
    inWords(h("h2", {}), () => playerWords(exploit.player)),
    new Weaknesses(exploit).element,
    note("The same in a terminal: ", command(again)),
  );
  return sides.length
    ? `${name} can lose as ${sides.join(" and ")}.`
    : `${name} cannot lose: every game was looked at.`;
}
