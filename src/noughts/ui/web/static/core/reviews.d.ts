// What the server tells of a finished game: its values ply by ply, its mistakes, and where it was decided.

import type { Cell, Side, Value } from "./types.js";

export interface Mistake {
  ply: number;
  position: string;
  move: Cell;
  before: Value;
  after: Value;
  size: 1 | 2;
  sentence: string;
}

/** What the position was worth after a ply of a game. */
export interface PlyValue extends Value {
  position: string;
  move: Cell | null;
  ply: number;
  winner: Side | null;
}

/** Where a finished game was decided: `side` played `move` and needed one of `needed`; both halves of the sentence. */
export interface TurningPoint {
  ply: number;
  position: string;
  side: Side;
  move: Cell;
  needed: Cell[];
  what: string;
  instead: string;
  sentence: string;
}

/** What the game again is told from. */
export interface GameReview {
  values: PlyValue[];
  mistakes: Mistake[];
  turning_point: TurningPoint | null;
}
