"""Threat sequences are found where the slow walk of all forcing moves finds them, and what stops them is known."""

import pytest

from noughts import Board
from tests.lengths import short_and_long
from tests.positions import scattered
from tests.reference import ForcingMoves

BOARDS = [  # board, stones at least, positions
    ("4x3x3", 0, 300),
    ("5x2x3", 0, 200),
    ("5x4x4", 6, 600),
    ("6x5x4", 8, 1200),
    ("9x4x4", 10, 1200),
    ("7x7x5", 22, 600),
    ("torus4x4x4", 5, 400),
    ("torus5x5x4", 7, 400),
    ("cube3", 4, 200),
    ("cube4", 16, 300),
]


def search(board):
    """A strong search, whose states the kernel works in, and which tries as many moves as there are."""
    from noughts.solver.search.searches import Strong

    strong = Strong(board, 8)
    for state in strong.states[0]:
        state.seq_tries = 1 << 40
    return strong


def found(strong, mine, theirs, most=64, *, alone=False):
    """(first move or -1, all its cells, cells that may stop it); ``alone``: the other side's lines do not count."""
    from noughts.solver.search.arrays import words_of
    from noughts.solver.search.kernels.sequences import FREE, answers, forced_win, sequence
    from noughts.solver.search.kernels.state import FIRST, ROOT, load
    from noughts.solver.search.kernels.strong_node import short_lines

    geo, (s, o) = strong.geo, strong.states[0]
    load(geo, s, *words_of(mine), *words_of(theirs), FIRST)
    load(geo, o, *words_of(theirs), *words_of(mine), FIRST)
    if alone:
        o.live[0] = 0
    for state in (s, o):
        short_lines(geo, state, ROOT)
    must = int(o.ones[0]) | int(o.ones[1]) << 64
    at_once = forced_win(geo, s, o, ROOT, most)  # which does not begin where there can be none
    move = sequence(geo, s, o, ROOT, must.bit_length() - 1 if must else FREE, most)
    assert at_once == move
    cells = int(s.seq_cells[0]) | int(s.seq_cells[1]) << 64
    stops = [int(word) for word in answers(geo, s, o, ROOT)] if move >= 0 else [0, 0]
    return int(move), cells, stops[0] | stops[1] << 64


def quiet(board, least, number, seed):
    """Random stones where the side to move has no line with one empty cell and the other at most one such cell."""
    reference = ForcingMoves(board)
    for mine, theirs, _ in scattered(board, least, number, seed):
        if not reference.completing(mine, theirs) and len(reference.completing(theirs, mine)) < 2:
            yield mine, theirs


@pytest.mark.parametrize(("name", "least", "number"), short_and_long(BOARDS))
def test_every_sequence_found_is_one(name, least, number):
    """Where a first move is found, it forces a win: the walk of all forcing moves from there says so."""
    board = Board.parse(name)
    strong, reference, wins = search(board), ForcingMoves(board), 0
    for mine, theirs in quiet(board, least, number, seed=41):
        move, cells, _ = found(strong, mine, theirs)
        if move >= 0:
            wins += 1
            assert cells >> move & 1
            assert not cells & (mine | theirs)
            assert reference.wins_with(mine, theirs, move), (mine, theirs)
    assert wins or name == "5x2x3"


@pytest.mark.parametrize(("name", "least", "number"), short_and_long(BOARDS))
def test_without_lines_of_the_other_side_none_is_missed(name, least, number):
    """Where no reply can threaten, a sequence is found if and only if the slow walk finds one."""
    board = Board.parse(name)
    strong, reference = search(board), ForcingMoves(board, counts=False)
    for mine, theirs in quiet(board, least, number, seed=42):
        assert (found(strong, mine, theirs, alone=True)[0] >= 0) == reference.wins(mine, theirs), (
            mine,
            theirs,
        )


@pytest.mark.parametrize(("name", "least", "number"), short_and_long(BOARDS))
def test_so_many_forcing_moves_are_enough(name, least, number):
    """With at most n forcing moves a sequence is found if and only if the slow walk finds one as short."""
    board = Board.parse(name)
    strong, reference = search(board), ForcingMoves(board, counts=False)
    for mine, theirs in quiet(board, least, number // 3, seed=43):
        for most in (1, 2, 3):
            seen = found(strong, mine, theirs, most, alone=True)[0] >= 0
            assert seen == reference.wins(mine, theirs, most), (mine, theirs, most)


@pytest.mark.parametrize(("name", "least", "number"), short_and_long(BOARDS))
def test_any_other_stone_leaves_the_sequence_a_win(name, least, number):
    """Where the other side moves first, and not on a cell that may stop the sequence, the win is still forced."""
    board = Board.parse(name)
    strong, reference = search(board), ForcingMoves(board)
    for mine, theirs in quiet(board, least, number // 2, seed=44):
        if reference.completing(theirs, mine):
            continue
        move, _, stops = found(strong, mine, theirs)
        if move >= 0:
            for cell in board.cells:
                if not (mine | theirs | stops) >> cell & 1:
                    assert reference.wins(mine, theirs | 1 << cell), (mine, theirs, cell)
