"""Challenges: one player against another on one board, game after game, each on record as soon as it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice

from noughts.errors import OptionError, quote
from noughts.game.board import Board
from noughts.players.player import Player
from research.strength.openings import NODES, PLIES, Opening, opening
from research.strength.recorded_games import GameRecords, RecordedGame, play_game

SEED = 1
"""Of openings; games from the empty board are of seed 0, so that none has the key of another."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Challenge:
    """Who challenges whom, by full names, and how often.

    From so many balanced ``openings`` of at least so many ``plies`` with either colour, ``nodes`` being what the engine
    looks at to find them so; or, where ``first`` is given in their place, so many games as X from the empty board.
    """

    board: str
    player: str
    opponent: str
    openings: int = 0
    plies: int = PLIES[0]
    nodes: int = NODES
    first: int = 0

    def games(self) -> Iterator[tuple[Opening, str, str]]:
        """What is to be played: the opening, X and O."""
        board = Board.playable(self.board)
        for number in range(self.first):
            yield Opening(board, 0, number, ()), self.player, self.opponent
        every = (opening(board, SEED, number, self.nodes) for number in count())
        long = (start for start in every if len(start.moves) >= self.plies)
        for start in islice(long, self.openings):
            yield start, self.player, self.opponent
            yield start, self.opponent, self.player

    def games_in(self, games: Iterable[RecordedGame]) -> list[RecordedGame]:
        """Its games of a record."""
        sides = {(self.player, self.opponent)}
        if self.openings:
            sides.add((self.opponent, self.player))
        return [
            game
            for game in games
            if str(game.board) == self.board
            and (game.x, game.o) in sides
            and bool(game.opening) == bool(self.openings)
        ]


def play_challenge(
    challenge: Challenge, players: Iterable[Player], records: GameRecords, say: Progress
) -> None:
    """Plays the games of a challenge that the record lacks, and records each.

    Raises OptionError where a player that the challenge names is not among those given.
    """
    named = {str(player): player for player in players}
    for name in (challenge.player, challenge.opponent):
        if name not in named:
            raise OptionError(f"nobody is called {quote(name)} here")
    wanted = 2 * challenge.openings + challenge.first
    if len(challenge.games_in(records.games.values())) >= wanted:
        return
    for number, (start, x, o) in enumerate(challenge.games()):
        if (challenge.board, x, o, start.seed, start.number) not in records.games:
            say(f"{challenge.board}: {x} against {o}, game {number + 1} of {wanted}")
            records.add(play_game(start, named[x], named[o]))
