"""The house's boards as games of OpenSpiel: importing this module registers ``noughts``, as ``noughts(board=5x5x4)``.

M. Lanctot et al., OpenSpiel: a framework for reinforcement learning in games, 2019, arXiv:1908.09453. Player 0 is X. An
action is a cell in reading order, and an observation has one plane each of empty cells, O and X, as in OpenSpiel's own
``tic_tac_toe`` and ``mnk``. Needs the extra ``open-spiel``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from noughts.extras import needed_by
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position

with needed_by("noughts.adapters.spiel_game", "open-spiel"):
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

    from noughts.adapters.planes import bits

_KIND = pyspiel.GameType(
    short_name="noughts",
    long_name="Noughts: m,n,k games, tori and cubes",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"board": "3x3x3"},
)


_board = lru_cache(maxsize=64)(Board.playable)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """The game of one board; NotationError or ImpossibleError for a board that is none."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name = str((params or {}).get("board", "3x3x3"))
        self.board = _board(name)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.board.size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.board.size,
        )
        super().__init__(_KIND, info, {"board": name})

    def new_initial_state(self, state: object = None) -> SpielState:
        """The empty board; other beginnings are reached by actions."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> object:
        """What sees the board; nothing is hidden on it."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SpielObserver(self.board)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position. It keeps bit sets and the board's name, since OpenSpiel copies a state with all that it holds."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._name = str(game.board)
        self._x = self._o = 0
        self._result = 0
        self._over = False

    @property
    def position(self) -> Position:
        """The position that it is."""
        return Position.unchecked(_board(self._name), self._x, self._o)

    def current_player(self) -> int:
        """0 for X, 1 for O; TERMINAL after the end."""
        if self._over:
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.position.to_move is Mark.X else 1

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._over

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser, 0 for both of a draw, and until the end."""
        return [0.0 + self._result, 0.0 - self._result]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.empty)

    def _apply_action(self, action: int) -> None:
        position = self.position.play_unchecked(Cell(action))
        self._x, self._o = position.x, position.o
        outcome = position.outcome_after(Cell(action))
        self._over = outcome is not None
        self._result = outcome.points(Mark.X) if outcome else 0

    def _action_to_string(self, player: int, action: int) -> str:
        return _board(self._name).cell_name(Cell(action))

    def __str__(self) -> str:
        return str(self.position)


class SpielObserver:
    """The planes of a board, ``(empty, O, X)`` by rows and columns, and the position's text."""

    def __init__(self, board: Board) -> None:
        shape = (3, board.rows, board.columns)
        self.tensor = np.zeros(3 * board.size, np.float32)
        self.dict = {"observation": np.reshape(self.tensor, shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fills the planes; both players see the same."""
        position = state.position
        planes = (position.free, position.o, position.x)
        self.tensor[:] = np.concatenate([bits(cells, position.board) for cells in planes])

    def string_from(self, state: SpielState, player: int) -> str:
        """The position's text."""
        return str(state)


pyspiel.register_game(_KIND, SpielGame)
