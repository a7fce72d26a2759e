"""Boards: their lines, their symmetries, and the sizes that are refused."""

import pickle
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Board, ImpossibleError, InputTypeError, NotationError, NoughtsError
from tests import reference
from tests.positions import mnk_boards, small_boards


@given(mnk_boards())
def test_the_number_of_lines_follows_the_formula(board):
    """An m,n,k board has (m-k+1)n rows, (n-k+1)m columns and twice (m-k+1)(n-k+1) diagonals."""
    m, n, k = board.columns, board.rows, board.k
    across, down = max(m - k + 1, 0), max(n - k + 1, 0)
    expected = across * n + down * m + 2 * across * down if k > 1 else m * n
    assert len(board.lines) == expected


@given(mnk_boards())
def test_every_line_is_k_cells_in_a_row(board):
    """Each line has k different cells of the board, one step apart in one direction; no line comes twice."""
    for line in board.lines:
        assert len(set(line)) == board.k
        places = [divmod(cell, board.columns) for cell in line]
        steps = {(r2 - r1, c2 - c1) for (r1, c1), (r2, c2) in pairwise(places)}
        assert steps <= {(0, 1)} or steps <= {(1, 0)} or steps <= {(1, 1)} or steps <= {(1, -1)}
        assert all(0 <= row < board.rows and 0 <= column < board.columns for row, column in places)
    assert len({frozenset(line) for line in board.lines}) == len(board.lines)


@given(mnk_boards(max_side=7))
def test_lines_come_in_the_houses_order(board):
    """Rows, columns, down-right and down-left diagonals, each in reading order of the first cell."""
    assert list(board.lines) == reference.windows(board.columns, board.rows, board.k)


