"""Games on record: a line of JSON each, played from an opening with dice of one seed, so that they can be played again.

Lines are only ever added; a last line that was not finished, for the writer was stopped, is not read and is written
over.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from noughts.arena.openings import Opening
from noughts.errors import NoughtsError, quote
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.player import Player

_LONGEST = 4096
"""Characters of a recorded game."""

Key = tuple[str, str, str, int, int]


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A finished game: its players by full name, its moves, the first ``opening`` of which were given.

    ``number`` tells which opening of the ``seed`` it was.
    """

    board: Board
    x: str
    o: str
    seed: int
    number: int
    opening: int
    moves: tuple[Cell, ...]
    winner: Mark | None

    @property
    def key(self) -> Key:
        """What the game is asked for by."""
        return str(self.board), self.x, self.o, self.seed, self.number

    def to_json(self) -> dict[str, Any]:
        """As it is recorded."""
        return {
            "board": str(self.board),
            "x": self.x,
            "o": self.o,
            "seed": self.seed,
            "number": self.number,
            "opening": self.opening,
            "moves": "".join(map(self.board.cell_name, self.moves)),
            "winner": self.winner and str(self.winner),
        }

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
            return cls(board, str(line["x"]), str(line["o"]), *numbers, moves, winner)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise NoughtsError(f"not a recorded game: {quote(line)}") from error


@lru_cache(maxsize=16)
def _named(name: str) -> tuple[Board, dict[str, Cell]]:
    """A board and its cells by their names: a record has thousands of games of few boards."""
    board = Board.playable(name)
    return board, {board.cell_name(cell): cell for cell in board.cells}


def play_game(opening: Opening, x: Player, o: Player) -> RecordedGame:
    """The game of two players from an opening; its dice are those of its seed, its number and the players."""
    board, seed, number = opening.board, opening.seed, opening.number
    rng = random.Random(f"{seed}/{board}/{x}/{o}/{number}")
    position, moves = Position.start(board), list(opening.moves)
    for cell in moves:
        position = position.play_unchecked(cell)
    while not position.is_over:
        mover = x if position.to_move is Mark.X else o
        moves.append(mover.decide(position).pick(rng))
        position = position.play_unchecked(moves[-1])
    winner = position.outcome.winner if position.outcome else None
    return RecordedGame(board, str(x), str(o), seed, number, len(opening.moves), tuple(moves), winner)


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
        if not self.path.exists():
            return
        with self.path.open("rb") as file:
            while line := file.readline(_LONGEST):
                if not line.endswith(b"\n") and len(line) < _LONGEST:
                    return
                try:
                    record = json.loads(line)
                except (ValueError, RecursionError):
                    record = None
                if not isinstance(record, dict):
                    raise NoughtsError(f"not a file of recorded games: {quote(self.path)} ({quote(line)})")
                self._whole += len(line)
                yield RecordedGame.from_json(record)
