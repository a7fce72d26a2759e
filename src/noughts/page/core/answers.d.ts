// What the server answers: made of docs/schema.json by `make schema`. docs/contract.md tells more.

/**
 * A board: columns, rows and k, 3x3x3; or torus5x5x4, strip4x6x6, cube4.
 */
export type BoardName = string;
/**
 * A position: rows from the top.
 */
export type PositionText = string;
/**
 * A cell: column, then row from the top.
 */
export type CellName = string;
/**
 * A player with its options: rules(advanced=False).
 */
export type PlayerName = string;
/**
 * An exact number as text: "1/3".
 */
export type ExactNumber = string;
export type EvidenceJson =
  | UniformJson
  | RatingsJson
  | ValuesJson
  | WeightsJson
  | RuleJson
  | DecisionTableJson
  | EngineJson
  | BoxJson
  | LearnedJson
  | LevelEvidenceJson
  | MctsJson
  | ProgramJson
  | OtherEvidenceJson;
export type LessonBlockJson =
  | TextBlockJson
  | HeadingBlockJson
  | FramesBlockJson
  | TableBlockJson
  | QuestionBlockJson
  | GameBlockJson
  | TreeBlockJson;

/**
 * Where others in the same network reach this server, told to its own machine alone; none where they do not.
 */
export interface AddressesJson {
  schema: 2;
  addresses: string[];
}
/**
 * Where a contest or a proof stands in the queue: how many are computed before it, if nobody else asks.
 */
export interface AheadJson {
  schema: 2;
  ahead: number;
}
/**
 * What a position and every legal move are worth; ``best`` are the moves of the best value, or the engine's move.
 *
 * ``exact``: all values are exact, and neither proofs nor estimates are needed. Else ``line`` is the best play that
 * the engine sees, ``threat`` the threats by which the side to move wins, ``danger`` the fours by which the other side
 * would win next if nothing were done; the search was ``depth`` plies deep and saw ``nodes`` positions in all.
 */
export interface AnalysisJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  value: ("win" | "draw" | "loss") | "unknown";
  plies: number | null;
  proof?: CellName[];
  estimate?: number;
  to_move: "X" | "O";
  moves: {
    [k: string]: JudgementJson;
  };
  best: CellName[];
  exact: boolean;
  line?: CellName[];
  threat?: CellName[];
  danger?: CellName[];
  depth?: number;
  nodes?: number;
}
/**
 * A value where it is known or proved, ``unknown`` where it is not; the plies are null where the value is.
 *
 * ``proof``, where values are not exact: the first moves of what proves the value, whose plies are those of the proof.
 * ``estimate``: the engine's score of what is unknown, in thousandths of a logit (0 is even, 1,000 is 73 in 100).
 */
export interface JudgementJson {
  value: ("win" | "draw" | "loss") | "unknown";
  plies: number | null;
  proof?: CellName[];
  estimate?: number;
}
/**
 * A line of stdin that could not be answered: why, and the line as it came.
 */
export interface BadLineJson {
  schema: 2;
  error: string;
  input: string;
}
/**
 * The best play of both sides from a position, to the end where the value is known, and the same in words.
 */
export interface BestLineJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  value: ("win" | "draw" | "loss") | "unknown";
  plies: number | null;
  proof?: CellName[];
  estimate?: number;
  winner: ("X" | "O") | null;
  line: CellName[];
  words: string;
}
/**
 * What is known of a board: its size, what is published, the recorded runs, and whether it can be proved here.
 *
 * ``campaign``: how it is being proved opening by opening, null where it is not.
 */
export interface BoardJson {
  schema: 2;
  board: BoardName;
  cells: number;
  lines: number;
  symmetries: number;
  published: PublishedJson | null;
  source: string | null;
  runs: RunJson[];
  campaign: CampaignJson | null;
  provable: boolean;
  why_not: string | null;
}
/**
 * What others have published of a board, for X, and where.
 */
export interface PublishedJson {
  value: "win" | "draw" | "loss";
  source: string;
}
/**
 * A run of the prover on an empty board, its certificate verified, beside what is published.
 *
 * ``question``: the value, the fewest plies of a win, or whether the strip is a draw that the board is a block of.
 * ``certificate_bytes`` is 0 where nothing was proved, ``memory`` is MiB, ``version`` is that of noughts.
 * ``processor`` and ``packages`` are null where they were not recorded; ``same_bytes``: the certificate, made again,
 * was the same; ``at_hand``: the server that answers gives it out. ``verify_seconds`` and ``verify_memory`` (MiB at
 * most) are what a large certificate takes to be verified in a process of its own, null for the others.
 */
export interface RunJson {
  schema: 2;
  board: BoardName;
  question: "value" | "plies" | "strip";
  value: ("win" | "draw" | "loss") | "unknown";
  plies: number | null;
  plies_at_least: number | null;
  nodes: number;
  seconds: number;
  certificate_bytes: number;
  sha256: string | null;
  threads: number;
  version: string;
  date: string;
  memory: number;
  processor: string | null;
  packages: string | null;
  verify_seconds: number | null;
  verify_memory: number | null;
  same_bytes?: boolean;
  at_hand?: boolean;
  published: PublishedJson | null;
}
/**
 * A win that is proved opening by opening: X's ``first`` stone, and how each of O's replies stands.
 *
 * ``records`` and ``bytes`` are those of the certificates that are there.
 */
export interface CampaignJson {
  first: string;
  settled: number;
  records: number;
  bytes: number;
  openings: OpeningJson[];
}
/**
 * O's first move in a campaign, with the cells that symmetries make of it: ``state``, how many replies are met.
 *
 * ``second`` is X's second stone; null like ``met`` and ``replies`` where the opening is not begun. Where a server
 * has the opening's certificate, ``sha256`` is its name and ``at`` the cell that it has the move on.
 */
