// What holds everywhere: sound, light or dark, and the window with the keys.

import { announce } from "./announce.js";
import { button, set, svg } from "./dom.js";
import { showKeys } from "./keys.js";
import { choose, prefer, preference } from "./store.js";

/** @typedef {"system" | "light" | "dark"} Theme */

/** @type {Record<Theme, Theme>} */
const NEXT = { system: "light", light: "dark", dark: "system" };
/** @type {Record<string, string>} */
const FILLED = { system: "M12 3a9 9 0 0 0 0 18Z" };
const REGISTERS = { simple: "Moves, and names.", precise: "Plies, and players as the library names them." };
const COLOURS = { system: "as the system", light: "light", dark: "dark" };

/** Line drawings of 24 units. @type {Record<string, string>} */
const SHAPES = {
  loud: "M3 9v6h4l6 5V4L7 9ZM16 8q3 4 0 8M19 5q5 7 0 14",
  quiet: "M3 9v6h4l6 5V4L7 9ZM16 9l6 6M22 9l-6 6",
  system: "M12 3a9 9 0 0 0 0 18a9 9 0 0 0 0-18",
  light: "M12 7a5 5 0 0 0 0 10a5 5 0 0 0 0-10M12 1v2M12 21v2M1 12h2M21 12h2M4 4l2 2M18 18l2 2M4 20l2-2M18 6l2-2",
  dark: "M20 14A9 9 0 1 1 10 4a7 7 0 0 0 10 10Z",
};

/** @param {string} name */
function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: SHAPES[name] }),
    FILLED[name] ? svg("path", { class: "filled", d: FILLED[name] }) : null,
  );
}

/** The buttons of the header. */
export function switches() {
  const make = (/** @type {string} */ label, /** @type {() => unknown} */ act) =>
    button("", act, { class: "button plain", title: label, "aria-label": label });
  const sound = make("Sound", () => {
    prefer({ sound: !preference("sound") });
    draw();
  });
  const theme = make("Colours", () => {
    prefer({ theme: NEXT[preference("theme")] });
    draw();
    announce(theme.title);
  });
  const words = make("Words", () => {
    choose({ words: preference("words") === "simple" ? "precise" : "simple" });
    draw();
    announce(words.title);
  });
  const keys = make("Keys", showKeys);
  keys.append("?");
  const draw = () => {
    const loud = preference("sound");
    sound.replaceChildren(icon(loud ? "loud" : "quiet"));
    set(sound, { "aria-pressed": String(loud), title: `Sound: ${loud ? "on" : "off"}` });
    const register = `Words: ${preference("words")}`;
    words.replaceChildren(preference("words") === "simple" ? "Aa" : "αβ");
    set(words, { "aria-label": register, title: `${register}. ${REGISTERS[preference("words")]}` });
    const chosen = preference("theme");
    const colours = `Colours: ${COLOURS[chosen]}`;
    theme.replaceChildren(icon(chosen));
    set(theme, { "aria-label": colours, title: colours });
    if (chosen === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  };
  draw();
  window.addEventListener("noughts-preferences", draw);
  return [sound, theme, words, keys];
}
