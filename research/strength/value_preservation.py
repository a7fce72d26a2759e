"""Whether a player's moves keep what positions are worth whose value is proved.

Positions come from random games of one seed. Those count that the prover finds won or drawn within its limit, and where
some move would give that away; whether the player's move does the prover says too. Wins and draws take turns as far as
there are both. On record is one line of JSON a position.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path

from noughts.engine.prover_probe import WON, Judge
from noughts.errors import NoughtsError, quote
from noughts.files import json_lines
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.player import Player
from noughts.solver.search.limits import Limits
from noughts.solver.search.prover import solve
from noughts.solver.small.solver_choice import can_solve, solver_for
from noughts.solver.value import Result
from research.strength.challenge import SEED, Progress

NODES = 300_000
"""Expansions that the prover may spend on a position."""

PLIES = (2, 1 / 2)
"""The fewest moves of a position, and the most as a share of the board's cells."""

_MEMORY = 1 << 26


@dataclass(frozen=True, slots=True)
class KeptValue:
    """A position, what it is worth to the side to move, the player's move, and what that is worth."""

    board: str
    number: int
    position: str
    player: str
    value: str
    move: str
    after: str

    @property
    def is_kept(self) -> bool:
        """Whether the move is worth what the position is."""
        return self.value == self.after


def read_kept(path: Path) -> list[KeptValue]:
    """What is on record; nothing where there is no file. Raises NoughtsError for another file."""
    kept = []
    for _, record in json_lines(path, "positions and their values"):
        try:
            kept.append(KeptValue(**record))
        except TypeError as error:
            raise NoughtsError(f"not one of the positions and their values: {quote(record)}") from error
    return kept


def try_missing(path: Path, name: str, player: Player, positions: int, say: Progress) -> None:
    """Has a player move in so many positions of a board, but for those on record, and records each."""
    board = Board.playable(name)
    known = [kept for kept in read_kept(path) if kept.board == name and kept.player == str(player)]
    if len(known) >= positions:
        return
    for place, (number, position, value) in enumerate(_settled(board)):
        if place == positions:
            return
        if place >= len(known):
            say(f"{board}: position {place + 1} of {positions}")
            cell = next(iter(player.decide(position).moves))
            after = _value(position.play(cell))
            told = "unknown" if after is None else str(Result(-after))
            kept = KeptValue(
                name, number, str(position), str(player), str(value), board.cell_name(cell), told
            )
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(asdict(kept))}\n")


def _settled(board: Board) -> Iterator[tuple[int, Position, Result]]:
    """Positions that are proved won or drawn, in turns of those that there are, with their numbers."""
    waiting: dict[Result, list[tuple[int, Position, Result]]] = {Result.WIN: [], Result.DRAW: []}
    turn, other = Result.WIN, Result.DRAW
    for number in count():
        position = _random(board, number)
        value = None if position.is_over else _value(position)
        if value in waiting and _can_go_wrong(position, value):
            waiting[value].append((number, position, value))
        if not waiting[turn] and len(waiting[other]) > _PATIENCE:
            turn, other = other, turn
        if waiting[turn]:
            yield waiting[turn].pop(0)
            turn, other = other, turn


_PATIENCE = 5
"""So many of one kind may wait for one of the other."""


def _random(board: Board, number: int) -> Position:
    dice = random.Random(f"{SEED}/{board}/{number}")
    position = Position.start(board)
    for _ in range(dice.randint(PLIES[0], int(board.size * PLIES[1]))):
        if not position.is_over:
            position = position.play_unchecked(dice.choice(position.moves))
    return position


def _can_go_wrong(position: Position, value: Result) -> bool:
    """Whether some move is proved to be worth less."""
    if value is Result.DRAW and not can_solve(position.board):
        judge = Judge(position, _MEMORY, NODES)  # all moves share one table
        return any(judge.loses_by(cell, NODES) == WON for cell in position.moves)
    worths = (_value(position.play_unchecked(cell)) for cell in position.moves)
    return any(after is not None and -after < value for after in worths)


def _value(position: Position) -> Result | None:
    """The value for the side to move, as far as it is settled."""
    if position.outcome:
        return Result.LOSS if position.outcome.winner else Result.DRAW
    if can_solve(position.board):
        return solver_for(position.board).value(position).result
    return solve(position, limits=Limits(nodes=NODES, memory=_MEMORY, threads=1)).value
