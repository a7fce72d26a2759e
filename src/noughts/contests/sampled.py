"""Sampled matches, for boards too large to enumerate: many games from one seed, on all cores.

Every game has its own generator, seeded by the match's seed and the game's number, so the result depends neither on the
number of processes nor on which of them plays which game. The error of a share is bounded by Wilson's score interval
(E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal of the American
Statistical Association 22 (1927) 209-212).
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import astuple, dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import sqrt
from operator import add

from noughts.contests.fraction import Share
from noughts.displayable import Shown
from noughts.errors import ForfeitError, NoughtsError, quote, whole
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.jobs import Workers, results
from noughts.players.distribution import weigh
from noughts.players.player import Player
from noughts.players.registry import player as find_player


@dataclass(frozen=True, slots=True)
class Estimate:
    """A share seen in a sample, and the interval that holds the true one with the probability ``level``."""

    share: Fraction
    low: float
    high: float
    level: float

    def __contains__(self, value: float | Fraction) -> bool:
        return self.low <= value <= self.high


def wilson(successes: int, games: int, level: float = 0.95) -> Estimate:
    """The interval for a share of which ``successes`` in ``games`` were seen.

    >>> estimate = wilson(81, 263)
    >>> f"{estimate.low:.4f} to {estimate.high:.4f}"
    '0.2553 to 0.3662'

    Raises NoughtsError unless the level lies between 0 and 1, both excluded.
    """
    from statistics import NormalDist  # only now: it is slow to import

    if not 0 < level < 1:
        raise NoughtsError(f"a level of confidence lies between 0 and 1: {quote(level)}")
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = Fraction(successes, games)
    shrink = 1 + z * z / games
    centre = (share + z * z / (2 * games)) / shrink
    half = z / shrink * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    low = 0.0 if successes == 0 else centre - half  # the formula says the same, but for rounding
    high = 1.0 if successes == games else centre + half
    return Estimate(share, low, high, level)


REMEMBERED = 2048
"""How many of a match's decisions each process remembers: openings come again and again."""

CHUNK = 20
"""The most games that a process takes at a time: well under a second of them on 15x15x5."""


@dataclass(frozen=True, slots=True)
class GamesTally:
    """How many of some games X won, were drawn, X lost, and their moves in all."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    plies: int = 0
    forfeits: tuple[str, ...] = ()
    """Why a player lost a game in which it gave no legal move, once for each: see ``ForfeitError``."""

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    def __add__(self, other: GamesTally) -> GamesTally:
        return GamesTally(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class SampledResult(Shown):
    """What a sample of games says of a match: shares from X's side, each with its interval of confidence ``level``."""

    x: str
    o: str
    board: Board
    seed: int
    tally: GamesTally
    level: float = 0.95

    @property
    def win(self) -> Estimate:
        """How often X wins."""
        return wilson(self.tally.wins, self.tally.games, self.level)

    @property
    def draw(self) -> Estimate:
        """How often nobody wins."""
        return wilson(self.tally.draws, self.tally.games, self.level)

    @property
    def loss(self) -> Estimate:
        """How often O wins."""
        return wilson(self.tally.losses, self.tally.games, self.level)

    @property
    def plies(self) -> Fraction:
        """The mean length of a game."""
        return Fraction(self.tally.plies, self.tally.games)

    @property
    def score(self) -> Fraction:
        """X's mean score where a win counts 1, a draw 0 and a loss -1."""
        return Share(self.tally.wins - self.tally.losses, self.tally.games)

    @property
    def forfeits(self) -> Mapping[str, int]:
        """How many games were lost without a legal move, by the reason told."""
        return Counter(self.tally.forfeits)


def sample(
    x: Player | str,
    o: Player | str,
    board: Board | str | None = None,
    games: int = 1000,
    seed: int = 0,
    workers: Workers = None,
) -> SampledResult:
    """Plays ``games`` games of ``x`` (who moves first) against ``o``; the same seed gives the same games.

    ``workers`` is the number of processes, by default one for each processor of this machine, or an executor
    (``noughts.jobs.cluster``, say). A match stays in this process with a player that is not pure, none of whose answers
    is remembered, or that cannot be sent to another process: one that a notebook has defined, where processes start
    afresh. Ctrl-C stops all of them. A player that gives no legal move loses that game.
    Raises UnsupportedBoardError before the first game, NoughtsError for numbers out of range, PlayerError
    if a player's distribution is none.
    """
    *_, result = growing_match(x, o, board, games, seed, workers)
    return result


def growing_match(
    x: Player | str,
    o: Player | str,
    board: Board | str | None,
    games: int,
    seed: int = 0,
    workers: Workers = None,
) -> Iterator[SampledResult]:
    """Yield the result of the same match as it grows, with ``workers=1`` after every game, in order."""
    if whole("games", games) < 1:
        raise NoughtsError(f"a sampled match needs at least one game: games={quote(games)}")
    x, o, board = find_player(x), find_player(o), Board.of(board)
    for player in (x, o):
        player.check(board)
    workers, tally = workers if x.pure and o.pure else 1, GamesTally()
    size = 1 if workers == 1 else max(1, min(CHUNK, games // 4))
    chunks = [range(at, min(at + size, games)) for at in range(0, games, size)]
    try:
        with closing(results(chunks, _Referee, x, o, board, seed, workers=workers)) as parts:
            for _, part in parts:
                tally += part
                yield SampledResult(str(x), str(o), board, seed, tally)
    finally:
        for player in (x, o):
            player.release()


class _Referee:
    """Plays the games of a match by their numbers."""

    def __init__(self, x: Player, o: Player, board: Board, seed: int) -> None:
        self._players, self._board, self._seed = {Mark.X: x, Mark.O: o}, board, seed
        self._draw = lru_cache(REMEMBERED if x.pure and o.pure else 0)(self._decide)

    def __call__(self, numbers: Iterable[int]) -> GamesTally:
        """The games of these numbers."""
        total = GamesTally()
        for number in numbers:
            total += self._game(random.Random(f"{self._seed}/{number}"))
        return total

    def _game(self, rng: random.Random) -> GamesTally:
        position = Position.start(self._board)
        while not position.is_over:
            try:
                cells, bounds = self._draw(position.x, position.o)
            except ForfeitError as error:
                loser, why = position.to_move, str(error)
                return GamesTally(loser is Mark.O, 0, loser is Mark.X, position.ply, (why,))
            cell = cells[bisect(bounds, rng.randrange(bounds[-1]))] if len(cells) > 1 else cells[0]
            position = position.play_unchecked(cell)
        winner = position.outcome.winner if position.outcome else None
        return GamesTally(winner is Mark.X, winner is None, winner is Mark.O, position.ply)

    def _decide(self, x: int, o: int) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
        """The cells a player may take, and the bounds below which a roll falls on each."""
        position = Position.unchecked(self._board, x, o)
        player = self._players[position.to_move]
        _, weights = weigh(player, position, player.choose(position))
        return tuple(cell for cell, _ in weights), tuple(accumulate(weight for _, weight in weights))
