"""Positions and moves as people paste them: read leniently, and never on a guessed board."""

import pickle
import re

import pytest

from noughts import Board, Game, NotationError, NoughtsError, Position, Study, WhichBoardError
from noughts.records.formats.file import read, read_study

CORNERS = "XX./.../O.."


@pytest.mark.parametrize(
    ("text", "board", "meant"),
    [
        ("XX./.../O..", "3x3x3", CORNERS),
        ("xx./.../o..", "3x3x3", CORNERS),
        ("XX_/___/O__", "3x3x3", CORNERS),
        ("XX-/---/O--", "3x3x3", CORNERS),
        ("XX....O..", "3x3x3", CORNERS),
        ("xx_ ___ o__", "3x3x3", CORNERS),
        ("XX.\r\n...\nO..\n", "3x3x3", CORNERS),
        (" X X . / . . . / O . . ", "3x3x3", CORNERS),
        ("3x3x3 XX./.../O..", None, CORNERS),
        ("3X3X3: XX./.../O..", "7x7x5", CORNERS),
        ("3\u00d73\u00d73 XX....O..", None, CORNERS),
        ("5x4x4: X..../...../...../.....", "3x3x3", "5x4x4:X..../...../...../....."),
        ("torus4x4x4 X.../..../..../....", "3x3x3", "torus4x4x4:X.../..../..../...."),
        ("misere-3x3x3 X../.../...", None, "misere-3x3x3:X../.../..."),
        ("X.../..../..../....", "4x4x3", "4x4x3:X.../..../..../...."),
        ("X...............", "4x4x3", "4x4x3:X.../..../..../...."),
        ("4x4 X...............", "4x4x3", "4x4x3:X.../..../..../...."),
        ("XO...", "5x1x3", "5x1x3:XO..."),
        ("4x3x3", None, "4x3x3:"),
        ("cube3\n", "3x3x3", "cube3:"),
        ("7x5", "7x5x4", "7x5x4:"),
        ("3x3 X........", "torus3x3x2", "torus3x3x2:X../.../..."),
        ("torus7x5", "torus7x5x4", "torus7x5x4:"),
        ("misere-3x3", "misere-3x3x2", "misere-3x3x2:"),
    ],
)
def test_positions_are_read_as_people_type_them(text, board, meant):
    """Either case, other signs for empty cells, rows separated or not, the board before them or given."""
    on = Board.parse(board) if board else None
    assert read_study(text, on, require_k=True) == Study(Position.parse(meant))
    assert read(text, on) == Game(Position.parse(meant))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("XXX/OO", "rows of different or no length: 'XXX/OO'"),
        ("XYZ/.../...", "unknown character 'Y', 'Z' in 'XYZ/.../...'"),
        ("XXX/.../..?", r"unknown character '\?'"),
        ("XX...", r"'XX...' has 5 cells in one row \(separate its rows by /, or name its board\)"),
        ("XXXX/XXXX/XXXX/XXXX", "16 X and 0 O, but X moves first"),
        ("XXX/OOO/...", "both sides have a complete line"),
        ("3x3x3 XXX/.../...", "3 X and 0 O"),
        ("4x4x3 XX./.../O..", "3 columns and 3 rows, which is not the board 4x4x3"),
        ("21x21", "board out of range: '21x21x5'"),
        ("4x4x4x4", "not a board: '4x4x4x4'"),
        ("." * 22 + "/" + "." * 22, "board out of range"),
        ("x" * 199_999, "position too long"),
        ("/" * 199_999, "position too long"),
        ("https://example.org/a/b", "not a record of a game"),
        ("a50", r"no such cell: 'a50' \(the board ends at t20\)"),
    ],
)
def test_bad_positions_are_refused_with_the_reason(text, words):
    """An error quotes what is wrong, and no board is asked for before that."""
    with pytest.raises(NoughtsError, match=words) as refused:
        read_study(text, require_k=True)
    assert not isinstance(refused.value, WhichBoardError)