export interface OpeningJson {
  opening: string;
  cells: string[];
  state: "settled" | "begun" | "open";
  second: string | null;
  met: number | null;
  replies: number | null;
  sha256?: string;
  at?: CellName;
}
/**
 * Every recorded run, and the sources of what is published beside them.
 */
export interface BoardsJson {
  schema: 2;
  runs: RunJson[];
  sources: SourceJson[];
}
/**
 * Where something is published: the short name, and what it stands for.
 */
export interface SourceJson {
  name: string;
  source: string;
}
/**
 * One position put to every player.
 */
export interface BrainsJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  brains: ToldDecisionJson[];
  absent: AbsentJson[];
}
/**
 * A decision with its reason as a sentence, one for each move that may be played, and how a grid was built.
 */
export interface ToldDecisionJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  player: PlayerName;
  moves: {
    [k: string]: ExactNumber;
  };
  evidence: EvidenceJson;
  sentence: string;
  why: {
    [k: string]: string;
  };
  built?: GridStepJson[];
}
/**
 * Nothing was looked at.
 */
export interface UniformJson {
  kind: "uniform";
}
/**
 * Every move rated +1, 0 or -1; those of the best rating (``kept_first``) again by averages over replies.
 *
 * ``nodes`` and ``games``: the size of the tree. ``deep``: the averages are over all replies to the end. ``meanings``:
 * what the ratings mean in the player's words; ``otherwise``: the player that reads the second in another way.
 */
export interface RatingsJson {
  kind: "ratings";
  first: {
    [k: string]: number;
  };
  second: {
    [k: string]: ExactNumber;
  };
  nodes: number;
  games: number;
  deep: boolean;
  kept_first: CellName[];
  kept_second: CellName[];
  otherwise: string;
  meanings: {
    [k: string]: string;
  };
}
/**
 * The exact value of every move.
 */
export interface ValuesJson {
  kind: "values";
  values: {
    [k: string]: ValueJson;
  };
}
/**
 * A result for the side to move, or for who makes a move, and the plies until the end with best play.
 */
export interface ValueJson {
  value: "win" | "draw" | "loss";
  plies: number;
}
/**
 * A weight for every cell, row by row from the top, and the lines that it comes from.
 *
 * ``adds``: what a line of each kind adds to its empty cells; ``meanings``: which cells are of the kind.
 */
export interface WeightsJson {
  kind: "weights";
  grid: number[][];
  lines: LineWeightJson[];
  adds: {
    [k: string]: number;
  };
  meanings: {
    [k: string]: string;
  };
}
/**
 * A line that added ``weight`` to each of its empty ``cells``.
 */
export interface LineWeightJson {
  line: CellName[];
  kind: string;
  weight: number;
  cells: CellName[];
}
/**
 * The step that fired, the line that fired it, all steps in the order they are tried, and what they mean.
 */
export interface RuleJson {
  kind: "rule";
  step: number;
  name: string;
  line: CellName[] | null;
  steps: [number, string][];
  meanings: {
    [k: string]: string;
  };
}
/**
 * The decision table, the decision that fired and the rows that gave the move, and the potential forks.
 *
 * ``popularity``: in how many potential forks each line of the opponent is. ``remaining``: the empty cells. ``steps``:
 * the decisions in the order they are tried, and what they mean.
 */
export interface DecisionTableJson {
  kind: "decision-table";
  rows: TableRowJson[];
  fired: string;
  lines: string[];
  forks: ForkJson[];
  popularity: {
    [k: string]: number;
  };
  remaining: CellName[];
  steps: [number, string][];
  meanings: {
    [k: string]: string;
  };
}
/**
 * A line of the decision table: 3 for X, 5 for O, 0 for empty, their sum, and its states.
 */
export interface TableRowJson {
  name: string;
  cells: CellName[];
  marks: number[];
  sum: number;
  clear: boolean;
  blocked: boolean;
  filled: boolean;
  win_next: ("X" | "O") | null;
  win_in_two: ("X" | "O") | null;
  forks: ("X" | "O")[];
}
/**
 * Two lines of one side, by the names of their rows, that meet in an empty cell.
 */
export interface ForkJson {
  side: "X" | "O";
  rows: string[];
  cell: CellName;
}
/**
 * What a search thought. Scores are thousandths of a logit: 0 is even, 1,000 is 73 in 100, 10,000 a proved win.
 *
 * ``depth``: the plies of the last depth completed, 0 where no search was needed. ``pv``: the best play of both sides;
 * ``threat``: the threats that win for the side to move; ``danger``: the fours by which the other side would win next;
 * ``nodes``: the positions looked at. ``value`` and ``plies``: what is proved, null where nothing is.
 */
export interface EngineJson {
  kind: "engine";
  score: number;
  depth: number;
  pv: CellName[];
  candidates: CandidateJson[];
  threat: CellName[];
  danger: CellName[];
  nodes: number;
  value: ValueJson | null;
  plies: number | null;
}
/**
 * A move that the engine searched: its score; at most that much unless ``exact``; and what is proved of it.
 */
export interface CandidateJson {
  cell: CellName;
  score: number;
  exact: boolean;
  value: ValueJson | null;
}
/**
 * A matchbox: the beads of each cell's kind of move, and which cells are of one kind and share them.
 *
 * ``number`` counts the side's boxes from 1, of ``boxes``; null where the move is forced and there is none. ``games``:
 * how many were played on each side before.
 */
export interface BoxJson {
  kind: "box";
  beads: {
    [k: string]: number;
  };
  kinds: CellName[][];
  number: number | null;
  boxes: number;
  games: number;
}
/**
 * The value of every move as it was learnt in so many games on each side, and what it estimates in words.
 */
