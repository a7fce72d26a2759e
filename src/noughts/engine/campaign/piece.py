"""A piece of a campaign: X's win after an opening, by a second stone of X, all replies to which are met one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from noughts.engine.campaign.first_replies import FirstReply
from noughts.engine.campaign.reply import ReplyAnswer, ReplyJob, renamed_tree, settle, tree_of
from noughts.game.board import Cell, Symmetry
from noughts.game.position import Position
from noughts.solver.certificate.write_zones import ALIKE, END, SLACK

_HINTS = 60
"""Proofs of other replies that are tried on one, at most."""


@dataclass(frozen=True, slots=True)
class Met:
    """A reply and the tree that meets it: with SLACK all outside the zone, too, with ALIKE the reply's images."""

    mark: int
    reply: Cell
    tree: bytes
    zone: int = 0


@dataclass(slots=True)
class Piece:
    """What is known of an opening with a second stone; ``way`` is that stone and the reply, turned as it suits."""

    opening: FirstReply
    way: tuple[Cell, Cell]
    met: list[Met] = field(default_factory=list)
    resists: dict[Cell, tuple[int, int]] = field(default_factory=dict)
    """Replies that were not met within the limit, with their proof and disproof numbers."""
    limit: int = 0
    """Positions for a reply, within which all that are left were tried."""
    trying: int = 0
    """Positions for a reply, within which those that resist were tried."""
    positions: int = 0
    seconds: float = 0.0
    used: dict[bytes, int] = field(default_factory=dict)
    """How often a tree has met another reply than its own."""

    @property
    def position(self) -> Position:
        """What is claimed: X, to move, wins here."""
        return self.opening.position(self.way[1])

    @property
    def start(self) -> Position:
        """With X's second stone."""
        position = self.position
        return Position.unchecked(position.board, position.x | 1 << self.way[0], position.o)

    @property
    def turns(self) -> list[Symmetry]:
        """The symmetries that keep the stones."""
        x, o = ({*self.opening.board.cells_in(side)} for side in (self.start.x, self.start.o))
        images = self.opening.board.symmetries
        return [image for image in images if {image[c] for c in x} == x and {image[c] for c in o} == o]

    @property
    def left(self) -> list[Cell]:
        """The replies that are not met yet."""
        met: set[Cell] = set()
        for one in self.met:
            met |= self._met_by(one)
        return [cell for cell in self.start.empty if cell not in met]

    def _met_by(self, one: Met) -> set[Cell]:
        if one.mark == SLACK:
            return {one.reply} | {cell for cell in self.start.empty if not one.zone >> cell & 1}
        return {one.reply, *(image[one.reply] for image in self.turns if one.mark == ALIKE)}

    @property
    def records(self) -> int:
        """In the certificate."""
        return 1 + sum(int((tree_of(one.tree)[:, 1] > 0).sum()) for one in self.met)

    def tree(self) -> list[int]:
        """The numbers of the certificate, once no reply is left."""
        numbers: list[int] = [self.way[0]]
        for one in self.met:
            numbers += [*([one.mark] if one.mark else []), one.reply, *tree_of(one.tree)[:, 0].tolist()]
        return [*numbers, END]

    def advance(
        self, limit: int, near: Iterable[Piece], most: int, going: Callable[[], bool]
    ) -> Iterator[Cell]:
        """Settles replies one after another, each within so many positions; tells each reply as it is done.

        ``near`` are pieces whose trees are tried; it ends where more than ``most`` replies resist.
        """
        near = list(near)
        if self.trying != limit:
            self.trying, self.resists = limit, {}
        while todo := [reply for reply in self.left if reply not in self.resists]:
            if not going():
                return
            if len(self.resists) > most:
                break
            reply = min(todo, key=lambda c: self._order(c, near))
            answer = settle(self.job(reply, limit, near), going)
            if not answer.tree and not going():
                return
            self.take(reply, answer)
            yield reply
        self.limit = limit

    def _order(self, reply: Cell, near: list[Piece]) -> tuple[int, int, int]:
        """Weak replies first; those before all whose trees have met many in the nearest piece."""
        for one in near[:1]:
            for i, met in enumerate(one.met):
                if met.reply == reply:
                    return 0, i, 0
        return 1, self._weight(reply), reply

    def _weight(self, reply: Cell) -> int:
        """How many lines through a reply have stones of one side."""
        start, weight = self.start, 0
        for line in start.board.masks_through[reply]:
            weight += (line & start.x).bit_count() if not line & start.o else 0
            weight += (line & start.o).bit_count() if not line & start.x else 0
        return weight

    def job(self, reply: Cell, limit: int, near: list[Piece]) -> ReplyJob:
        """The reply as a job of its own."""
        board, start = self.opening.board, self.start
        position = Position.unchecked(board, start.x, start.o | 1 << reply)
        same = [
            renamed_tree(one.tree, image)
            for one in self.met
            for image in self.turns
            if image[one.reply] == reply
        ]
        same += [one.tree for piece in near for one in piece.met if one.reply == reply]
        own = sorted((one.tree for one in self.met), key=lambda tree: -self.used.get(tree, 0))
        theirs = (one.tree for piece in near for one in piece.met)
        hints = dict.fromkeys([*same, *islice([*own, *theirs], _HINTS)])
        return ReplyJob(str(board), position.rows_text, limit, tuple(hints), bool(same))

    def take(self, reply: Cell, answer: ReplyAnswer) -> None:
        """Notes what came of a reply."""
        self.positions += answer.positions
        self.seconds += answer.seconds
        if not answer.tree:
            self.resists[reply] = (answer.proof, answer.disproof)
            return
        left = set(self.left)
        slack = Met(SLACK, reply, answer.wide, answer.zone)
        alike = Met(ALIKE, reply, answer.tree)
        images = self._met_by(alike)
        if answer.wide and len(self._met_by(slack) & left) > len(images & left):
            self.met.append(slack)
        else:
            self.met.append(alike if len(images & left) > 1 else Met(0, reply, answer.tree))
