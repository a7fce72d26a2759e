"""Games of the engine with itself of which the network's weights are learnt: moves, what a search said, who won.

A game begins with a few stones near each other that the engine finds even, as games of people and programs do: after
stones anywhere on the board most games are decided before they become difficult.
Each is a line of JSON, written by ``play`` and read by ``positions``: ``m`` are its moves, the first ``o`` of them the
opening; ``s`` the search's score after so many moves and each one more, ``q`` whether a value would be asked for there
(nobody has a four, nor has the side to move a win by a few fours), ``e`` whether the move then was not the best one but
chance's; ``x`` other positions: after so many moves, by which move instead, and the score there; ``r`` 1 where X won,
-1 where O did.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from pathlib import Path
from typing import Any, TypeVar

from noughts.engine.limits import Budget
from noughts.engine.search import Thinking
from noughts.engine.search_info import Thought
from noughts.errors import NoughtsError, quote
from noughts.files import UNREADABLE
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.solver.value import SURE, Result

T = TypeVar("T")

BOARD = "15x15x5"

NODES = 3_000
"""Positions a move."""

CHANCE = 0.08
"""How often the move is one of the next best seven."""

WORSE = 400
"""By how much, at most, such a move scores less than the best: a worse one would end the game."""

STONES = (2, 9)
"""How many stones an opening has, from and to."""

FROM_MIDDLE, APART = (2, 3, 5, 7), (1, 2, 2, 3)
"""How far from the middle its first stone lies, at most, and each other one from one before: one of these by chance."""

EVEN = 250
"""An opening's score is no further from 0; the most even of TRIES is taken where none is."""

TRIES = 40

MOST = 140
"""Moves after which a game is drawn."""

LASTING = 0.8
"""How much of what a game came to later counts against what the search said at once (TD(lambda))."""

DECIDED = 3_000
"""A score from which on it no longer tells much which move was chosen."""

SLOPE = 0.76
"""Logits of a result that 1,000 of the search's score are worth; fitted to games of the engine."""


def add_game(record: Path, seed: int) -> int:
    """Plays the next game of a record, a file packed by gzip, and adds it; its number."""
    number = len(lines(record))
    with gzip.open(record, "at") as file:
        file.write(play(seed, number) + "\n")
    return number


def lines(record: Path) -> list[str]:
    """The games of a record; none where there is no file."""
    return gzip.decompress(record.read_bytes()).decode().splitlines() if record.exists() else []


def play(seed: int, number: int) -> str:
    """A game, as a line; the same for the same seed and number, while the engine is the same."""
    dice, board = random.Random(f"{seed}/{number}"), Board.playable(BOARD)
    position, begun = _begun(board, dice)
    moves = [*map(int, begun)]
    game: dict[str, Any] = {
        "n": number,
        "o": len(moves),
        "m": moves,
        "s": [],
        "e": [],
        "r": 0,
        "q": [],
        "x": [],
    }
    while not position.is_over and position.ply < MOST:
        game["q"].append(int(_is_weighed(position)))
        thought = _think(position)
        game["s"].append(int(thought.score))
        if thought.value is not None:
            won = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}[thought.value.result]
            game["r"] = won if position.ply % 2 == 0 else -won
            break
        game["x"] += _instead(position, thought, dice)
        others = [each for each in thought.candidates[1:8] if each.score >= thought.score - WORSE]
        is_chance = dice.random() < CHANCE and bool(others)
        cell = dice.choice(others).cell if is_chance else thought.best
        game["e"].append(int(is_chance))
        moves.append(int(cell))
        position = position.play(cell)
    return json.dumps(game, separators=(",", ":"))


