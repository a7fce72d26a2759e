"""Boards and positions for tests: those of property tests, random line sets, and positions of random games."""

import random

from hypothesis import strategies as st

from noughts import Board, Position
from tests.reference import has_line


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


MIXED = Board("mixed", 3, 2, ((0, 1), (1, 2, 5), (3,), (2, 3, 4, 5)))
"""Lines of different lengths, one of a single cell."""

KNOT = Board("knot", 5, 1, ((0, 1, 2), (0, 1, 3), (0, 1, 4), (0, 2, 3), (1, 2, 4)))
"""Held by Breaker, though no pairing serves its lines and their potential is too high."""

DIFFERENCES = {2: (0, 1, 3), 3: (0, 1, 3, 9), 4: (0, 1, 4, 14, 16)}


def plane(order):
    """The projective plane of order 2 (Fano's), 3 or 4: any two cells lie in one line, any two lines share one cell.

    Its lines are the shifts of a perfect difference set (Singer, Transactions of the AMS 43, 1938).
    """
    size = order * order + order + 1
    columns, rows = {2: (7, 1), 3: (13, 1), 4: (7, 3)}[order]
    lines = (tuple(sorted((cell + by) % size for cell in DIFFERENCES[order])) for by in range(size))
    return Board(f"plane{order}", columns, rows, tuple(lines))


def line_set(dice, columns, rows, number, lengths):
    """A board of up to so many random lines, each of one of these lengths."""
    cells = range(columns * rows)
    lines = {tuple(sorted(dice.sample(cells, dice.choice(lengths)))) for _ in range(number)}
    return Board(f"set{dice.getrandbits(40):x}", columns, rows, tuple(sorted(lines)))


def one_above_the_other(*boards):
    """Boards of one size as one: a line set that falls into them, for they have no cell in common."""
    lines = (tuple(cell + i * b.size for cell in line) for i, b in enumerate(boards) for line in b.lines)
    names = "+".join(board.name for board in boards)
    return Board(names, boards[0].columns, sum(board.rows for board in boards), tuple(lines))


def scattered(board, least, number, seed):
    """(stones, stones, whether the first side moves): any counts from a third to two thirds, no lines yet."""
    dice = random.Random(seed)
    found = 0
    while found < number:
        cells = dice.sample(board.cells, dice.randint(least, board.size - 1))
        cut = dice.randint(len(cells) // 3, -(-2 * len(cells) // 3))
        sides = [sum(1 << c for c in part) for part in (cells[:cut], cells[cut:])]
        if not any(has_line(board, stones) for stones in sides):
            found += 1
            yield *sides, dice.random() < 0.5


def board_of(name):
    """A board by its name, the mixed one among them."""
    return MIXED if name == "mixed" else Board.parse(name)


def games(board, number, seed, least=0, most=None):
    """Positions of random games that nobody has won, from so many plies to so many, with a cell left."""
    dice = random.Random(f"{board} {seed}")
    while number:
        position = Position.start(board)
        ply = dice.randint(least, board.size - 1 if most is None else most)
        while position.moves and position.ply < ply:
            position = position.play(dice.choice(position.moves))
        if position.moves and position.ply == ply:
            number -= 1
            yield position