def test_the_eight_lines_of_3x3():
    """The order that every player's "first line" speaks of."""
    rows, columns = [(0, 1, 2), (3, 4, 5), (6, 7, 8)], [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
    assert list(Board.mnk(3, 3, 3).lines) == [*rows, *columns, (0, 4, 8), (2, 4, 6)]


@given(mnk_boards(max_side=9))
def test_masks_are_the_lines_as_bit_sets(board):
    """Bit c of a mask is set exactly if cell c is on the line, also beyond 64 cells; so for each cell."""
    for line, mask in zip(board.lines, board.masks, strict=True):
        assert [c for c in board.cells if mask >> c & 1] == sorted(line)
    for cell, through in zip(board.cells, board.masks_through, strict=True):
        assert list(through) == [m for m in board.masks if m >> cell & 1]
    assert board.full == sum(1 << c for c in board.cells)


@pytest.mark.parametrize(
    ("columns", "rows", "k", "lines"),
    [(3, 3, 3, 12), (4, 4, 4, 16), (4, 4, 3, 64), (5, 5, 4, 100), (5, 3, 3, 50), (2, 2, 2, 6), (3, 3, 2, 36)],
)
def test_torus_line_counts(columns, rows, k, lines):
    """A torus has a line from every cell in every direction, those that coincide counted once."""
    board = Board.torus(columns, rows, k)
    assert len(board.lines) == lines
    assert list(board.lines) == reference.windows(columns, rows, k, torus=True)
    assert str(board) == f"torus{columns}x{rows}x{k}"


@pytest.mark.parametrize(("n", "lines", "symmetries"), [(1, 1, 1), (2, 28, 48), (3, 49, 48), (4, 76, 48)])
def test_cubes(n, lines, symmetries):
    """The cube has ((n+2)^3 - n^3) / 2 lines and 48 symmetries: Qubic has 76 lines."""
    board = Board.cube(n)
    assert len(board.lines) == lines
    assert {frozenset(line) for line in board.lines} == reference.cube_lines(n)
    assert len(board.symmetries) == symmetries
    assert lines == ((n + 2) ** 3 - n**3) // 2 or n == 1


@pytest.mark.parametrize(
    ("name", "number"), [("3x3x3", 8), ("4x3x3", 4), ("19x19x5", 8), ("1x1x1", 1), ("4x1x2", 2), ("5x5x4", 8)]
)
def test_number_of_symmetries(name, number):
    """A square has 8 symmetries, a rectangle 4, a single row 2, a single cell 1."""
    assert len(Board.parse(name).symmetries) == number


@given(small_boards() | mnk_boards(max_side=5))
def test_symmetries_are_automorphisms_and_form_a_group(board):
    """Each symmetry permutes the cells and maps lines to lines; they compose and invert; identity first."""
    lines = {frozenset(line) for line in board.lines}
    group = set(board.symmetries)
    assert len(group) == len(board.symmetries)
    assert board.symmetries[0] == board.cells
    for one in board.symmetries:
        assert sorted(one) == list(board.cells)
        assert {frozenset(one[c] for c in line) for line in lines} == lines
        inverse = [0] * board.size
        for cell, image in enumerate(one):
            inverse[image] = cell
        assert tuple(inverse) in group
        assert all(tuple(other[one[c]] for c in board.cells) in group for other in board.symmetries)


def test_a_block_of_a_strip_is_no_board_to_play_on():
    """``Board.playable`` reads every name that ``Board.parse`` reads, but for the strips', which it refuses by name."""
    for name in ("3x3x3", "torus4x3x3", "cube3"):
        assert Board.playable(name) == Board.parse(name)
        assert not Board.parse(name).is_strip
    assert Board.parse("strip4x6x6").is_strip
    with pytest.raises(NotationError, match="not a board to play on: 'strip4x6x6'"):
        Board.playable("strip4x6x6")
    with pytest.raises(ImpossibleError, match="out of range"):
        Board.playable("21x3x3")


@given(mnk_boards())
def test_names_of_boards_and_cells_read_back(board):
    """``Board.parse(str(board))`` is the board, and every cell is found by its name."""
    assert Board.parse(str(board)) == board
    assert str(board) == f"{board.columns}x{board.rows}x{board.k}"
    assert [board.cell(board.cell_name(cell)) for cell in board.cells] == list(board.cells)


def test_cells_are_named_from_the_top_left():
    """a1 is top left, c1 top right, a3 bottom left; on the largest board s19 is the last."""
    board = Board.mnk(3, 3, 3)
    assert [board.cell_name(c) for c in (0, 2, 4, 6, 8)] == ["a1", "c1", "b2", "a3", "c3"]
    large = Board.mnk(19, 19, 5)
    assert large.cell_name(large.cells[-1]) == "s19"


def test_boards_with_the_same_cells_and_lines_are_equal():
    """A board is its cells and lines, not its name; the same sizes with other lines are another board."""
    plain = Board.mnk(3, 3, 3)
    assert Board("mine", 3, 3, plain.lines) == plain
    assert hash(Board("mine", 3, 3, plain.lines)) == hash(plain)
    assert plain not in (Board.torus(3, 3, 3), Board.mnk(3, 3, 2))


def test_any_set_of_lines_is_a_board():
    """A board whose only lines are its middle row and column has these, no k of its own if they differ."""
    board = Board("plus", 5, 3, ((5, 6, 7, 8, 9), (2, 7, 12)))
    assert board.k is None
    assert len(board.symmetries) == 4
    assert board.centre == 7


@pytest.mark.parametrize(
    ("name", "centre", "corners"),
    [
        ("3x3x3", 4, (0, 2, 6, 8)),
        ("4x3x3", None, (0, 3, 8, 11)),
        ("5x3x3", 7, (0, 4, 10, 14)),
        ("1x1x1", 0, (0,)),
        ("4x1x2", None, (0, 3)),
    ],
)
def test_centre_and_corners(name, centre, corners):
    """The middle cell exists where both sides are odd; corners are the ends of the first and last row."""
    board = Board.parse(name)
    assert board.centre == centre
    assert board.corners == corners


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("", NotationError),
        ("3x3x3x3", NotationError),
        ("3 x 3 x 3", NotationError),
        ("axbxc", NotationError),
        ("-3x3x3", NotationError),
        ("3.0x3x3", NotationError),
        ("٣x٣x٣", NotationError),
        ("99999x3x3", NotationError),
        ("cube", NotationError),
        ("cube5", ImpossibleError),
        ("torus", NotationError),
        ("0x3x3", ImpossibleError),
        ("3x0x3", ImpossibleError),
        ("3x3x0", ImpossibleError),
        ("0x0x0", ImpossibleError),
        ("21x3x3", ImpossibleError),
        ("3x21x3", ImpossibleError),
        ("9999x9999x3", ImpossibleError),
        ("3x3x4", ImpossibleError),
        ("3x5x6", ImpossibleError),
        ("torus3x3x4", ImpossibleError),
        ("torus0x3x3", ImpossibleError),
    ],
)
def test_bad_names_of_boards_are_quoted(name, error):
    """Unreadable names, zero and absurd sizes, k larger than both sides: the message quotes the name."""
    with pytest.raises(error) as caught:
        Board.parse(name)
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize(
    "sizes", [(0, 3, 3), (3, -1, 3), (21, 20, 5), (3, 3, 0), (3, 3, -3), (3, 3, 4), (10**9, 10**9, 3)]
)
def test_bad_sizes_are_quoted(sizes):
    """The same by numbers: `Board.mnk` and `Board.torus` name the sizes they refuse."""
    for make in (Board.mnk, Board.torus):
        with pytest.raises(ImpossibleError, match=re.escape("x".join(map(str, sizes)))):
            make(*sizes)


@pytest.mark.parametrize("sizes", [(10**5000, 3, 3), (3, 10**5000, 3), (3, 3, 10**5000), (3, 3, -(10**5000))])
def test_sizes_beyond_all_measure_are_refused_in_short(sizes):
    """Sizes of thousands of digits are refused by an error of the house, its message cut."""
    with pytest.raises(ImpossibleError) as caught:
        Board.mnk(*sizes)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("n", [0, -1, 5, 10**9])