def _begun(board: Board, dice: random.Random) -> tuple[Position, list[Cell]]:
    """An opening: the position, and its moves."""
    least, begun, begun_by = SURE + 1, Position.start(board), list[Cell]()
    for _ in range(TRIES):
        number = dice.randint(*STONES)
        moves = [dice.choice(_near(board, Cell(board.size // 2), dice.choice(FROM_MIDDLE)))]
        while len(moves) < number:
            cell = dice.choice(_near(board, dice.choice(moves), dice.choice(APART)))
            moves += [cell] if cell not in moves else []
        positions = [*accumulate(moves, Position.play_unchecked, initial=Position.start(board))]
        if not any(position.is_over for position in positions):
            score = abs(int(_think(positions[-1]).score))
            if score < least:
                least, begun, begun_by = score, positions[-1], moves
        if least <= EVEN:
            break
    return begun, begun_by


def _near(board: Board, cell: Cell, reach: int) -> list[Cell]:
    """The cells of the square around a cell, so far on every side."""
    row, column = divmod(cell, board.columns)
    rows = range(max(0, row - reach), min(board.rows, row + reach + 1))
    columns = range(max(0, column - reach), min(board.columns, column + reach + 1))
    return [Cell(y * board.columns + x) for y in rows for x in columns]


def _think(position: Position) -> Thought:
    return Thinking(position, Budget(nodes=NODES, memory=1 << 22)).think()


def _instead(position: Position, thought: Thought, dice: random.Random) -> list[list[Any]]:
    """Another move than the best, as a search looks at many, and the score after it."""
    if len(thought.candidates) < 2:
        return []
    cell = dice.choice(thought.candidates[1:]).cell
    after = position.play(cell)
    if after.is_over or not _is_weighed(after):
        return []
    return [[position.ply, [int(cell)], int(_think(after).score)]]


def _is_weighed(position: Position) -> bool:
    """Whether the search would ask for a value here, were there no depth left."""
    from noughts.engine import encode_board
    from noughts.engine.kernels.alphabeta import LEAF_FUEL
    from noughts.engine.kernels.vcf import by_fours

    state = encode_board.state(position)
    if state.open[0, 1] or state.open[1, 1]:
        return False
    return not (
        state.open[state.turn, 2]
        and by_fours(encode_board.geometry(position.board), state, int(LEAF_FUEL)) > 0
    )


@dataclass(frozen=True, slots=True)
class Example:
    """A position by its moves, what it should be worth to the side to move (0 to 1), and its game."""

    moves: tuple[int, ...]
    worth: float
    result: float
    game: int


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A position by its moves, the move that the search chose in it, and its game."""

    moves: tuple[int, ...]
    cell: int
    game: int


def examples(record: Path) -> list[Example]:
    """The positions of recorded games of which a network learns. Raises NoughtsError for a file that is no record."""
    return _of_games(record, _examples)


def recorded_moves(record: Path) -> list[RecordedMove]:
    """The moves of recorded games of which a policy learns. Raises NoughtsError for a file that is no record."""
    return _of_games(record, _moves)


def _of_games(record: Path, what: Callable[[Any, int], Iterator[T]]) -> list[T]:
    try:
        games = enumerate(map(json.loads, lines(record)))
        return [each for number, game in games for each in what(game, number)]
    except UNREADABLE as error:
        raise NoughtsError(f"no record of games: {quote(record)} ({error})") from error


def _moves(game: Any, number: int) -> Iterator[RecordedMove]:
    """Those of quiet positions that are not decided, but for chance's; two stones are there at least."""
    moves, first = tuple(game["m"]), game["o"]
    for t, (is_quiet, is_chance, score) in enumerate(zip(game["q"], game["e"], game["s"], strict=False)):
        at = first + t
        if is_quiet and not is_chance and abs(score) < DECIDED and at >= 2:
            yield RecordedMove(moves[:at], moves[at], number)


def _examples(game: Any, number: int) -> Iterator[Example]:
    moves, scores, first = tuple(game["m"]), game["s"], game["o"]
    by_x = [_worth(score) if (first + t) % 2 == 0 else 1 - _worth(score) for t, score in enumerate(scores)]
    worth = won = (game["r"] + 1) / 2
    for t in range(len(scores) - 1, -1, -1):
        if t < len(game["e"]) and game["e"][t]:
            worth = by_x[t]
        elif t < len(scores) - 1:
            worth = (1 - LASTING) * by_x[t + 1] + LASTING * worth
        if game["q"][t]:
            turned = (first + t) % 2 == 1
            sides = (1 - worth, 1 - won) if turned else (worth, won)
            yield Example(moves[: first + t], *sides, number)
    for after, instead, score in game["x"]:
        yield Example((*moves[:after], *instead), _worth(score), 0.5, -1 - number)


def _worth(score: int) -> float:
    """A score as a share of games."""
    return float(score > 0) if abs(score) >= SURE else 1 / (1 + exp(-SLOPE * score / 1000))
