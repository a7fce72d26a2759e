"""Positions: text in and out, moves, outcomes, symmetry, and what no game reaches."""

import pickle
from dataclasses import FrozenInstanceError
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import (
    Board,
    IllegalMoveError,
    ImpossibleError,
    InputTypeError,
    Mark,
    NotationError,
    NoughtsError,
    Outcome,
    Position,
    Reason,
)
from noughts.game.count import walk
from tests import reference
from tests.positions import mnk_boards, positions, small_boards, unfinished

THREE = Board.mnk(3, 3, 3)


@given(positions())
def test_parse_and_print_are_inverse(position):
    """Any position up to 20x20 is read back from its text, and its text from it."""
    text = str(position)
    assert Position.parse(text) == position
    assert Position.parse(text, position.board) == position
    assert Position.parse(position.rows_text, k=position.board.k) == position
    assert str(Position.parse(position.rows_text, position.board)) == text


@given(positions(small_boards()))
def test_a_position_can_be_pasted_and_sent(position):
    """Text and representation give the same position on any board with a name, also as a pickle, which is short."""
    assert Position.parse(str(position)) == position
    assert eval(repr(position), {"Position": Position}) == position
    sent = pickle.dumps(position)
    assert pickle.loads(sent) == position
    assert len(sent) < 250


def test_a_board_that_the_rows_do_not_tell_stands_before_them():
    """`str` names the board wherever the rows alone would be read on another, or on none."""
    assert str(Position.start(THREE)) == ".../.../..."
    assert str(Position.start(Board.mnk(3, 3, 2))) == "3x3x2:.../.../..."
    assert str(Position.start(Board.torus(3, 3, 3))) == "torus3x3x3:.../.../..."
    assert str(Position.start(Board.mnk(2, 1, 1))) == "2x1x1:.."
    assert repr(Position.start(Board.mnk(4, 3, 2))) == "Position.parse('..../..../....', '4x3x2')"


@pytest.mark.parametrize(
    "typed",
    [
        "xx_/_o-/...",
        "XX..O....",
        "xx.\n.o.\n...\n",
        " XX. / .O. / ... ",
        "XX. .O. ...",
        "3x3:XX..O....",
        "3x3x3: XX./.O./...",
    ],
)
def test_positions_are_read_as_people_write_them(typed):
    """Small letters, other signs for empty cells, rows on lines of their own or not parted: the same position."""
    assert Position.parse(typed) == Position.parse("XX./.O./...")


def test_rows_that_are_not_parted_ask_for_their_board():
    """So many cells that are no square belong to a board that is given, or to none."""
    assert Position.parse("X....O", "3x2x2").rows_text == "X../..O"
    assert Position.parse("X....O", k=3).board == Board.mnk(6, 1, 3)
    with pytest.raises(NotationError, match=r"which board\? 'X....O' has 6 cells in one row"):
        Position.parse("X....O")


def test_a_text_and_its_board_must_agree():
    """A board before the rows, one beside them and k may not contradict each other."""
    text = "3x3x2:.../.../..."
    assert Position.parse(text, "3x3x2") == Position.parse(text, k=2) == Position.start(Board.mnk(3, 3, 2))
    for wrong in ({"board": THREE}, {"k": 3}):
        with pytest.raises(NotationError, match="3x3x2"):
            Position.parse(text, **wrong)


def test_a_position_is_taken_as_text_board_or_object():
    """A position, its text, a board and its name are positions; those of another board than given are refused."""
    start = Position.start()
    assert {Position.of(given) for given in (start, str(start), THREE, "3x3x3", "3x3")} == {start}
    assert (
        Position.of(".........", "3x3x2")
        == Position.of("3x3x2:.........")
        == Position.start(Board.mnk(3, 3, 2))
    )
    with pytest.raises(NotationError, match="is a position of 3x3x3, not of '4x3x3'"):
        Position.of(start, "4x3x3")
    for wrong in (3, None, [start], b"..."):
        with pytest.raises(InputTypeError, match=type(wrong).__name__):
            Position.of(wrong)


