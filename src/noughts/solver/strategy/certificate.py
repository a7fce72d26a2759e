"""A certificate that is played: what its records say to do in a position."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from os import PathLike
from typing import Any

from noughts.errors import NoughtsError, quote
from noughts.files import UNREADABLE, DigestReader
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import completions, stones_of
from noughts.solver.certificate.format import Proved, Reader, board_of, header_of
from noughts.solver.certificate.verify import Proof, Step, read_claims
from noughts.solver.certificate.verify_plies import BoundedChecker
from noughts.solver.certificate.verify_zones import ZoneChecker
from noughts.solver.certificate.verify_zones_compiled import quick_pays
from noughts.solver.strategy.index import Index
from noughts.solver.strategy.index_cache import index_key, load_index, store_index
from noughts.solver.strategy.index_maker import PlainMaker, QuickMaker
from noughts.solver.strategy.record_strategy import HoldStrategy, WinStrategy
from noughts.solver.strategy.zone_strategy import Follow, ZoneStrategy

LONG = 100_000
"""Bytes of a file whose index is stored: reading fewer anew takes a second or so."""


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
    """A claim that is played: from which position, by which strategy, and how many records it has."""

    claim: Proved
    strategy: ZoneStrategy | WinStrategy | HoldStrategy
    records: int

    @classmethod
    def by_index(cls, index: Index, board: Board) -> _Play:
        """A win by zones, by its index."""
        strategy = ZoneStrategy(index, board)
        return cls(Proved(strategy.position, strategy.attacker, True), strategy, index.records)

    @property
    def side(self) -> Mark:
        """Who plays by it: the attacker of a win, the defender of what is held."""
        return self.claim.attacker if self.claim.wins else self.claim.attacker.other

    def answer(self, position: Position) -> ProofMove | None:
        """What to play; None where no record holds."""
        a, d = stones_of(position, self.claim.attacker)
        mine, theirs = (a, d) if self.claim.wins else (d, a)
        if ends := completions(position.board, mine, theirs):
            return ProofMove(ends[0], None, self.records, True, self.claim)
        found: Follow | None = self.strategy.follow(a, d)
        if found is None or not position.free >> found.cell & 1:
            return None
        return ProofMove(Cell(found.cell), found.record or None, self.records, False, self.claim)


class Certificate:
    """A certificate as a strategy: a winning, or holding, reply to whatever the other side does.

    ``proof`` is what it proves; it was verified when this was made, or when its index was. ``sha256`` is the digest of
    the bytes that were read.
    """

    def __init__(self, path: str, proof: Proof, plays: list[_Play], sha256: str) -> None:
        self.path, self.proof, self._plays, self.sha256 = path, proof, plays, sha256

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
        if position.board != self.position.board or position.is_over:
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


def certificate(
    path: str | PathLike[str], board: Board | str | None = None, *, step: Step | None = None
) -> Certificate:
    """A certificate of ``noughts solve``, verified, as a strategy that answers whatever the other side does.

    The board is the one that the file names; give ``board`` for a line set that has no name. Claims about plies are
    not played. ``step`` is told how many bytes of the file are read, of how many.

    The first time that a file of more than 100 kB with a win by zones is verified, its index is stored in the user's
    cache folder. The index is some twice as long as the file; all indexes together take at most 2 GB, and the least
    recently used are removed. It is used for a file of the same bytes and a board of the same lines only.

    Raises RejectedError for a file that does not prove what it says, NoughtsError for one that is not there or of which
    nothing can be played.
    """
    given, readers, source = None if board is None else Board.of(board), list[Reader](), DigestReader(path)
    if stored := _stored(path, given):
        return stored

    def reader(header: dict[str, Any]) -> Reader:
        readers.append(_reader(path, header, given))
        return readers[-1]

    proof = Proof(read_claims(path, reader, step, source), str(path))
    plays = [
        play for play in (_play(source.sha256, *each) for each in zip(proof, readers, strict=True)) if play
    ]
    if not plays:
        raise NoughtsError(f"{quote(path, 1000)} has claims about plies alone: nothing can be played by them")
    if len(proof) == 1 and source.size > LONG and isinstance(plays[0].strategy, ZoneStrategy):
        plays = [_store(plays[0].strategy.index, plays[0])]
    return Certificate(str(path), proof, plays, source.sha256)


def _stored(path: str | PathLike[str], board: Board | None) -> Certificate | None:
    """Return the certificate by its stored index, if there is one of the file's bytes and the board's lines.

    The header and the digest are of the same bytes: the file is read once.
    """
    with suppress(NoughtsError, *UNREADABLE):  # then it is read anew, which says what is wrong
        if os.stat(path).st_size <= LONG:
            return None
        with DigestReader(path) as source:
            if board is None:
                header = header_of(source)
                board = board_of(str(header["board"]), header)
            source.read_rest()
        if index := load_index(index_key(source.sha256, board)):
            play = _Play.by_index(index, board)
            return Certificate(str(path), Proof([play.claim], str(path)), [play], source.sha256)
    return None


def _store(index: Index, play: _Play) -> _Play:
    """Store an index that was just made; return the play by the stored one, or else by that in memory."""
    with suppress(OSError):  # where nothing can be written, it stays in memory
        store_index(index)
    stored = load_index(index.key)
    return _Play.by_index(stored, play.claim.position.board) if stored else play


def _reader(path: str | PathLike[str], header: dict[str, Any], board: Board | None) -> Reader:
    """Who reads a claim, and keeps what is played by it."""
    if header.get("format") == ZoneChecker.format:
        return (QuickMaker if quick_pays(path) else PlainMaker)(header, board)
    played = {"win": WinStrategy, "hold": HoldStrategy}
    return played.get(str(header.get("claim")), BoundedChecker)(header, board)


def _play(sha256: str, claim: Proved, reader: Reader) -> _Play | None:
    """How a claim of a file whose bytes have this digest is played, if it is."""
    if isinstance(reader, PlainMaker | QuickMaker):
        board = claim.position.board
        return _Play.by_index(reader.index(index_key(sha256, board)), board)
    if isinstance(reader, WinStrategy | HoldStrategy):
        return _Play(claim, reader, len(reader.records))
    return None
