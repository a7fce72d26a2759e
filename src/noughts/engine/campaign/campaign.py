"""A campaign: all openings of a board, the weakest first, with limits that grow; it stops and goes on at any time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf

from noughts.engine.campaign.folder import CampaignFolder
from noughts.engine.campaign.openings import Opening, openings
from noughts.engine.campaign.piece import Piece

LIMITS = (8_000_000, 32_000_000, 128_000_000, 512_000_000, 2_048_000_000)
"""Positions for a reply, round by round."""

_RESIST = 20
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
        self.folder, self.openings = folder, openings(folder.board)
        self.settled: dict[Opening, Piece] = {}
        for opening in self.openings:
            piece = folder.settled(opening)
            if piece:
                self.settled[opening] = piece
        if self.settled:
            say(f"{len(self.settled)} of {len(self.openings)} openings are settled and verified")

    def run(self, seconds: float = inf, only: str | None = None) -> Iterator[Progress]:
        """Goes on for so many seconds, opening after opening; tells what happens as it happens."""
        until = time.monotonic() + seconds

        def going() -> bool:
            return time.monotonic() < until

        for rounds, limit in enumerate(LIMITS, 1):
            for opening in self.openings:
                if opening not in self.settled and only in (None, opening.name) and going():
                    yield from self._try(opening, rounds, limit, going)

    def _try(
        self, opening: Opening, rounds: int, limit: int, going: Callable[[], bool]
    ) -> Iterator[Progress]:
        """An opening, by one way in the first round, and one more in each; those that resist least first."""
        pieces = [self.folder.load(opening, way) for way in opening.ways]
        for piece in sorted(pieces, key=lambda one: (not one.met, len(one.left)))[:rounds]:
            if piece.limit < limit and going():
                yield from self._advance(piece, limit, going)
            if opening in self.settled:
                return

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

    def _near(self, piece: Piece) -> list[Piece]:
        """The settled pieces with the same second stone, those with a like reply first."""
        columns = self.folder.board.columns

        def distance(other: Piece) -> int:
            one, two = piece.way[1], other.way[1]
            return max(abs(one % columns - two % columns), abs(one // columns - two // columns))

        return sorted((one for one in self.settled.values() if one.way[0] == piece.way[0]), key=distance)[:_NEAR]

    def _progress(self, piece: Piece) -> Progress:
        replies, left = len(piece.start.empty), len(piece.left)
        return Progress(
            piece.opening.name,
            self.folder.board.cell_name(piece.way[0]),  # type: ignore[arg-type]
            len(self.settled),
            len(self.openings),
            replies - left,
            replies,
            len(piece.resists),
            piece.records,
            piece.positions,
        )
