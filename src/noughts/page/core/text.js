// Texts of explanations and lessons: code in backticks, `[words](/path)` leads to a page of this site, and
// `[words](a1 b1)` refers to cells of the board, which blocks/refer.js points out.

import { h, nodes, set } from "./dom.js";
import { preference } from "./store.js";

const MARKED = /\[([^[\]]*)\]\(([^()\s]+(?: [^()\s]+)*)\)/g;
const CELLS = /^[a-z]\d+(?: [a-z]\d+)*$/;
const PATH = /^\/(?![/\\])\S*$/;

/** Return a text in the chosen wording, with its marks. @param {TextJson} text */
export function worded(text) {
  if (typeof text === "string") return text;
  return isSimple() ? text.simple : text.precise;
}

/** Return the elements of a text. @param {TextJson} text */
export function prose(text) {
  return worded(text)
    .split("`")
    .flatMap((part, i) => (i % 2 ? [h("code", {}, part)] : marked(part)));
}

/** Return a text without marks, for attributes. @param {TextJson} text */
export function plain(text) {
  const bare = (/** @type {string} */ all, /** @type {string} */ words, /** @type {string} */ target) =>
    CELLS.test(target) || PATH.test(target) ? words : all;
  return typeset(worded(text).replaceAll(MARKED, bare).replaceAll("`", ""));
}

/** Return the names of all cells that texts refer to, separated by spaces. @param {TextJson[]} texts */
export function referredCells(...texts) {
  const targets = texts.flatMap((text) => [...worded(text).matchAll(MARKED)].map(([, , target]) => target));
  return targets.filter((target) => CELLS.test(target)).join(" ");
}

/** @param {string} text */
function marked(text) {
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let at = 0;
  for (const { 0: all, 1: words, 2: target, index } of text.matchAll(MARKED)) {
    parts.push(typeset(text.slice(at, index), text[at - 1]), mark(words, target) ?? all);
    at = index + all.length;
  }
  return [...parts, typeset(text.slice(at), text[at - 1])];
}

/** Return the element of a mark, or null if its target is neither a path of this site nor cells. @param {string} words @param {string} target */
function mark(words, target) {
  if (PATH.test(target)) return h("a", { href: target }, typeset(words));
  return CELLS.test(target) ? h("span", { class: "ref", "data-cells": target }, typeset(words)) : null;
}

/**
 * Return a text with typographic apostrophes and minus signs. A hyphen after a letter, a digit or a closing bracket
 * stays.
 * @param {string} text @param {string} [before] - the character before it
 */
function typeset(text, before = "") {
  const minus = text.replaceAll(/(?<![\p{L}\d)\]])-(?=[\d∞])/gu, "−").replaceAll("'", "’");
  return before && text.startsWith("-") ? `-${minus.slice(1)}` : minus;
}

/**
 * Return whether the wording is simple, which is the default, and not precise. Simple counts moves of the winner, where
 * precise counts plies.
 */
export const isSimple = () => preference("words") === "simple";

/** How many of the winner's own moves so many plies are. @param {number} plies */
export const inMoves = (plies) => Math.ceil(plies / 2);

/**
 * What the server tells in both registers: `simple` stands beside it where that differs.
 * @param {string} precise @param {{simple?: string}} told
 */
export const inRegister = (precise, { simple }) => (isSimple() && simple) || precise;

/** The function that updates an element. @type {WeakMap<Element, () => unknown>} */
const acts = new WeakMap();
let shown = isSimple();

window.addEventListener("noughts-preferences", () => {
  if (isSimple() === shown) return;
  shown = isSimple();
  for (const element of document.querySelectorAll("[data-worded]")) if (element.isConnected) acts.get(element)?.();
});

/**
 * Call a function whenever the wording changes while an element is on the page. Outer elements come first.
 * @template {Element} E @param {E} element @param {() => unknown} act
 */
export function onRegister(element, act) {
  acts.set(element, act);
  return set(element, { "data-worded": true });
}

/**
 * Set the content of an element now, and again whenever the wording changes.
 * @template {Element} E @param {E} element @param {() => Nested} content
 */
export function inWords(element, content) {
  const tell = () => element.replaceChildren(...nodes(content()));
  tell();
  return onRegister(element, tell);
}
