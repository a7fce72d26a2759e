"""All play all, each against itself too, on both sides: exactly, or in so many sampled games a pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Generic, TypeVar

from noughts.contests.exploit import Exploit, exploit_policy
from noughts.contests.match import MatchResult, play_out
from noughts.contests.sampled import SampledResult, sample
from noughts.contests.tree_walk import GameWalk, Policy
from noughts.displayable import Shown
from noughts.errors import NoughtsError, quote
from noughts.game.board import Board
from noughts.game.count import Progress
from noughts.jobs import Workers
from noughts.players.player import Player
from noughts.players.registry import house_variants, player

Result = TypeVar("Result", bound=MatchResult | SampledResult)
Result_co = TypeVar("Result_co", bound=MatchResult | SampledResult, covariant=True)


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place: the sums of its mean scores (win 1, draw 0, loss -1) over all its pairs.

    ``as_x`` and ``as_o`` sum over every opponent once, itself included. Equal totals share a ``rank``.
    """

    rank: int
    player: str
    as_x: Fraction
    as_o: Fraction

    @property
    def total(self) -> Fraction:
        """The score on both sides."""
        return self.as_x + self.as_o


@dataclass(frozen=True, slots=True)
class Tournament(Shown, Generic[Result_co]):
    """``table[i][j]`` is the result of player i as X against player j as O; players by full name."""

    board: Board
    players: tuple[str, ...]
    table: tuple[tuple[Result_co, ...], ...]

    @property
    def results(self) -> tuple[Result_co, ...]:
        """Every match, row by row."""
        return tuple(result for row in self.table for result in row)

    def ranking(self) -> tuple[Standing, ...]:
        """The players by total score, the best first; those with equal totals in the order given."""
        sums = [self._sums(i) for i in range(len(self.players))]
        totals = [as_x + as_o for as_x, as_o in sums]
        order = sorted(range(len(sums)), key=lambda i: -totals[i])
        ranks = {i: 1 + sum(other > totals[i] for other in totals) for i in order}
        return tuple(Standing(ranks[i], self.players[i], *sums[i]) for i in order)

    def _sums(self, index: int) -> tuple[Fraction, Fraction]:
        as_x = sum((result.score for result in self.table[index]), Fraction(0))
        as_o = sum((-row[index].score for row in self.table), Fraction(0))
        return as_x, as_o


class Field:
    """Players of one board whose decisions are remembered from contest to contest."""

    def __init__(self, players: Iterable[Player], board: Board | None = None) -> None:
        self.players = tuple(players)
        self.walk = GameWalk(board or Board.mnk(3, 3, 3))
        self._policies: dict[Player, Policy] = {p: cache(self.walk.policy(p)) for p in self.players}

    def tournament(self, progress: Progress | None = None) -> Tournament[MatchResult]:
        """The exact result of every pair."""

        def play(x: Player, o: Player) -> MatchResult:
            return play_out(self.walk, x, o, self._policies[x], self._policies[o])

        return _all_play_all(self.players, self.walk.board, play, progress)

    def exploits(self) -> tuple[Exploit, ...]:
        """The weaknesses of every player."""
        return tuple(exploit_policy(self.walk, each, self._policies[each]) for each in self.players)


def tournament(
    players: Iterable[Player | str] | None = None,
    board: Board | str | None = None,
    progress: Progress | None = None,
) -> Tournament[MatchResult]:
    """The exact all-play-all of the players given, by name or as objects, on 3x3x3 unless a board is given.

    Without players, of the house's with all their options.

    Raises NoughtsError for no players, and what ``match`` raises; all are checked before the first game.
    """
    if isinstance(players, str) or not isinstance(players, Iterable | None):
        raise NoughtsError(f"a tournament takes a list of players, not {quote(players)}")
    entrants = house_variants() if players is None else map(player, players)
    return Field(entrants, Board.of(board)).tournament(progress)


def sampled_tournament(
    players: Iterable[Player],
    board: Board,
    games: int,
    seed: int = 0,
    progress: Progress | None = None,
    *,
    workers: Workers = None,
) -> Tournament[SampledResult]:
    """The all-play-all in ``games`` sampled games a pair and side, as ``sample`` plays them, by its ``workers``.

    Raises NoughtsError for no players, and what ``sample`` raises; all are checked before the first game.
    """
    field = tuple(players)
    for each in field:
        each.check(board)
    return _all_play_all(field, board, lambda x, o: sample(x, o, board, games, seed, workers), progress)


def _all_play_all(
    players: tuple[Player, ...],
    board: Board,
    play: Callable[[Player, Player], Result],
    progress: Progress | None,
) -> Tournament[Result]:
    if not players:
        raise NoughtsError("a tournament needs at least one player")
    tell = progress or (lambda done, of: None)
    table = []
    for done, x in enumerate(players):
        tell(done * len(players), len(players) ** 2)
        table.append(tuple(play(x, o) for o in players))
    tell(len(players) ** 2, len(players) ** 2)
    return Tournament(board, tuple(map(str, players)), tuple(table))