export interface LearnedJson {
  kind: "learned";
  values: {
    [k: string]: number;
  };
  meaning: string;
  games: number;
}
/**
 * What a level may overlook (``threats``), what it plays then, and whom it follows where it overlooks nothing.
 *
 * ``thought`` is null where it goes by a look at the lines.
 */
export interface LevelEvidenceJson {
  kind: "level";
  sights: SightJson[];
  threats: ThreatJson[];
  thought: FollowedJson | null;
}
/**
 * What a level plays, any of ``cells`` evenly, where it overlooks just these kinds of lines, and how likely.
 *
 * Where it ``sees_last`` it overlooks of them those that lack two stones, and sees those that lack one.
 */
export interface SightJson {
  overlooked: ("straight" | "diagonal")[];
  chance: ExactNumber;
  cells: CellName[];
  sees_last: boolean;
}
/**
 * A line of the other side that lacks so many stones, one or two; ``line_kind``: along one axis or several.
 */
export interface ThreatJson {
  line: CellName[];
  line_kind: "straight" | "diagonal";
  lacks: number;
}
/**
 * The decision of another player.
 */
export interface FollowedJson {
  player: PlayerName;
  moves: {
    [k: string]: ExactNumber;
  };
  evidence: EvidenceJson;
}
/**
 * The top of a tree of so many random games, and its size in ``nodes``; ``pv``: the best play of both sides.
 */
export interface MctsJson {
  kind: "mcts";
  playouts: number;
  seed: number;
  pv: CellName[];
  branches: BranchJson[];
  nodes: number;
  value: ValueJson | null;
}
/**
 * A move at the root of a tree of random games: visits, the mean share of points, what is proved, what follows.
 */
export interface BranchJson {
  cell: CellName;
  visits: number;
  mean: ExactNumber | null;
  value: ValueJson | null;
  line: CellName[];
}
/**
 * What is known of a program's thoughts: its protocol, the seconds it took, and its last messages.
 */
export interface ProgramJson {
  kind: "program";
  protocol: "gomocup" | "ugi";
  seconds: number;
  said: string[];
}
/**
 * What a player that is not the house's own saw: its kind, and the fields of its evidence.
 */
export interface OtherEvidenceJson {
  kind: string;
  [k: string]: unknown;
}
/**
 * The weight grid after one more line, and what that line added to which cells; ``kind`` is null for nothing.
 */
export interface GridStepJson {
  line: CellName[];
  words: string;
  kind: string | null;
  weight: number;
  cells: CellName[];
  grid: number[][];
}
/**
 * A player that does not play the board, and why.
 */
export interface AbsentJson {
  player: PlayerName;
  why_not: string;
}
/**
 * What a certificate that was accepted proves; ``value`` is that of the side to move, null if it does not say.
 *
 * ``any_length``, of a block only: whether it proves that boards of any length are drawn (docs/mnk.md).
 */
export interface CertificateJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  certificate: string;
  value: ("win" | "draw" | "loss") | null;
  claims: ClaimJson[];
  any_length?: boolean;
}
/**
 * That the attacker wins, in so many plies and not in fewer; or that it does not win, or not in so many plies.
 */
export interface ClaimJson {
  attacker: "X" | "O";
  wins: boolean;
  plies: number | null;
}
/**
 * A class as everybody may see it; ``version`` is how many events it has.
 *
 * ``board`` and ``start`` are where the games of this round begin. ``meanwhile``: whom one who waits may play.
 * ``locked``: nobody new comes in just now. ``help``: whether anybody may be helped while a round lasts.
 * ``pupils``: all but those who left without a game that counts. ``waiting``: who is there, not away and in no
 * pair, at most one while the class is open. ``banned``: who is kept out.
 */
export interface ClassroomJson {
  schema: 2;
  board: BoardName;
  id: string;
  version: number;
  start: PositionText;
  clock: TimeLimitJson | null;
  meanwhile: PlayerName | null;
  round: number;
  closed: boolean;
  locked: boolean;
  help: boolean;
  pupils: PupilJson[];
  pairs: PupilPairJson[];
  waiting: number[];
  banned: BannedJson[];
}
/**
 * Seconds for all moves of a side, and how many more each move adds.
 */
export interface TimeLimitJson {
  seconds: number;
  increment: number;
}
/**
 * Somebody who came into a class, and how many of the class's games they won, drew and lost.
 *
 * ``here`` is false once they have gone. ``away``: their page has not been open for a while; they are not paired then.
 */
export interface PupilJson {
  number: number;
  name: string;
  here: boolean;
  away: boolean;
  won: number;
  drawn: number;
  lost: number;
}
/**
 * Two who play each other in this round, by their numbers; ``open``: their game is not over.
 */
export interface PupilPairJson {
  game: string;
  seats: {
    X: number;
    O: number;
  };
  result: "X" | "O" | "draw" | "open";
}
/**
 * Somebody whose token and name are not let in any more.
 */
export interface BannedJson {
  number: number;
  name: string;
}
/**
 * Everything that can happen on a board, in all and by ply.
 */
export interface CountJson {
  schema: 2;
  board: BoardName;
  positions: number;
  canonical: number;
  terminal: TallyJson;
  canonical_terminal: TallyJson;
  games: TallyJson;
  by_ply: PlyCountJson[];
}
/**
 * How many, and how many of them X won, O won, and were drawn.
 */
export interface TallyJson {
  total: number;
  x: number;
  o: number;
  draw: number;
}
/**
 * The counts of one ply.
 */