def test_cells_go_by_name_or_index():
    """A move or a mark may be asked for by the cell's name; a position is no sequence for all that."""
    position = Position.start().play("b2").play("A1")
    assert position == Position.start().play(4).play(0)
    assert (position["b2"], position[0], position["c3"]) == (Mark.X, Mark.O, None)
    assert (position.at("b2"), position.at(0), position.at("c3")) == (Mark.X, Mark.O, None)
    for wrong, error in (
        (9, IllegalMoveError),
        ("d1", NotationError),
        (1.5, InputTypeError),
        (None, InputTypeError),
    ):
        for ask in (position.play, position.at, position.__getitem__):
            with pytest.raises(error):
                ask(wrong)
    with pytest.raises(TypeError):
        list(position)


def test_k_defaults_to_the_shorter_side():
    """Without a board, 4 columns and 3 rows ask for 3 in a row; ``k`` or a board say otherwise."""
    assert str(Position.parse("..../..../....").board) == "4x3x3"
    assert str(Position.parse("..../..../....", k=2).board) == "4x3x2"
    assert Position.parse("..../..../....", Board.torus(4, 3, 3)).board == Board.torus(4, 3, 3)


@pytest.mark.parametrize("columns", range(2, 21))
def test_rows_and_sides_name_one_board(columns):
    """Rows without a board lie on the board that their sides name: fifteen rows of fifteen are 15x15x5."""
    for rows in (3, columns, 20):
        typed = "/".join(["." * columns] * rows)
        assert Position.parse(typed).board == Board.of(f"{columns}x{rows}")
        assert str(Position.parse(typed)) == typed


@pytest.mark.parametrize("typed", ["9x9x5", " 9X9x5 ", "9x9x5:", "9x9", "9x9x5: "])
def test_a_board_is_its_empty_position(typed):
    """Where a position is read, a board's name alone is the empty board, with the board beside it or without."""
    assert Position.parse(typed) == Position.of(typed) == Position.start("9x9x5")
    assert Position.parse(typed, "9x9x5") == Position.start("9x9x5")
    with pytest.raises(NotationError, match="not of '3x3x3'"):
        Position.parse(typed, "3x3x3")


@given(unfinished(), st.data())
def test_playing_a_move_and_taking_it_back(position, data):
    """A move puts one mark of the side to move on its cell; without that mark it is the position before."""
    cell = data.draw(st.sampled_from(position.moves))
    before, after = str(position), position.play(cell)
    assert str(position) == before
    assert after.at(cell) is position.to_move
    assert (after.ply, after.to_move) == (position.ply + 1, position.to_move.other)
    assert after == position.play_unchecked(cell)
    bit = 1 << cell
    assert Position(position.board, after.x & ~bit, after.o & ~bit) == position


@given(mnk_boards(9) | small_boards(), st.randoms(use_true_random=False))
def test_the_last_move_tells_how_a_game_ended(board, dice):
    """From the first move to the end, the lines through the last cell say the same as all lines together."""
    position = Position.start(board)
    while not position.is_over:
        cell = dice.choice(position.moves)
        before, position = position, position.play(cell)
        assert position.outcome_after(cell) == position.outcome
        assert position.take_back_unchecked(cell) == before
    assert position.outcome


def test_the_lines_through_a_cell_are_found_again():
    """Every line is among those of each of its cells and of no other, in line order."""
    for board in (Board.mnk(7, 6, 4), Board.torus(4, 4, 3), Board.cube(3)):
        for cell in board.cells:
            assert board.masks_through[cell] == tuple(m for m in board.masks if m >> cell & 1)


@given(positions())
def test_what_a_position_says_of_itself_agrees(position):
    """Own and other, empty cells and moves, marks and counts are the same facts told in several ways."""
    board = position.board
    text = position.rows_text.replace("/", "")
    assert position.ply == len(text) - text.count(".")
    assert str(position.to_move) == reference.mover(text)
    marks = [str(position.at(cell) or ".") for cell in board.cells]
    assert "".join(marks) == text
    assert list(position.empty) == [c for c in board.cells if text[c] == "."]
    assert position.moves == (() if position.is_over else position.empty)
    by_side = {Mark.X: position.x, Mark.O: position.o}
    assert position.own == by_side[position.to_move]
    assert position.other == by_side[position.to_move.other]
    assert position.free == board.full ^ position.x ^ position.o


