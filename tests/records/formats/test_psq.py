"""Lines of a PSQ record: blank lines and text after the moves are ignored, and no move is dropped without an error."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Board, IllegalMoveError, NotationError, Position
from noughts.records.formats.common import fitting
from noughts.records.formats.file import read, read_study
from noughts.records.formats.psq import from_psq, to_psq
from tests.positions import mnk_boards
from tests.records.formats.test_formats import games, standing

HEAD = "Piskvorky 15x15, 0:0, 0"
BOARD = Board.mnk(15, 15, 5)
BLANK = st.lists(st.sampled_from(["", " ", "\t", " \u00a0 "]), max_size=2)
LIKE_A_MOVE = re.compile(r"\s*[0-9]+\s*,", re.ASCII)
TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), max_size=12)
END = st.sampled_from(["-1", "0", "1", "pbrain-x.exe", "homo-1", "AI-1.zip"]) | TEXT.filter(
    lambda text: text.strip() and not LIKE_A_MOVE.match(text)
)
"""A line that ends the moves."""
AFTER = END | st.sampled_from(["0,Freestyle15_1", "1,Freestyle", "2,renju", "3, ", "8,x,0"])
"""A line after that: one number, a comma and a name are a result of the Gomocup."""


def piskvorky_games():
    """Games of five in a row, or of the shorter side where that is less, without moves taken back."""
    starts = mnk_boards().map(lambda board: Position.start(fitting(board.columns, board.rows)))
    return games(starts).map(standing)


@given(piskvorky_games(), st.data())
def test_blank_lines_line_ends_and_text_after_the_moves_change_nothing(game, data):
    """A record reads to the same game with blank lines anywhere, any line ends, and names and a result at its end."""
    head, *moves, _ = to_psq(game).splitlines()
    lines = [*data.draw(BLANK), head]
    for move in moves:
        lines += [*data.draw(BLANK), move]
    if data.draw(st.booleans()):
        lines += [*data.draw(BLANK), data.draw(END)]
        lines += data.draw(st.lists(AFTER | BLANK.map("".join), max_size=4))
    text = data.draw(st.sampled_from(["\n", "\r\n", "\r"])).join(lines)
    for reads in (from_psq, read, lambda text: read_study(text).game()):
        assert reads(text) == game


@given(piskvorky_games().filter(lambda game: len(game.moves) > 1), st.data())
def test_no_move_is_dropped_without_an_error(game, data):
    """Any other text before a move is an error that names the line of the move, or of the text."""
    lines = to_psq(game).splitlines()
    at = data.draw(st.integers(1, len(game.moves)))
    lines.insert(at, data.draw(END))
    with pytest.raises(NotationError, match=f"^line {at + 2}: a move after the end of the moves"):
        from_psq("\n".join(lines))


def test_a_record_of_the_gomocup_is_read():
    """Names, -1, and at last the winner with the tournament's name follow the moves, as the Gomocup writes them."""
    text = f"{HEAD}\n8,8,0\n\n9,7,1500\n\n\nRAPFI25.zip\nJAX25.zip\n-1\n1,Freestyle15_1\n"
    assert from_psq(text).moves == (BOARD.cell("h8"), BOARD.cell("i7"))


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (
            ["8,8,0", "9,x,0", "8,7,0", "-1"],
            "line 3: not a move: '9,x,0' (column, row and milliseconds, like 8,8,0)",
        ),
        (["8,8,0", "", "9,", "-1"], "line 4: not a move: '9,'"),
        (["8,8,0", "9,7,0,1"], "line 3: not a move: '9,7,0,1'"),
        (["8,8,0", "9,7,0.5"], "line 3: not a move: '9,7,0.5'"),
        (["8,8,0", " 10000,7,0"], "line 3: not a move: ' 10000,7,0'"),
        (["1,Freestyle"], "line 2: not a move: '1,Freestyle'"),
        (
            ["8,8,0", "-1", "9,7,0"],
            "line 4: a move after the end of the moves: '9,7,0' (line 3, '-1', ended them)",
        ),
        (
            ["8,8,0", "hello", "", "9 , 7"],
            "line 5: a move after the end of the moves: '9 , 7' (line 3, 'hello'",
        ),
        (["-1", "AI.zip", "99,99,0,5"], "line 4: a move after the end of the moves: '99,99,0,5'"),
        (["8,8,0", "", "16,1,0"], "line 4: no such cell: '16,1,0' (the board is 15x15)"),
    ],
)
def test_a_line_that_is_no_move_is_an_error_with_its_number(lines, words):
    """A line that begins like a move and is none, and a move after other text, are quoted with their numbers."""
    for reads in (from_psq, read, read_study):
        with pytest.raises(NotationError, match=re.escape(words)):
            reads("\n".join([HEAD, *lines]))


def test_lines_are_counted_from_the_first_of_the_text():
    """Blank lines before the record count, too."""
    with pytest.raises(NotationError, match=r"^line 5: not a move"):
        read(f"\ufeff\r\n \r\n  {HEAD}\r\n8,8,0\r\n9,x\r\n")


def test_an_illegal_move_after_a_blank_line_is_an_error():
    """A move that was dropped before is played, and so it must be legal."""
    with pytest.raises(IllegalMoveError, match="move 2, '8,8,0': taken"):
        from_psq(f"{HEAD}\n8,8,0\n\n8,8,0\n")
