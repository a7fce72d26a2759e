"""A reply that resists, split into jobs of its own: a proof-number tree of whoever leads, its leaves for workers.

Its nodes are those of a search (`zone_node`). Where the attacker is to move is a leaf, which is a job for so many
positions, or its moves as the worker that could not prove it has opened them. The leaf to work on next is found by
proof and disproof numbers, each as many times dearer as there are workers below it, so that they do not crowd. Once a
root is proved its tree is one like any other, and verified.
Sources: I-C. Wu, H.-H. Lin, D.-J. Sun, K.-Y. Kao, P.-H. Lin, Y.-C. Chan, P.-T. Chen, Job-level proof number search,
IEEE TCIAIG 5, 2013; workers that keep what they found: T. Čížek, M. Balko, M. Schmid, AAAI 2026.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from noughts.errors import quote
from noughts.files import natural
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.solver.certificate.write_file import PASS, SLACK
from research.campaign.reply_solver import ReplyAnswer, ReplyJob
from research.zones.zone_node import NEVER, Attack, Defence
from research.zones.zone_tree import ZoneTree

PORTION = 1_000_000
"""Positions of a job."""

_HINTS = 20
"""Proofs of the replies beside one that are tried on it, at most."""


class Split:
    """The tree of a position; ``tree`` is the proof once it is proved, ``fails`` says that no move is left."""

    def __init__(self, position: Position) -> None:
        self.position, self.root = position, Attack()
        self.tree: ZoneTree | None = None
        self.positions = 0
        self.favourites: tuple[int, ...] = ()

    @property
    def fails(self) -> bool:
        """Whether every move was refuted, as far as this search can."""
        return self.root.pn >= NEVER

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
        turns, choices = self._way(path)
        for turn in turns:
            turn.busy += 1
        position = reduce(Position.play_unchecked, map(Cell, path), self.position)
        hints = tuple(_hints(choices[-1])[-_HINTS:]) if choices else ()
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
        for turn in self.root.all():
            turn.busy = 0

    def take(self, job: ReplyJob, answer: ReplyAnswer) -> None:
        """What came of a job; of one that is of no use any more only the cost."""
        self.positions += answer.positions
        self._like(answer.favourites)
        path = job.path or ()
        turns, choices = self._way(path)
        for turn in turns:
            turn.busy = max(turn.busy - 1, 0)
        if len(choices) < len(path) // 2 or answer.late:
            return
        if answer.tree:
            self._prove(choices, path, answer)
        else:
            _open(turns[-1], answer.moves)
        for turn, choice in zip(reversed(turns[:-1]), reversed(choices), strict=True):
            choice.count()
            turn.count()

    def _way(self, path: Sequence[int]) -> tuple[list[Attack], list[Defence]]:
        """The turns and moves of a path, as far as they are there."""
        turns, choices = [self.root], []
        for m, y in _pairs(path):
            choice = next((one for one in turns[-1].moves or [] if one.move == m), None)
            if choice is None or y not in choice.left:
                break
            choices.append(choice)
            turns.append(choice.left[y])
        return turns, choices

    def _prove(self, choices: list[Defence], path: tuple[int, ...], answer: ReplyAnswer) -> None:
        """The last turn is proved: that meets its reply and others, perhaps all, and so on up."""
        tree, wide, zone = answer.tree, answer.wide, answer.zone
        assert tree
        for choice, (_, y) in zip(reversed(choices), reversed([*_pairs(path)]), strict=True):
            others = [c for c in choice.left if c != y and wide and not choice.forced and not zone >> c & 1]
            if wide and others:
                choice.meet([y, *others], [SLACK, y], wide)
            else:
                choice.meet([y], [] if choice.forced else [y], tree)
            if choice.left:
                return
            tree, wide = choice.record, None
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


def _leaf(turn: Attack) -> list[int] | None:
    """The way to the leaf to work on next, None where there is none."""
    if turn.moves is None:
        return None if turn.busy else []
    workers = {one.move: sum(below.busy for below in one.left.values()) for one in turn.moves}
    for choice in sorted(turn.moves, key=lambda one: one.pn * (1 + workers[one.move])):
        if choice.pn >= NEVER:
            return None
        for y, below in sorted(choice.left.items(), key=lambda item: item[1].dn * (1 + item[1].busy)):
            path = _leaf(below)
            if path is not None:
                return [choice.move, y, *path]
    return None


def _hints(choice: Defence) -> list[ZoneTree]:
    """The trees of the replies to a move that are met; not that of a pass."""
    if choice.forced or not choice.parts:
        return []
    return [tree for _, y, tree in choice.record.children() if y != PASS]


def _open(turn: Attack, moves: tuple[Defence, ...]) -> None:
    """A leaf gets its moves."""
    turn.moves = [one.bare(turn.depth) for one in moves]
    for choice in turn.moves:
        choice.count()
    turn.count()


def _pairs(path: Sequence[int]) -> Iterator[tuple[int, int]]:
    return zip(path[::2], path[1::2], strict=True)


def _plain(turn: Attack) -> list[Any]:
    moves = None
    if turn.moves is not None:
        moves = [
            [
                one.move,
                int(one.forced),
                one.record.numbers if one.parts else [],
                [[y, _plain(below)] for y, below in one.left.items()],
            ]
            for one in turn.moves
        ]
    return [turn.pn, turn.dn, moves]


def _turn(position: Position, plain: list[Any], depth: int = 0) -> Attack:
    """A turn from plain data: records get their lengths again."""
    pn, dn, moves = plain
    turn = Attack(depth, natural(pn), natural(dn), None if moves is None else [])
    for m, forced, numbers, left in moves or []:
        after, deeper = position.play(Cell(natural(m))), depth + (not forced)
        if numbers and numbers[0] != m:
            raise ValueError(f"a record of another move than {quote(m)}")
        parts = [ZoneTree.measured(position, numbers).parts(bool(forced))] if numbers else []
        below = {natural(y): _turn(after.play(Cell(y)), one, deeper) for y, one in left}
        assert turn.moves is not None
        turn.moves.append(Defence(m, bool(forced), parts, below))
        turn.moves[-1].count()
    return turn
