"""The game against a player, as an environment of Gymnasium: importing this module registers ``noughts/Noughts-v0``.

M. Towers et al., Gymnasium: a standard interface for reinforcement learning environments, 2024, arXiv:2407.17032. One
step is the agent's move and the opponent's answer. Needs the extra ``rl``.
"""

from __future__ import annotations

import random
from typing import Any

from noughts.errors import OptionError, quote
from noughts.explain.board_text import compact_text
from noughts.extras import needed_by
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.player import Player
from noughts.players.registry import player

with needed_by("noughts.adapters.gym_env", "rl"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

    from noughts.adapters.planes import mask, planes

_SIDES = {"X": (Mark.X,), "O": (Mark.O,), "either": (Mark.X, Mark.O)}

Observation = NDArray[np.int8]
"""The cells of the agent, then those of the opponent, as 0 and 1: rows, columns, 2."""


class GymEnv(gymnasium.Env[Observation, np.int64]):
    """A board, an ``opponent`` by name or as a player, and the agent's ``side``: X, O, or either by lot in each game.

    An action is a cell in reading order. The reward is 1 for a win, -1 for a loss, else 0; an action that is no legal
    move loses, and ``info["illegal"]`` says so. ``info["action_mask"]`` is 1 for every legal move. The opponent's dice
    are those of ``reset(seed=...)``. ``render_mode`` is None or "ansi", text. Raises what ``player`` and ``Board`` do.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - as the base has it

    def __init__(
        self,
        board: str = "3x3x3",
        opponent: str | Player = "random",
        side: str = "X",
        render_mode: str | None = None,
    ) -> None:
        if side not in _SIDES:
            raise OptionError(f"not a side: {quote(side)} ({', '.join(_SIDES)})")
        self.board = Board.playable(board)
        self.opponent = player(opponent)
        self.opponent.check(self.board)
        self.render_mode = render_mode
        self.position = Position.start(self.board)
        self.side = _SIDES[side][0]
        self._sides = _SIDES[side]
        self.action_space = spaces.Discrete(self.board.size)
        self.observation_space = spaces.Box(0, 1, (self.board.rows, self.board.columns, 2), np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, in which the opponent has moved where it begins."""
        super().reset(seed=seed)
        self._rng = random.Random(int(self.np_random.integers(1 << 62)))
        self.position = Position.start(self.board)
        self.side = self._rng.choice(self._sides)
        if self.side is Mark.O:
            self._answer()
        return self._observe()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The agent's move, and the opponent's; IllegalMoveError after the end."""
        if not self.position.is_over and not mask(self.position)[int(action)]:
            seen, info = self._observe()
            return seen, -1.0, True, False, {**info, "illegal": True}
        self.position = self.position.play(Cell(int(action)))
        if not self.position.is_over:
            self._answer()
        outcome = self.position.outcome
        seen, info = self._observe()
        return seen, float(outcome.points(self.side) if outcome else 0), outcome is not None, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now, by the name under which learners that mask actions ask."""
        return mask(self.position).astype(bool)

    def render(self) -> Any:
        """The board as text where the mode is "ansi", else None."""
        return compact_text(self.position) if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        self.position = self.position.play(self.opponent.decide(self.position).pick(self._rng))

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        return planes(self.position, self.side), {"action_mask": mask(self.position)}


gymnasium.register(
    "noughts/Noughts-v0",
    entry_point="noughts.adapters.gym_env:GymEnv",
    vector_entry_point="noughts.adapters.gym_vector_env:GymVectorEnv",
)