@given(positions(mnk_boards(max_side=8)))
def test_the_outcome_agrees_with_a_scan_of_the_rows(position):
    """The winner is whom a plain scan of the rows finds; all complete lines are named; else full or None."""
    rows = position.rows_text.split("/")
    board, won = position.board, reference.row_winner(rows, position.board.k)
    outcome = position.outcome
    assert position.is_over == (outcome is not None)
    if won:
        complete = [line for line in board.lines if all(str(position.at(c) or ".") == won for c in line)]
        assert outcome == Outcome(Mark(won), Reason.LINE, tuple(complete))
    elif "." in position.rows_text:
        assert outcome is None
    else:
        assert outcome == Outcome(None, Reason.FULL)


@pytest.mark.parametrize(
    ("text", "winner", "reason", "lines"),
    [
        ("XXX/OO./...", Mark.X, Reason.LINE, ((0, 1, 2),)),
        ("XX./OOO/X..", Mark.O, Reason.LINE, ((3, 4, 5),)),
        ("XOX/OXO/XOX", Mark.X, Reason.LINE, ((0, 4, 8), (2, 4, 6))),
        ("XXX/XOO/XOO", Mark.X, Reason.LINE, ((0, 1, 2), (0, 3, 6))),
        ("XOX/XOO/OXX", None, Reason.FULL, ()),
    ],
)
def test_an_outcome_says_who_why_and_where(text, winner, reason, lines):
    """A win names its line or both its lines, a draw that the board is full."""
    assert Position.parse(text).outcome == Outcome(winner, reason, lines)


@given(positions(small_boards() | mnk_boards(max_side=6)))
def test_canonical_positions_stand_for_their_orbit(position):
    """All symmetric positions have the same canonical one, itself canonical and one of them."""
    board, canonical = position.board, position.canonical()
    orbit = {position.transform(symmetry) for symmetry in board.symmetries}
    assert canonical in orbit
    assert canonical.canonical() == canonical
    assert {image.canonical() for image in orbit} == {canonical}
    assert position.orbit_size() == len(orbit)
    assert len(board.symmetries) % len(orbit) == 0


@given(positions(small_boards()))
def test_symmetric_positions_have_symmetric_outcomes(position):
    """Turning or mirroring a position changes neither who has won nor how many lines did it."""
    for symmetry in position.board.symmetries:
        image = position.transform(symmetry)
        assert Position(image.board, image.x, image.o) == image
        assert [str(image.at(symmetry[c])) for c in image.board.cells] == [
            str(position.at(c)) for c in position.board.cells
        ]
        if position.outcome:
            assert image.outcome.winner is position.outcome.winner
            assert len(image.outcome.lines) == len(position.outcome.lines)
        else:
            assert image.outcome is None


def reachable(board):
    """All positions that a walk over moves from the empty board reaches, as texts."""
    seen, todo = set(), [Position.start(board)]
    while todo:
        position = todo.pop()
        if position not in seen:
            seen.add(position)
            todo += [position.play(cell) for cell in position.moves]
    return {(position.x, position.o) for position in seen}


def accepted(board):
    """All pairs of bit sets that ``Position`` accepts."""
    found = set()
    for marks in product((0, 1, 2), repeat=board.size):
        x = sum(1 << c for c, mark in enumerate(marks) if mark == 1)
        o = sum(1 << c for c, mark in enumerate(marks) if mark == 2)
        try:
            Position(board, x, o)
        except ImpossibleError:
            continue
        found.add((x, o))
    return found


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("3x3x3", 5478),
        ("3x3x2", None),
        ("torus3x3x3", None),
        ("cube2", None),
        ("5x1x2", None),
        ("4x2x2", None),
    ],
)
def test_exactly_the_reachable_positions_are_accepted(name, number):
    """Of all ways to mark the cells, `Position` accepts those that games reach and no other."""
    board = Board.parse(name)
    positions = reachable(board)
    assert accepted(board) == positions == set(walk(board))
    assert number is None or len(positions) == number


