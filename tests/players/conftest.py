"""All non-terminal 3x3 positions, and every player's decisions in them, made once a session."""

from functools import cache

import pytest

from noughts import Position, player

from . import readings


def position_of(text):
    """The position of nine characters."""
    return Position.parse("/".join((text[:3], text[3:6], text[6:])))


@pytest.fixture(scope="session")
def live():
    """Every non-terminal 3x3 position: nine characters -> Position."""
    texts = [text for text in readings.every_position() if not readings.is_over(text)]
    return {text: position_of(text) for text in texts}


@pytest.fixture(scope="session")
def decided(live):
    """``decided(spec)``: a player's decision in each of them, by its nine characters."""

    @cache
    def decide_all(spec):
        chosen = player(spec)
        return {text: chosen.decide(position) for text, position in live.items()}

    return decide_all
