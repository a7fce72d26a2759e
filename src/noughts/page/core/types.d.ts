// What travels between the page's own rooms, and what this browser keeps. What the server answers is in answers.d.ts, which
// `make types` makes. The types of both files are known in every module.

/** Classes and types of modules that several others name. */
type LiveValues = import("../board/overlay.js").LiveValues;
type Nested = import("./dom.js").Nested;
type Overlay = import("../board/overlay.js").Overlay;
type Session = import("../game/session.js").Session;
type Step = import("../analyse/variations.js").Step;
type Study = import("./import_form.js").Study;
type Variations = import("../analyse/variations.js").Variations;

/** Whose mark, and whose turn. */
type Side = GameJson["to_move"];
/** What may be asked of a game from a seat. */
type Act = GameJson["may"]["X"][number];

/** A match, computed from all games or from some. */
type Match = ExactMatchJson | SampledMatchJson;

/** A game as everybody may see it, or one that is not made yet: that has no id. */
type Game = Omit<GameJson, "id" | "schema"> & { id: string | null };

/** A board to play on: against a player, or, without one, against pairs or a complete strategy. */
interface LedGame {
  title: TextJson;
  board: string;
  position: string;
  side: Side;
  player?: string | null;
  line: CellName[];
  partners?: Record<CellName, CellName>;
  strategy?: Record<string, CellName>;
}

/** A game tree that is drawn in a lesson. */
interface LessonTree {
  title: TextJson;
  position: string;
  merge: boolean;
  cuts: boolean;
}

/** A position for which a player is explained; `move`, if given, was played in it. */
interface BrainQuestion {
  board: string;
  position: string;
  player: string;
  move?: CellName | null;
}

/** What is drawn on a board beside the marks. */
interface Notes {
  values?: Record<CellName, JudgementJson>;
  threats?: { cell: CellName; mark: Side; fork?: boolean }[];
  hint?: CellName[];
  line?: CellName[];
  lines?: CellName[][];
}

/** What a picture of a board shows; what is left out is not there. */
interface PictureState extends Notes {
  position: string;
  last?: CellName | null;
  wins?: CellName[][];
  pending?: { cell: CellName; mark: Side } | null;
  rings?: CellName[];
  heat?: Record<CellName, number>;
  texts?: Record<CellName, string>;
  /** The number of the move that made a mark. */
  numbers?: Record<CellName, number>;
}

/** What the large board shows: a picture, and what can be done on it. */
interface BoardState extends PictureState {
  board: string;
  label: string;
  coordinates?: boolean;
  legal?: CellName[];
  mark?: Side | null;
}

/** A mistake that is tried again: what is told and asked, what may be tried, what the last try was worth. */
interface GuideState {
  mistake: ReviewedMistakeJson;
  what: string;
  question: string;
  title: string;
  first: boolean;
  last: boolean;
  /** What stands on the card. */
  draw: () => (Node | false | null)[];
  legal: CellName[];
  words: string;
  solved: boolean;
  tried: { cell: CellName; mark: Side } | null;
  /** The better line, as far as it has played itself. */
  played: { position: string; last: CellName } | null;
}

/** The game at the ply that is looked at. */
interface GameAtPly {
  game: Game;
  board: string;
  moves: CellName[];
  positions: string[];
  ply: number;
  live: boolean;
  position: string;
  last: CellName | null;
}

/** The same with how the table stands: whether anything is on its way, what is tried, whether computers run. */
interface TableState extends GameAtPly {
  settled: boolean;
  over: boolean;
  running: boolean;
  /** Whether help is not allowed: a class plays without. */
  barred: boolean;
  /** Whether a computer is to move in a position that was set up, and nobody has asked it to yet. */
  waits: boolean;
  /** A mistake of the game that is gone through. */
  guide: GuideState | null;
  /** A computer that thinks by the clock just now. */
  thinking: import("../game/thinking.js").ThinkingStrip | null;
}

/** What is wanted of a new game. */
interface Wanted {
  x: string;
  o: string;
  board: string;
  position?: string;
}

/** What the list of games needs to know of one. */
interface Summary {
  board: string;
  position: string;
  x: string;
  o: string;
  names?: Record<Side, string | null>;
  ply: number;
  outcome: Pick<OutcomeJson, "winner" | "words"> | null;
}

/** What this browser keeps of a game. */
interface KeptGame {
  tokens: Partial<Record<Side, string>>;
  invitation?: string | null;
  invited?: string;
  nonce?: string;
  mine?: boolean;
  seen?: number;
  summary?: Summary;
  names?: Partial<Record<Side, string>>;
}

/** What two people have played in a game that is not made yet. */
interface KeptDraft {
  id: string;
  wanted: Wanted;
  moves: CellName[];
}

/** What this browser keeps of a class; `led` is the game that it was led to last. */
interface KeptClass {
  tokens: { teacher?: string; pupil?: string };
  nonce?: string;
  pupil?: number;
  led?: string;
  seen?: number;
  board?: string;
}

interface Preferences {
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
type Go = (address: string, options?: { replace?: boolean; stay?: boolean; game?: Partial<Wanted> }) => void;

/** What the address leads to: left with `leave`, and the board is where the keyboard goes on. */
interface View {
  leave?: () => void;
  board?: { enter(): void };
  /** Whether whoever plays here may be helped. */
  assist?: (allowed: boolean) => void;
}

/** What this browser keeps of who learns. */
interface Learnt {
  /** Positions that were solved, by kind of puzzle, on other boards than 3x3x3 with the board before it. */
  solved?: Record<string, string[]>;
  streak?: number;
  best?: number;
  /** Rungs that were climbed: `easy as O`. */
  rungs?: string[];
  /** The questions of lessons that were answered rightly, by their numbers. */
  answered?: Record<string, number[]>;
  /** The lessons that are done. */
  lessons?: string[];
  /** Whether the puzzle of a day was answered rightly at the first try. */
  daily?: Record<string, boolean>;
  /** The most that were right in a run, by board; without one on all of them. */
  runs?: Record<string, number>;
  /** What was missed. */
  again?: KeptPuzzle[];
}

/** A question on a board. `open`: other moves than `answers` may be right, which the values of moves tell. */
interface Asked {
  kind?: string;
  title: string;
  question: string;
  simple?: string;
  board: string;
  position: string;
  answers: CellName[];
  solution?: string;
  open?: boolean;
}

/** A question that comes again: in which box it is, and on which day it is due; null where it is learnt. */
interface KeptPuzzle {
  asked: Asked;
  box: number;
  due: string | null;
}
