"""Players as bots of OpenSpiel, and its bots and policies as players: "is my bot optimal?" is what ``exploit`` answers.

Both work on games whose actions are cells in reading order, X first: ``noughts(board=...)``, and OpenSpiel's own
``tic_tac_toe``, ``python_tic_tac_toe`` and ``mnk``. Needs the extra ``open-spiel``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from typing import Any, ClassVar

from noughts.errors import PlayerError, quote
from noughts.extras import needed_by
from noughts.game.board import Board, Cell
from noughts.game.position import Position, in_turn
from noughts.players.player import Choice, Facts, Player

with needed_by("noughts.adapters.spiel_bots"):
    import pyspiel

_FINEST = 10**6
"""A probability that comes as a float is taken for the fraction nearest to it with no larger denominator."""


class SpielBot(pyspiel.Bot):  # type: ignore[misc]
    """A player of the house as a bot; its dice are seeded. It tells its policy, in floats."""

    def __init__(self, player: Player, board: Board, player_id: int, seed: int = 0) -> None:
        super().__init__()
        player.check(board)
        self._player, self._board, self._id = player, board, player_id
        self._rng = random.Random(seed)

    def player_id(self) -> int:
        """0 where it plays X, 1 where it plays O."""
        return self._id

    def provides_policy(self) -> bool:
        """Every player is an exact distribution."""
        return True

    def restart_at(self, state: Any) -> None:
        """Any state may be the next: a player remembers nothing."""

    def get_policy(self, state: Any) -> list[tuple[int, float]]:
        """The probability of every legal action."""
        moves = self._decision(state).moves
        return [(action, float(moves.get(Cell(action), 0))) for action in state.legal_actions()]

    def step(self, state: Any) -> int:
        """An action, drawn as likely as the player's decision says."""
        return int(self._decision(state).pick(self._rng))

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """Both."""
        return self.get_policy(state), self.step(state)

    def _decision(self, state: Any) -> Any:
        return self._player.decide(position_of(state, self._board))


@dataclass(frozen=True, slots=True)
class SpielEvidence:
    """The probabilities as they came, in floats; 1 for the action of a bot that tells none."""

    shares: Mapping[Cell, float]
    kind: ClassVar[str] = "open-spiel"


@dataclass(frozen=True)
class SpielPlayer(Player):
    """What OpenSpiel asks for actions, as a player: ``make`` gives a bot or a policy for player 0 or 1.

    It is made anew for each position, so it is a pure function as far as what is made is one: a bot with dice needs the
    same seed each time. A policy, and a bot that tells its own, are distributions; any other bot is the one action that
    it takes. ``game`` is the game that it plays, ``board`` the same here, ``called`` its name.
    """

    make: Callable[[int], Any]
    game: Any
    board: Board
    called: str = "bot"

    name: ClassVar[str] = "open-spiel"
    facts: ClassVar[Facts] = Facts(
        title="A bot of OpenSpiel",
        origin="OpenSpiel",
        boards="the board of its game",
        breaks_symmetry="it is another program",
    )

    @cached_property
    def full_name(self) -> str:
        """What it is called."""
        return self.called

    def plays(self, board: Board) -> bool:
        return board == self.board

    def choose(self, position: Position) -> Choice:
        """Asks for the action; PlayerError for probabilities that are none."""
        state = state_of(position, self.game)
        asked = self.make(state.current_player())
        if hasattr(asked, "action_probabilities"):
            shares = asked.action_probabilities(state)
        elif asked.provides_policy():
            shares = dict(asked.step_with_policy(state)[0])  # not every bot that has one answers get_policy
        else:
            shares = {asked.step(state): 1}
        evidence = SpielEvidence({Cell(int(cell)): float(share) for cell, share in shares.items()})
        return Choice(self._exactly(position, evidence.shares), evidence)

    def _exactly(self, position: Position, shares: Mapping[Cell, float]) -> dict[Cell, Fraction]:
        """The fractions that the floats stand for, made to sum to 1."""
        exact = {cell: Fraction(share).limit_denominator(_FINEST) for cell, share in shares.items()}
        total = sum(exact.values(), Fraction(0))
        if abs(total - 1) > Fraction(1, 1000):
            raise PlayerError(
                f"{quote(self)}: the probabilities in {quote(position)} sum to {float(total):g}, not to 1"
            )
        return {cell: share / total for cell, share in exact.items() if share}


def position_of(state: Any, board: Board) -> Position:
    """The position of a state; raises IllegalMoveError where its actions are not moves on the board."""
    return reduce(Position.play, map(Cell, state.history()), Position.start(board))


def state_of(position: Position, game: Any) -> Any:
    """A state of an unfinished position, reached by its cells in turn."""
    state = game.new_initial_state()
    for cell in in_turn(position):
        state.apply_action(int(cell))
    return state
