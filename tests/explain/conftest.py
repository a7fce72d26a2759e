"""All non-terminal 3x3 positions, and the decisions of every player of the house in them."""

from fractions import Fraction
from functools import cache

import pytest

from noughts import Board, Decision, Position
from noughts.explain.blocks import Beside, Figure, bare
from noughts.explain.explain import explain
from noughts.game.count import walk


@pytest.fixture(
    scope="session", params=[pytest.param(6, id="some"), pytest.param(1, id="all", marks=pytest.mark.long)]
)
def live(request):
    """Non-terminal 3x3 positions: every sixth of them each time, all of them in the long tests."""
    board = Board.mnk(3, 3, 3)
    positions = [Position(board, x, o) for x, o in walk(board)]
    return [position for position in positions if not position.is_over][:: request.param]


@pytest.fixture(scope="session")
def decided(live):
    """``decided(player)``: its decisions in all of them, in the same order, made once."""

    @cache
    def decide_all(player):
        return [player.decide(position) for position in live]

    return decide_all


def captions(decision):
    """Return the words below all boards of an explanation that stand side by side."""
    beside = (block for block in explain(decision).blocks() if isinstance(block, Beside))
    figures = (each for block in beside for each in block.blocks if isinstance(each, Figure))
    return " ".join(f"{figure.title}: {bare(figure.words)}" for figure in figures)


def decided_as(evidence, *cells, text="3x3x3"):
    """Return a player's decision for these cells, equally, with this evidence."""
    position = Position.parse(text)
    moves = {position.board.cell(name): Fraction(1, len(cells)) for name in cells}
    return Decision(position, "guru", moves, evidence)
