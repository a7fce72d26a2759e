"""Results of proofs, and the checks before a search. Nothing here imports the search."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from noughts.displayable import Shown
from noughts.errors import IllegalMoveError, NoughtsError, TooLargeError, UnsupportedBoardError, quote
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.kernels.library import available, missing_kernels
from noughts.solver.certificate.write_file import check_room
from noughts.solver.value import Result

MAX_CELLS = 128
"""The largest board: two 64-bit words."""


@dataclass(frozen=True, slots=True)
class Verdict(Shown):
    """The proved value of a position for the side to move, or None for unknown.

    ``plies`` is the distance where a table has it; ``nodes`` counts expansions of all searches; ``seconds`` is
    wall clock, of earlier runs too where one was resumed; ``certificate`` is the file written.
    """

    position: Position
    value: Result | None
    plies: int | None
    nodes: int
    seconds: float
    certificate: Path | None = None

    @property
    def word(self) -> str:
        """``win``, ``draw``, ``loss`` or ``unknown``."""
        return "unknown" if self.value is None else str(self.value)

    @property
    def is_settled(self) -> bool:
        """True if the value is known."""
        return self.value is not None


@dataclass(frozen=True, slots=True)
class Shortest(Shown):
    """Proved bounds of the fewest plies in which the side to move wins.

    ``wins`` is whether it wins at all, None where that is not known. A win needs ``plies_at_least`` plies, if
    there is one, and the one that is known ``plies_at_most``. ``plies`` is their number once the two meet.
    """

    position: Position
    wins: bool | None
    plies_at_least: int | None
    plies_at_most: int | None
    nodes: int
    seconds: float
    certificate: Path | None = None

    @property
    def plies(self) -> int | None:
        """The fewest plies, where they are known."""
        return self.plies_at_most if self.plies_at_most == self.plies_at_least else None

    @property
    def is_settled(self) -> bool:
        """True if they are known, or if there is no win."""
        return self.plies is not None or self.wins is False


def start_of(
    board: Board | Position | str, position: Position | str | None, certificate: str | Path | None
) -> Position:
    """The position to be solved, the empty board unless given; raises what ``solve`` raises before it begins."""
    if position is None:
        start = Position.of(board)
    elif isinstance(board, Position):
        raise NoughtsError(f"two positions to solve: {quote(board)} and {quote(position)}")
    else:
        start = Position.of(position, Board.of(board))
    check(start)
    if certificate is not None:
        check_room(start.board)
    return start


def check(position: Position) -> None:
    """Raises what ``solve`` raises before it begins."""
    if position.is_over:
        raise IllegalMoveError(f"the game {quote(position)} is over: nothing to solve")
    if position.board.size > MAX_CELLS:
        size = f"{position.board.size} cells, at most {MAX_CELLS}"
        raise TooLargeError(f"cannot prove {quote(position.board)}: {size}")
    if position.board.rule is not GameRule.LINE:
        what = f"its rule is {position.board.rule}, and proofs are of the rule {GameRule.LINE}"
        raise UnsupportedBoardError(f"cannot prove {quote(position.board)}: {what}")
    if not available():
        raise missing_kernels("solve")
