// Where somebody in a class plays: which round it is, whom they play, and what comes next. A new pair is gone to at once.

import { announce, orNotice } from "../core/announce.js";
import { tell } from "../core/api.js";
import { button, confirmFirst, h, row } from "../core/dom.js";
import { here, within } from "../core/site.js";
import { classNow, forgetClass, keptClass, remember, rememberClass } from "../core/store.js";
import { liveClass, mayBeHelped, nameOf, opponentOf, pairOf, pupilOf } from "./words.js";

/**
 * Goes to the game of a new pair, once; whether it went.
 * @param {ClassroomJson} room @param {number} own @param {Go} go
 */
export function sendTo(room, own, go) {
  const pair = pairOf(room, own);
  const { led, tokens } = keptClass(room.id) ?? { tokens: {} };
  if (!pair || pair.game === led) return false;
  const { side, other } = opponentOf(pair, own);
  rememberClass(room.id, { led: pair.game });
  remember(pair.game, { tokens: { [side]: tokens.pupil }, seen: Date.now() });
  if (pair.result !== "open" || here() === `/game/${pair.game}`) return false;
  go(`/game/${pair.game}`);
  announce(`Round ${room.round}: you play ${nameOf(room, other)}, and you are ${side}.`);
  return true;
}

/** Goes out of a class, once that is sure. @param {string} id @param {() => unknown} then */
export function leaveClass(id, then) {
  const act = async () => {
    await tell(`/api/classes/${id}/leave`, {}, keptClass(id)?.tokens.pupil);
    forgetClass(id);
    then();
  };
  const question = "Leave the class? Your partner then plays somebody else.";
  confirmFirst(question, "Leave", () => orNotice(act()), "Stay");
}

/** A view with the bar of the class that this browser is in above it. @param {Element} main @param {View} view @param {Go} go @returns {View} */
export function withBar(main, view, go) {
  const id = classNow();
  if (!id) return view;
  const bar = new ClassBar(id, go, view);
  main.prepend(bar.element);
  return {
    get board() {
      return view.board;
    },
    leave() {
      bar.leave();
      view.leave?.();
    },
  };
}

class ClassBar {
  element = h("aside", { class: "class-bar panel", "aria-label": "Your class", hidden: true });
  #words = h("a", {});
  #row = row();
  #shown = "";
  #stream;

  /** @param {string} id @param {Go} go @param {View} view */
  constructor(id, go, view) {
    this.go = go;
    this.view = view;
    this.id = id;
    this.#words.href = within(`/class/${id}`);
    this.element.append(this.#words, this.#row);
    this.#stream = liveClass(
      id,
      (room) => this.#show(room),
      () => this.leave(),
    );
  }

  leave() {
    this.#stream.close();
    this.element.remove();
  }

  /** @param {ClassroomJson} room */
  #show(room) {
    const own = keptClass(room.id)?.pupil;
    if (!own || !pupilOf(room, own)?.here) {
      this.view.assist?.(true);
      return this.leave();
    }
    this.view.assist?.(mayBeHelped(room));
    if (!room.closed && sendTo(room, own, this.go)) return;
    const pair = pairOf(room, own);
    const words = this.#wordsOf(room, own);
    const key = JSON.stringify([words, pair, here()]);
    if (key === this.#shown) return;
    if (this.#shown && this.#words.textContent !== words) announce(words);
    this.#shown = key;
    this.element.hidden = false;
    this.#words.textContent = words;
    const there = pair && here() === `/game/${pair.game}`;
    const back =
      pair &&
      !there &&
      pair.result === "open" &&
      h("a", { class: "button primary", href: `/game/${pair.game}` }, "To your game");
    const leave = room.closed
      ? button("Done", () => {
          forgetClass(room.id);
          this.leave();
        })
      : button("Leave", () => leaveClass(room.id, () => this.leave()), { "aria-label": "Leave the class" });
    this.#row.replaceChildren(...(back ? [back] : []), leave);
  }

  /** @param {ClassroomJson} room @param {number} own */
  #wordsOf(room, own) {
    if (room.closed) return "The class is over.";
    const pair = pairOf(room, own);
    if (!pair) return `Class, round ${room.round}: you play the next who comes.`;
    const { side, other } = opponentOf(pair, own);
    if (pair.result !== "open")
      return `Class, round ${room.round}: your game is over. The next round begins when your teacher says so.`;
    const alone = pupilOf(room, other)?.away ? ` ${nameOf(room, other)} is away: your game waits.` : "";
    const help = mayBeHelped(room) ? "" : " This round is played without help.";
    return `Class, round ${room.round}: you play ${nameOf(room, other)}, and you are ${side}.${alone}${help}`;
  }
}
