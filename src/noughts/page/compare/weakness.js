// What the best opponent makes of any player on a small board.

import { BoardField } from "../board/sizes.js";
import { address } from "../core/api.js";
import { h, note } from "../core/dom.js";
import { players, playerWords } from "../core/players.js";
import { onRegister } from "../core/register.js";
import { PlayerField } from "./fields.js";
import { Weaknesses } from "./losing.js";
import { command, page, shellQuote } from "./parts.js";
import { Running } from "./running.js";

/** @import { ExploitJson } from "../core/answers.js" */
/** @import { Go } from "../core/types.js" */

const NOTE =
  "Whoever knows exactly how a player decides can play against just that. Here the best such opponent is found by looking at all games, and if the player can lose, a game that it loses. Boards must be small: 3 × 3, or 4 × 3.";

/** @param {HTMLElement} main @param {Go} go @param {URLSearchParams} query */
export async function openWeakness(main, go, query) {
  const player = new PlayerField("Player", "compare-player", query.get("player") ?? "rules(advanced=False)");
  const found = h("div", { class: "compare-found" });
  /** What was found last. @type {{exploit: ExploitJson, weaknesses: Weaknesses} | null} */
  let last = null;
  const draw = () =>
    players(board.value).then(
      () => player.draw(board.value),
      () => player.draw(),
    );
  const board = new BoardField(query.get("board") ?? "3x3x3", draw);
  const running = new Running("Find its weakness", () => {
    const asked = { player: player.value, board: board.value };
    go(address("/compare/weakness", asked), { replace: true, stay: true });
    found.replaceChildren();
    last = null;
    const done = (/** @type {ExploitJson} */ exploit) => {
      last = { exploit, weaknesses: new Weaknesses(exploit) };
      return show(found, last.exploit, last.weaknesses);
    };
    running.begin("/api/exploit/events", asked, { done });
  });
  const form = h("form", { class: "compare-form" });
  form.append(player.element, board.labelled());
  page(main, "Weaknesses", NOTE, h("section", { class: "panel" }, form, running.element), found);
  await draw();
  const unheard = onRegister(() => {
    draw();
    last?.weaknesses.retell();
    if (last) show(found, last.exploit, last.weaknesses);
  });
  const leave = () => {
    unheard();
    running.leave();
  };
  return { leave };
}

/** @param {HTMLElement} found @param {ExploitJson} exploit @param {Weaknesses} weaknesses */
function show(found, exploit, weaknesses) {
  const name = playerWords(exploit.player);
  const sides = [exploit.x.can_lose && "X", exploit.o.can_lose && "O"].filter(Boolean);
  const again = `noughts exploit ${shellQuote(exploit.player)} --board ${exploit.board}`;
  found.replaceChildren(h("h2", {}, name), weaknesses.element, note("The same in a terminal: ", command(again)));
  return sides.length
    ? `${name} can lose as ${sides.join(" and ")}.`
    : `${name} cannot lose: every game was looked at.`;
}
