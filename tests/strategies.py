"""Boards and positions for the property tests, all reached by legal moves."""

from hypothesis import strategies as st

from noughts import Board, Position


@st.composite
def mnk_boards(draw, max_side=20):
    """Any m,n,k board up to ``max_side`` a side."""
    columns = draw(st.integers(1, max_side))
    rows = draw(st.integers(1, max_side))
    return Board.mnk(columns, rows, draw(st.integers(1, max(columns, rows))))


SMALL_BOARDS = [
    Board.parse(name)
    for name in (
        "1x1x1",
        "2x1x2",
        "2x2x2",
        "3x3x3",
        "3x3x2",
        "4x3x3",
        "5x2x3",
        "torus3x3x3",
        "cube2",
        "cube3",
    )
]


def small_boards():
    """A few small boards of every sort."""
    return st.sampled_from(SMALL_BOARDS)


@st.composite
def positions(draw, boards=None):
    """A position after some legal moves, perhaps finished."""
    board = draw(boards if boards is not None else mnk_boards())
    rng = draw(st.randoms(use_true_random=False))
    position = Position.start(board)
    for _ in range(draw(st.integers(0, board.size))):
        if position.is_over:
            break
        position = position.play(rng.choice(position.moves))
    return position


def unfinished(boards=None):
    """A position in which there is still a move."""
    return positions(boards).filter(lambda position: not position.is_over)