@given(st.lists(st.sampled_from(".XO"), min_size=12, max_size=12))
def test_a_board_of_4x3_is_accepted_exactly_if_it_is_reachable(marks):
    """On 4x3x3 a random marking is accepted exactly if some order of its moves is a game."""
    assert is_accepted("".join(marks)) == is_reachable("".join(marks))


@given(positions(st.just(Board.mnk(4, 3, 3))), st.integers(0, 11), st.sampled_from(".XO"))
def test_a_nearly_reachable_board_of_4x3_is_judged_right(position, cell, mark):
    """So is a position with one cell changed."""
    text = position.rows_text.replace("/", "")
    changed = text[:cell] + mark + text[cell + 1 :]
    assert is_accepted(changed) == is_reachable(changed)


def is_accepted(text):
    """Whether `Position` accepts twelve characters on 4x3x3."""
    try:
        Position.parse("/".join((text[:4], text[4:8], text[8:])))
    except ImpossibleError:
        return False
    return True


LINES_4X3 = reference.windows(4, 3, 3)


def is_reachable(text):
    """Whether the last mark can be taken off so that a reachable unfinished position remains."""
    if text.count("X") - text.count("O") not in (0, 1):
        return False
    last = "O" if reference.mover(text) == "X" else "X"
    if last not in text:
        return True
    befores = [text[:c] + "." + text[c + 1 :] for c, mark in enumerate(text) if mark == last]
    return any(not reference.result(b, LINES_4X3) and is_reachable(b) for b in befores)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("O../.../...", "0 X and 1 O"),
        ("XX./.../...", "2 X and 0 O"),
        ("XXX/.../...", "3 X and 0 O"),
        ("OOO/OOO/OOO", "0 X and 9 O"),
        ("XXX/OOO/...", "both sides"),
        ("XXX/OO./O..", "X has won"),
        ("OOO/XX./XX.", "O has won"),
        ("OOO/XXX/X..", "both sides"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(text, words):
    """Wrong counts, two winners, a move after the end: the message quotes it and says why."""
    with pytest.raises(ImpossibleError, match=words) as caught:
        Position.parse(text)
    assert repr(text) in str(caught.value)


def test_two_lines_that_no_single_move_completes_are_refused():
    """On 5x3x3 two lines of X without a common cell cannot come from one last move."""
    with pytest.raises(ImpossibleError, match="no single last move"):
        Position.parse("XXX../OO.OO/XXX.O", k=3)


@pytest.mark.parametrize(("x", "o"), [(1, 1), (1 << 9, 0), (-1, 0), (0, -1), (1 << 5000, 0), (3, 6)])
def test_bit_sets_that_overlap_or_leave_the_board_are_refused(x, o):
    """A cell held twice or off the board is refused, however large the number."""
    with pytest.raises(ImpossibleError, match="impossible position"):
        Position(THREE, x, o)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no length"),
        ("/", "no length"),
        ("//", "no length"),
        (".../.../..", "lengths 3, 3, 2"),
        ("../.../...", "lengths 2, 3, 3"),
        (".../.../.../", "lengths 3, 3, 3, 0"),
        ("XX0/.../O..", "unknown character '0'"),
        ("XX?/..!/O..", "unknown character '!', '?'"),
        ("X\u0425./.../O..", "unknown character"),
        (".../...\n.../...", "lengths 3, 6, 3"),
        ("...\x00/..../....", "unknown character"),
    ],
)
def test_unreadable_positions_are_quoted(text, words):
    """No text, rows of different lengths, unknown characters: quoted, with what is wrong about them."""
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert words in str(caught.value)
    assert repr(text) in str(caught.value)


def test_a_position_must_fit_the_board_beside_it():
    """Text of another size than the board is refused, naming both."""
    with pytest.raises(NotationError) as caught:
        Position.parse(".../...", THREE)
    assert "'.../...'" in str(caught.value)
    assert "3x3x3" in str(caught.value)


