// What levels and the tree of random games saw, as the server tells it. docs/contract.md says what it means.

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
