// Blocks of an explanation as elements. All text comes from the server, and no module here depends on the player.

import { ask } from "../core/api.js";
import { h } from "../core/dom.js";
import { isSimple, plain, prose, referredCells } from "../core/text.js";
import { boardPicture, Frames, numbersTable } from "./frames.js";
import { blockTable, disclosure, figure, problem } from "./parts.js";
import { TreeView } from "./tree.js";

/** @import { BlockOptions } from "./frames.js" */

const STATES = /** @type {const} */ ({
  passed: "did not apply",
  fired: "this one fired",
  unreached: "not reached",
});

/** Return the elements of blocks. A heading begins a section. @param {BlockJson[]} blocks @param {BlockOptions} [options] @returns {HTMLElement[]} */
export function render(blocks, options = {}) {
  /** @type {HTMLElement[]} */
  const shown = [];
  /** @type {HTMLElement | null} */
  let section = null;
  for (const block of blocks) {
    if (block.block === "details" && block.ask && block.ask.path === options.path) continue; // it would lead back
    if (block.block === "heading") {
      section = h("section", { class: "block-section" }, heading(block.words, options));
      shown.push(section);
    } else if (section) section.append(element(block, options));
    else shown.push(element(block, options));
  }
  return shown;
}

/** @param {Exclude<BlockJson, {block: "heading"}>} block @param {BlockOptions} options @returns {HTMLElement} */
function element(block, options) {
  switch (block.block) {
    case "paragraph":
      return h("p", { class: block.note ? "block-note" : null }, prose(block.words));
    case "figure":
      return boardFigure(block, options);
    case "table":
      return blockTable(block);
    case "frames":
      return new Frames(block, options).element;
    case "steps":
      return h("ol", { class: "block-steps" }, block.steps.map(step));
    case "tree":
      return new TreeView(block).element;
    case "beside":
      return beside(block, options);
    case "details":
      return details(block, options);
    case "wordings":
      return h("div", {}, render(isSimple() ? block.simple : block.precise, options));
  }
}

/** @param {TextJson} words @param {BlockOptions} options */
const heading = (words, { level = 3 }) => h(level === 4 ? "h4" : "h3", { class: "block-heading" }, prose(words));

/** @param {FigureBlockJson} block @param {BlockOptions} options */
function boardFigure(block, options) {
  const title = block.title ? [h("strong", {}, prose(block.title)), " "] : [];
  const caption = [...title, ...prose(block.words ?? "")];
  const shown = block.numbers ? numbersTable(block, plain(block.words ?? "")) : boardPicture(block, options);
  return figure(shown, ...caption);
}

/** Return a step with its state in words. @param {StepBlockJson} step */
function step({ number, name, meaning = "", state = "passed" }) {
  return h(
    "li",
    {
      class: `block-step ${state}`,
      "aria-current": state === "fired" ? "step" : null,
      "data-cells": referredCells(name, meaning) || null,
    },
    h("span", { class: "block-step-number" }, number),
    h("span", { class: "block-step-words" }, h("strong", {}, prose(name)), meaning && [": ", prose(meaning)]),
    h("span", { class: "block-step-state" }, STATES[/** @type {keyof typeof STATES} */ (state)]),
  );
}

/** @param {BesideBlockJson} block @param {BlockOptions} options */
function beside({ blocks, ordered }, options) {
  const shown = render(blocks, options);
  if (blocks.some(({ block }) => block !== "figure")) return h("div", { class: "block-beside" }, shown);
  if (!ordered) return h("div", { class: "block-figures" }, shown);
  const items = shown.map((one) => h("li", {}, one));
  return h("ol", { class: "block-figures ordered" }, items);
}

/** Return details whose key is the precise title, so that they stay open in both wordings. @param {DetailsBlockJson} block @param {BlockOptions} options */
export function details({ title, blocks = [], open = false, ask: request }, options = {}) {
  const fill = () => [render(blocks, options), request && asked(request, options)];
  return disclosure(prose(title), fill, open, typeof title === "string" ? title : title.precise);
}

/** Return an element for blocks that are requested from the server. @param {AskBlockJson} request @param {BlockOptions} options */
function asked({ path, params }, options) {
  const place = h("div", { class: "block-asked", "aria-busy": "true" });
  /** @type {Promise<BlocksJson>} */
  const answer = ask(path, params);
  answer
    .then(({ blocks }) => render(blocks, { ...options, path }), problem)
    .then((shown) => place.replaceChildren(...[shown].flat()))
    .finally(() => place.removeAttribute("aria-busy"));
  return place;
}