@pytest.mark.parametrize("k", [0, -1, 4, 10**9])
def test_an_impossible_k_is_refused(k):
    """A k must lie between 1 and the longer side."""
    with pytest.raises(ImpossibleError, match=str(k)):
        Position.parse(".../.../...", k=k)


@pytest.mark.parametrize("text", ["." * 21, "/".join(["."] * 21), "/".join(["." * 21] * 2)])
def test_positions_of_more_than_20_a_side_are_refused(text):
    """A board has at most 20 columns and 20 rows."""
    with pytest.raises(NoughtsError):
        Position.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        *("." * 1_000_000, "/" * 1_000_000, "X" * 1_000_000, "\U0001f600" * 100_000, "./" * 10_000),
        "/".join("".join(chr(0x4E00 + 19 * row + n) for n in range(19)) for row in range(19)),
    ],
    ids=["cells", "rows", "X", "emoji", "single cells", "all different"],
)
def test_huge_positions_are_cut_in_the_message(text):
    """A million characters are refused by a message that shows their beginning only."""
    with pytest.raises(NotationError) as caught:
        Position.parse(text)
    assert len(str(caught.value)) < 300


@given(st.text(max_size=40) | st.text("XO./", max_size=40))
def test_any_text_is_a_position_or_one_of_our_errors(text):
    """Whatever is typed either is a position that is read again from what it prints, or an error of the house."""
    try:
        position = Position.parse(text)
    except NoughtsError as error:
        assert str(error)
    else:
        assert Position.parse(str(position)) == position


@pytest.mark.parametrize(
    ("text", "cell", "words"),
    [
        ("X../.O./...", 0, "'a1' holds X"),
        ("X../.O./...", 4, "'b2' holds O"),
        ("X../.O./...", 9, "off the board: '9'"),
        ("X../.O./...", -1, "off the board: '-1'"),
        ("X../.O./...", 10**9, "off the board: '1000000000'"),
        ("XXX/OO./...", 8, "is over: no move 'c3'"),
        ("XOX/XOO/OXX", 0, "is over: no move 'a1'"),
        ("XXX/OO./...", 99, "is over: no move '99'"),
    ],
)
def test_illegal_moves_are_refused(text, cell, words):
    """A taken cell, a cell off the board, a finished game: the message names the move and the position."""
    position = Position.parse(text)
    with pytest.raises(IllegalMoveError) as caught:
        position.play(cell)
    assert words in str(caught.value)
    assert repr(text) in str(caught.value)
    assert str(position) == text


def test_a_move_is_among_the_moves_by_its_name():
    """``"b2" in position.moves`` says whether b2 can be played; a name that is no cell's is refused, not denied."""
    position = Position.parse("XX./.O./...")
    assert "c1" in position.moves
    assert "b2" not in position.moves
    assert "b2" not in position.empty
    assert position.moves == (2, 3, 5, 6, 7, 8) == pickle.loads(pickle.dumps(position.moves))
    with pytest.raises(NotationError, match="'z9'"):
        assert "z9" in position.moves


@given(positions(mnk_boards(max_side=6)), st.integers(-5, 40))
def test_membership_in_moves_is_legality(position, cell):
    """A cell is among the moves exactly if playing it is not refused."""
    try:
        position.play(cell)
    except IllegalMoveError:
        assert cell not in position.moves
    else:
        assert cell in position.moves


def test_positions_are_frozen_values():
    """A position cannot be changed, equals another with the same marks, and may be a key."""
    position = Position.parse("X../.O./...")
    with pytest.raises(FrozenInstanceError):
        position.x = 0
    assert {position: 1}[Position(THREE, 1, 16)] == 1
    assert position != Position(Board.torus(3, 3, 3), 1, 16)


def test_the_start_is_an_empty_3x3():
    """`Position.start` is the empty 3x3x3, or the empty board given."""
    assert str(Position.start()) == ".../.../..."
    assert Position.start().board == THREE
    assert Position.start(Board.mnk(2, 1, 1)).rows_text == ".."
