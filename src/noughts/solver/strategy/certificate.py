"""A certificate that is played: what its records say to do in a position."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from os import PathLike
from typing import Any

from noughts.errors import NoughtsError, quote
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.certificate.read import Proved, Reader, RejectedError, need
from noughts.solver.certificate.verify import Proof, lines_of, parsed_line, verify
from noughts.solver.certificate.verify_plies import BoundedChecker
from noughts.solver.certificate.verify_zones import ZoneChecker
from noughts.solver.strategy.indexed_tree import IndexedTree, Indexer, IndexReader, keep_tree, kept_tree
from noughts.solver.strategy.record_strategy import HoldStrategy, KeptRecords, WinStrategy
from noughts.solver.strategy.zone_strategy import Follow, ZoneStrategy

LONG = 100_000
"""KeptRecords of a tree that gets an index beside the file: reading fewer anew takes less than a second."""


@dataclass(frozen=True, slots=True)
class ProofMove:
    """What a certificate says to play: the cell, by which record of which claim, and how many records the claim has.

    ``record`` counts from 1; None where a line is completed, which needs none, or where nothing needs an answer, so
    that any cell will do.
    """

    cell: Cell
    record: int | None
    records: int
    completes: bool
    claim: Proved


@dataclass(frozen=True)
class _Play:
    """A claim that is played: by whom, from which position, and by which strategy."""

    claim: Proved
    reader: Reader
    strategy: ZoneStrategy | WinStrategy | HoldStrategy
    records: int

    @property
    def side(self) -> Mark:
        """Who plays by it: the attacker of a win, the defender of what is held."""
        return self.claim.attacker if self.claim.wins else self.claim.attacker.other

    def answer(self, position: Position) -> ProofMove | None:
        """What to play; None where no record holds."""
        x, o = position.x, position.o
        a, d = (x, o) if self.claim.attacker is Mark.X else (o, x)
        mine, theirs = (a, d) if self.claim.wins else (d, a)
        for line in position.board.masks:
            rest = line & ~mine
            if not rest & (theirs | rest - 1):
                return ProofMove(Cell(rest.bit_length() - 1), None, self.records, True, self.claim)
        found: Follow | None = self.strategy.follow(a, d)
        if found is None or position.board.full & ~(x | o) & 1 << found.cell == 0:
            return None
        return ProofMove(Cell(found.cell), found.record or None, self.records, False, self.claim)


class Certificate:
    """A certificate as a strategy: a winning, or holding, reply to whatever the other side does.

    ``proof`` is what it proves; it was verified when this was made.
    """

    def __init__(self, path: str, proof: Proof, plays: list[_Play]) -> None:
        self.path, self.proof, self._plays = path, proof, plays

    def __repr__(self) -> str:
        return f"certificate({self.path!r})"

    @property
    def position(self) -> Position:
        """The position that its claims are about."""
        return self.proof.position

    @property
    def sides(self) -> frozenset[Mark]:
        """The sides that can play by it."""
        return frozenset(play.side for play in self._plays)

    def find(self, position: Position | str) -> ProofMove | None:
        """What to play in a position; None where no record holds for it, or another side is to move."""
        position = Position.of(position)
        if position.board.name != self.position.board.name or position.is_over:
            return None
        answers = (play.answer(position) for play in self._plays if play.side is position.to_move)
        return next((answer for answer in answers if answer), None)

    def answer(self, position: Position | str) -> ProofMove:
        """What to play in a position. Raises NoughtsError, quoting it, where the certificate says nothing of it."""
        position = Position.of(position)
        found = self.find(position)
        if found is None:
            of = f"{quote(position)} on {position.board.name}"
            raise NoughtsError(
                f"{quote(self.path, 1000)}, about {self.position.board.name}, says nothing of {of}"
            )
        return found


def certificate(path: str | PathLike[str], board: Board | str | None = None) -> Certificate:
    """A certificate of ``noughts solve``, verified, as a strategy that answers whatever the other side does.

    The board is the one that the file names; give ``board`` for a line set that has no name. Claims about plies are
    not played. A win by zones of more than 100,000 records has an index beside the file (its name and ``.index``, up
    to twice as long), made the first time. Raises RejectedError for a file that does not prove what it says,
    NoughtsError for one of which nothing can be played.
    """
    path = str(path)
    given = None if board is None else Board.of(board)
    try:
        plays = list(_plays(path, given))
    except RejectedError:
        verify(path, given)  # says what is wrong, and in which file
        raise
    except (NoughtsError, OSError, EOFError, UnicodeError, zlib.error) as error:
        raise RejectedError(f"{quote(path, 1000)} is no readable certificate: {error}") from error
    if not plays:
        raise NoughtsError(f"{quote(path, 1000)} has claims about plies alone: nothing can be played by them")
    proof = Proof((play.claim for play in plays), path)
    need(len({play.claim.position for play in plays}) == 1, f"{quote(path, 1000)} is no proof: two positions")
    return Certificate(path, proof, plays)


def _plays(path: str, board: Board | None) -> Iterator[_Play]:
    """The claims of a file that can be played, each verified."""
    with gzip.open(path, "rt", encoding="ascii", newline="\n") as file:
        header: dict[str, Any] | None = None
        for kind, group in groupby(map(parsed_line, lines_of(file)), type):
            if kind is dict:
                *more, header = group
                need(not more, "a claim without records")
                continue
            need(header, "the header is missing")
            assert header is not None
            if header.get("format") == ZoneChecker.format:
                yield _zones(path, header, group, board)
            elif header.get("claim") in BoundedChecker.claims:
                BoundedChecker(header, board).proof_of(group)
            else:
                yield _records(header, group, board)


def _records(header: dict[str, Any], group: Iterator[Any], board: Board | None) -> _Play:
    """A claim of format 1."""
    records = KeptRecords(header, board)
    claim = records.proof_of(group)
    strategy = WinStrategy(records) if claim.wins else HoldStrategy(records)
    return _Play(claim, records, strategy, len(records.records))


def _zones(path: str, header: dict[str, Any], group: Iterator[Any], board: Board | None) -> _Play:
    """A claim by zones: by the index beside the file, or verified, and indexed where it is long."""
    reader = IndexReader(header, board)
    tree: IndexedTree | None = kept_tree(path)
    if tree is None:
        tree = Indexer(header, board).tree(group)
        if tree.records >= LONG:
            keep_tree(path, tree)
    claim = Proved(reader.position, reader.attacker, True)
    return _Play(claim, reader, ZoneStrategy(reader, tree), tree.records)