export interface PlyCountJson {
  positions: number;
  canonical: number;
  terminal: TallyJson;
  canonical_terminal: TallyJson;
  games: TallyJson;
  ply: number;
}
/**
 * What a player plays: exact probabilities that sum to 1, moves that are never played left out, and why.
 */
export interface DecisionJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  player: PlayerName;
  moves: {
    [k: string]: ExactNumber;
  };
  evidence: EvidenceJson;
}
/**
 * The id of a game that is no more.
 */
export interface DeletedJson {
  schema: 2;
  deleted: string;
}
/**
 * A contest or a proof has come to an end without its answer: its time is spent, or it was refused, and why.
 */
export interface EndedJson {
  schema: 2;
  code: string;
  error: string;
}
/**
 * Whoever came, by number, and the token that acts for them: in the class, and in every game of theirs in it.
 *
 * ``sign``: what they say, as ``as``, where they watch the class: so it is known that they are not away.
 */
export interface EnteredJson {
  schema: 2;
  classroom: ClassroomJson;
  pupil: number;
  token: string;
  sign: string;
}
/**
 * One player against those of ``ResultsJson``, as X and as O, and how it can be exploited, null until it is known.
 *
 * While it is computed there are as many matches as are done, of ``of`` on each side.
 */
export interface EntrantJson {
  schema: 2;
  board: BoardName;
  player: PlayerName;
  of: number;
  x: ExactMatchJson[];
  o: ExactMatchJson[];
  exploit: ExploitJson | null;
}
/**
 * A match computed from all games.
 */
export interface ExactMatchJson {
  schema: 2;
  board: BoardName;
  x: PlayerName;
  o: PlayerName;
  win: ExactNumber;
  draw: ExactNumber;
  loss: ExactNumber;
  plies: ExactNumber;
  exact: true;
}
/**
 * What the best opponent makes of a player on both sides.
 */
export interface ExploitJson {
  schema: 2;
  board: BoardName;
  player: PlayerName;
  x: WeaknessJson;
  o: WeaknessJson;
}
/**
 * The same with a game that it loses, or null.
 */
export interface WeaknessJson {
  score: ExactNumber;
  can_lose: boolean;
  line: CellName[] | null;
}
/**
 * A game as a file for other programs: a format of its own, which says no ``schema``.
 */
export interface GameFileJson {
  board: BoardName;
  start: PositionText;
  moves: CellName[];
  undone: CellName[];
}
/**
 * A game as everybody may see it; ``version`` is how many events it has.
 *
 * ``may``: the requests that would be accepted from each seat now. ``redo``: how many moves were taken back.
 * ``classroom``: the id of the class in which it is played, if it is.
 */
export interface GameJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  id: string;
  version: number;
  start: PositionText;
  ply: number;
  to_move: "X" | "O";
  moves: CellName[];
  redo: number;
  seats: {
    X: SeatJson;
    O: SeatJson;
  };
  legal: CellName[];
  may: {
    X: ("move" | "step" | "undo" | "redo" | "draw" | "decline" | "resign" | "again")[];
    O: ("move" | "step" | "undo" | "redo" | "draw" | "decline" | "resign" | "again")[];
  };
  outcome: OutcomeJson | null;
  offers: OfferJson[];
  clock: ClockJson | null;
  score: {
    X: number;
    O: number;
    draw: number;
  };
  next: string | null;
  previous: string | null;
  swapped: boolean;
  classroom: string | null;
}
/**
 * Who sits there; ``taken`` is false while the friend is awaited, ``name`` what a person is called, if they say.
 *
 * ``seconds``: how long a computer thinks before each move, by the clock, when it is asked by ``think`` or ``step``;
 * null where that is no matter of time.
 */
export interface SeatJson {
  kind: "person" | "friend" | "computer";
  player: PlayerName | null;
  level: string | null;
  seconds: number | null;
  taken: boolean;
  name: string | null;
}
/**
 * How a game ended: the winner or null for a draw, the complete lines, and the same as a sentence.
 */
export interface OutcomeJson {
  winner: ("X" | "O") | null;
  reason: "line" | "full board" | "resignation" | "agreement" | "forfeit" | "abandoned" | "time";
  lines: CellName[][];
  words: string;
}
/**
 * An offer that stands; ``swap``: the new game changes the sides.
 */
export interface OfferJson {
  seat: "X" | "O";
  what: "draw" | "undo" | "again";
  swap: boolean;
}
/**
 * The clock of a game: seconds for each side and for each move, and the milliseconds that each has ``left`` now.
 *
 * ``running``: whose time is passing, null before the first move and after the end.
 */
export interface ClockJson {
  seconds: number;
  increment: number;
  left: {
    X: number;
    O: number;
  };
  running: ("X" | "O") | null;
}
/**
 * A move that is recommended, and why.
 *
 * ``ranked``: all best moves by how easily the other side then errs; none where that is not known.
 */
export interface HintJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  cell: CellName;
  words: string;
  ranked: RankedMoveJson[];
}
/**
 * A best move, and to how many of its ``replies`` the other side gives something away.
 */
export interface RankedMoveJson {
  cell: CellName;
  wrong: number;
  replies: number;
}
/**
 * The friend's seat, and the token that acts for it.
 */
export interface JoinedJson {
  schema: 2;
  game: GameJson;
  seat: "X" | "O";
  token: string;
}
/**
 * The opponents, the weakest first.
 */
export interface LadderJson {
  schema: 2;
  board: BoardName;
  rungs: RungJson[];
}
/**
 * An opponent to beat, or, where it cannot be beaten, not to lose to; ``side`` is the reader's.
 *
 * ``score``: what best play against it expects (win 1, draw 0, loss -1); ``line``: a game that it loses, or null.
 */
