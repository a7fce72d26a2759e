// What the server answers to who compares. docs/contract.md names the shapes.

import type { Cell, Side } from "../core/types.js";

/** An exact number as text: `1/3`. */
export type Exact = string;

export interface Shares {
  x: string;
  o: string;
  board: string;
  win: Exact;
  draw: Exact;
  loss: Exact;
  plies: Exact;
  exact: boolean;
  games?: number;
  seed?: number;
  intervals?: Record<"win" | "draw" | "loss", [number, number]>;
  forfeits?: { reason: string; games: number }[];
}

export interface Weakness {
  score: Exact;
  can_lose: boolean;
  line: Cell[] | null;
}

export interface Exploit {
  player: string;
  board: string;
  x: Weakness;
  o: Weakness;
}

export interface Standing {
  rank: number;
  player: string;
  total: Exact;
  x: Exact;
  o: Exact;
}

export interface Results {
  tournament: { players: string[]; matches: Shares[]; ranking: Standing[] };
  exploits: Exploit[];
}

export interface Entrant {
  player: string;
  of: number;
  x: Shares[];
  o: Shares[];
  exploit: Exploit | null;
}

export interface Ended {
  code: string;
  error: string;
}

export interface Score {
  board: string;
  player: string;
  opponent: string;
  games: number | null;
  won: number | null;
  drawn: number | null;
  lost: number | null;
  score: number;
}

export interface LevelRating {
  player: string;
  elo: number;
  step: number;
  interval: [number, number] | null;
}

export interface BoardStrength {
  board: string;
  exact: boolean;
  ratings: LevelRating[];
  matches: Score[];
}

export interface Strength {
  boards: BoardStrength[];
  even: Score[];
  empty: Score[];
  scale: {
    player: string;
    elo: number;
    interval: [number, number];
    programs: (Score & { version: string; rated: number | null })[];
  } | null;
}

export interface Run {
  board: string;
  question: "value" | "plies" | "strip";
  value: string;
  plies: number | null;
  plies_at_least: number | null;
  nodes: number;
  seconds: number;
  threads: number;
  version: string;
  date: string;
  certificate_bytes: number;
  sha256: string | null;
  at_hand: boolean;
  published: { value: string; source: string } | null;
}

export interface Boards {
  runs: Run[];
  sources: { name: string; source: string }[];
}

export interface Campaign {
  first: string;
  settled: number;
  records: number;
  bytes: number;
  openings: {
    opening: string;
    cells: string[];
    state: "settled" | "begun" | "open";
    second: string | null;
    met: number | null;
    replies: number | null;
  }[];
}

export interface KnownBoard {
  board: string;
  cells: number;
  lines: number;
  symmetries: number;
  published: { value: string; source: string } | null;
  source: string | null;
  runs: Run[];
  campaign: Campaign | null;
  provable: boolean;
  why_not: string | null;
}

export interface Search {
  question: string;
  nodes: number;
  seconds: number;
  depth: number;
  fill: number;
  records: number;
  kernels: [number, number] | null;
}

export interface ProofFound {
  answer: {
    board: string;
    value: string;
    plies: number | null;
    plies_at_least?: number | null;
    plies_at_most?: number | null;
    nodes: number;
    seconds: number;
  };
  sha256: string | null;
  bytes: number;
  too_large: boolean;
}

export interface CertificateRecord {
  number: number;
  kind: string;
  text: string;
  position: string | null;
  pairs: [Cell, Cell][];
}

export interface Certificate {
  sha256: string;
  bytes: number;
  board: string;
  claims: string[];
  records: number;
  kinds: { kind: string; meaning: string; count: number }[];
  last: CertificateRecord[];
}

export interface Verified {
  claims: { attacker: Side; wins: boolean; plies: number | null }[];
  value: string | null;
  seconds: number;
  verifier: string;
  version: string;
}
