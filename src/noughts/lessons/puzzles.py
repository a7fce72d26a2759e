"""Puzzles on every board: what is asked, every right answer, how hard it is; a puzzle of the day, and runs of them.

They come with the package, a line each, made and proved by `puzzle_maker`. Those of 3x3x3 are the exercises of the
lessons. On other boards "wins in n plies" is exact, and so is "does not win in n plies or fewer"
(`research.puzzles.bounded_win`): no more is said.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError, quote
from noughts.explain.say import number_words
from noughts.explain.turning_point import refutation
from noughts.game.board import Board, Cell
from noughts.game.position import Position

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import PuzzleJson, PuzzleKind, PuzzleKindJson, PuzzleRunJson, PuzzlesJson

FILE = Path(__file__).parent / "data" / "puzzles.txt.gz"

STONES = 4
"""Nothing is said of wins that take more stones of the winner than these."""

AHEAD = 2 * STONES - 1
"""The same in plies."""

LEVELS = ("easy", "medium", "hard")
"""The thirds of puzzles, by how many fail."""

RUN = 40
"""Puzzles in a run: more than anybody solves while the clock runs."""

EXERCISES: Mapping[PuzzleKind, tuple[str, str, str]] = {
    "win": ("Win", "Win in 1 ply.", "Complete a line."),
    "block": (
        "Block",
        "Take the one cell at which the other side would win in 1 ply.",
        "Stop the line that would be completed.",
    ),
    "fork": (
        "Fork",
        "Threaten two lines at once: win in 3 plies.",
        "Threaten two lines at once, so that the next move wins.",
    ),
    "plan": (
        "Win by force",
        "Find a move whose value is a win; none wins in 3 plies or fewer.",
        "Find a move that wins whatever the other side does.",
    ),
    "only": (
        "The only move",
        "Find the one move whose value is a draw; all others lose.",
        "Find the one move that does not lose.",
    ),
    "safe": (
        "Do not lose",
        "Find a move whose value is a draw; some lose.",
        "Find a move that does not lose.",
    ),
}
"""Every kind on 3x3x3, of which all is known to the end: its title, and what is asked, precisely and simply."""

MEASURED_BY = ("random", "easy", "medium", "hard", "expert")
"""Whose failures are the measure of difficulty: the levels below the highest, and chance."""

KINDS: Mapping[PuzzleKind, tuple[str, str, str]] = {
    "win": EXERCISES["win"],
    "block": EXERCISES["block"],
    "fork": EXERCISES["fork"],
    "plan": (
        "Win by force",
        "Win by force in as few plies as can be.",
        "Find a move that wins whatever the other side does.",
    ),
    "first": (
        "Which threat first",
        "Win by force: does it begin with a threat to complete a line, or with a quieter one?",
        "Win by force: is it a threat that must be answered at once, or a quieter one first?",
    ),
    "only": (
        "The only defence",
        f"Find the one move after which the other side does not win in {AHEAD} plies or fewer.",
        "The other side threatens to win. Find the one move that stops it.",
    ),
    "safe": (
        "Do not lose",
        f"Find a move after which the other side does not win in {AHEAD} plies or fewer; there are two or three.",
        "The other side threatens to win. Find a move that stops it.",
    ),
}
"""Every kind on boards larger than 3x3x3: its title, and what is asked, precisely and simply."""

_THREE = "3x3x3"


@dataclass(frozen=True)
class Puzzle:
    """A position, and every right move of the side to move.

    ``plies``: in how many it wins with best play; where it defends itself, in how many the other side would, were it
    to move; 0 where that is not so. ``width``: how many wrong moves look good: they threaten something, or put the
    loss off. ``fails``: how likely, in percent, each of ``MEASURED_BY`` answers wrongly. ``line``: the win against the
    longest resistance; none where nobody wins.
    """

    kind: PuzzleKind
    position: Position
    answers: tuple[Cell, ...]
    plies: int
    width: int
    fails: tuple[int, ...]
    line: tuple[Cell, ...] = ()

    @property
    def board(self) -> Board:
        """Where it is played."""
        return self.position.board

    @property
    def difficulty(self) -> int:
        """The mean chance to fail, in percent."""
        return round(sum(self.fails) / len(self.fails))

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """By what puzzles are sorted, the easiest first: who fails, how long it takes, what else looks good."""
        return self.difficulty, self.plies, self.width, self.position.ply

    def __str__(self) -> str:
        """The puzzle as a line of the file."""
        cells = self.board.cell_names
        fails = ",".join(map(str, self.fails))
        parts = (self.board, self.kind, self.position.rows_text, ",".join(cells(self.answers)))
        return "\t".join(map(str, (*parts, self.plies, self.width, fails, ",".join(cells(self.line)))))

    @classmethod
    def parse(cls, line: str) -> Puzzle:
        """The puzzle of a line. Raises NoughtsError or ValueError for what is none."""
        name, kind, rows, answers, plies, width, fails, moves = line.split("\t")
        position = Position.parse(rows, name)
        cells = [
            tuple(map(position.board.cell, text.split(","))) if text else () for text in (answers, moves)
        ]
        return cls(
            _kind(kind),
            position,
            cells[0],
            int(plies),
            int(width),
            tuple(map(int, fails.split(","))),
            cells[1],
        )


@cache
def lines() -> tuple[str, ...]:
    """The file, a line a puzzle: of every board those of one kind after the other, the easiest first."""
    return tuple(gzip.decompress(FILE.read_bytes()).decode().splitlines())


@cache
def boards() -> tuple[str, ...]:
    """The boards that there are puzzles of, in order."""
    return tuple(dict.fromkeys(line.split("\t", 1)[0] for line in lines()))


def puzzles(board: str = "", kind: str = "") -> tuple[Puzzle, ...]:
    """The puzzles of a board and a kind, each the easiest first, or of all. NoughtsError for what there is not."""
    return tuple(Puzzle.parse(line) for line in _lines(board, kind))


@cache
def exercises(kind: str) -> tuple[Puzzle, ...]:
    """The puzzles of a kind on 3x3x3, the easiest first. NoughtsError for no kind."""
    if kind not in EXERCISES:
        raise NoughtsError(f"no exercises {quote(kind)}: {', '.join(EXERCISES)}")
    return puzzles(_THREE, kind)


def pick(key: str, board: str = "", kind: str = "", level: str = "") -> Puzzle:
    """One puzzle of a board, a kind and a level, or of all: the same for everybody who has the same key, as a day.

    A level is a third of them, by how many fail. NoughtsError for what there is not.
    """
    among = _by_difficulty(board, kind)
    if level:
        third = LEVELS.index(level)
        among = among[len(among) * third // 3 : max(1, len(among) * (third + 1) // 3)]
    number = int.from_bytes(sha256(key.encode()).digest()[:8], "big")
    return Puzzle.parse(among[number % len(among)])


def daily(day: date) -> Puzzle:
    """The puzzle of a day."""
    return pick(day.isoformat())


def run(seed: int, board: str = "", kind: str = "") -> tuple[Puzzle, ...]:
    """So many puzzles as a run has, drawn by a seed, the easiest first. NoughtsError for what there is not."""
    among = _lines(board, kind)
    drawn = Random(seed).sample(among, min(RUN, len(among)))
    return tuple(sorted(map(Puzzle.parse, drawn), key=lambda each: each.rank))


def words_of(board: str, kind: PuzzleKind) -> tuple[str, str, str]:
    """The title of a kind, and what it asks on a board: of three in a row all is known to the end."""
    return EXERCISES[kind] if board == _THREE and kind != "first" else KINDS[kind]


def questions(puzzle: Puzzle) -> tuple[str, str]:
    """What is asked, precisely and simply, with who is to move."""
    _, precise, simple = words_of(str(puzzle.board), puzzle.kind)
    who, plies = f"{puzzle.position.to_move} to move. ", puzzle.plies
    if str(puzzle.board) == _THREE or puzzle.kind in ("win", "block", "fork"):
        return f"{who}{precise}", f"{who}{simple}"
    if puzzle.kind in ("plan", "first"):
        plainly = precise.replace(" in as few plies as can be", "")
        plainly = plainly.replace("by force", f"in {plies} plies", 1)
        return f"{who}{plainly}", f"{who}{simple} In {number_words((plies + 1) // 2)} moves of yours."
    other = puzzle.position.to_move.other
    threat = f"{other} would win in {plies} plies. "
    return f"{who}{threat}{precise}", f"{who}{simple.replace('The other side', str(other))}"


def solution(puzzle: Puzzle) -> str:
    """How the win goes on, as a sentence; empty where nobody wins."""
    told = refutation(puzzle.position, puzzle.line) if puzzle.line else None
    return f"{told.sentence}." if told else ""


def puzzle_json(puzzle: Puzzle) -> PuzzleJson:
    """A puzzle with its answers."""
    question, simple = questions(puzzle)
    cells = puzzle.board.cell_names
    return {
        "kind": puzzle.kind,
        "title": words_of(str(puzzle.board), puzzle.kind)[0],
        "question": question,
        "simple": simple,
        "board": str(puzzle.board),
        "position": puzzle.position.rows_text,
        "to_move": puzzle.position.to_move.value,
        "answers": cells(puzzle.answers),
        "plies": puzzle.plies,
        "line": cells(puzzle.line),
        "solution": solution(puzzle),
        "width": puzzle.width,
        "fails": dict(zip(MEASURED_BY, puzzle.fails, strict=True)),
        "difficulty": puzzle.difficulty,
    }


def puzzles_json(board: str = "3x3x3", kind: str = "") -> PuzzlesJson:
    """The kinds that a board has, and the puzzles of one, the first unless it is named. Raises as ``puzzles``."""
    kinds = [_kind_json(board, each) for each in _kinds(board)]
    return {**run_json(puzzles(board, kind or kinds[0]["kind"])), "kinds": kinds}


def run_json(some: tuple[Puzzle, ...]) -> PuzzleRunJson:
    """Puzzles one after the other."""
    return {"schema": SCHEMA, "boards": list(boards()), "puzzles": list(map(puzzle_json, some))}


@cache
def _by_difficulty(board: str, kind: str) -> tuple[str, ...]:
    """The lines by how many fail, which need not be read whole for it."""
    return tuple(sorted(_lines(board, kind), key=lambda line: sum(map(int, line.split("\t")[6].split(",")))))


def _kind(name: str) -> PuzzleKind:
    """A kind by its name; NoughtsError for none."""
    for kind in KINDS:
        if kind == name:
            return kind
    raise NoughtsError(f"no puzzles {quote(name)}: {', '.join(KINDS)}")


def _kind_json(board: str, kind: PuzzleKind) -> PuzzleKindJson:
    some = _lines(board, kind)
    title, question, simple = words_of(board, kind)
    first = Puzzle.parse(some[0])
    return {
        "kind": kind,
        "title": title,
        "question": question,
        "simple": simple,
        "number": len(some),
        "position": first.position.rows_text,
    }


def _kinds(board: str) -> list[PuzzleKind]:
    """The kinds that a board has, or any. NoughtsError for a board that has none."""
    there = {line.split("\t", 2)[1] for line in _lines(board)}
    return [kind for kind in KINDS if kind in there]


@cache
def _lines(board: str, kind: str = "") -> tuple[str, ...]:
    """The lines of a board and a kind, or of all. NoughtsError for what there is not."""
    if board and board not in boards():
        raise NoughtsError(f"no puzzles on {quote(board)}: {', '.join(boards())}")
    if kind:
        _kind(kind)
    split = ((line, line.split("\t", 2)) for line in lines())
    found = tuple(line for line, (name, each, _) in split if board in ("", name) and kind in ("", each))
    if not found:
        raise NoughtsError(f"no puzzles {quote(kind)} on {board}: {', '.join(_kinds(board))}")
    return found