export interface RungJson {
  player: PlayerName;
  side: "X" | "O";
  goal: "win" | "draw";
  score: ExactNumber;
  line: CellName[] | null;
}
/**
 * How a learner stands after so many games on each side, computed from all games.
 */
export interface LearningPointJson {
  schema: 2;
  board: BoardName;
  player: PlayerName;
  games: number;
  x: LearntSideJson;
  o: LearntSideJson;
}
/**
 * What a learner expects on one side (win 1, draw 0, loss -1): against perfect and random play, at the worst.
 */
export interface LearntSideJson {
  perfect: ExactNumber;
  random: ExactNumber;
  worst: ExactNumber;
}
/**
 * A lesson.
 */
export interface LessonJson {
  schema: 2;
  title: string;
  summary: string;
  name: string;
  simple?: LessonWordsJson;
  part: string;
  board: BoardName;
  position: PositionText;
  blocks: LessonBlockJson[];
}
/**
 * What a lesson is called, and what it is about.
 */
export interface LessonWordsJson {
  title: string;
  summary: string;
}
/**
 * A paragraph; what stands between backticks is code.
 */
export interface TextBlockJson {
  simple?: string;
  kind: "text";
  text: string;
}
/**
 * A heading within a lesson.
 */
export interface HeadingBlockJson {
  simple?: string;
  kind: "heading";
  text: string;
}
/**
 * Pictures to step through, or a single one.
 */
export interface FramesBlockJson {
  simple?: string;
  kind: "frames";
  title: string;
  frames: FrameJson[];
}
/**
 * A still picture of a position and what is said of it.
 *
 * ``texts``: what is written in cells; ``rings``: cells that stand out; ``lines``: what is struck through; ``last``:
 * the last move.
 */
export interface FrameJson {
  simple?: string;
  board: BoardName;
  position: PositionText;
  words: string;
  texts?: {
    [k: string]: string;
  };
  rings?: CellName[];
  lines?: CellName[][];
  last?: CellName;
}
/**
 * A table, and what stands in its place in the simple register where that differs.
 */
export interface TableBlockJson {
  caption: string;
  head: string[];
  rows: string[][];
  kind: "table";
  simple?: TableJson;
}
/**
 * A table: its caption, its columns and its rows.
 */
export interface TableJson {
  caption: string;
  head: string[];
  rows: string[][];
}
/**
 * A board with a question: which cells are right, by the exact table.
 */
export interface QuestionBlockJson {
  simple?: string;
  kind: "question";
  question: string;
  board: BoardName;
  position: PositionText;
  answers: CellName[];
}
/**
 * A board to play on as ``side``, from a position, against a player.
 *
 * ``line``: the moves of both sides that the reader is led along, none for free play. ``partners``, where the other
 * side plays by pairs instead of a player: to each cell the other one of its pair.
 */
export interface GameBlockJson {
  simple?: string;
  kind: "game";
  title: string;
  board: BoardName;
  position: PositionText;
  side: "X" | "O";
  player: PlayerName | null;
  line: CellName[];
  partners?: {
    [k: string]: CellName;
  };
}
/**
 * The game tree below a position, to be opened and stepped through; ``cuts`` are those of alpha-beta.
 */
export interface TreeBlockJson {
  simple?: string;
  kind: "tree";
  title: string;
  position: PositionText;
  merge: boolean;
  cuts: boolean;
}
/**
 * All lessons, in the order in which they are read.
 */
export interface LessonsJson {
  schema: 2;
  lessons: LessonHeadJson[];
}
/**
 * A lesson in a list: its address is its name; ``part`` is what it belongs to; ``position`` is its picture.
 *
 * ``simple``: what it is called in the simple register, where that differs.
 */
export interface LessonHeadJson {
  title: string;
  summary: string;
  name: string;
  simple?: LessonWordsJson;
  part: string;
  board: BoardName;
  position: PositionText;
}
/**
 * A class just made, with the only copy of the token that directs it.
 */
export interface MadeClassroomJson {
  schema: 2;
  classroom: ClassroomJson;
  token: string;
}
/**
 * A game just made, with the only copy of its tokens; ``names`` are the players that its record named.
 */
export interface MadeJson {
  schema: 2;
  game: GameJson;
  tokens: {
    X?: string;
    O?: string;
  };
  invitation: string | null;
  names?: {
    X?: string;
    O?: string;
  };
}
/**
 * The lines through a cell that one side may still complete: those without marks of both.
 */
export interface OpenLinesJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  cell: CellName;
  lines: CellName[][];
}
/**
 * Who plays a board.
 */
export interface OpponentsJson {
  schema: 2;
  board: BoardName;
  players: (OpponentJson | BrokenPlayerJson)[];
  levels: LevelJson[];
}
/**
 * A player that can be played against; ``house`` is false of those that came from elsewhere.
 */
export interface OpponentJson {
  name: string;
  called: string;
  title: string;
  origin: string;
  boards: string;
  options: {
    [k: string]: string;
  };
  deterministic: boolean;
  breaks_symmetry: string | null;
  plays: boolean;
  why_not: string | null;
  seconds: number[];
  proof: ProofJson | null;
  house: boolean;
}
/**
 * What exhaustion finds of a player on 3x3x3, on each side; null where it does not play that.
 */
export interface ProofJson {
  x: WeaknessJson | null;
  o: WeaknessJson | null;
}
/**
 * A player that is installed and cannot be loaded.
 */
export interface BrokenPlayerJson {
  plays: boolean;
  why_not: string | null;
  seconds: number[];
  proof: ProofJson | null;
  name: string;
  house: boolean;
}
/**
 * A level in plain words, which is a player of that name, and what it does in a few words.
 */
export interface LevelJson {
  plays: boolean;
  why_not: string | null;
  seconds: number[];
  proof: ProofJson | null;
  name: string;
  title: string;
}
/**
 * A player, and what exhaustion proves of it on 3x3x3; null where it does not play that.
 */
