"""Wins by fours are found where the slow walk finds one, and what is said to stop them is all that may."""

import pytest

from noughts import Board
from noughts.game.board import cells_of
from tests.lengths import short_and_long
from tests.positions import games
from tests.reference import ForcingMoves

BOARDS = [  # board, plies from, to, positions
    ("4x3x3", 0, 8, 200),
    ("4x4x4", 2, 12, 300),
    ("6x5x4", 4, 18, 400),
    ("7x7x5", 14, 34, 150),
    ("torus5x5x4", 4, 16, 300),
    ("cube3", 3, 14, 150),
    ("cube4", 16, 36, 80),
    ("9x9x5", 22, 36, 12),
]


def by_fours(position, fuel=1 << 40):
    """(plies or 0, the cells of the sequence) for the side to move."""
    from noughts.engine import encode_board
    from noughts.engine.kernels import vcf

    geo, state = encode_board.geometry(position.board), encode_board.state(position)
    plies = int(vcf.by_fours(geo, state, fuel))
    return plies, state.line[: state.length].tolist() if plies else []


@pytest.mark.parametrize(("name", "least", "most", "number"), short_and_long(BOARDS))
def test_fours_win_exactly_where_the_slow_walk_says_so(name, least, most, number):
    """With fuel enough a win by fours is found if and only if there is one."""
    board = Board.parse(name)
    reference, wins = ForcingMoves(board), 0
    for position in games(board, number, 1, least, most):
        plies, line = by_fours(position)
        assert bool(plies) == reference.wins(position.own, position.other), str(position)
        if plies:
            wins += 1
            assert len(line) == plies
    assert 0 < wins < number


@pytest.mark.parametrize(("name", "least", "most", "number"), short_and_long(BOARDS))
def test_the_sequence_told_is_one(name, least, most, number):
    """Each move of the sequence is a four that leaves the reply told, until the last leaves the two cells told."""
    board = Board.parse(name)
    reference = ForcingMoves(board)
    for position in games(board, number, 2, least, most):
        plies, line = by_fours(position, fuel=20)
        mine, theirs = position.own, position.other
        while plies > 1:
            assert reference.completing(theirs, mine) <= {1 << line[0]}
            mine |= 1 << line[0]
            replies = reference.completing(mine, theirs)
            assert {1 << cell for cell in line[1:2]} <= replies
            assert len(replies) == 1 or plies == 3
            theirs |= 1 << line[1]
            line, plies = line[2:], plies - 2
        assert not plies or 1 << line[0] in reference.completing(mine, theirs)


@pytest.mark.parametrize(("name", "least", "most", "number"), short_and_long(BOARDS, share=8))
def test_nothing_but_the_answers_stops_the_fours(name, least, most, number):
    """Where fours would win after a pass, they win after every reply that is not among the answers."""
    from noughts.engine import encode_board
    from noughts.engine.kernels import vcf
    from noughts.engine.kernels.lines import pass_turn

    board = Board.parse(name)
    reference, threats = ForcingMoves(board), 0
    for position in games(board, number, 3, least, most):
        mine, theirs = position.own, position.other
        if reference.completing(mine, theirs) or reference.completing(theirs, mine):
            continue
        geo, state = encode_board.geometry(board), encode_board.state(position)
        pass_turn(state)
        if not vcf.by_fours(geo, state, 1 << 40):
            continue
        pass_turn(state)
        listed = set(state.list[0, : vcf.answers(geo, state)].tolist())
        assert listed <= set(position.moves)
        threats += 1
        for cell in set(cells_of(position.free)) - listed:
            assert reference.wins(theirs, mine | 1 << cell), (str(position), cell)
    assert threats
