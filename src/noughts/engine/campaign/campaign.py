"""A campaign: all openings of a board, the weakest first, with limits that grow; it stops and goes on at any time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from pathlib import Path

from noughts.engine.campaign.first_replies import FirstReply, first_replies
from noughts.engine.campaign.folder import CampaignFolder
from noughts.engine.campaign.piece import Piece
from noughts.errors import NoughtsError
from noughts.game.board import Cell

LIMITS = (6_000_000, 20_000_000, 60_000_000, 200_000_000, 600_000_000, 2_000_000_000)
"""Positions for a reply, round by round."""

_RESIST = 40
"""Replies that may resist before a piece has to wait for the next round."""

_NEAR = 2
"""Settled pieces whose trees are tried on a new one."""

_SAVE = 30.0
"""Seconds between two checkpoints."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How a campaign stands."""

    opening: str
    second: str
    settled: int
    openings: int
    met: int
    replies: int
    resist: int
    records: int
    positions: int


class Campaign:
    """The openings of a folder's board; ``settled`` are the pieces whose certificates are there and verified."""

    def __init__(self, folder: CampaignFolder, say: Callable[[str], None] = lambda _: None) -> None:
        self.folder, self.openings = folder, first_replies(folder.board)
        self.settled: dict[FirstReply, Piece] = {}
        self.pieces: dict[tuple[Cell, Cell], Piece] = {}
        for opening in self.openings:
            piece = folder.settled(opening)
            if piece:
                self.settled[opening] = self.pieces[piece.way] = piece
        if self.settled:
            say(f"{len(self.settled)} of {len(self.openings)} openings are settled and verified")

    def run(self, seconds: float = inf, only: str | None = None) -> Iterator[Progress]:
        """Goes on for so many seconds, opening after opening; tells what happens as it happens."""
        until = time.monotonic() + seconds

        def going() -> bool:
            return time.monotonic() < until

        for rounds in range(1, len(LIMITS)):
            for opening in self.openings:
                for limit in LIMITS[: rounds + 1]:
                    if opening not in self.settled and only in (None, opening.name) and going():
                        yield from self._try(opening, rounds, limit, going)

    def _try(
        self, opening: FirstReply, rounds: int, limit: int, going: Callable[[], bool]
    ) -> Iterator[Progress]:
        """An opening, by one way in the first round, and one more in each; those that resist least first."""
        pieces = [self._piece(opening, way) for way in opening.ways]
        for piece in sorted(pieces, key=lambda one: (not one.met, len(one.left)))[:rounds]:
            if piece.limit < limit and going():
                yield from self._advance(piece, limit, going)
            if opening in self.settled:
                return

    def _piece(self, opening: FirstReply, way: tuple[Cell, Cell]) -> Piece:
        """A piece as it is known, or as it was saved."""
        if way not in self.pieces:
            self.pieces[way] = self.folder.load(opening, way)
        return self.pieces[way]

    def _advance(self, piece: Piece, limit: int, going: Callable[[], bool]) -> Iterator[Progress]:
        """A piece until it is settled, or too much of it resists."""
        saved = time.monotonic()
        try:
            for _ in piece.advance(limit, self._near(piece), _RESIST, going):
                yield self._progress(piece)
                if time.monotonic() - saved > _SAVE and piece.left:
                    self.folder.save(piece)
                    saved = time.monotonic()
        finally:
            if piece.left:
                self.folder.save(piece)
        if not piece.left:
            self.folder.settle(piece)
            self.settled[piece.opening] = piece
            yield self._progress(piece)

    def join(self, path: Path) -> None:
        """Joins the pieces into one certificate of the board's win. NoughtsError while an opening is not settled."""
        if len(self.settled) < len(self.openings):
            missing = [opening.name for opening in self.openings if opening not in self.settled]
            raise NoughtsError(
                f"nothing to join yet: {len(missing)} openings are not settled, {missing[0]} among them"
            )
        self.folder.join([self.settled[opening] for opening in self.openings], path)

    def _near(self, piece: Piece) -> list[Piece]:
        """Pieces with the same second stone: those that know most first, of these those with a like reply."""
        columns = self.folder.board.columns

        def distance(other: Piece) -> tuple[bool, int]:
            one, two = piece.way[1], other.way[1]
            apart = max(abs(one % columns - two % columns), abs(one // columns - two // columns))
            return bool(other.left), apart

        like = [
            one for one in self.pieces.values() if one.way[0] == piece.way[0] and one.met and one is not piece
        ]
        return sorted(like, key=distance)[:_NEAR]

    def _progress(self, piece: Piece) -> Progress:
        replies, left = len(piece.start.empty), len(piece.left)
        return Progress(
            piece.opening.name,
            self.folder.board.cell_name(piece.way[0]),
            len(self.settled),
            len(self.openings),
            replies - left,
            replies,
            len(piece.resists),
            piece.records,
            piece.positions,
        )