export interface PlayerJson {
  schema: 2;
  name: string;
  called: string;
  title: string;
  origin: string;
  boards: string;
  options: {
    [k: string]: string;
  };
  deterministic: boolean;
  breaks_symmetry: string | null;
  x: SideScoreJson | null;
  o: SideScoreJson | null;
}
/**
 * A player on one side: its score (win 1, draw 0, loss -1) against the best reply, and whether it can lose.
 */
export interface SideScoreJson {
  score: ExactNumber;
  can_lose: boolean;
}
/**
 * All positions up to symmetry, in order of plies, and the moves between them, as numbers in this list.
 *
 * ``games``: how many of the positions X and O win with best play.
 */
export interface PositionGraphJson {
  schema: 2;
  board: BoardName;
  nodes: PositionNodeJson[];
  moves: [number, number][];
  wins: {
    X: number;
    O: number;
  };
}
/**
 * A position of the graph; symmetric ones are one, which stands for ``copies``.
 *
 * ``value`` and ``plies`` are those of the side to move, ``winner`` is who wins with best play. ``at``: its place on a
 * drawing whose middle is 0, 0 and whose unit is the side of a board.
 */
export interface PositionNodeJson {
  position: PositionText;
  ply: number;
  copies: number;
  value: "win" | "draw" | "loss";
  plies: number;
  winner: ("X" | "O") | null;
  over: boolean;
  /**
   * @minItems 2
   * @maxItems 2
   */
  at: [number, number];
}
/**
 * What the rules say of a position: legal cells, how it ended, and what either side threatens.
 *
 * ``threats``: the cells where the side would complete a line. ``forks``: those where it would threaten two at once.
 * ``open_rows``: its marks that one more move makes a row of k - 1 open at both ends, as every open three of five in a
 * row; none where k is below 4.
 */
export interface PositionJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  ply: number;
  to_move: "X" | "O";
  legal: CellName[];
  outcome: OutcomeJson | null;
  threats: {
    X: CellName[];
    O: CellName[];
  };
  forks: {
    X: CellName[];
    O: CellName[];
  };
  open_rows: {
    X: CellName[][];
    O: CellName[][];
  };
}
/**
 * The answer to a question about an empty board, and its certificate by its SHA-256, null if there is none.
 *
 * ``too_large``: there is one, and it is larger than what is kept here.
 */
export interface ProofFoundJson {
  schema: 2;
  answer: VerdictJson | ShortestJson;
  sha256: string | null;
  bytes: number;
  too_large: boolean;
}
/**
 * The value of a position for the side to move; ``plies`` where a table has them.
 */
export interface VerdictJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  nodes: number;
  seconds: number;
  certificate: string | null;
  value: ("win" | "draw" | "loss") | "unknown";
  plies: number | null;
}
/**
 * In how many plies the side to move wins; bounds where a limit ended the search. No win is a draw or a loss.
 */
export interface ShortestJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  nodes: number;
  seconds: number;
  certificate: string | null;
  value: "win" | "no win" | "unknown";
  plies: number | null;
  plies_at_least: number | null;
  plies_at_most: number | null;
}
/**
 * A game along a certificate: both sides' ``moves`` from where it begins, its answer the last, and where they lead.
 *
 * ``sides`` can play by it. ``record``, of so many ``records``, is what its answer follows; null where a line is
 * completed, or nothing has to be answered. ``records`` is null where it did not move.
 */
export interface ProofGameJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  moves: CellName[];
  sides: ("X" | "O")[];
  record: number | null;
  records: number | null;
  legal: CellName[];
  over: boolean;
  winner: ("X" | "O") | null;
  lines: CellName[][];
}
/**
 * The proofs of every player, and of what each level is, by name.
 */
export interface ProofsJson {
  schema: 2;
  board: BoardName;
  proofs: {
    [k: string]: ProofJson;
  };
}
/**
 * Puzzles one after the other, and the boards that there are some of.
 */
export interface PuzzleRunJson {
  schema: 2;
  boards: BoardName[];
  puzzles: PuzzleJson[];
}
/**
 * A position, what is asked of the side to move, and every right move; ``simple`` asks in the simple register.
 *
 * ``plies``: in how many it wins with best play; where it defends itself, in how many the other side would, were it
 * to move, else 0. ``line`` and ``solution``: how the win goes, as moves and as a sentence, where there is one.
 * ``width``: how many wrong moves look good. ``fails``: how likely each player is to answer wrongly, in percent;
 * ``difficulty``: the mean of these.
 */
export interface PuzzleJson {
  simple?: string;
  kind: "win" | "block" | "fork" | "plan" | "first" | "only" | "safe";
  title: string;
  question: string;
  board: BoardName;
  position: PositionText;
  to_move: "X" | "O";
  answers: CellName[];
  plies: number;
  line: CellName[];
  solution: string;
  width: number;
  fails: {
    [k: string]: number;
  };
  difficulty: number;
}
/**
 * The kinds of puzzles that a board has, and those of one kind, the easiest first.
 */
export interface PuzzlesJson {
  schema: 2;
  boards: BoardName[];
  puzzles: PuzzleJson[];
  kinds: PuzzleKindJson[];
}
/**
 * A kind of puzzle on a board: what is asked, how many there are, and the easiest of them as its picture.
 */
export interface PuzzleKindJson {
  simple?: string;
  kind: "win" | "block" | "fork" | "plan" | "first" | "only" | "safe";
  title: string;
  question: string;
  number: number;
  position: PositionText;
}
/**
 * A text as a QR code (ISO/IEC 18004), row by row, 1 for a dark module; the quiet zone of four is not in it.
 */
