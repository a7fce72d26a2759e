"""The game tree as the contests walk it: positions as single integers, moves with whole-number weights.

A position of a board of n cells is one key, X's cells in the low n bits and O's above them:

    key = x | o << n            taking a cell adds one bit: `child = key + bit`

Positions are walked ply by ply, so the side to move is X at even plies and O at odd ones. A player's
distribution is kept as integers over their common denominator, so that no contest adds fractions in
its inner loop.
"""

from __future__ import annotations

from collections.abc import Callable

from noughts.errors import PlayerError, TooLargeError, quote
from noughts.game.board import Board, Cell, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.players.distribution import weigh
from noughts.players.player import Choice, Player

WORK = 5_000_000
"""The most cells and lines that a contest looks through: positions times (cells + lines).

Measured on two shared cores: 3x3x3 has 5,478 positions, 93,126 in this measure, and a match takes 0.1 s at
most; 4x3x3 has 111,973 positions, 2,911,298 in this measure, and takes 2 to 4 s. What would be more than the
limit is refused within 2 to 6 s (4x4x4, 15x15x5).
"""

GOES_ON, WON, DRAWN, LOST = 0, 1, 2, 3
"""How the game stands after a move; who made it has WON or LOST."""

Step = tuple[int, int, int]
"""A move: the key that it leads to, its weight, and how the game stands after it."""

Steps = tuple[int, list[Step]]
"""What the weights add up to, and the moves of positive weight in reading order."""

Policy = Callable[[int], Steps]
"""What is played in the position of a key whose game goes on."""

SIDES = (Mark.X, Mark.O)
"""Who moves at plies 0, 1, 2, ...: ``SIDES[ply % 2]``."""


class GameWalk:
    """The positions of one board by their keys."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.on_line = LOST if board.rule is GameRule.MISERE else WON
        self.on_full = WON if board.rule is GameRule.LAST else DRAWN
        self.limit = WORK // (board.size + len(board.lines))

    def position(self, key: int) -> Position:
        """The position of a key."""
        return Position.unchecked(self.board, key & self.board.full, key >> self.board.size)

    def cell(self, key: int, child: int) -> Cell:
        """The cell taken by the move from a key to the next."""
        return Cell(((key ^ child).bit_length() - 1) % self.board.size)

    def step(self, position: Position, cell: Cell, weight: int) -> Step:
        """The move to an empty cell of an unfinished position."""
        x, o, bit = position.x, position.o, 1 << cell
        if x.bit_count() == o.bit_count():
            x |= bit
            marks = x
        else:
            o |= bit
            marks = o
        end = self.on_full if x | o == self.board.full else GOES_ON
        for mask in self.board.masks_through[cell]:
            if marks & mask == mask:
                end = self.on_line
                break
        return x | o << self.board.size, weight, end

    def anything(self, key: int) -> Steps:
        """Every legal move with the same weight: what an opponent may do."""
        position = self.position(key)
        steps = [self.step(position, cell, 1) for cell in cells_of(position.free)]
        return len(steps), steps

    def policy(self, player: Player) -> Policy:
        """What a player plays on this board; raises UnsupportedBoardError if it does not play it.

        Raises PlayerError for a player that is not pure, and the policy does where its distribution is none.
        """
        player.check(self.board)
        if not player.pure:
            raise PlayerError(
                f"nothing exact can be said of {quote(player)}, which may answer one position in many ways: "
                "its games can be sampled"
            )
        return lambda key: self._decide(player, key)

    def _decide(self, player: Player, key: int) -> Steps:
        position = self.position(key)
        return self.steps(player, position, player.choose(position))

    def steps(self, player: Player, position: Position, choice: Choice) -> Steps:
        """What a player plays in a position by this choice; PlayerError if that is no distribution."""
        total, weights = weigh(player, position, choice)
        if len(weights) > 1:
            weights.sort()
        return total, [self.step(position, cell, weight) for cell, weight in weights if weight]

    def check_size(self, visited: int, who: str) -> None:
        """Raises TooLargeError if so many positions are more than an exact contest visits."""
        if visited > self.limit:
            raise TooLargeError(
                f"cannot play {quote(who)} exactly on {quote(self.board)}: it reaches more than "
                f"{self.limit:,} positions; a sampled match can be played"
            )