@pytest.mark.parametrize(
    ("text", "board", "words", "boards"),
    [
        ("xx_ ___ o__", None, "a position of 3x3 cells does not say how", ["3x3x3", "3x3x1", "3x3x2"]),
        ("X.../..../..../....", "3x3x3", "like 4x4x4", ["4x4x4", "4x4x1", "4x4x2", "4x4x3"]),
        ("4x2 X.......", "3x3x3", "like 4x2x2", ["4x2x2", "4x2x1", "4x2x3", "4x2x4"]),
        ("2x1", None, "like 2x1x1", ["2x1x1", "2x1x2"]),
        ("2x2 a1 b2", None, "'2x2' does not say how many .* whole name, like 2x2x2", ["2x2x2", "2x2x1"]),
        ("torus2x2 a1 b2", None, "'torus2x2' .*, like torus2x2x2", ["torus2x2x2", "torus2x2x1"]),
        ("Torus2\u00d72 a1", "2x2x1", "'Torus2\u00d72'", ["torus2x2x2", "torus2x2x1"]),
        ("misere-2x2: X...", "2x2x2", "'misere-2x2'", ["misere-2x2x2", "misere-2x2x1"]),
        ("last-2x1", None, "'last-2x1'", ["last-2x1x1", "last-2x1x2"]),
        ("misere-torus2x1 a1", None, "like mis", ["misere-torus2x1x1", "misere-torus2x1x2"]),
        ("h8i7i8", None, "these moves name no board", ["10x10x5", "15x15x5", "20x20x5"]),
        ("h8i7i8", "3x3x3", "no such cell: 'h8'", ["10x10x5", "15x15x5", "20x20x5"]),
        ("a16 (b1) {far down}", None, "name no board", ["20x20x5", "cube4"]),
    ],
)
def test_a_board_that_is_not_named_is_asked_for(text, board, words, boards):
    """The error proposes the boards that the text fits on, and it is read on the first of them."""
    with pytest.raises(WhichBoardError, match=words) as asked:
        read_study(text, Board.parse(board) if board else None, require_k=True)
    assert list(asked.value.boards) == boards
    assert pickle.loads(pickle.dumps(asked.value)).boards == asked.value.boards
    assert str(read_study(text, Board.parse(boards[0]), require_k=True).start.board) == boards[0]


def test_the_library_takes_the_usual_length_of_a_line():
    """``Study.read`` takes five in a row, or the shorter side, like ``Position.parse``; moves alone name no sides."""
    assert Study.read(CORNERS) == Study(Position.parse(CORNERS))
    assert Game.read("/".join(["." * 15] * 15)).start == Position.start("15x15x5")
    assert str(Study.read("15x15 h8 i7").start.board) == "15x15x5"
    assert str(Study.read("torus15x15 h8 i7").start.board) == "torus15x15x5"
    with pytest.raises(WhichBoardError, match="these moves name no board"):
        Study.read("h8 i7")


def test_moves_off_the_board_of_their_start_propose_no_other():
    """The position from which moves begin decides the board."""
    with pytest.raises(NoughtsError, match="no such cell: 'h8'") as refused:
        read_study("h8", None, CORNERS)
    assert not isinstance(refused.value, WhichBoardError)


@pytest.mark.parametrize(
    ("moves", "board", "position", "meant"),
    [
        ("b2", None, f"3x3x2:{'.' * 9}", "3x3x2:.../.../..."),
        ("b2", "3x3x3", CORNERS, f"3x3x3:{CORNERS}"),
        ("b2", "torus3x3x3", CORNERS, f"torus3x3x3:{CORNERS}"),
        ("3x3 b2", "torus3x3x3", CORNERS, f"torus3x3x3:{CORNERS}"),
        ("misere-3x3x3 b2", None, CORNERS, f"misere-3x3x3:{CORNERS}"),
        ("3x3x2 b2", "4x4x4", "........X", "3x3x2:.../.../..X"),
        (" \n", None, "4x4x3", "4x4x3:"),
        ("", "3x3x3", CORNERS, f"3x3x3:{CORNERS}"),
    ],
)
def test_moves_start_from_a_position(moves, board, position, meant):
    """The position is on the board that the moves or the position name, or else on the board given."""
    study = read_study(moves, Board.parse(board) if board else None, position, require_k=True)
    assert study.start == Position.parse(meant)


