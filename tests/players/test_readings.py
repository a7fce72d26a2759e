"""Every player against the independent reading of its document, in every non-terminal 3x3 position."""

from fractions import Fraction

import pytest
from hypothesis import given

from noughts import player
from noughts.players.registry import house_variants
from tests.positions import mnk_boards, unfinished

from . import readings

READINGS = {
    "tic": readings.tic,
    "tic(deep=True)": lambda text: readings.tic(text, deep=True),
    "minimax": readings.minimax,
    "minimax(randomness=1/1000000)": lambda text: readings.minimax(text, Fraction("0.000001")),
    "minimax(randomness=1/10)": lambda text: readings.minimax(text, Fraction(1, 10)),
    "minimax(randomness=2/3)": lambda text: readings.minimax(text, Fraction(2, 3)),
    "minimax(randomness=1)": lambda text: readings.minimax(text, 1),
    "weights": readings.weights3,
    "core": readings.core,
    "core(easy=True)": lambda text: readings.core(text, easy=True),
    "rules": readings.rules,
    "rules(advanced=False)": lambda text: readings.rules(text, advanced=False),
    "random": readings.random,
    "perfect": readings.perfect,
    "newell-simon": readings.newell_simon,
    **{f"newell-simon(level={n})": lambda text, n=n: readings.newell_simon(text, n) for n in range(8)},
}


def test_there_are_4520_positions_to_decide(live):
    """A game passes through exactly 4,520 positions in which there is still a move."""
    assert len(live) == 4520


def test_every_house_variant_has_a_reading():
    """No player or option of the house goes without an independent reading."""
    assert {str(variant) for variant in house_variants()} <= set(READINGS)


@pytest.mark.parametrize("spec", READINGS)
def test_distribution_equals_the_reading(spec, decided):
    """In every non-terminal 3x3 position the player's distribution is that of its document."""
    reading = READINGS[spec]
    differences = {
        text: (decision.moves, reading(text))
        for text, decision in decided(spec).items()
        if decision.moves != reading(text)
    }
    assert not differences


@given(unfinished(mnk_boards(max_side=7)))
def test_weights_equal_the_reading_on_any_board(position):
    """On boards of all sizes the weight grid and the choice are those of the document."""
    board = position.board
    rows = position.rows_text.split("/")
    decision = player("weights").decide(position)
    assert [list(row) for row in decision.evidence.grid] == readings.weight_grid(rows, board.k)
    by_place = {divmod(cell, board.columns): share for cell, share in decision.moves.items()}
    assert by_place == readings.weights(rows, board.k)
