"""Sampled matches, for boards too big to enumerate: many games from one seed, on all cores.

Every game has its own generator, seeded by the match's seed and the game's number, so the result does
not depend on how many processes share the work, or on which of them plays which game.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from threading import active_count
from typing import TYPE_CHECKING, Protocol

from noughts.arena.interval import Estimate, check_level, wilson
from noughts.errors import ForfeitError, NoughtsError, quote
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.distribution import weigh
from noughts.players.player import Player
from noughts.players.registry import player as find_player
from noughts.shown import Shown

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

Progress = Callable[[int, int], None]
"""Told (games done, games in all) while a match goes on."""

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
        """All of them."""
        return self.wins + self.draws + self.losses

    def __add__(self, other: GamesTally) -> GamesTally:
        return GamesTally(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            self.plies + other.plies,
            self.forfeits + other.forfeits,
        )


@dataclass(frozen=True, slots=True)
class SampledResult(Shown):
    """What a sample of games says of a match: shares from X's side, each with its confidence interval."""

    x: str
    o: str
    board: Board
    seed: int
    level: float
    tally: GamesTally

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
        return Fraction(self.tally.wins - self.tally.losses, self.tally.games)

    @property
    def forfeits(self) -> Mapping[str, int]:
        """How many games were lost without a legal move, by the reason told."""
        return Counter(self.tally.forfeits)


def sampled_match(  # noqa: PLR0913 - a match is these five; the rest have defaults and go by name
    x: Player | str,
    o: Player | str,
    board: Board | str | None = None,
    games: int = 1000,
    seed: int = 0,
    *,
    level: float = 0.95,
    processes: int | None = None,
    progress: Progress | None = None,
) -> SampledResult:
    """Plays ``games`` games of ``x`` (who moves first) against ``o``; the same seed gives the same games.

    ``level`` is the confidence of the intervals, ``processes`` how many share the work (all cores unless
    given; 1 stays in this process, as does a match with a player that is not pure, none of whose answers is
    remembered, or that cannot be sent to another process: one that a notebook has defined, where processes start
    afresh). Ctrl-C stops all of them within a game. A player that gives no legal move loses that game.
    Raises UnsupportedBoardError before the first game, NoughtsError for numbers out of range, PlayerError
    if a player's distribution is none.
    """
    if games < 1 or (processes is not None and processes < 1):
        what = f"games={quote(games)}, processes={quote(processes)}"
        raise NoughtsError(f"a sampled match needs at least one game and process: {what}")
    check_level(level)
    x, o, board = find_player(x), find_player(o), Board.of(board)
    for player in (x, o):
        player.check(board)
    job = _Job(x, o, board, seed)
    done = GamesTally()
    try:
        with closing(_played(job, games, processes)) as parts:
            for part in parts:
                done += part
                if progress:
                    progress(done.games, games)
    finally:
        for player in (x, o):
            player.release()
    return SampledResult(str(x), str(o), board, seed, level, done)


def growing_match(
    x: Player | str, o: Player | str, board: Board | str | None = None, games: int = 1000, seed: int = 0
) -> Iterator[SampledResult]:
    """The same match as it grows, game by game in their order, in this process: for whoever looks on and may stop it.

    Its intervals hold 95 %. Raises as ``sampled_match`` does.
    """
    if games < 1:
        raise NoughtsError(f"a sampled match needs at least one game: games={quote(games)}")
    level = 0.95
    x, o, board = find_player(x), find_player(o), Board.of(board)
    for player in (x, o):
        player.check(board)
    referee, done = _Referee(_Job(x, o, board, seed)), GamesTally()
    try:
        for number in range(games):
            done += referee.play(range(number, number + 1))
            yield SampledResult(str(x), str(o), board, seed, level, done)
    finally:
        for player in (x, o):
            player.release()


@dataclass(frozen=True, slots=True)
class _Job:
    """What a process must know to play any game of a match."""

    x: Player
    o: Player
    board: Board
    seed: int

    @property
    def pure(self) -> bool:
        """Whether positions alone decide what the players answer."""
        return self.x.pure and self.o.pure


