"""Every sentence of the players as digests, by player and board: `python -m tests.explain.frozen` prints them.

The digests in tests/data/sentences.json were made before explanations became blocks. Whoever changes a sentence on
purpose makes those anew that change.
"""

import json
import random
import sys
from collections.abc import Iterator
from hashlib import sha256

from noughts.explain.blocks import bare
from noughts.explain.explain import explain
from noughts.game.board import Board
from noughts.game.count import walk
from noughts.game.position import Position
from noughts.players.registry import player
from tests.paths import ROOT

FILE = ROOT / "tests/data/sentences.json"

RULES = ["core", "core(easy=True)", "rules", "rules(advanced=False)", "weights", "random"]
RULES += [f"newell-simon(level={level})" for level in range(9)]
TREES = ["tic", "tic(deep=True)", "minimax", "perfect", "menace", "q", "td"]
LEVELS = ["easy", "medium", "hard", "expert", "impossible"]
OTHER_BOARDS = {
    "weights": ["4x4x4", "5x5x4", "7x7x5", "15x15x5", "torus4x4x4", "cube3"],
    "rules": ["4x4x3", "5x5x3"],
    "easy": ["4x4x4", "7x7x5", "15x15x5", "cube3"],
    "medium": ["4x4x4", "7x7x5", "15x15x5", "cube3"],
    "hard": ["5x5x4", "15x15x5"],
    "engine": ["4x4x4", "7x7x5", "15x15x5"],
    "mcts(playouts=300)": ["4x4x4", "7x7x5"],
}


def cases() -> Iterator[tuple[str, str, int]]:
    """Yield players, boards, and one of how many positions is taken."""
    yield from ((name, "3x3x3", 1) for name in RULES)
    yield from ((name, "3x3x3", 3) for name in TREES)
    yield from ((name, "3x3x3", 11) for name in LEVELS)
    yield from ((name, "3x3x3", 97) for name in ("engine", "mcts(playouts=300)"))
    yield from ((name, board, 1) for name, boards in OTHER_BOARDS.items() for board in boards)


def positions(board: str, every: int) -> Iterator[Position]:
    """Yield unfinished positions: all of 3x3x3, or those of random games on another board."""
    on = Board.parse(board)
    if board == "3x3x3":
        every_one = (Position.unchecked(on, x, o) for x, o in walk(on))
        yield from [each for each in every_one if not each.is_over][::every]
        return
    dice = random.Random(board)
    for _ in range(3):
        position = Position.start(on)
        while not position.is_over:
            if dice.random() < 0.3:
                yield position
            position = position.play(dice.choice(position.moves))


def sentences(name: str, position: Position) -> Iterator[tuple[str, str]]:
    """Yield the reason of a player's choice, and for each of its moves, in both wordings."""
    decision = player(name).decide(position)
    for cell in (None, *decision.moves):
        text = explain(decision).why(cell)
        yield bare(text), bare(text, simple=True)


def digest(name: str, board: str, every: int) -> tuple[int, str]:
    """Return how many sentences a player has, and their digest."""
    digested, number = sha256(), 0
    for position in positions(board, every):
        for precise, simple in sentences(name, position):
            digested.update(f"{precise}\n{simple}\n".encode())
            number += 1
    return number, digested.hexdigest()


def digests() -> dict[str, list[int | str]]:
    """Return the number and the digest of all sentences by player and board."""
    return {f"{name} {board}": [*digest(name, board, every)] for name, board, every in cases()}


if __name__ == "__main__":
    json.dump(digests(), sys.stdout, indent=2)
