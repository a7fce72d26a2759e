// What the server tells of a class, and what this browser keeps of one. docs/server.md says what it means.

import type { Game, Side } from "../core/types.js";

export interface Pupil {
  number: number;
  name: string;
  here: boolean;
  won: number;
  drawn: number;
  lost: number;
}

/** Two who play each other in this round. */
export interface Pair {
  game: string;
  seats: Record<Side, number>;
  result: Side | "draw" | "open";
}

export interface Classroom {
  id: string;
  version: number;
  board: string;
  start: string;
  clock: { seconds: number; increment: number } | null;
  meanwhile: string | null;
  round: number;
  closed: boolean;
  pupils: Pupil[];
  pairs: Pair[];
  waiting: number[];
}

/** What is heard of a class: itself, a game of its round, that the line is cut or there again, that it is gone. */
export interface Hear {
  room: (room: Classroom) => unknown;
  game?: (game: Game) => unknown;
  line?: (live: boolean) => unknown;
  gone?: (error: unknown) => unknown;
}
