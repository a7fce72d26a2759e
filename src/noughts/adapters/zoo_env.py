"""The game as an environment of PettingZoo, for two agents in turn: ``zoo_env(board="5x5x4")``.

J. Terry et al., PettingZoo: Gym for multi-agent reinforcement learning, NeurIPS 2021. Agents, spaces and rewards are
like those of its own ``tictactoe_v3``: ``player_1`` is X, an observation has the cells of the agent itself and of the
other (rows, columns, 2) and an ``action_mask``, an action is a cell in reading order, and the winner gets 1, the loser
-1. Needs the extra ``rl``.
"""

from __future__ import annotations

from typing import Any, ClassVar

from noughts.explain.board_text import compact_text
from noughts.extras import needed_by
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position

with needed_by("noughts.adapters.zoo_env", "rl"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from noughts.adapters.planes import mask, planes

_SIDES = {"player_1": Mark.X, "player_2": Mark.O}
_AGENTS = {side: agent for agent, side in _SIDES.items()}


def zoo_env(board: str = "3x3x3", render_mode: str | None = None) -> AECEnv:
    """The environment for training: an agent that makes no legal move loses, and the game is over."""
    env = ZooEnv(board, render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


class ZooEnv(AECEnv, EzPickle):  # type: ignore[misc]
    """The environment itself: IllegalMoveError for what is no legal move. ``render_mode`` is None or "ansi", text."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "render_fps": 1,
        "name": "noughts_v0",
        "is_parallelizable": False,
    }

    def __init__(self, board: str = "3x3x3", render_mode: str | None = None) -> None:
        AECEnv.__init__(self)
        EzPickle.__init__(self, board, render_mode)
        self.board = Board.playable(board)
        self.render_mode = render_mode
        self.possible_agents = list(_SIDES)
        rows, columns, size = self.board.rows, self.board.columns, self.board.size
        self.action_spaces = {agent: spaces.Discrete(size) for agent in _SIDES}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (rows, columns, 2), np.int8),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in _SIDES
        }
        self.reset()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game, from ``options["position"]`` (a text) if that is given, an unfinished one; there is no chance."""
        text = (options or {}).get("position")
        self.position = Position.start(self.board) if text is None else Position.parse(text, self.board)
        self.agents = list(_SIDES)
        self.rewards = dict.fromkeys(_SIDES, 0)
        self._cumulative_rewards = dict.fromkeys(_SIDES, 0)
        self.terminations = dict.fromkeys(_SIDES, self.position.is_over)
        self.truncations = dict.fromkeys(_SIDES, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _SIDES}
        self.agent_selection = _AGENTS[self.position.to_move]

    def observe(self, agent: str) -> dict[str, Any]:
        """The board as an agent sees it; the mask of whoever is not to move is empty."""
        legal = mask(self.position)
        if agent != self.agent_selection:
            legal[:] = 0
        return {"observation": planes(self.position, _SIDES[agent]), "action_mask": legal}

    def step(self, action: Any) -> None:
        """The agent whose turn it is takes a cell; None once the game is over."""
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        self.position = self.position.play(Cell(int(action)))
        self._cumulative_rewards[mover] = 0
        outcome = self.position.outcome_after(Cell(int(action)))
        self.rewards = {agent: outcome.points(side) if outcome else 0 for agent, side in _SIDES.items()}
        self.terminations = dict.fromkeys(_SIDES, outcome is not None)
        self.agent_selection = _AGENTS[_SIDES[mover].other]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text."""
        return compact_text(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""
