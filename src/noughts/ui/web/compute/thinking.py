"""The moves of computers that a request needs: chosen at once where that is quick, else asked for beforehand.

A request is decided on the event loop, where nobody may think long. So one that needs such a move ends with
``Unthought``, the move is awaited, and the request is decided again with it, on the game as it stands then.
"""

from __future__ import annotations

from collections.abc import Callable

from noughts.errors import ForfeitError
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.ui.web.compute.opponents import Opponents, drawn_move, is_quick, pure_player

Think = Callable[[str, Position], Cell]
"""Asks a player, by its name, for its move."""


class Unthought(Exception):  # noqa: N818 - a wish, not a fault
    """A player has to think first."""

    def __init__(self, name: str, position: Position) -> None:
        super().__init__(name, position)
        self.name = name
        self.position = position


class Thoughts:
    """What players have answered so far; called as ``Think``, it raises Unthought for what is not there yet."""

    def __init__(self, opponents: Opponents) -> None:
        self._opponents = opponents
        self._answers: dict[tuple[str, Position], Cell | ForfeitError] = {}

    def __call__(self, name: str, position: Position) -> Cell:
        answer = self._answers.get((name, position))
        if isinstance(answer, ForfeitError):
            raise answer
        if answer is not None:
            return answer
        if self._opponents.is_program(name) or not is_quick(position.board, player := pure_player(name)):
            raise Unthought(name, position)
        return drawn_move(player, position)

    def add(self, wanted: Unthought, answer: Cell | ForfeitError) -> None:
        """Keeps what was wanted."""
        self._answers[wanted.name, wanted.position] = answer