export interface QrJson {
  schema: 2;
  modules: string[];
}
/**
 * A certificate as it can be read: its claims, its records by kind, and the last of them, the root first.
 *
 * A win with zones is a tree that begins with its root: of such the first are told.
 */
export interface ReadCertificateJson {
  schema: 2;
  board: BoardName;
  sha256: string;
  bytes: number;
  claims: string[];
  records: number;
  kinds: KindJson[];
  last: RecordJson[];
}
/**
 * A kind of record in a certificate, what it says, and how many there are.
 */
export interface KindJson {
  kind: string;
  meaning: string;
  count: number;
}
/**
 * A record as it is written, and the stones it speaks of, where it speaks of some; of a pairing, its pairs.
 */
export interface RecordJson {
  number: number;
  kind: string;
  text: string;
  position: PositionText | null;
  pairs: [CellName, CellName][];
}
/**
 * Why the server did not do it: a sentence for people, a word for programs, the game where there is one.
 */
export interface RefusalJson {
  schema: 2;
  error: string;
  code: string;
  game?: GameJson;
}
/**
 * Every player of the house with all its options against every other on 3x3x3, and how each can be exploited.
 */
export interface ResultsJson {
  schema: 2;
  tournament: TournamentJson;
  exploits: ExploitJson[];
}
/**
 * All play all: every match, and the ranking.
 */
export interface TournamentJson {
  schema: 2;
  board: BoardName;
  players: PlayerName[];
  matches: ExactMatchJson[] | SampledMatchJson[];
  ranking: StandingJson[];
}
/**
 * A match of so many games; the interval of each share holds the true one with the probability ``level``.
 *
 * ``forfeits``: what programs did that lost games at once, which count among those lost.
 */
export interface SampledMatchJson {
  schema: 2;
  board: BoardName;
  x: PlayerName;
  o: PlayerName;
  win: ExactNumber;
  draw: ExactNumber;
  loss: ExactNumber;
  plies: ExactNumber;
  exact: false;
  games: number;
  seed: number;
  level: number;
  intervals: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    win: [number, number];
    /**
     * @minItems 2
     * @maxItems 2
     */
    draw: [number, number];
    /**
     * @minItems 2
     * @maxItems 2
     */
    loss: [number, number];
  };
  forfeits: ForfeitJson[];
}
/**
 * Why games were lost without a legal move, and how many.
 */
export interface ForfeitJson {
  reason: string;
  games: number;
}
/**
 * A place in a tournament: the sums of mean scores, in all, as X and as O.
 */
export interface StandingJson {
  rank: number;
  player: PlayerName;
  total: ExactNumber;
  x: ExactNumber;
  o: ExactNumber;
}
/**
 * A game ply by ply, the start included, its mistakes, and, where it is over, the one that decided it.
 *
 * ``loss``: why it was lost; null for an unfinished game, a draw, or a loss without a known reason.
 */
export interface ReviewJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  moves: CellName[];
  values: ReviewedPlyJson[];
  mistakes: ReviewedMistakeJson[];
  turning_point: TurningPointJson | null;
  loss: LossReasonJson | null;
}
/**
 * A position of a reviewed game, the move that led there, and its value; null where that is not known.
 *
 * ``estimate``: then the engine's score for the side to move, as in an analysis.
 */
export interface ReviewedPlyJson {
  ply: number;
  move: CellName | null;
  position: PositionText;
  to_move: "X" | "O";
  value: ("win" | "draw" | "loss") | null;
  plies: number | null;
  winner: ("X" | "O") | null;
  estimate?: number;
}
/**
 * A mistake, and the same as a sentence; ``what`` was there or came after it, and what to do ``instead``.
 *
 * ``refutation``: the win that came, or was let go, drawn; null where nothing of it is known.
 */
export interface ReviewedMistakeJson {
  ply: number;
  position: PositionText;
  move: CellName;
  before: JudgementJson;
  after: JudgementJson;
  best: CellName[];
  size: number;
  sentence: string;
  what: string;
  instead: string;
  refutation: RefutationJson | null;
}
/**
 * How ``side`` wins after a mistake, or would have won instead of it, by ``line``: in ``position``, after the move
 * ``last``, it ``threatens`` to complete ``lines``, or has completed them.
 */
export interface RefutationJson {
  side: "X" | "O";
  line: CellName[];
  board: BoardName;
  position: PositionText;
  last: CellName;
  threatens: CellName[];
  lines: CellName[][];
}
/**
 * Where a finished game was decided: ``side`` played ``move`` and needed one of ``needed``.
 *
 * ``what`` and ``instead`` are the halves of the sentence: ``O had two in the middle row`` and ``X needed b2``.
 */
export interface TurningPointJson {
  ply: number;
  position: PositionText;
  side: "X" | "O";
  move: CellName;
  needed: CellName[];
  what: string;
  instead: string;
  sentence: string;
}
/**
 * Why a finished game was lost, in sentences about the moves that were played.
 *
 * ``text`` is ``what`` with the better moves, where any are known.
 */
export interface LossReasonJson {
  what: string;
  text: string;
}
/**
 * How a proof stands: what is searched, positions expanded, seconds, deepest line in plies, how full the table is.
 *
 * Once it is settled ``records`` are those written so far.
 */
export interface SearchJson {
  schema: 2;
  question: string;
  nodes: number;
  seconds: number;
  depth: number;
  fill: number;
  records: number;
}
/**
 * What a side plays in each position that it comes into; and how all the games end in which it does.
 */
export interface StrategyJson {
  schema: 2;
  board: BoardName;
  side: "X" | "O";
  moves: {
    [k: string]: CellName;
  };
  games: number;
  won: number;
  drawn: number;
  lost: number;
}
/**
 * What is recorded of strength: the levels on each board, the engine against others, and the Gomocup scale.
 *
 * ``even``: each opening twice, with either colour; ``empty``: as X from the empty board.
 */
