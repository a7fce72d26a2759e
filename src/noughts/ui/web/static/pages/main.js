// The page: which of its four views the address names, and the switches that hold everywhere.

import { Refusal } from "../core/api.js";
import { button, h, set } from "../core/dom.js";
import { actOf, showKeys } from "../core/keys.js";
import { announce, clearNotice, notice, sentence } from "../core/announce.js";
import { newGame, openGame } from "../game/controller.js";
import { forget } from "../core/store.js";
import { switches } from "../core/switches.js";

const main = document.getElementById("main");
const THEMES = { system: "light", light: "dark", dark: "system" };
let view = null; // what is shown, with `leave()` where it must be left
let turn = 0;

/** Leads to an address. `stay` only names what is shown already; `game` is a game to begin with. */
function go(address, { replace = false, stay = false, game = null } = {}) {
  const same = address === location.pathname + location.search;
  history[replace || same ? "replaceState" : "pushState"](null, "", address);
  if (stay) return;
  const onBoard = document.activeElement?.closest("noughts-board");
  show(game).then(() => focus(onBoard));
  scrollTo(0, 0);
}

/** Where the keyboard goes on: on the next board for whoever was on one, else at the start of the page. */
async function focus(onBoard) {
  if (onBoard && view?.board) await view.board.ready.then(() => view.board.enter());
  else main.focus({ preventScroll: true });
}

async function show(wanted) {
  const mine = ++turn;
  const invitation = takeInvitation();
  view?.leave?.();
  view = null;
  clearNotice();
  document.documentElement.classList.remove("no-help");
  try {
    const next = await open(wanted, invitation);
    if (mine === turn) view = next;
    else next?.leave?.();
  } catch (error) {
    if (mine === turn) lost(error);
  }
  for (const link of document.querySelectorAll("nav a")) set(link, { "aria-current": current(link.pathname) });
}

/** Whether a link names what is shown: a game belongs to playing. */
function current(path) {
  if (path === location.pathname) return "page";
  return path === "/" && location.pathname.startsWith("/game/") ? "true" : null;
}

/** The view of the address; what few come for first is fetched when they come. */
async function open(wanted, invitation) {
  const { pathname, searchParams: query } = new URL(location.href);
  const [, page, id, more] = pathname.split("/");
  const asked = { board: query.get("board") ?? undefined, position: query.get("position") ?? undefined };
  if (pathname === "/")
    return newGame(main, go, wanted ?? Object.fromEntries(Object.entries(asked).filter(([, value]) => value)));
  if (page === "game" && id && more === undefined)
    return openGame(main, go, decodeURIComponent(id), {
      ply: query.has("ply") ? Number(query.get("ply")) || 0 : null,
      invitation,
    });
  if (pathname === "/games") return (await import("./games.js")).gamesPage(main);
  if (pathname === "/brains") return (await import("./brains.js")).brainsPage(main, go, asked);
  throw new Refusal(404, { error: `there is no page “${pathname}”`, code: "unknown-page" });
}

/** The invitation in the address, which it leaves at once: neither history nor a copied address gives it away. */
function takeInvitation() {
  const invitation = new URLSearchParams(location.hash.slice(1)).get("join");
  if (invitation) history.replaceState(null, "", location.pathname + location.search);
  return invitation;
}

/** What was not found, or cannot be had now, and where to go from here. */
function lost(error) {
  const heading = { 404: "Not found", 422: "Not possible" }[error.status];
  const unknown = error.code === "unknown-game";
  if (unknown) forget(location.pathname.split("/")[2]);
  const why = unknown ? " The link may be incomplete, or the game was kept in another database." : "";
  const words = sentence(error.message) + why;
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

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button;
  if (!link || event.defaultPrevented || elsewhere) return;
  if (link.origin !== location.origin || link.hasAttribute("download") || link.target || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
document.addEventListener("keydown", (event) => {
  if (actOf(event) === "keys") {
    event.preventDefault();
    showKeys();
  }
});
window.addEventListener("popstate", () => show());
window.addEventListener("unhandledrejection", (event) =>
  notice(sentence(event.reason?.message ?? "Something went wrong"), [["Reload", () => location.reload()]]),
);
document.getElementById("switches").replaceChildren(...switches());
show();
