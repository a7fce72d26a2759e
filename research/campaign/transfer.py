"""What a campaign of another board is worth on this one: its pieces, laid about the first stone here.

A tree of a larger board is cut to what lies on this one (zone-search-trials.md). Cells that do not become number
``size``, which the search has as a stone of the defender (`ZoneSearch`). What is left is no proof yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from noughts.engine.kernels.lines import CELLS
from noughts.errors import NoughtsError, quote
from noughts.files import UNREADABLE
from noughts.game.board import Board, Cell
from noughts.solver.certificate.format import header_of
from research.campaign.first_replies import (
    FirstReply,
    first_replies,
    offset,
    placed,
    turned,
)
from research.campaign.folder import CampaignFolder
from research.campaign.opening_proof import Refutation
from research.campaign.status import standings

_KEPT = 6
"""Pieces that are kept as they are laid here, at most: each takes some ten megabytes."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece of the other board, one of the ways to lay it here, and how far its O's stone then is from this O's."""

    opening: FirstReply
    way: tuple[Cell, Cell]
    settled: bool
    turn: int
    apart: int


class Transfer:
    """The pieces of a folder, for a campaign on a board. NoughtsError for a folder whose pieces are of no use there."""

    def __init__(self, path: Path, board: Board) -> None:
        self.board, self.source = board, CampaignFolder(_board_of(path), path)
        theirs = self.source.board
        if theirs.k is None or theirs.k != board.k:
            raise NoughtsError(f"nothing to carry from {theirs} to {board}: their lines differ in length")
        if board.size >= CELLS:
            raise NoughtsError(f"nothing can be carried to {board}: cells that are not there need a number")
        self.first, self.onto = first_replies(theirs)[0].first, first_replies(board)[0].first
        self._pieces = [*self._known()]
        self._like = cache(self._placements)
        self.refutations = lru_cache(maxsize=_KEPT)(self._refutations)

    def _known(self) -> Iterator[tuple[FirstReply, tuple[Cell, Cell], bool]]:
        """The pieces that are there, settled or begun."""
        board = self.source.board
        for state in standings(board, self.source.path):
            if state.settled:
                yield state.opening, (board.cell(state.second), board.cell(state.reply)), True
                continue
            for way in state.opening.ways:
                if self.source.checkpoint(state.opening, way).exists():
                    yield state.opening, way, False

    def nearest(self, way: tuple[Cell, Cell], number: int) -> list[Placement]:
        """So many pieces that have X's stones as a way here: those with the nearest stone of O, settled ones first."""
        return self._like(way)[:number]

    def _placements(self, way: tuple[Cell, Cell]) -> list[Placement]:
        found = []
        ours = offset(self.board, self.onto, way[1])
        for opening, (second, reply), settled in self._pieces:
            seconds, replies = self._turned(second), self._turned(reply)
            for turn, ((x, y), (u, v)) in enumerate(zip(seconds, replies, strict=True)):
                if placed(self.board, self.onto, x, y) == way[0]:
                    apart = max(abs(u - ours[0]), abs(v - ours[1]))
                    found.append(Placement(opening, (second, reply), settled, turn, apart))
        return sorted(found, key=lambda placement: (placement.apart, not placement.settled))

    def _refutations(self, placement: Placement) -> list[Refutation]:
        """What a piece meets, as it is laid here."""
        opening = placement.opening
        piece = (
            self.source.settled(opening) if placement.settled else self.source.load(opening, placement.way)
        )
        offsets = [self._turned(cell)[placement.turn] for cell in self.source.board.cells]
        places = [placed(self.board, self.onto, x, y) for x, y in offsets]
        image = [Cell(self.board.size) if place is None else place for place in places]
        met = piece.refutations if piece else []
        return [Refutation(0, image[one.reply], one.tree.renamed(image)) for one in met]

    def _turned(self, cell: Cell) -> list[tuple[int, int]]:
        """Where a cell of theirs lies about the first stone, in all eight ways."""
        return turned(*offset(self.source.board, self.first, cell))


def _board_of(path: Path) -> Board:
    """The board of a campaign's folder."""
    file = min(path.glob("*.gz"), default=None)
    if file is None:
        raise NoughtsError(f"{quote(path, 1000)} has no piece of a campaign")
    try:
        return Board.parse(header_of(file)["board"])
    except UNREADABLE as error:
        raise NoughtsError(f"{quote(file, 1000)} is no file of a campaign: {error}") from error
