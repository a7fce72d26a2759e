"""All non-terminal 3x3 positions, and the decisions of every player of the house in them."""

from functools import cache

import pytest

from noughts import Board, Position
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


def joined(text):
    """Return a text whose figures stand side by side with the lines of each column joined."""
    columns = zip(*((line[:48], line[48:]) for line in text.split("\n")), strict=True)
    return " ".join(" ".join(" ".join(column).split()) for column in columns)
