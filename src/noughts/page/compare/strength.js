// How strong the levels are on each board, and the engine against others: from recorded games.

import { disclosure, scrollArea, table } from "../blocks/parts.js";
import { ask } from "../core/api.js";
import { h, note, svg } from "../core/dom.js";
import { capital } from "../core/grammar.js";
import { boardWords } from "../core/notation.js";
import { players, playerWords } from "../core/players.js";
import { isSimple, onRegister } from "../core/text.js";
import { command, page } from "./parts.js";

const NOTE =
  "Ratings in Elo: who is rated 200 higher scores 76 in 100. Ratings of different boards cannot be compared: Easy is 0 on each. On 3 × 3 they come from exact matches, elsewhere from recorded games, from balanced openings with either colour.";
const LEGEND = "From left to right Easy, Medium, Hard, Expert, Impossible; the larger the dot, the higher the level.";
const ROW = 46; // units of the picture
const LEFT = 150;
const WIDE = 900;

/** @param {HTMLElement} main */
export async function openStrength(main) {
  const strength = await ask("/api/strength");
  await players("3x3x3"); // how they are called
  draw(main, strength);
  return {};
}

/** @param {HTMLElement} main @param {StrengthJson} strength */
function draw(main, strength) {
  const element = page(
    main,
    "How strong they are",
    NOTE,
    h("section", {}, h("h2", {}, "At a glance"), glance(strength.boards), glanceTable(strength.boards)),
    h("section", {}, h("h2", {}, "Board by board"), strength.boards.map(ofBoard)),
    h("section", {}, h("h2", {}, "Beyond the levels"), beyond(strength)),
    note("Every game is on record and can be played again: ", command("python -m research.strength"), "."),
  );
  onRegister(element, () => draw(main, strength));
}

/** A row for each board, a dot for each level. @param {BoardStrengthJson[]} boards */
function glance(boards) {
  const most = Math.max(...boards.flatMap(({ ratings }) => ratings.map(({ elo }) => elo)));
  const x = (/** @type {number} */ elo) => LEFT + ((WIDE - LEFT - 40) * elo) / most;
  const height = boards.length * ROW + 34;
  const ticks = Array.from({ length: Math.floor(most / 250) + 1 }, (_, i) => i * 250);
  const axis = ticks.map((elo) =>
    svg(
      "g",
      {},
      svg("line", { x1: x(elo), x2: x(elo), y1: 8, y2: height - 26 }),
      svg("text", { x: x(elo), y: height - 6 }, elo),
    ),
  );
  const row = (/** @type {BoardStrengthJson} */ { board, ratings }, /** @type {number} */ i) => {
    const y = 28 + i * ROW;
    const dots = ratings.map(({ elo }, n) => svg("circle", { cx: x(elo), cy: y, r: 6 + 1.5 * n }));
    return svg(
      "g",
      {},
      svg("text", { class: "board", x: 0, y: y + 5 }, board),
      svg("path", { d: `M${x(0)} ${y}H${x(ratings[ratings.length - 1].elo)}` }),
      dots,
    );
  };
  const label = "Ratings of the five levels on each board; the table below has the numbers";
  const box = { viewBox: `0 0 ${WIDE} ${height}`, role: "img", "aria-label": label };
  const picture = svg("svg", box, svg("g", { class: "axis" }, axis), boards.map(row));
  const legend = h("figcaption", { class: "note" }, LEGEND);
  return h("figure", { class: "compare-glance" }, scrollArea("Ratings", picture), legend);
}

/** @param {BoardStrengthJson[]} boards */
function glanceTable(boards) {
  const heads = ["Board", ...boards[0].ratings.map(({ player }) => capital(player))];
  const rows = boards.map(({ board, ratings }) => [boardName(board), ...ratings.map(({ elo }) => elo)]);
  return table({ caption: "Elo above Easy", heads, rows, kind: "compare-levels" });
}

/** @param {BoardStrengthJson} board */
function ofBoard({ board, exact, ratings, matches }) {
  const rating = (/** @type {LevelRatingJson} */ { player, elo, step, interval }, /** @type {number} */ i) => [
    capital(player),
    elo,
    i ? `+${step}` : "",
    interval ? `+${interval[0]} to +${interval[1]}` : i && exact ? "exact" : "",
  ];
  return disclosure(`${boardWords(board)}${exact ? ", exactly" : ""}`, () => [
    table({
      caption: "Ratings",
      heads: ["Level", "Elo", "Above the one before", "95 in 100"],
      rows: ratings.map(rating),
    }),
    scores("Matches", matches),
  ]);
}

/** A board in the register. @param {string} board */
const boardName = (board) => (isSimple() ? boardWords(board) : board);

/** @param {string} caption @param {ScoreJson[]} all @param {boolean} [boards] */
function scores(caption, all, boards = false) {
  const counted = all.some(({ games }) => games !== null);
  const heads = [
    "Match",
    ...(boards ? ["Board"] : []),
    ...(counted ? ["Games", "Won", "Drawn", "Lost"] : []),
    "Points in 100",
  ];
  const rows = all.map(({ board, player, opponent, games, won, drawn, lost, score }) => [
    `${playerWords(player)} against ${playerWords(opponent)}`,
    ...(boards ? [boardName(board)] : []),
    ...(counted ? [games, won, drawn, lost] : []),
    score.toFixed(1),
  ]);
  return table({ caption, heads, rows });
}

/** @param {StrengthJson} strength */
function beyond({ even, empty, scale }) {
  const parts = [];
  if (even.length) parts.push(scores("From balanced openings, with either colour", even, true));
  if (empty.length)
    parts.push(disclosure("As X from the empty board, where X wins", () => scores("The engine as X", empty, true)));
  if (scale) {
    const { player, elo, interval, programs } = scale;
    const words = `On the scale of Gomocup, on which programs for five in a row are rated, ${playerWords(player)} comes to ${elo} (${interval[0]} to ${interval[1]}), from games on 15 × 15 against these.`;
    const heads = ["Program", "Rated", "Games", "Won", "Drawn", "Lost", "Points in 100"];
    const rows = programs.map(({ opponent, version, rated, games, won, drawn, lost, score }) => [
      ...[`${opponent} ${version}`, rated ?? "", games, won, drawn, lost, score.toFixed(1)],
    ]);
    parts.push(
      h("h3", {}, "Other people's programs"),
      h("p", {}, words),
      table({ caption: "Against programs of others", heads, rows }),
    );
  }
  return parts;
}
