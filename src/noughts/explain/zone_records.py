"""The records of a win with zones, for reading: a tree of the attacker's moves, told from the root down.

What the numbers mean is docs/certificates.md. Nothing is checked here: that is the verifier's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from noughts.errors import NoughtsError
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.certificate.write_zones import ALIKE, END, PASS, SEVERAL, SLACK

MEANINGS = {
    "five": "a move that completes a line",
    "double": "a move after which two lines lack one cell each: the defender can take only one of them",
    "single": "a move after which a line lacks one cell: the defender must take it, and the next record follows",
    "quiet": "a move that forces nothing: the records below it meet every reply, one of them all that do not matter",
}
"""What a record says, by its kind."""


class ZoneRecord(NamedTuple):
    """A record: its kind, the stones before the attacker's move, and in words what it answers and the move."""

    kind: str
    mine: int
    theirs: int
    words: str


def zone_records(board: Board, header: dict[str, Any], numbers: Iterable[int]) -> Iterator[ZoneRecord]:
    """The records of a tree, the root first. Raises NoughtsError for numbers that are no tree."""
    position = Position.parse(header["position"], board)
    attacker = Mark(header["attacker"])
    x, o = position.x, position.o
    stones = (x, o) if attacker is Mark.X else (o, x)
    reading = _Reader(board, iter(numbers))
    try:
        if position.to_move is attacker:
            yield from reading.record("", *stones)
        else:
            yield from reading.after("the defender is to move", *stones, *stones)
    except (StopIteration, RuntimeError) as error:  # a generator makes the one of the other
        raise NoughtsError("not a certificate: its tree is cut off") from error


class _Reader:
    """A tree that is being read."""

    def __init__(self, board: Board, numbers: Iterator[int]) -> None:
        self.board, self.numbers = board, numbers

    def record(self, answers: str, mine: int, theirs: int) -> Iterator[ZoneRecord]:
        """A record and all below it."""
        m = next(self.numbers)
        words = f"{answers}{': ' * bool(answers)}{self.board.cell_name(Cell(m))}"
        yield from self.after(words, mine, theirs, mine | 1 << m, theirs)

    def after(self, words: str, mine: int, theirs: int, a: int, d: int) -> Iterator[ZoneRecord]:
        """The attacker has moved: a and d are the stones now."""
        rests = {line & ~a for line in self.board.masks if not line & d}
        last = {rest for rest in rests if rest & (rest - 1) == 0}
        kind = "five" if 0 in last else "double" if len(last) > 1 else "single" if last else "quiet"
        yield ZoneRecord(kind, mine, theirs, words)
        if kind == "single":
            (c,) = last
            yield from self.record(f"after {self._names(c)}", a, d | c)
        while kind == "quiet" and (mark := next(self.numbers)) != END:
            answers, stones = self._child(mark)
            yield from self.record(answers, a, d | stones)

    def _child(self, mark: int) -> tuple[str, int]:
        """What a child answers, and the defender's stones that it is for."""
        if mark == PASS:
            return "after a pass", 0
        if mark == SEVERAL:
            stones = sum(1 << next(self.numbers) for _ in range(next(self.numbers)))
            return f"after all of {self._names(stones)}", stones
        stones = 1 << (next(self.numbers) if mark in (SLACK, ALIKE) else mark)
        more = {SLACK: " and another stone", ALIKE: " and what is alike"}.get(mark, "")
        return f"after {self._names(stones)}{more}", stones

    def _names(self, cells: int) -> str:
        return " ".join(self.board.cell_name(c) for c in self.board.cells if cells >> c & 1)
