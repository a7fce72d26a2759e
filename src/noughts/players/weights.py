"""`weights`: a weight for every empty cell of any board (a weblog of 2007; founding document 002).

For every line with marks of one side only: its empty cells get +1 if there are several of them; the
last empty cell gets w*h+1 if the opponent would complete the line there, (w*h+1)^2 if the player
itself would. A line without marks or with marks of both sides gives nothing. The heaviest cell is
taken, with equal probability among equals. The lines of an m,n,k board are all its windows of k cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from noughts.game.board import Board, cells_of
from noughts.game.cells import in_rows
from noughts.game.position import Position
from noughts.players.evidence import CellKind, Feed, Weights
from noughts.players.player import Choice, Facts, Player, heaviest, uniform

_MEANINGS = {
    CellKind.POTENTIAL: "on a line with marks of one side only and several empty cells",
    CellKind.OPPONENT: "the last empty cell of a line that the opponent would complete",
    CellKind.PLAYER: "the last empty cell of a line that the player itself would complete",
}


@dataclass(frozen=True)
class WeightGrid(Player):
    """Adds up what every line gives its empty cells, and takes the heaviest."""

    name: ClassVar[str] = "weights"
    reads_lines_only: ClassVar[bool] = True
    facts: ClassVar[Facts] = Facts(
        title="The weight grid",
        origin="a weblog entry of 3 October 2007; founding document 002",
    )

    def choose(self, position: Position) -> Choice:
        adds = _adds(position.board)
        feeds = _feeds(position, adds)
        weights = [0] * position.board.size
        for feed in feeds:
            for cell in feed.cells:
                weights[cell] += feed.weight
        grid = tuple(map(tuple, in_rows(weights, position.board.columns)))
        best = heaviest({cell: weights[cell] for cell in position.empty})
        return Choice(uniform(best), Weights(grid, feeds, adds, _MEANINGS))


def _adds(board: Board) -> dict[CellKind, int]:
    """What a line of each kind adds to its empty cells."""
    completion = board.size + 1
    return {CellKind.POTENTIAL: 1, CellKind.OPPONENT: completion, CellKind.PLAYER: completion**2}


def _feeds(position: Position, adds: dict[CellKind, int]) -> tuple[Feed, ...]:
    """The lines that add weight, in line order."""
    board, own, other = position.board, position.own, position.other
    feeds = []
    for line, mask in zip(board.lines, board.masks, strict=True):
        mine, theirs = mask & own, mask & other
        if bool(mine) == bool(theirs):
            continue
        cells = tuple(cells_of(mask & ~(mine | theirs)))
        last = CellKind.OPPONENT if theirs else CellKind.PLAYER
        kind = CellKind.POTENTIAL if len(cells) > 1 else last
        feeds.append(Feed(line, kind, adds[kind], cells))
    return tuple(feeds)
