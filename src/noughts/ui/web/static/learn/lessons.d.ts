// What the server answers to who learns. docs/contract.md names the shapes.

import type { Cell, Side } from "../core/types.js";

/** Words in the precise register and, where it differs, the same in the simple one. */
export interface TwoRegisters {
  simple?: string;
}

export interface Frame extends TwoRegisters {
  board: string;
  position: string;
  words: string;
  texts?: Record<Cell, string>;
  rings?: Cell[];
  lines?: Cell[][];
  last?: Cell;
}

export interface Question extends TwoRegisters {
  question: string;
  board: string;
  position: string;
  answers: Cell[];
}

/** A board to play on: against a player, or, without one, against pairs or a strategy. */
export interface LedGame extends TwoRegisters {
  title: string;
  board: string;
  position: string;
  side: Side;
  player: string | null;
  line: Cell[];
  partners?: Record<Cell, Cell>;
  strategy?: Record<string, Cell>;
}

export interface Frames extends TwoRegisters {
  title: string;
  frames: Frame[];
}

export interface Table {
  caption: string;
  head: string[];
  rows: string[][];
}

export interface Tree extends TwoRegisters {
  title: string;
  position: string;
  merge: boolean;
  cuts: boolean;
}

export type Block =
  | ({ kind: "text"; text: string } & TwoRegisters)
  | ({ kind: "heading"; text: string } & TwoRegisters)
  | ({ kind: "frames" } & Frames)
  | ({ kind: "table"; simple?: Table } & Table)
  | ({ kind: "question" } & Question)
  | ({ kind: "game" } & LedGame)
  | ({ kind: "tree" } & Tree);

export interface LessonHead {
  name: string;
  title: string;
  summary: string;
  simple?: { title: string; summary: string };
  part: string;
  board: string;
  position: string;
}

export interface Lesson extends LessonHead {
  blocks: Block[];
}

export interface Exercise {
  kind: string;
  board: string;
  position: string;
  to_move: Side;
  answers: Cell[];
  keeps: "win" | "draw" | "loss";
  fails: Record<string, string>;
  difficulty: string;
}

export interface ExerciseKind extends TwoRegisters {
  kind: string;
  title: string;
  question: string;
  number: number;
  position: string;
}

export interface Rung {
  player: string;
  side: Side;
  goal: "win" | "draw";
  score: string;
  line: Cell[] | null;
}

export interface Strategy {
  board: string;
  side: Side;
  moves: Record<string, Cell>;
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

/** A position of the graph, and its place on the drawing. */
export interface PositionNode {
  position: string;
  ply: number;
  copies: number;
  value: "win" | "draw" | "loss";
  plies: number;
  winner: Side | null;
  over: boolean;
  at: [number, number];
}
