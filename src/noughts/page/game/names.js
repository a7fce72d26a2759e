// What people are called: typed by whoever sits there, and shown to all who look at the game.

import { button, h, row } from "../core/dom.js";
import { prefer, preference } from "../core/store.js";

const LONGEST = 30; // letters of a name

export class NamesPanel {
  element = h("div", { class: "names" });
  /** @type {Map<Side, { session: Session, key: string, form: HTMLElement }>} */
  #shown = new Map();

  /** What is being typed for one side stays when the other's name comes. @param {Session} session */
  show(session) {
    const sides = session.apart || session.mine.length === 2 ? session.mine : [];
    const { seats } = session.game;
    const own = sides.length === 1;
    const before = this.#shown;
    this.#shown = new Map();
    for (const side of sides) {
      const key = JSON.stringify([own, seats[side].name]);
      const kept = before.get(side);
      const stays = kept?.session === session && kept.key === key;
      this.#shown.set(side, stays ? kept : { session, key, form: form(session, side, own) });
    }
    this.#put([...this.#shown.values()].map((each) => each.form));
  }

  /** Puts in only what is new: a field that is moved would lose the keyboard. @param {HTMLElement[]} forms */
  #put(forms) {
    for (const [i, each] of forms.entries()) {
      const there = this.element.children[i];
      if (!there) this.element.append(each);
      else if (there !== each) there.replaceWith(each);
    }
    while (this.element.children.length > forms.length) this.element.lastElementChild?.remove();
  }
}

/** @param {Session} session @param {Side} side @param {boolean} own - whether it is the name of who uses this browser */
function form(session, side, own) {
  const id = `name-${side}`;
  const label = own ? "Your name" : `The name of ${side}`;
  const value = session.game.seats[side].name ?? (own ? preference("name") : "");
  const [field, problem] = nameField(id, value, own ? "nickname" : "off");
  const onsubmit = () => {
    const name = field.value.trim();
    if (!name) return field.focus();
    if (own) prefer({ name });
    session.name(side, name);
  };
  const say = button("Say it", null, { type: "submit" });
  return h("form", { class: "field", onsubmit }, h("label", { for: id }, label), row(field, say), problem);
}

/**
 * A field for a name, and what says that one is too long: it is not cut, and not sent.
 * @param {string} id @param {string} value @param {string} autocomplete @returns {[HTMLInputElement, HTMLElement]}
 */
export function nameField(id, value, autocomplete) {
  const problem = h("p", { class: "note", role: "status" });
  const field = h("input", { type: "text", id, value, autocomplete });
  const judge = () => {
    const letters = [...field.value.trim()].length;
    problem.textContent = letters > LONGEST ? `A name has at most ${LONGEST} letters; this one has ${letters}.` : "";
    field.setCustomValidity(problem.textContent);
  };
  field.addEventListener("input", judge);
  return [field, problem];
}