class _Stop(Protocol):
    """The part of an event that tells processes to stop."""

    def is_set(self) -> bool: ...


def _played(job: _Job, games: int, processes: int | None) -> Generator[GamesTally, None, None]:
    """The games in parts, in any order."""
    from os import cpu_count

    size = max(1, min(CHUNK, games // 4)) if job.pure else 1
    chunks = [range(at, min(at + size, games)) for at in range(0, games, size)]
    workers = min(processes or cpu_count() or 1, len(chunks)) if job.pure else 1
    context = _context() if workers > 1 else None
    if context and (context.get_start_method() == "fork" or _can_be_sent(job)):
        yield from _in_pool(job, chunks, workers, context)
        return
    referee = _Referee(job)
    for chunk in chunks:
        yield referee.play(chunk)


def _context() -> BaseContext:
    """How processes are started: a fork copies one thread of many, with the locks the others hold, so it is for single
    threads only.
    """
    import multiprocessing  # only now: it is slow to import

    return multiprocessing.get_context(None if active_count() == 1 else "spawn")


def _can_be_sent(job: _Job) -> bool:
    """Whether a process that starts afresh can make the players: those of a notebook or a script it cannot import."""
    import pickle

    try:
        return b"__main__" not in pickle.dumps(job)
    except Exception:  # noqa: BLE001 - a player of somebody's own may refuse in any way
        return False


def _in_pool(
    job: _Job, chunks: list[range], workers: int, context: BaseContext
) -> Generator[GamesTally, None, None]:
    """The chunks shared out to processes; however it ends, no process is left at work."""
    from concurrent.futures import ProcessPoolExecutor, as_completed

    stop = context.Event()
    pool = ProcessPoolExecutor(workers, context, _enlist, (job, stop))
    try:
        parts = [pool.submit(_work, chunk) for chunk in chunks]
        for part in as_completed(parts):
            yield part.result()
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


class _Referee:
    """Plays the games of a match by their numbers."""

    def __init__(self, job: _Job, stop: _Stop | None = None) -> None:
        self._job = job
        self._stop = stop
        self._draw = lru_cache(REMEMBERED if job.pure else 0)(self._decided)

    def play(self, numbers: range) -> GamesTally:
        """The games of these numbers, or of the first of them when told to stop."""
        total = GamesTally()
        for number in numbers:
            if self._stop is not None and self._stop.is_set():
                break
            total += self._game(random.Random(f"{self._job.seed}/{number}"))
        return total

    def _game(self, rng: random.Random) -> GamesTally:
        position = Position.start(self._job.board)
        while not position.is_over:
            try:
                cells, bounds = self._draw(position.x, position.o)
            except ForfeitError as error:
                loser, why = position.to_move, str(error)
                return GamesTally(loser is Mark.O, 0, loser is Mark.X, position.ply, (why,))
            cell = cells[bisect(bounds, rng.randrange(bounds[-1]))] if len(cells) > 1 else cells[0]
            position = position.play_unchecked(cell)
        winner = _winner(position)
        return GamesTally(winner is Mark.X, winner is None, winner is Mark.O, position.ply)

    def _decided(self, x: int, o: int) -> tuple[tuple[Cell, ...], tuple[int, ...]]:
        """The cells a player may take, and the bounds below which a roll falls on each."""
        position = Position.unchecked(self._job.board, x, o)
        player = self._job.x if position.to_move is Mark.X else self._job.o
        _, weights = weigh(player, position, player.choose(position))
        return tuple(cell for cell, _ in weights), tuple(accumulate(weight for _, weight in weights))


def _winner(position: Position) -> Mark | None:
    outcome = position.outcome
    return outcome.winner if outcome else None


_referee: _Referee


def _enlist(job: _Job, stop: _Stop) -> None:
    """Prepares a process of the pool: Ctrl-C is for the parent to handle."""
    import signal

    global _referee  # noqa: PLW0603 - a process of a pool keeps its job between calls
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _referee = _Referee(job, stop)


def _work(numbers: range) -> GamesTally:
    return _referee.play(numbers)
