// What the engine, levels, trees of random games and those who learn saw, as the server tells it. docs/contract.md says what it means.

import type { Cell, Evidence, Value } from "../core/types.js";

/** A line of the other side that lacks one stone or two. */
export interface LineThreat {
  line: Cell[];
  line_kind: "straight" | "diagonal";
  lacks: number;
}

/** What a level plays where it overlooks just these kinds of lines. */
export interface Sight {
  overlooked: ("straight" | "diagonal")[];
  chance: string;
  cells: Cell[];
}

export interface LevelEvidence {
  kind: "level";
  sights: Sight[];
  threats: LineThreat[];
  thought: { player: string; moves: Record<Cell, string>; evidence: Evidence } | null;
}

/** A move at the root of a tree of random games. */
export interface Branch {
  cell: Cell;
  visits: number;
  mean: string | null;
  value: Value | null;
  line: Cell[];
}

export interface MctsEvidence {
  kind: "mcts";
  playouts: number;
  seed: number;
  pv: Cell[];
  branches: Branch[];
  nodes: number;
  value: Value | null;
}

/** A move that the engine searched: it is worth this score, or at most so much. */
export interface EngineCandidate {
  cell: Cell;
  score: number;
  exact: boolean;
  value: Value | null;
}

export interface EngineEvidence {
  kind: "engine";
  score: number;
  depth: number;
  pv: Cell[];
  candidates: EngineCandidate[];
  threat: Cell[];
  danger: Cell[];
  nodes: number;
  value: Value | null;
}

/** A matchbox: the beads of every cell's kind of move; `number` is null where the move is forced. */
export interface BoxEvidence {
  kind: "box";
  beads: Record<Cell, number>;
  kinds: Cell[][];
  number: number | null;
  boxes: number;
  games: number;
}

/** The value of every move as it was learnt, and what it estimates. */
export interface LearnedEvidence {
  kind: "learned";
  values: Record<Cell, number>;
  meaning: string;
  games: number;
}
