// What travels between the server and the page, and between the page's own rooms. docs/server.md says what it means.

export type * from "./reviews.js";

/** Whose mark, and whose turn. */
export type Side = "X" | "O";
/** A cell's name: `b2`. */
export type Cell = string;
/** What may be asked of a game from a seat. */
export type Act = "move" | "step" | "undo" | "redo" | "draw" | "decline" | "resign" | "again";

export interface Seat {
  kind: "person" | "friend" | "computer";
  player: string | null;
  level: string | null;
  taken: boolean;
  /** What a person is called, if they said so. */
  name?: string | null;
}

export interface Outcome {
  winner: Side | null;
  reason: string;
  lines: Cell[][];
  words: string;
}

export interface Offer {
  seat: Side;
  what: "draw" | "undo" | "again";
  swap: boolean;
}

/** A game as everybody may see it; `id` is null for one that is not made yet. */
export interface Game {
  id: string | null;
  version: number;
  board: string;
  start: string;
  position: string;
  ply: number;
  to_move: Side;
  moves: Cell[];
  redo: number;
  seats: Record<Side, Seat>;
  legal: Cell[];
  may: Record<Side, Act[]>;
  outcome: Outcome | null;
  offers: Offer[];
  /** Milliseconds that each side has left when this is told, and whose are passing. */
  clock?: { seconds: number; increment: number; left: Record<Side, number>; running: Side | null } | null;
  score: Record<Side | "draw", number> | null;
  next: string | null;
  previous: string | null;
  swapped: boolean;
}

/** What the rules say of a position. */
export interface PositionFacts {
  board: string;
  position: string;
  ply: number;
  to_move: Side;
  legal: Cell[];
  outcome: Outcome | null;
  threats: Record<Side, Cell[]>;
  forks: Record<Side, Cell[]>;
  /** The marks of each row that one more move makes one short of a line, and open at both ends. */
  open_rows: Record<Side, Cell[][]>;
}

/** What a move or position is worth to the side it belongs to; plies where they are known; else what the engine thinks. */
export interface Value {
  value: "win" | "draw" | "loss" | "unknown" | null;
  plies: number | null;
  estimate?: number;
  proof?: Cell[];
}

export interface Analysis extends Value {
  board: string;
  position: string;
  to_move: Side;
  moves: Record<Cell, Value>;
  best: Cell[];
  exact: boolean;
  /** Of an engine: the best play it sees, the threats that win, the fours the other side would win by; how far it saw. */
  line?: Cell[];
  threat?: Cell[];
  danger?: Cell[];
  depth?: number;
  nodes?: number;
}

/** The best play that follows a move, which is its first cell. */
export interface BestLine extends Value {
  line: Cell[];
  winner: Side | null;
  words: string;
}

/** What a player saw; each kind has fields of its own. */
export interface Evidence {
  kind: string;
  [field: string]: unknown;
}

/** What a player does in a position: exact probabilities as text, `1/3`, by cell. */
export interface Decision {
  board: string;
  position: string;
  player: string;
  moves: Record<Cell, string>;
  evidence: Evidence;
  sentence: string;
  why?: Record<Cell, string>;
  built?: BuiltLine[];
}

/** The weight grid after one line, and what the line added. */
export interface BuiltLine {
  line: Cell[];
  words: string;
  kind: string | null;
  weight: number;
  cells: Cell[];
  grid: number[][];
}

export interface RatingsEvidence {
  kind: "ratings";
  first: Record<Cell, number>;
  second: Record<Cell, string>;
  kept_first: Cell[];
  kept_second: Cell[];
  nodes: number | null;
  games: number | null;
  otherwise: string | null;
  meanings: { first?: string; second?: string; otherwise?: string };
}

/** A step of a player that tries them in order: its number and its name. */
export type NumberedStep = [number: number | string, name: string];

export interface RuleEvidence {
  kind: "rule";
  step: number;
  name: string;
  line: Cell[] | null;
  steps?: NumberedStep[];
  meanings?: Record<string, string>;
}

/** A line of the decision table: its marks as primes, their sum, and the states that follow from it. */
export interface LineStates {
  name: string;
  cells: Cell[];
  marks: number[];
  sum: number;
  clear: boolean;
  blocked: boolean;
  filled: boolean;
  win_next: Side | null;
  win_in_two: Side | null;
  forks: Side[];
}

export interface Fork {
  side: Side;
  rows: string[];
  cell: Cell;
}

export interface DecisionTableEvidence {
  kind: "decision-table";
  rows: LineStates[];
  fired: string;
  lines: string[];
  forks: Fork[];
  popularity: Record<string, number>;
  remaining: Cell[];
  steps?: NumberedStep[];
  meanings?: Record<string, string>;
}

export interface ValuesEvidence {
  kind: "values";
  values: Record<Cell, Value>;
}

/** A line that feeds some cells with a weight. */
export interface WeightFeed {
  line: Cell[];
  kind: string;
  weight: number;
  cells: Cell[];
}