export interface StrengthJson {
  schema: 2;
  boards: BoardStrengthJson[];
  even: ScoreJson[];
  empty: ScoreJson[];
  scale: ScaleJson | null;
}
/**
 * How strong the levels are on a board: computed from all games (``exact``), or from recorded ones.
 */
export interface BoardStrengthJson {
  board: BoardName;
  exact: boolean;
  ratings: LevelRatingJson[];
  matches: ScoreJson[];
}
/**
 * A level's Elo above the first one's, and above the one before it, with the interval of that, null if exact.
 */
export interface LevelRatingJson {
  player: PlayerName;
  elo: number;
  step: number;
  interval: [number, number] | null;
}
/**
 * What one made of another: games, won, drawn and lost by the one, and its points in 100. Exact: no games.
 */
export interface ScoreJson {
  board: BoardName;
  player: PlayerName;
  opponent: PlayerName;
  games: number | null;
  won: number | null;
  drawn: number | null;
  lost: number | null;
  score: number;
}
/**
 * The rating of a player on the Gomocup scale, its interval, and the programs from which it comes.
 */
export interface ScaleJson {
  player: PlayerName;
  elo: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  interval: [number, number];
  programs: ProgramScoreJson[];
}
/**
 * The same against a program of other people, with its version and its published rating.
 */
export interface ProgramScoreJson {
  board: BoardName;
  player: PlayerName;
  opponent: PlayerName;
  games: number | null;
  won: number | null;
  drawn: number | null;
  lost: number | null;
  score: number;
  version: string;
  rated: number | null;
}
/**
 * A game with its variations and notes; moves stand depth first, what was played before what might have been.
 *
 * ``note`` is what is noted of the start, ``names`` the players that the record names, ``sgf`` all of it as SGF.
 */
export interface StudyJson {
  schema: 2;
  board: BoardName;
  start: PositionText;
  note: string;
  moves: StudyMoveJson[];
  names: {
    X?: string;
    O?: string;
  };
  sgf: string;
}
/**
 * A move of a study: the number of the move that it follows, counted from 1, or 0 for the start; its note.
 */
export interface StudyMoveJson {
  after: number;
  cell: CellName;
  note: string;
}
/**
 * What a computer thinks so far that thinks by the clock: the move that it would make, and the play it expects.
 *
 * ``depth``: the plies of the last depth completed, 0 where no search was needed; ``nodes``: the positions looked at;
 * ``left``: the seconds that it thinks on at most.
 */
export interface ThinkingJson {
  schema: 2;
  move: CellName;
  depth: number;
  line: CellName[];
  nodes: number;
  left: number;
}
/**
 * The node that was asked for.
 */
export interface TreeJson {
  schema: 2;
  value: "win" | "draw" | "loss";
  plies: number;
  position: PositionText;
  move: CellName | null;
  copies: number;
  level: "MAX" | "MIN";
  result: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  window: [number | null, number | null];
  cut: boolean;
  nodes: number;
  games: number;
  visited: number;
  hidden: number;
  children: TreeNodeJson[];
}
/**
 * A node of the game tree; ``value`` and ``result`` (+1, 0, -1) are those of MAX, who moves at the root.
 *
 * ``copies``: the symmetric siblings that it stands for. ``window``: alpha and beta in which alpha-beta meets it, null
 * where open; ``cut``: it is never visited. ``nodes``, ``games`` and ``visited`` measure the whole tree below, itself
 * included; ``hidden`` of them are not listed in ``children``.
 */
export interface TreeNodeJson {
  value: "win" | "draw" | "loss";
  plies: number;
  position: PositionText;
  move: CellName | null;
  copies: number;
  level: "MAX" | "MIN";
  result: number;
  /**
   * @minItems 2
   * @maxItems 2
   */
  window: [number | null, number | null];
  cut: boolean;
  nodes: number;
  games: number;
  visited: number;
  hidden: number;
  children: TreeNodeJson[];
}
/**
 * The same of a certificate that this server has just verified: with which code, and in how many seconds.
 */
export interface VerifiedJson {
  schema: 2;
  board: BoardName;
  position: PositionText;
  certificate: string;
  value: ("win" | "draw" | "loss") | null;
  claims: ClaimJson[];
  any_length?: boolean;
  sha256: string;
  bytes: number;
  seconds: number;
  verifier: string;
  version: string;
}
/** The answer to each path. */ export interface Answers {
  "/api/players": OpponentsJson;
  "/api/proofs": ProofsJson;
  "/api/decide": ToldDecisionJson;
  "/api/brains": BrainsJson;
  "/api/analyse": AnalysisJson;
  "/api/tree": TreeJson;
  "/api/review": ReviewJson;
  "/api/position": PositionJson;
  "/api/hint": HintJson;
  "/api/line": BestLineJson;
  "/api/lines": OpenLinesJson;
  "/api/lessons": LessonsJson;
  "/api/puzzles": PuzzlesJson;
  "/api/puzzles/daily": PuzzleRunJson;
  "/api/puzzles/run": PuzzleRunJson;
  "/api/ladder": LadderJson;
  "/api/strategy": StrategyJson;
  "/api/positions": PositionGraphJson;
  "/api/results": ResultsJson;
  "/api/strength": StrengthJson;
  "/api/boards": BoardsJson;
  "/api/board": BoardJson;
  "/api/qr": QrJson;
  "/api/addresses": AddressesJson;
  "/api/games": MadeJson;
  "/api/studies": StudyJson;
  "/api/classes": MadeClassroomJson;
}
