// What stands on the card while one goes through the mistakes of a game: the sentence, its threats drawn, the question.

import { miniBoard } from "../board/picture.js";
import { button, h, row } from "../core/dom.js";

/** @import { GuideHandlers, GuideState } from "../core/types.js" */

/** @param {GuideState} state @param {GuideHandlers} on */
export function guideCard(state, { step, show, leave, again }) {
  const { title, what, question, words, solved, first, last } = state;
  const way = (
    /** @type {string} */ sign,
    /** @type {string} */ label,
    /** @type {1 | -1} */ by,
    /** @type {boolean} */ off,
  ) => button(sign, () => off || step(by), { "aria-label": label, "aria-disabled": off ? "true" : null });
  const several = !(first && last);
  return [
    h(
      "div",
      { class: "card-head" },
      several && way("‹", "The mistake before", -1, first),
      h("p", { class: "label" }, title),
      several && way("›", "The next mistake", 1, last),
      button("Back to the game", leave, { class: "button plain" }),
    ),
    h("div", { class: "card-told" }, h("p", { class: "card-why" }, what), drawn(state)),
    h("p", { class: `card-asked${solved ? " right" : ""}` }, words || question),
    row(
      !solved && button("Show me", show),
      solved && !last && button("Next mistake", () => step(1), { class: "button primary" }),
      solved && last && again && button("Play again", again, { class: "button primary" }),
    ),
  ];
}

/** The threats that came after the mistake; those that were let go only once they are found. @param {GuideState} state */
function drawn({ mistake, solved }) {
  const { refutation, after } = mistake;
  if (!refutation || (after.value !== "loss" && !solved)) return null;
  const { board, position, last, threatens, lines } = refutation;
  const label = `The threats: board ${board}, ${position.replaceAll("/", " / ")}`;
  return miniBoard(board, position, { label, coordinates: false, last, rings: threatens, wins: lines });
}