export interface WeightsEvidence {
  kind: "weights";
  grid: number[][];
  lines: WeightFeed[];
  adds: Record<string, number>;
  meanings: Record<string, string>;
}

/** What every view of a brain is given: a decision, the move that was played (or null), and a maker of headings. */
export interface Thought<E = Evidence> {
  decision: Decision;
  evidence: E;
  board: string;
  position: string;
  move: Cell | null;
  heading: (text: string) => HTMLElement;
}

/** A position put to a player; `move`, where given, was played in it. */
export interface BrainQuestion {
  board: string;
  position: string;
  player: string;
  move?: Cell | null;
}

export interface TreeNode extends Value {
  position: string;
  move: Cell | null;
  copies: number;
  level: "MAX" | "MIN";
  result: number;
  window: [number | null, number | null];
  cut: boolean;
  nodes: number;
  games: number;
  visited: number;
  children: TreeNode[];
}

/** A player or a level, and whether it plays the board that was asked about. */
export interface PlayerFacts {
  name: string;
  plays: boolean;
  why_not: string | null;
  title?: string | null;
  called?: string;
  house?: boolean;
  options?: Record<string, string>;
}

export interface Catalogue {
  board: string;
  players: PlayerFacts[];
  levels: PlayerFacts[];
}

/** What is drawn on a board beside the marks. */
export interface Notes {
  values?: Record<Cell, Value>;
  threats?: { cell: Cell; mark: Side; fork?: boolean }[];
  hint?: Cell[];
  line?: Cell[];
  lines?: Cell[][];
  arrow?: { from: Cell; to: Cell } | null;
}

/** What a picture of a board shows; what is left out is not there. */
export interface PictureState extends Notes {
  position: string;
  last?: Cell | null;
  wins?: Cell[][];
  pending?: { cell: Cell; mark: Side } | null;
  rings?: Cell[];
  heat?: Record<Cell, number>;
  texts?: Record<Cell, string>;
  /** The number of the move that made a mark. */
  numbers?: Record<Cell, number>;
}

/** What the large board shows: a picture, and what can be done on it. */
export interface BoardState extends PictureState {
  board: string;
  label: string;
  coordinates?: boolean;
  legal?: Cell[];
  mark?: Side | null;
}

/** A mistake that is tried again: what may be tried, and what the last try was worth. */
export interface Trial {
  index: number;
  legal: Cell[];
  words: string | null;
  tried?: { cell: Cell; mark: Side };
}

/** The game at the ply that is looked at. */
export interface GameAtPly {
  game: Game;
  board: string;
  moves: Cell[];
  positions: string[];
  ply: number;
  live: boolean;
  position: string;
  last: Cell | null;
}

/** The same with how the table stands: whether anything is on its way, what is tried, whether computers run. */
export interface TableState extends GameAtPly {
  settled: boolean;
  over: boolean;
  running: boolean;
  /** Whether a computer is to move in a position that was set up, and nobody has asked it to yet. */
  waits: boolean;
  /** Where the game was decided, while that is shown. */
  turning: TurningPoint | null;
  trying: Trial | null;
}

/** What is wanted of a new game. */
export interface Wanted {
  x: string;
  o: string;
  board: string;
  position?: string;
}

/** What the list of games needs to know of one. */
export interface Summary {
  board: string;
  position: string;
  x: string;
  o: string;
  names?: Record<Side, string | null>;
  ply: number;
  outcome: { winner: Side | null; words: string } | null;
}

/** What this browser keeps of a game. */
export interface KeptGame {
  tokens: Partial<Record<Side, string>>;
  invitation?: string | null;
  invited?: string;
  nonce?: string;
  mine?: boolean;
  seen?: number;
  summary?: Summary;
  names?: Partial<Record<Side, string>>;
}

/** What this browser keeps of a class; `led` is the game that it was led to last. */
export interface KeptClass {
  tokens: { teacher?: string; pupil?: string };
  nonce?: string;
  pupil?: number;
  led?: string;
  seen?: number;
  board?: string;
}

export interface Preferences {
  x: string;
  o: string | null;
  board: string;
  sound: boolean;
  theme: "system" | "light" | "dark";
  words: "simple" | "precise";
  wish: Record<"x" | "o", { wished: string; instead: string } | null> | null;
  coordinates: boolean;
  keys: boolean;
  speed: number;
  /** The clock for two people: `300+5`, or nothing. */
  clock: string;
  /** What whoever uses this browser is called. */
  name: string;
}

/** Leads to an address; `stay` only names what is shown already, `game` is one to begin with. */
export type Go = (address: string, options?: { replace?: boolean; stay?: boolean; game?: Partial<Wanted> }) => void;

/** What the address leads to: left with `leave`, and the board is where the keyboard goes on. */
export interface View {
  leave?: () => void;
  board?: { enter(): void };
}

/** What this browser keeps of who learns. */
export interface Learnt {
  /** Positions that were solved, by kind of exercise. */
  solved?: Record<string, string[]>;
  streak?: number;
  best?: number;
  /** Rungs that were climbed: `easy as O`. */
  rungs?: string[];
}
