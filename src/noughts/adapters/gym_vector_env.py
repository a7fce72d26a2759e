"""Many games against a player at once, as a vectorised environment of Gymnasium, on arrays.

``gymnasium.make_vec("noughts/Noughts-v0", num_envs=1000)`` makes it once ``noughts.adapters.gym_env`` is imported,
which tells what a step, a reward and an action are. Needs the extra ``rl``.
"""

from __future__ import annotations

from typing import Any

from noughts.errors import ImpossibleError, OptionError, quote
from noughts.extras import needed_by
from noughts.game.board import Board
from noughts.players.player import Player
from noughts.players.random_moves import Random
from noughts.players.registry import player

with needed_by("noughts.adapters.gym_vector_env", "rl"):
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray

    from noughts import batch

SIDES = {"X": (1,), "O": (-1,), "either": (1, -1)}
"""The agent's side: 1 is X, -1 is O; or one of both by lot in each game."""

Observations = NDArray[np.int8]
"""Of each game the cells of the agent, then those of the opponent, as 0 and 1: games, rows, columns, 2."""


class GymVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """So many games on a board, against an ``opponent`` by name or as a player; the agent's ``side`` is X, O or either.

    A game that has ended begins anew in the next step, whose action for it is of no matter (Gymnasium's next-step
    autoreset). ``info`` has ``action_mask``, 1 for every legal move of every game, and ``illegal``, the games that an
    illegal move has just lost. One seed decides all dice. Raises what ``player`` and ``Board`` do, OptionError for a
    number of games that is not above 0.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as the base has it

    def __init__(
        self, num_envs: int = 1, board: str = "3x3x3", opponent: str | Player = "random", side: str = "X"
    ) -> None:
        if side not in SIDES:
            raise OptionError(f"not a side: {quote(side)} ({', '.join(SIDES)})")
        if num_envs < 1:
            raise OptionError(f"num_envs={quote(num_envs)} is not above 0")
        self.board, self.num_envs = Board.playable(board), num_envs
        self.opponent = player(opponent)
        self.opponent.check(self.board)
        self._sides = np.array(SIDES[side], np.int8)
        self.marks = np.zeros((num_envs, self.board.size), np.int8)
        self.sides = np.full(num_envs, self._sides[0], np.int8)
        self._over = np.zeros(num_envs, np.bool_)
        self.single_action_space = spaces.Discrete(self.board.size)
        self.single_observation_space = spaces.Box(0, 1, (self.board.rows, self.board.columns, 2), np.int8)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """New games, in which the opponent has moved where it begins."""
        super().reset(seed=seed)
        self._begin(np.arange(self.num_envs))
        self._over[:] = False
        return self._observe(self._over)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """The agent's move in every game, and the opponent's; ImpossibleError for actions that are none."""
        actions = np.asarray(actions)
        inside = actions.shape == (self.num_envs,) and ((actions >= 0) & (actions < self.board.size)).all()
        if not inside:
            raise ImpossibleError(
                f"not a cell of {self.board} for each of {self.num_envs} games: {quote(actions)}"
            )
        playing = np.flatnonzero(~self._over)
        self._begin(np.flatnonzero(self._over))
        legal = batch.legal(self.board, self.marks[playing])[np.arange(len(playing)), actions[playing]]
        illegal, played = playing[~legal], playing[legal]
        over, winners = self._play(played, actions[played])
        answered = played[~over]
        if len(answered):
            self._answer(answered)
            over, winners = batch.outcomes(self.board, self.marks[played])
        rewards, self._over = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        rewards[played], self._over[played] = winners * self.sides[played], over
        rewards[illegal], self._over[illegal] = -1, True
        lost = np.zeros(self.num_envs, np.bool_)
        lost[illegal] = True
        seen, info = self._observe(lost)
        return seen, rewards, self._over.copy(), np.zeros(self.num_envs, np.bool_), info

    def _begin(self, games: NDArray[np.intp]) -> None:
        """These games anew."""
        self.marks[games] = 0
        self.sides[games] = self.np_random.choice(self._sides, len(games))
        second = games[self.sides[games] == SIDES["O"][0]]
        if len(second):
            self._answer(second)

    def _play(
        self, games: NDArray[np.intp], cells: NDArray[np.int64]
    ) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
        """A move in each of these games; which are over then, and who has won."""
        self.marks[games] = batch.play(self.board, self.marks[games], cells)
        return batch.outcomes(self.board, self.marks[games])

    def _answer(self, games: NDArray[np.intp]) -> None:
        """The opponent's move in these games, drawn as likely as it says."""
        marks = self.marks[games]
        if isinstance(self.opponent, Random):  # what it says of each position need not be asked
            sums = batch.legal(self.board, marks).cumsum(axis=1, dtype=np.float64)
        else:
            sums = batch.distributions(self.opponent, self.board, marks).cumsum(axis=1)
        roll = self.np_random.random(len(games)) * sums[:, -1]
        self._play(games, (sums > roll[:, None]).argmax(axis=1))

    def _observe(self, illegal: NDArray[np.bool_]) -> tuple[Observations, dict[str, Any]]:
        own = self.marks * self.sides[:, None]
        seen = np.stack([own == 1, own == -1], axis=-1).astype(np.int8)
        mask = batch.legal(self.board, self.marks).astype(np.int8)
        info = {"action_mask": mask, "_action_mask": np.ones(self.num_envs, np.bool_), "illegal": illegal}
        return seen.reshape(self.num_envs, self.board.rows, self.board.columns, 2), info
