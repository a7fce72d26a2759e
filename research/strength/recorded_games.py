"""Games on record: a line of JSON each, played from an opening with dice of one seed, so that they can be played again.

A game in which another program took part cannot: of it is told when it was played, and how long the sides thought.
Lines are only ever added; a last line that was not finished, for the writer was stopped, is not read and is written
over.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache, reduce
from importlib.metadata import version
from pathlib import Path
from typing import Any

from noughts.errors import ForfeitError, NoughtsError, quote
from noughts.files import json_lines
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.player import Decision, Player
from research.strength.openings import Opening

Key = tuple[str, str, str, int, int]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is told of a game that cannot be played again: the day (UTC), the version of the house, and the mean
    seconds that X and O took for a move.
    """

    date: str
    version: str
    seconds: tuple[float, float]


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A finished game: its players by full name, its moves, the first ``opening`` of which were given.

    ``number`` tells which opening of the ``seed`` it was. Whoever gives no legal move loses, before the game is over.
    """

    board: Board
    x: str
    o: str
    seed: int
    number: int
    opening: int
    moves: tuple[Cell, ...]
    winner: Mark | None
    circumstances: Circumstances | None = None

    @property
    def key(self) -> Key:
        """What the game is asked for by."""
        return str(self.board), self.x, self.o, self.seed, self.number

    def points(self, name: str) -> float:
        """What a player scored: 1, a half or 0."""
        return 0.5 if self.winner is None else float((self.x if self.winner is Mark.X else self.o) == name)

    def to_json(self) -> dict[str, Any]:
        """A line of the record, by the names of the fields."""
        told = self.circumstances
        return {
            "board": str(self.board),
            "x": self.x,
            "o": self.o,
            "seed": self.seed,
            "number": self.number,
            "opening": self.opening,
            "moves": "".join(map(self.board.cell_name, self.moves)),
            "winner": self.winner and str(self.winner),
        } | ({"date": told.date, "version": told.version, "seconds": told.seconds} if told else {})

    @classmethod
    def from_json(cls, line: dict[str, Any]) -> RecordedGame:
        """What was recorded; NoughtsError for what is no game."""
        try:
            board, cells = _named(line["board"])
            moves = tuple(cells[name] for name in re.findall(r"[a-z]+[0-9]+", line["moves"]))
            numbers = (line["seed"], line["number"], line["opening"])
            winner = None if line["winner"] is None else Mark(line["winner"])
            if not all(type(number) is int for number in numbers):
                raise TypeError
            return cls(board, str(line["x"]), str(line["o"]), *numbers, moves, winner, _circumstances(line))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise NoughtsError(f"not a recorded game: {quote(line)}") from error


def _circumstances(line: dict[str, Any]) -> Circumstances | None:
    if "date" not in line:
        return None
    x, o = map(float, line["seconds"])
    return Circumstances(str(line["date"]), str(line["version"]), (x, o))


@lru_cache(maxsize=16)
def _named(name: str) -> tuple[Board, dict[str, Cell]]:
    """A board and its cells by their names: a record has thousands of games of few boards."""
    board = Board.playable(name)
    return board, {board.cell_name(cell): cell for cell in board.cells}


def play_game(opening: Opening, x: Player, o: Player) -> RecordedGame:
    """The game of two players from an opening; its dice are those of its seed, its number and the players."""
    board, seed, number = opening.board, opening.seed, opening.number
    rng = random.Random(f"{seed}/{board}/{x}/{o}/{number}")
    position, moves = reduce(Position.play_unchecked, opening.moves, Position.start(board)), [*opening.moves]
    spent: dict[Mark, list[float]] = {Mark.X: [], Mark.O: []}
    forfeited = None
    while not position.is_over:
        mover, begun = x if position.to_move is Mark.X else o, time.perf_counter()
        try:
            decision = _remembered(mover, position) if mover.pure else mover.decide(position)
            moves.append(decision.pick(rng))
        except ForfeitError:
            forfeited = position.to_move
            break
        spent[position.to_move].append(time.perf_counter() - begun)
        position = position.play_unchecked(moves[-1])
    winner = forfeited.other if forfeited else position.outcome.winner if position.outcome else None
    told = None if x.pure and o.pure else _today(spent)
    return RecordedGame(board, str(x), str(o), seed, number, len(opening.moves), tuple(moves), winner, told)


@lru_cache(maxsize=1024)
def _remembered(player: Player, position: Position) -> Decision:
    """What a player decides, by its own way to: from the empty board the same positions come again and again."""
    return player.decide(position)


def _today(spent: dict[Mark, list[float]]) -> Circumstances:
    x, o = (round(sum(times) / max(1, len(times)), 3) for times in spent.values())
    return Circumstances(datetime.now(UTC).date().isoformat(), version("noughts"), (x, o))


class GameRecords:
    """The lines of a file, which need not be there yet, of one kind: games, by ``RecordedGame.key``.

    Raises NoughtsError for a file of something else, OSError where it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._whole = 0
        self.games = {game.key: game for game in self._read()}

    def add(self, game: RecordedGame) -> None:
        """Records a game at once."""
        line = f"{json.dumps(game.to_json())}\n".encode()
        with self.path.open("r+b" if self.path.exists() else "wb") as file:
            file.seek(self._whole)
            file.truncate()
            file.write(line)
        self._whole += len(line)
        self.games[game.key] = game

    def _read(self) -> Iterator[RecordedGame]:
        for length, record in json_lines(self.path, "recorded games", whole=True):
            self._whole += length
            yield RecordedGame.from_json(record)