def test_bad_cubes_are_quoted(n):
    """A cube has 1 to 4 cells a side."""
    with pytest.raises(ImpossibleError, match=f"cube{n}"):
        Board.cube(n)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ((), "no lines"),
        (((),), "not a line"),
        (((0, 0, 1),), "(0, 0, 1)"),
        (((0, 1, 9),), "(0, 1, 9)"),
        (((-1, 0, 1),), "(-1, 0, 1)"),
    ],
)
def test_bad_lines_are_quoted(lines, words):
    """No lines, an empty line, a cell twice or off the board: refused, naming the board and the line."""
    with pytest.raises(ImpossibleError, match=re.escape(words)) as caught:
        Board("mine", 3, 3, lines)
    assert "'mine'" in str(caught.value)


def test_bad_points_are_refused():
    """Where cells are placed in space, each has its own point."""
    with pytest.raises(ImpossibleError, match="needs 4 different points"):
        Board("mine", 2, 2, ((0, 1),), ((0, 0), (0, 1), (1, 0), (1, 0)))


@pytest.mark.parametrize(
    "text",
    ["", "a", "1", "1a", "a0", "a01", "aa1", "b4", "d1", "z1", "a999", "a1234", "\u04301", "²a"],
)
def test_bad_cells_are_quoted(text):
    """What is not the name of a cell of this board is refused, quoting it."""
    with pytest.raises(NotationError) as caught:
        Board.mnk(3, 3, 3).cell(text)
    assert repr(text) in str(caught.value)


@given(st.text(max_size=30))
def test_any_text_is_a_board_and_cell_or_one_of_our_errors(text):
    """No text makes the readers of boards and cells fail in any other way than by an error of the house."""
    for read in (Board.parse, Board.mnk(20, 20, 5).cell):
        try:
            read(text)
        except NoughtsError as error:
            assert str(error)


@pytest.mark.parametrize(
    "text", ["x" * 100_000, "3x" * 50_000, "9" * 100_000 + "x3x3", "torus" + "9" * 100_000]
)
def test_huge_names_are_cut_in_the_message(text):
    """A name of a hundred thousand characters is quoted by its beginning only."""
    for read in (Board.parse, Board.mnk(3, 3, 3).cell):
        with pytest.raises(NotationError) as caught:
            read(text)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("3x3", "3x3x3"),
        ("4x3", "4x3x3"),
        ("15x15", "15x15x5"),
        ("torus6x6", "torus6x6x5"),
        (" 3X3X3\n", "3x3x3"),
        ("6\N{MULTIPLICATION SIGN}5\N{MULTIPLICATION SIGN}4", "6x5x4"),
        ("Cube4", "cube4"),
    ],
)
def test_boards_are_read_as_people_write_them(typed, name):
    """Capitals, a multiplication sign and spaces do not matter; without k it is five in a row, or the shorter side."""
    assert str(Board.parse(typed)) == name


@given(small_boards())
def test_a_board_can_be_pasted_and_sent(board):
    """What a board's representation says makes the same board, and its pickle is short."""
    assert eval(repr(board), {"Board": Board}) == board
    sent = pickle.dumps(board)
    assert pickle.loads(sent) == board
    assert len(sent) < 120


def test_a_board_of_ones_own_lines_can_be_sent():
    """Lines that no name tells travel in the pickle, and the representation says how many there are."""
    mine = Board("mine", 3, 1, ((0, 2),))
    sent = pickle.loads(pickle.dumps(mine))
    assert (sent, sent.name, mine.is_named) == (mine, "mine", False)
    assert repr(mine) == "<Board 'mine': 3 cells, 1 lines>"


@pytest.mark.parametrize("sizes", [(3, 3, 2.5), ("3", 3, 3), (None, 3, 3)])
def test_sides_that_are_no_whole_numbers_are_quoted(sizes):
    """Whatever is no whole number is neither a side nor a k."""
    with pytest.raises(InputTypeError, match=re.escape(str(sizes))):
        Board.mnk(*sizes)


def test_a_board_is_taken_as_text_or_object():
    """A board, its name and nothing at all are boards; anything else is refused by its type."""
    assert Board.of("4x3x3") is Board.of(Board.mnk(4, 3, 3))
    assert Board.of(None) == Board.mnk(3, 3, 3)
    for wrong in (3, 3.0, (3, 3, 3), b"3x3x3"):
        with pytest.raises(InputTypeError, match=type(wrong).__name__):
            Board.of(wrong)


@pytest.mark.parametrize("wrong", [99, -1, 9, "d1", "hello"])
def test_a_cell_that_a_board_has_not_is_refused(wrong):
    """What asks for a cell of the board takes its name or its index, and nothing else."""
    board = Board.mnk(3, 3, 3)
    assert board.place("b2") == board.place(4) == 4
    assert board.cell_name("b2") == board.cell_name(4) == "b2"
    for ask in (board.place, board.cell_name):
        with pytest.raises(NotationError, match=f"cell: '{wrong}'"):
            ask(wrong)
