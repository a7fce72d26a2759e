// The page: which of its views the address names, and the switches that hold everywhere.

import { announce, clearNotice, messageOf, notice } from "../core/announce.js";
import { ApiRefusal } from "../core/api.js";
import { around, button, h, one, set, svg } from "../core/dom.js";
import { actOf, showKeys } from "../core/keys.js";
import { below, here } from "../core/site.js";
import { choose, classNow, enter, forget, prefer, preference, remember, seatsInLink } from "../core/store.js";
import { newGame, openGame } from "../game/controller.js";

const main = one("#main");
/** What is shown. @type {View | null} */
let view = null;
let turn = 0;
const SOON = 400; // milliseconds that nobody is told of

/** @type {Go} */
function go(address, { replace = false, stay = false, game } = {}) {
  const same = address === here() + location.search;
  enter(address, replace || same);
  if (stay) return;
  const onBoard = document.activeElement?.closest("noughts-board");
  show(game).then(() => focus(Boolean(onBoard)));
  scrollTo(0, 0);
}

/**
 * Where the keyboard goes on: on the next board for whoever was on one, else at the start of the page.
 * @param {boolean} onBoard
 */
function focus(onBoard) {
  if (onBoard && view?.board) view.board.enter();
  else main.focus({ preventScroll: true });
}

/** Shows what the address names; `wanted` is a game to begin with. @param {Partial<Wanted>} [wanted] */
async function show(wanted) {
  const mine = ++turn;
  const invitation = takeInvitation();
  view?.leave?.();
  view = null;
  clearNotice();
  document.documentElement.classList.remove("no-help");
  const late = setTimeout(() => mine === turn && wait(), SOON);
  try {
    const next = await open(wanted, invitation);
    if (mine === turn) view = next;
    else next?.leave?.();
  } catch (error) {
    if (mine === turn) showError(error);
  } finally {
    clearTimeout(late);
  }
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".top nav a")))
    point(link);
}

/** Says that something comes, where nothing else is in sight. */
function wait() {
  if (main.querySelector("h1")) return;
  main.replaceChildren(h("p", { class: "note", role: "status" }, "Fetching this page …"));
}

/** Marks the link to what is shown, and brings it into sight where the links need more than a phone's width. @param {HTMLAnchorElement} link */
function point(link) {
  const shown = current(below(link.pathname));
  set(link, { "aria-current": shown });
  const row = link.parentElement;
  if (shown && row) row.scrollLeft = link.offsetLeft + link.offsetWidth - row.offsetLeft - row.clientWidth;
}

/** Whether a link names what is shown: a game belongs to playing. @param {string} path */
function current(path) {
  if (path === here()) return "page";
  if (["/learn", "/compare"].includes(path) && here().startsWith(`${path}/`)) return "true";
  return path === "/" && here().startsWith("/game/") ? "true" : null;
}

/**
 * The view of the address; what few come for first is fetched when they come.
 * @param {Partial<Wanted> | undefined} wanted @param {string | null} invitation @returns {Promise<View>}
 */
async function open(wanted, invitation) {
  const [pathname, query] = [here(), new URLSearchParams(location.search)];
  const [, page, id, more] = pathname.split("/");
  const asked = { board: query.get("board") || undefined, position: query.get("position") || undefined };
  if (pathname === "/") return inClass(await newGame(main, go, wanted ?? asked));
  if (page === "game" && id && more === undefined) {
    const ply = query.has("ply") ? Number(query.get("ply")) || 0 : null;
    return inClass(await openGame(main, go, decodeURIComponent(id), { ply, invitation }));
  }
  if (page === "class" && more === undefined)
    return (await import("../classroom/classroom.js")).openClassroom(main, go, id && decodeURIComponent(id), query);
  if (pathname === "/games") return new (await import("./games.js")).GamesPage(main);
  if (pathname === "/analyse") return (await import("../analyse/page.js")).openAnalyse(main, go, query);
  if (pathname === "/brains") return new (await import("./brains.js")).BrainsPage(main, go, asked);
  if (page === "compare" && more === undefined)
    return (await import("../compare/compare.js")).openCompare(main, go, id);
  if (page === "learn" && more === undefined) return (await import("../learn/learn.js")).openLearn(main, go, id);
  throw new ApiRefusal(404, { error: `there is no page “${pathname}”`, code: "unknown-page" });
}

/** A table, with what belongs to the class that this browser is in. @param {View} table */
async function inClass(table) {
  return classNow() ? (await import("../classroom/classroom.js")).besideClass(main, table, go) : table;
}

/**
 * The invitation in the address, or the rights to seats that were carried here, which are kept; both leave it at once:
 * neither history nor a copied address gives them away.
 */
function takeInvitation() {
  const invitation = new URLSearchParams(location.hash.slice(1)).get("join");
  const tokens = seatsInLink(location.hash);
  const [, page, id] = here().split("/");
  if (tokens && page === "game") remember(decodeURIComponent(id), { tokens, mine: true, seen: Date.now() });
  if (invitation || tokens) enter(here() + location.search, true);
  return invitation;
}

/** @type {Record<number, string>} */
const LOST = { 404: "Not found", 422: "Not possible" };

/** What was not found, or cannot be had now, and where to go from here. @param {unknown} error */
function showError(error) {
  const refusal = error instanceof ApiRefusal ? error : null;
  const heading = refusal && LOST[refusal.status];
  const unknown = refusal?.code === "unknown-game";
  if (unknown) forget(here().split("/")[2]);
  const why = unknown ? " The link may be incomplete, or the game was kept in another database." : "";
  const words = messageOf(error) + why;
  const ways = [
    heading ? null : button("Try again", () => show()),
    h("a", { class: "button primary", href: "/" }, "New game"),
    h("a", { class: "button", href: "/games" }, "My games"),
  ];
  document.title = "noughts";
  const row = h("div", { class: "row" }, ways);
  main.replaceChildren(
    h("section", { class: "lost panel" }, h("h1", {}, heading ?? "Not now"), h("p", {}, words), row),
  );
  announce(words);
}

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

/** The buttons of the header: sound, words, light or dark, and the window with the keys. */
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

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (around(event, "a[href]"));
  const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button;
  if (!link || event.defaultPrevented || elsewhere) return;
  if (link.origin !== location.origin || link.hasAttribute("download") || link.target || link.hash) return;
  event.preventDefault();
  go(below(link.pathname) + link.search);
});
document.addEventListener("submit", (event) => event.preventDefault()); // no form is sent
document.addEventListener("keydown", (event) => {
  if (actOf(event) === "keys") {
    event.preventDefault();
    showKeys();
  }
});
window.addEventListener("popstate", () => show());
window.addEventListener("unhandledrejection", (event) =>
  notice(messageOf(event.reason), [["Reload", () => location.reload()]]),
);
one("#switches").replaceChildren(...switches());
show();