@pytest.mark.parametrize("moves", ["b2", "", "3x3 b2", "{a note} b2 (b3) c1"])
def test_the_board_of_a_position_is_asked_for(moves):
    """Rows from which moves start do not say how many in a row win, so the board is asked for."""
    with pytest.raises(WhichBoardError, match="how many in a row win") as asked:
        read_study(moves, None, CORNERS, require_k=True)
    assert asked.value.boards == ("3x3x3", "3x3x1", "3x3x2")


def test_moves_and_their_position_must_be_on_one_board():
    """A board that the moves name is not asked for again if the position does not fit on it."""
    with pytest.raises(NotationError, match=f"'{CORNERS}' has 3 columns .* not the board 4x4x4") as refused:
        read_study("4x4x4 b2", None, CORNERS, require_k=True)
    assert not isinstance(refused.value, WhichBoardError)
    with pytest.raises(NotationError, match="the moves are on 4x4x4, the position on 3x3x3"):
        read_study("b2", Board.parse("4x4x4"), f"3x3x3:{CORNERS}", require_k=True)


@pytest.mark.parametrize(
    "record",
    [
        "(;GM[4]SZ[3];B[bb])",
        "Piskvorky 3x3, 0:0, 0\n2,2,0\n-1\n",
        '{"board": "3x3x3", "moves": ["b2"]}',
        "3x3x3 X../.../...",
        "3x3x3",
    ],
)
def test_a_position_is_rejected_with_a_record_that_has_its_own_start(record):
    """Only moves start from a position; beside any other record it is rejected and not ignored."""
    message = re.escape(
        f"a position can be given only with moves, but this record has its own start: {record!r}"
    )
    with pytest.raises(NotationError, match=message):
        read_study(record, Board.parse("3x3x3"), CORNERS)


MANY = " ".join(f"{column}{row}" for row in range(1, 7) for column in "abcdefghi")
"""54 moves."""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"15x15x5 {MANY} zz i7", "move 55 is not a cell: 'zz i7' (write cells like h8 i7 i8)"),
        ("h8 i7, 2. u8 i8", "move 3 is not a cell: '2. u8 i8'"),
        ("3x3x3 b2 a1 (b1 c1 nonsense) c3", "move 4 is not a cell: 'nonsense) c3'"),
        ("3x3x3 b2 a1 (b1 c1) h", "move 3 is not a cell: 'h'"),
        ("15x15x5 hello", "move 1 is not a cell: 'hello'"),
        ("b2 {a note", "not a note: '{a note'"),
        ("3x3x3 (b2) a1", "a variation must follow the move that it replaces: '(b2) a1'"),
        ("(b2) a1", "not SGF: '(b2) a1' (a game begins with '(;')"),
        ("(FF[4]GM[4]SZ[3];B[bb])", "not SGF: '(FF[4]GM[4]SZ[3];B[bb])' (a game begins with '(;')"),
        ("hello (world)", "not a record of a game: 'hello (world)'"),
        ("{a note}", "not a record of a game: '{a note}'"),
        ('{"board": 3x3x3}', "not JSON: "),
        ("{}", "'board' must be a text"),
        ("foo3x3bar b2", "not a board: 'foo3x3bar'"),
        ("", "not a record of a game: ''"),
    ],
)
def test_a_game_and_a_study_report_the_same_problem(text, message):
    """A text has one format however it is read, and the error quotes it from the problem on."""
    for reads in (read, read_study):
        with pytest.raises(NotationError, match=re.escape(message)):
            reads(text)


def test_notes_alone_are_moves_after_a_board():
    """A note on the start is read without a move, if a board before it makes clear that it is no JSON."""
    study = read_study("3x3x3 {the empty board}")
    assert (study.note, study.moves, str(study.start.board)) == ("the empty board", (), "3x3x3")
