"""The sentences of all players are those that they had before explanations became blocks."""

import json

import pytest

from tests.explain.frozen import FILE, cases, digest

DIGESTS = json.loads(FILE.read_text(encoding="utf-8"))
FEW = {"rules 4x4x3", "weights cube3", "easy 7x7x5"}


def test_every_player_has_digests():
    """None is left out."""
    assert {*DIGESTS} == {f"{name} {board}" for name, board, _ in cases()}


@pytest.mark.parametrize(
    ("name", "board", "every"),
    [
        pytest.param(*case, marks=[] if f"{case[0]} {case[1]}" in FEW else pytest.mark.long)
        for case in cases()
    ],
)
def test_sentences_are_unchanged(name: str, board: str, every: int):
    """Every sentence in both wordings, of every move and of every choice among several."""
    assert [*digest(name, board, every)] == DIGESTS[f"{name} {board}"]
