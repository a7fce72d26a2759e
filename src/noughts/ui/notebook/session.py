"""What a board in a notebook shows and does: a game of a person against a player, or of two persons."""

from __future__ import annotations

import random
from typing import Any

from noughts.errors import IllegalMoveError, NoughtsError, quote
from noughts.explain.decision import sentence
from noughts.explain.sentences import outcome_sentence
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.player import Decision, Player
from noughts.players.registry import player
from noughts.records.game import Game
from noughts.shown import Json


class NotebookGame:
    """A game that a person plays on a side, X or O, against a player, who answers at once; or on both, against none."""

    def __init__(
        self, opponent: Player | str | None, side: str, board: Board | str | None, seed: int
    ) -> None:
        sides = {"X": Mark.X, "O": Mark.O}
        if str(side).upper() not in sides:
            raise NoughtsError(f"not a side: {quote(side)} (X or O)")
        self.opponent = None if opponent is None else player(opponent)
        self.side = sides[str(side).upper()]
        self.start = Position.start(Board.of(board))
        if self.opponent:
            self.opponent.check(self.start.board)
        self._dice = random.Random(seed)
        self.begin()

    def begin(self) -> None:
        """A new game."""
        self.game = Game(self.start)
        self.decision: Decision | None = None
        self._reply()

    def play(self, cell: str) -> None:
        """The person's move, and the answer to it; IllegalMoveError as from `Game.play`, or out of turn."""
        if not self._is_persons_turn:
            raise IllegalMoveError(f"no move {quote(cell)}: it is not {self.side}'s turn")
        self.game = self.game.play(cell)
        self._reply()

    def undo(self) -> None:
        """Takes back the person's last move and what was answered to it; nothing where he has made none."""
        own = 0 if self.opponent is None or self.side is Mark.X else 1
        if len(self.game.moves) > own:
            self.game = self.game.undo()
            while self.game.moves and not self._is_persons_turn:
                self.game = self.game.undo()
            self.decision = None

    @property
    def state(self) -> Json:
        """What the board shows: its name, the marks, the cells that may be played, the last move, and the status."""
        position, outcome = self.game.position, self.game.outcome
        name = position.board.cell_name
        return {
            "board": str(position.board),
            "position": position.rows_text,
            "legal": [name(cell) for cell in position.moves] if self._is_persons_turn else [],
            "mark": str(position.to_move),
            "last": name(self.game.moves[-1]) if self.game.moves else None,
            "wins": [[name(cell) for cell in line] for line in outcome.lines] if outcome else [],
            "label": f"Board {position.board}",
            "status": self._status(),
        }

    @property
    def _is_persons_turn(self) -> bool:
        mine = self.opponent is None or self.game.position.to_move is self.side
        return self.game.outcome is None and mine

    def _reply(self) -> None:
        """The player's move, if it has one to make."""
        if self.opponent and self.game.outcome is None and not self._is_persons_turn:
            self.decision = self.opponent.decide(self.game.position)
            self.game = self.game.play(self.decision.pick(self._dice))

    def _status(self) -> str:
        """How the game stands, and why the player moved as it did."""
        position, outcome = self.game.position, self.game.outcome
        end = outcome_sentence(outcome, position.board) if outcome else f"{position.to_move} to move."
        if self.decision is None or not self.game.moves:
            return end
        last: Any = self.game.moves[-1]
        why = sentence(self.decision, last) if last in self.decision.moves else sentence(self.decision)
        return f"{self.decision.player}: {why} {end}"
