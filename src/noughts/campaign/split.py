"""A reply that resists, split into jobs of its own: a proof-number tree of whoever leads, its leaves for workers.

Where the attacker is to move is a *turn*: a leaf, which is a job for so many positions, or its moves as the worker that
could not prove it has opened them. A move has what is met of its replies, as parts of a record, and turns for those
left. The leaf to work on next is found by proof and disproof numbers, each as many times dearer as there are workers
below it, so that they do not crowd. Once a root is proved its tree is one like any other, and verified.
Sources: I-C. Wu, H.-H. Lin, D.-J. Sun, K.-Y. Kao, P.-H. Lin, Y.-C. Chan, P.-T. Chen, Job-level proof number search,
IEEE TCIAIG 5, 2013; workers that keep what they found: T. Čížek, M. Balko, M. Schmid, AAAI 2026.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from noughts.campaign.reply import (
    Opened,
    ReplyAnswer,
    ReplyJob,
    hints_of,
    measured_tree,
    part_of,
    record_tree,
    tree_of,
)
from noughts.errors import quote
from noughts.files import natural
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.solver.certificate.write_zones import SLACK

PORTION = 1_000_000
"""Positions of a job."""

_NEVER = 1 << 40
"""A number that says that this fails."""

_HINTS = 20
"""Proofs of the replies beside one that are tried on it, at most."""


@dataclass(slots=True)
class Turn:
    """The attacker is to move: a leaf while ``moves`` is None. ``busy`` counts the workers at or below it."""

    pn: int = 1
    dn: int = 1
    moves: list[Attempt] | None = None
    busy: int = 0

    def count(self) -> None:
        """The numbers, by those of the moves."""
        moves = self.moves or []
        self.pn = min((move.pn for move in moves), default=_NEVER)
        self.dn = min(sum(move.dn for move in moves), _NEVER) if self.pn < _NEVER else 0


@dataclass(slots=True)
class Attempt:
    """A move of the attacker: the parts of its record that are there, and the turns after the replies that are left."""

    move: int
    forced: bool
    parts: bytes
    left: dict[int, Turn] = field(default_factory=dict)

    @property
    def pn(self) -> int:
        """How far it is from meeting all replies: the hardest, and twice the root of how many others."""
        hardest = max((turn.pn for turn in self.left.values()), default=1)
        return min(hardest + round(2 * sqrt(max(len(self.left) - 1, 0))), _NEVER)

    @property
    def dn(self) -> int:
        """How far it is from failing: the reply that fails the soonest."""
        return min((turn.dn for turn in self.left.values()), default=_NEVER)

    @property
    def busy(self) -> int:
        """Workers below."""
        return sum(turn.busy for turn in self.left.values())


class Split:
    """The tree of a position; ``tree`` is the proof once it is proved, ``fails`` says that no move is left."""

    def __init__(self, position: Position) -> None:
        self.position, self.root, self.tree = position, Turn(), b""
        self.positions = 0
        self.favourites: tuple[int, ...] = ()

    @property
    def fails(self) -> bool:
        """Whether every move was refuted, as far as this search can."""
        return self.root.pn >= _NEVER

    @property
    def busy(self) -> int:
        """Workers at it."""
        return self.root.busy

    def open(self, answer: ReplyAnswer) -> None:
        """The root as a worker has opened it."""
        _open(self.root, answer.moves)
        self._like(answer.favourites)

    def _like(self, favourites: Sequence[int]) -> None:
        """Takes up quiet moves that have won, if there are any; whoever said so need not be trusted."""
        known = self.position.board.cells
        self.favourites = tuple(m for m in favourites if type(m) is int and m in known) or self.favourites

    def job(self, seconds: float) -> ReplyJob | None:
        """The leaf to work on next, which is then worked on; None where all are."""
        path = _leaf(self.root)
        if path is None:
            return None
        position, turn, choice = self.position, self.root, None
        turn.busy += 1
        for m, y in _pairs(path):
            position = position.play_unchecked(Cell(m)).play_unchecked(Cell(y))
            choice = _choice(turn, m)
            turn = choice.left[y]
            turn.busy += 1
        hints = tuple(hints_of(choice.move, choice.parts, choice.forced)[-_HINTS:]) if choice else ()
        return ReplyJob(
            str(position.board),
            position.rows_text,
            PORTION,
            hints,
            bool(hints),
            seconds,
            opens=True,
            path=tuple(path),
            favourites=self.favourites,
        )

    def free(self) -> bool:
        """Whether there is a leaf that nobody works on."""
        return not self.tree and _leaf(self.root) is not None

    def idle(self) -> None:
        """Nobody works on it any more."""
        for turn in _turns(self.root):
            turn.busy = 0

    def take(self, job: ReplyJob, answer: ReplyAnswer) -> None:
        """What came of a job; of one that is of no use any more only the cost."""
        self.positions += answer.positions
        self._like(answer.favourites)
        turns, choices = self._way(job.path)
        for turn in turns:
            turn.busy = max(turn.busy - 1, 0)
        if len(choices) < len(job.path) // 2 or answer.late:
            return
        if answer.tree:
            self._prove(turns, choices, job.path, answer)
        else:
            _open(turns[-1], answer.moves)
        for turn in reversed(turns[: -1 if answer.tree else None]):
            turn.count()

    def _way(self, path: tuple[int, ...]) -> tuple[list[Turn], list[Attempt]]:
        """The turns and moves of a path, as far as they are there."""
        turns, choices = [self.root], []
        for m, y in _pairs(path):
            choice = next((one for one in turns[-1].moves or [] if one.move == m), None)
            if choice is None or y not in choice.left:
                break
            choices.append(choice)
            turns.append(choice.left[y])
        return turns, choices

    def _prove(
        self, turns: list[Turn], choices: list[Attempt], path: tuple[int, ...], answer: ReplyAnswer
    ) -> None:
        """The last turn is proved: that meets its reply and others, perhaps all, and so on up."""
        tree, wide, zone = answer.tree, answer.wide, answer.zone
        for choice, (m, y) in zip(reversed(choices), reversed([*_pairs(path)]), strict=True):
            del choice.left[y]
            met = [other for other in choice.left if wide and not choice.forced and not zone >> other & 1]
            for other in met:
                del choice.left[other]
            mark = [] if choice.forced else [SLACK, y] if met else [y]
            choice.parts += part_of(mark, wide if met else tree)
            if choice.left:
                return
            tree, wide, zone = record_tree(m, choice.parts, choice.forced), b"", 0
        self.tree = tree

    def lines(self) -> list[Any]:
        """The tree as plain data."""
        return [self.positions, _plain(self.root), [*self.favourites]]

    @classmethod
    def of(cls, position: Position, lines: list[Any]) -> Split:
        """The same again. Raises ValueError and the like for something else."""
        split = cls(position)
        positions, root, *rest = lines  # earlier files have no favourites
        split.positions, split.root = natural(positions), _turn(position, root)
        split._like(*rest or [()])
        return split


def _leaf(turn: Turn) -> list[int] | None:
    """The way to the leaf to work on next, None where there is none."""
    if turn.moves is None:
        return None if turn.busy else []
    for choice in sorted(turn.moves, key=lambda one: one.pn * (1 + one.busy)):
        if choice.pn >= _NEVER:
            return None
        for y, below in sorted(choice.left.items(), key=lambda item: item[1].dn * (1 + item[1].busy)):
            path = _leaf(below)
            if path is not None:
                return [choice.move, y, *path]
    return None


def _open(turn: Turn, moves: tuple[Opened, ...]) -> None:
    """A leaf gets its moves."""
    turn.moves = [
        Attempt(one.move, one.forced, one.parts, {y: Turn(pn, dn) for y, pn, dn in one.left}) for one in moves
    ]
    turn.count()


def _choice(turn: Turn, m: int) -> Attempt:
    return next(one for one in turn.moves or [] if one.move == m)


def _pairs(path: list[int] | tuple[int, ...]) -> Iterator[tuple[int, int]]:
    return zip(path[::2], path[1::2], strict=True)


def _turns(turn: Turn) -> Iterator[Turn]:
    yield turn
    for choice in turn.moves or []:
        for below in choice.left.values():
            yield from _turns(below)


def _plain(turn: Turn) -> list[Any]:
    moves = None
    if turn.moves is not None:
        moves = [
            [
                one.move,
                int(one.forced),
                tree_of(record_tree(one.move, one.parts, one.forced))[:, 0].tolist() if one.parts else [],
                [[y, _plain(below)] for y, below in one.left.items()],
            ]
            for one in turn.moves
        ]
    return [turn.pn, turn.dn, moves]


def _turn(position: Position, plain: list[Any]) -> Turn:
    """A turn from plain data: records get their lengths again."""
    pn, dn, moves = plain
    turn = Turn(natural(pn), natural(dn), None if moves is None else [])
    for m, forced, numbers, left in moves or []:
        after = position.play(Cell(natural(m)))
        if numbers and numbers[0] != m:
            raise ValueError(f"a record of another move than {quote(m)}")
        tree = measured_tree(position, numbers) if numbers else b""
        parts = tree[_NUMBER : None if forced else -_NUMBER]
        below = {natural(y): _turn(after.play(Cell(y)), one) for y, one in left}
        assert turn.moves is not None
        turn.moves.append(Attempt(m, bool(forced), parts, below))
    return turn


_NUMBER = 8
"""Bytes of a number of a tree, with its length."""
