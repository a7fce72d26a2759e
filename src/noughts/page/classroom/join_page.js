// Coming into a class: a name, then whom one plays; between two games what there is to wait for.

import { announce, messageOf, notice } from "../core/announce.js";
import { tell } from "../core/api.js";
import { button, h, note, row } from "../core/dom.js";
import { boardWords } from "../core/notation.js";
import { players, playerWords } from "../core/players.js";
import { keptClass, nonce, prefer, preference, rememberClass } from "../core/store.js";
import { nameField } from "../game/names.js";
import { leaveClass, sendTo } from "./bar.js";
import { keptNote, liveClass, nameOf, opponentOf, pairOf, pupilOf, scoreTable } from "./words.js";

const ASKS = "a name"; // what is being typed stays, whoever else comes meanwhile

export class JoinPage {
  #body = h("div", { class: "class-join-body" });
  #table = h("div", { class: "class-scores" });
  #title = h("h1", { id: "title" });
  #shown = "";
  #stream;
  #left = false;

  /** @param {Element} main @param {Go} go @param {ClassroomJson} room */
  constructor(main, go, room) {
    this.go = go;
    this.id = room.id;
    this.room = room;
    const join = h("div", { class: "panel class-join" }, this.#title, this.#body);
    main.replaceChildren(h("section", { class: "class-own", "aria-labelledby": "title" }, join, this.#table));
    this.#show(room);
    players(room.board).then(
      () => {
        if (this.#shown !== ASKS) this.#shown = "";
        this.#show(this.room);
      },
      () => null,
    ); // how they are called
    this.#stream = this.#listen();
  }

  #listen() {
    return liveClass(
      this.id,
      (now) => this.#show(now),
      (error) => notice(messageOf(error)),
    );
  }

  leave() {
    this.#left = true;
    this.#stream.close();
  }

  /** Shows the latest that was heard: an answer may come after what was streamed later. @param {ClassroomJson} heard */
  #show(heard) {
    const room = heard.version < this.room.version ? this.room : heard;
    this.room = room;
    const kept = keptClass(room.id);
    const own = kept?.pupil ?? null;
    if (this.#left || (own && sendTo(room, own, this.go))) return;
    document.title = "Class · noughts";
    const here = own !== null && pupilOf(room, own)?.here;
    const pair = own ? pairOf(room, own) : undefined;
    const asks = !room.closed && !(own && here);
    const key = asks ? ASKS : JSON.stringify([own, here, room.closed, pair, room.round, room.pupils]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#table.replaceChildren(...(own && room.pupils.length > 1 ? [scoreTable(room, own)] : []));
    if (room.closed) return this.#say("This class is over", [lookOn(room)]);
    if (!own || asks) return this.#ask(room);
    if (pair) return this.#showPair(room, own, pair);
    this.#waits(room);
  }

  /** @param {string} title @param {(Node | null)[]} parts */
  #say(title, parts) {
    const changed = this.#title.textContent && this.#title.textContent !== title;
    this.#title.textContent = title;
    this.#body.replaceChildren(...[...parts, keptNote("you come in as somebody new")].filter((part) => part !== null));
    if (changed) announce(`${title}. ${this.#body.querySelector("p")?.textContent ?? ""}`);
  }

  /** @param {ClassroomJson} room */
  #ask(room) {
    const [field, problem] = nameField("pupil-name", preference("name"), "nickname");
    const enter = button("Join", null, { type: "submit", class: "button primary" });
    const onsubmit = async () => {
      const name = field.value.trim();
      if (name) prefer({ name });
      await this.#enter(name);
    };
    const form = h("form", { class: "field", onsubmit }, [
      h("label", { for: "pupil-name" }, "Your name"),
      row(field, enter),
      problem,
      note("Everybody in the class sees it. Without one you are a guest."),
    ]);
    const words = `You are invited to a class: ${boardWords(room.board)}. Whoever comes next plays you.`;
    this.#say("Join the class", [h("p", {}, words), form, lookOn(room)]);
  }

  /** @param {string} name */
  async #enter(name) {
    const own = keptClass(this.id)?.nonce ?? nonce();
    rememberClass(this.id, { nonce: own });
    try {
      const { classroom, pupil, token } = await tell(`/api/classes/${this.id}/pupils`, { name, nonce: own });
      rememberClass(this.id, { pupil, tokens: { pupil: token }, seen: Date.now(), led: undefined });
      this.#stream.close();
      if (!this.#left) this.#stream = this.#listen(); // from now on as this pupil
      this.#show(classroom);
    } catch (error) {
      notice(messageOf(error));
    }
  }

  /** @param {ClassroomJson} room @param {number} own @param {PupilPairJson} pair */
  #showPair(room, own, pair) {
    const { side, other } = opponentOf(pair, own);
    const alone = pupilOf(room, other)?.away ? ` ${nameOf(room, other)} is away just now.` : "";
    const words =
      pair.result === "open" ? `Your game waits for you.${alone}` : "The next round begins when your teacher says so.";
    const link = h(
      "a",
      { class: pair.result === "open" ? "button primary" : "button", href: `/game/${pair.game}` },
      "To your game",
    );
    const title = `Round ${room.round}: ${nameOf(room, other)}, and you are ${side}`;
    this.#say(title, [h("p", {}, words), row(link, this.#leaveButton()), lookOn(room)]);
  }

  /** @param {ClassroomJson} room */
  #waits({ meanwhile, board }) {
    const play = meanwhile
      ? button(
          `Play ${playerWords(meanwhile)} meanwhile`,
          () => this.go("/", { game: { x: "person", o: meanwhile, board } }),
          { class: "button primary" },
        )
      : null;
    const words = "You play the next who comes, and go to your game by yourself.";
    this.#say("You are waiting", [h("p", {}, words), row(play, this.#leaveButton()), lookOn(this.room)]);
  }

  #leaveButton() {
    return button("Leave the class", () => leaveClass(this.id, () => this.#show(this.room)));
  }
}

/** @param {ClassroomJson | undefined} room */
const lookOn = (room) => (room ? note(h("a", { href: `/class/${room.id}?look=1` }, "Look at all boards")) : null);
