"""The whole group of a set of lines: as large as known, what trying every permutation finds, and bounded."""

import random
from itertools import permutations

import pytest

from noughts import Board, ImpossibleError
from noughts.game import symmetry
from tests.positions import line_set, plane

GROUPS = {"3x3x3": 8, "6x5x4": 4, "cube3": 48, "cube4": 192, "torus4x4x4": 128, "elly4x4": 8}
"""Qubic has 192 symmetries, 48 of them turns and reflections (R. Silver, American Mathematical Monthly 74, 1967)."""


@pytest.mark.parametrize("name", GROUPS)
def test_the_group_of_known_boards_has_the_known_order(name):
    """All permutations that keep the lines, not only turns and reflections, each once and the identity first."""
    board = Board.parse(name)
    group = Board.from_lines("lines", board.lines, columns=board.columns, rows=board.rows).symmetries
    assert len(set(group)) == len(group) == GROUPS[name]
    assert group[0] == board.cells
    lines = {frozenset(line) for line in board.lines}
    assert all({frozenset(image[c] for c in line) for line in lines} == lines for image in group)
    assert set(board.symmetries) <= set(group)


def test_fanos_plane_has_168():
    """The projective plane of order 2 is the same from every one of its flags' points of view."""
    assert len(Board.from_lines("fano", plane(2).lines).symmetries) == 168


def test_the_group_is_what_trying_every_permutation_finds():
    """On random sets of lines on six cells all 720 permutations are tried."""
    dice, orders = random.Random(5), set()
    for _ in range(40):
        lines = line_set(dice, 3, 2, dice.randint(1, 6), (1, 2, 3)).lines
        sets = {frozenset(line) for line in lines}
        wanted = [
            p for p in permutations(range(6)) if {frozenset(p[c] for c in line) for line in sets} == sets
        ]
        assert symmetry.line_symmetries(6, lines) == wanted
        orders.add(len(wanted))
    assert len(orders) > 4


def test_a_group_too_large_is_left_to_the_layout(monkeypatch):
    """Where all cells are alike there are 9! symmetries; where the search gives up none is known: the layout's stay."""
    whole = Board.from_lines("whole", [range(9)], columns=3)
    assert len(whole.symmetries) == 8
    monkeypatch.setattr(symmetry, "LOOKS", 1)
    assert len(Board.from_lines("fano", plane(2).lines).symmetries) == len(plane(2).symmetries)


def test_symmetries_that_are_given_must_be_a_group_that_keeps_the_lines():
    """A permutation that moves a line to none, one that is none, and a set that is no group are refused."""
    lines = ((0, 1), (1, 2), (2, 3), (3, 0))
    turn = (1, 2, 3, 0)
    group = [(0, 1, 2, 3), turn, (2, 3, 0, 1), (3, 0, 1, 2)]
    assert Board.from_lines("ring", lines, symmetries=group).symmetries == tuple(sorted(group))
    for bad, what in (
        ([turn], "no group"),
        ([(1, 0, 2, 3)], "not a symmetry"),
        ([(0, 0, 2, 3)], "not a symmetry"),
    ):
        with pytest.raises(ImpossibleError, match=what):
            Board.from_lines("ring", lines, symmetries=bad)
