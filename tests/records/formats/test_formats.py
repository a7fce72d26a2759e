"""Games as JSON, SGF, PSQ and moves alone: written and read back, foreign files, and what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Board, Game, IllegalMoveError, Mark, NotationError, NoughtsError, Position, Study
from noughts.records.formats.common import fitting
from noughts.records.formats.json import from_json, to_json
from noughts.records.formats.moves import from_moves, is_moves
from noughts.records.formats.psq import from_psq, to_psq
from noughts.records.formats.sgf import game_of, nodes_of, players_of, to_sgf
from noughts.records.log import Ending
from tests.positions import mnk_boards, positions, small_boards

OWN_LINES = Board("corners", 3, 3, (Board.mnk(3, 3, 3).corners,))


@st.composite
def games(draw, starts):
    """A game from some position, with some moves perhaps taken back."""
    game = Game(draw(starts))
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 30))):
        if game.position.is_over:
            break
        game = game.play(rng.choice(game.position.moves))
    for _ in range(draw(st.integers(0, len(game.moves)))):
        game = game.undo()
    return game


def anywhere():
    """Games on every sort of board, from every sort of position."""
    return games(positions(mnk_boards() | small_boards()))


def from_sgf(text):
    """The first game of an SGF."""
    return game_of(nodes_of(text))


def standing(game):
    """The game without what was taken back."""
    return Game(game.start, game.moves)


@given(anywhere())
def test_json_keeps_a_game(game):
    """Reading the JSON of a game gives the same game, with the moves taken back."""
    assert from_json(to_json(game)) == game


@given(anywhere())
def test_sgf_keeps_the_moves_that_stand(game):
    """Reading the SGF of a game gives its board, its start and its moves, on every sort of board."""
    again = from_sgf(to_sgf(game))
    assert again == standing(game)
    assert str(again.start.board) == str(game.start.board)


@given(games(mnk_boards().map(lambda board: Position.start(fitting(board.columns, board.rows)))))
def test_psq_keeps_the_moves_that_stand(game):
    """Reading the PSQ of a game of five in a row, or of a smaller board's shorter side, gives its moves."""
    assert from_psq(to_psq(game)) == standing(game)


def test_a_record_of_sides_is_on_the_board_that_they_name():
    """A record that tells only its sides is read on the board of that name, as rows without a board are."""
    for sides in ("6x4", "15x15", "3x7"):
        record = f"Piskvorky {sides}, 0:0, 0\n1,1,0\n-1\n"
        assert from_psq(record).start.board == Board.of(sides)
        assert from_sgf(f"(;GM[4]SZ[{sides.replace('x', ':')}];B[aa])").start.board == Board.of(sides)


@given(games(st.just(Position.start(Board.mnk(15, 15, 5)))))
def test_psq_of_five_in_a_row_needs_no_board(game):
    """The game that PSQ is made for is read without being told the board."""
    assert from_psq(to_psq(game)) == standing(game)


@given(anywhere(), st.text(), st.text())
def test_no_name_spoils_an_sgf(game, x, o):
    """Whatever the players are called, the game is read back."""
    assert from_sgf(to_sgf(game, x=x, o=o)) == standing(game)


@given(anywhere(), st.data())
def test_sgf_cut_short_is_refused(game, data):
    """No part of a file that lacks its end is taken for a game."""
    text = to_sgf(game).rstrip()
    with pytest.raises(NotationError):
        from_sgf(text[: data.draw(st.integers(0, len(text) - 1))])


@pytest.mark.parametrize(
    ("write", "read", "written"),
    [
        (to_json, from_json, anywhere()),
        (to_sgf, from_sgf, anywhere()),
        (to_psq, from_psq, games(mnk_boards().map(Position.start))),
    ],
    ids=["json", "sgf", "psq"],
)
@given(st.data())
def test_any_text_is_read_or_refused(write, read, written, data):
    """Whatever text is given, the answer is a game or one of the house's errors."""
    text = write(data.draw(written))
    at, cut = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 12))
    inserted = data.draw(st.text(alphabet='()[];:\\BWAESZab0123,x\n"{}.', max_size=12))
    try:
        assert isinstance(read(text[:at] + inserted + text[at + cut :]), Game)
    except NoughtsError as error:
        assert str(error)


def test_cells_count_from_the_top_left():
    """SGF writes column and row as letters from aa, PSQ as numbers from 1, both from the top left."""
    board = Board.mnk(5, 4, 4)
    game = Game(Position.start(board)).play(board.cell("a1")).play(board.cell("e2")).play(board.cell("b4"))
    assert to_sgf(game).endswith(";B[aa];W[eb];B[bd])\n")
    assert "SZ[5:4]" in to_sgf(game)
    assert to_psq(game).splitlines()[1:4] == ["1,1,0", "5,2,0", "2,4,0"]


FOREIGN = r"""Saved by a program that says things first
(;FF[4] GM[4] CA[UTF-8] AP[Board:1.0] SZ[15] RU[Freestyle] RE[B+]
 PB[A \] trap; B[aa\]] PW[White] C[two
lines (with; signs)]
;B[hh]C[the centre]N[x]BL[12.5]
(;W[ih];B[ii](;W[gg])(;W[jj];B[kk]))
(;W[gh];B[gg]))
(;GM[1]SZ[19];B[pd])
"""


def test_a_foreign_sgf_is_read_along_its_main_line():
    """Comments, other properties, variations and further games are passed over."""
    game = from_sgf(FOREIGN)
    assert str(game.start.board) == "15x15x5"
    assert [game.start.board.cell_name(cell) for cell in game.moves] == ["h8", "i8", "i9", "g7"]


def test_a_game_may_stand_in_one_node_with_old_names():
    """Several moves in one node, and names with small letters, are read as older files mean them."""
    game = from_sgf("(;GaMe[4]SiZe[3]Black[bb]White[aa]B[cc])")
    assert [game.start.board.cell_name(cell) for cell in game.moves] == ["b2", "a1", "c3"]


def test_an_sgf_without_gm_is_read_as_five_in_a_row():
    """Many programs leave GM out: what says no other game is read as marks in a row."""
    assert from_sgf("(;SZ[15];B[hh];W[ii])").moves == from_sgf("(;GM[4]SZ[15];B[hh];W[ii])").moves


def test_an_sgf_tells_its_players():
    """PB and PW are the players' names, whatever signs they hold; a file may name one, or nobody."""
    game = from_sgf(FOREIGN)
    assert players_of(nodes_of(to_sgf(game, x="A ] trap:", o="two \\ words"))) == {
        Mark.X: "A ] trap:",
        Mark.O: "two \\ words",
    }
    assert players_of(nodes_of("(;PW[ Vera ]SZ[3])")) == {Mark.O: "Vera"}
    assert players_of(nodes_of("(;SZ[3])")) == {}


@pytest.mark.parametrize(
    "text",
    ["h8i7i8", "h8 i7 i8", "H8, I7, I8", "1. h8 2. i7 3. i8\n", "15x15 h8i7i8", "15x15x5: h8 i7 i8"],
)
def test_moves_alone_are_a_record(text):
    """Joined, parted or counted, with the board before them or given, moves are read as what they say."""
    board = None if text.startswith("15x15") else Board.mnk(15, 15, 5)
    assert is_moves(text)
    game = from_moves(text, board)
    assert str(game.start.board) == "15x15x5"
    assert [game.start.board.cell_name(cell) for cell in game.moves] == ["h8", "i7", "i8"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("h8i7", "these moves name no board: write it first, like 15x15x5 h8 i7 i8"),
        ("3x3 h8i7", "no such cell: 'h8'"),
        ("3x3x3 b2b2", "move 2, 'b2'"),
        ("h8 u7", "move 2 is not a cell: 'u7'"),
        ("15x15x5 (h8) i7", r"a variation must follow the move that it replaces: '\(h8\) i7'"),
        ("21x21 h8", "21x21"),
    ],
)
def test_unreadable_moves_are_refused_with_the_place(text, words):
    """What is wrong with moves is quoted; no board is guessed."""
    with pytest.raises(NoughtsError, match=words):
        from_moves(text)


def test_setup_may_name_a_rectangle():
    """AB and AW set up marks, also by the corners of a rectangle in any order."""
    game = from_sgf("(;GM[4]SZ[4:3]RU[4x3x4]AB[aa:bb]AW[db:ca][ca];B[ac])")
    assert game.start.rows_text == "XXOO/XXOO/...."
    assert game.position.rows_text == "XXOO/XXOO/X..."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not SGF: ''"),
        ("hello", "not SGF: 'hello'"),
        ("(;GM[1]SZ[3];B[aa])", r"another game: 'GM\[1\]'"),
        ("(;GM[4];B[aa])", "SZ is missing"),
        ("(;GM[4]SZ[three])", r"not a size: 'SZ\[three\]'"),
        ("(;GM[4]SZ[21])", "21x21x5"),
        ("(;GM[4]SZ[3];B[da])", "no such cell: 'da'"),
        ("(;GM[4]SZ[3];B[b2x])", "no such cell: 'b2x'"),
        ("(;GM[4]SZ[3];B[])", "no such cell: ''"),
        ("(;GM[4]SZ[3];W[aa])", r"not the next move: 'W\[aa\]'"),
        ("(;GM[4]SZ[3];B[aa];B[bb])", r"not the next move: 'B\[bb\]'"),
        ("(;GM[4]SZ[3];B[aa][bb])", r"not the next move: 'B\[aa\]\[bb\]'"),
        ("(;GM[4]SZ[3];B[aa];AE[aa])", r"by hand: 'AE\[aa\]'"),
        ("(;GM[4]SZ[3];B[aa];AW[bb])", r"by hand: 'AW\[bb\]'"),
        ("(;GM[4]SZ[3]RU[4x4x4])", "not the board 4x4x4"),
        ("(;GM[4]SZ[16]RU[cube2d8])", "board out of range: 'cube2d8'"),
        ("(;GM[4]SZ[3]RU[3x3x9])", "nobody can win on '3x3x9'"),
        ("(;GM[4]SZ[3]!;B[aa])", "not SGF: '!"),
        ("(;GM[4]SZ[3];B[aa]", "breaks off"),
    ],
)
def test_unreadable_sgf_is_refused_with_the_place(text, words):
    """What is wrong with an SGF is quoted."""
    with pytest.raises(NoughtsError, match=words):
        from_sgf(text)


def test_an_illegal_move_is_named_by_its_number():
    """A move that the rules do not allow tells which it is, in every format."""
    with pytest.raises(IllegalMoveError, match=r"move 2, 'W\[aa\]': taken"):
        from_sgf("(;GM[4]SZ[3];B[aa];W[aa])")
    with pytest.raises(IllegalMoveError, match="move 2, '1,1,0': taken"):
        from_psq("Piskvorky 3x3, 0:0, 0\n1,1,0\n1,1,0\n")
    with pytest.raises(IllegalMoveError, match=r"move 6, 'c3': the game .* is over"):
        from_json('{"board": "3x3x3", "moves": ["a1", "a2", "b1", "b2", "c1", "c3"]}')


def test_the_result_is_who_won_and_how():
    """RE tells a win on the board, a resignation, a forfeit and a draw; nothing while the game goes on."""
    game = Game(Position.start())
    assert "RE[" not in to_sgf(game)
    for cell in (0, 3, 1, 4, 2):
        game = game.play(game.start.board.cells[cell])
    assert "RE[B+]" in to_sgf(game)
    assert "RE[W+R]" in to_sgf(game.undo(), ending=Ending(Mark.O, "resignation"))
    assert "RE[B+F]" in to_sgf(game.undo(), ending=Ending(Mark.X, "forfeit", why="it ended"))
    assert "RE[Draw]" in to_sgf(game.undo(), ending=Ending(None, "agreement"))


def test_a_tournament_psq_is_read():
    """A record of the Gomocup, with times, names, Windows line ends and a result, is five in a row."""
    lines = [
        "Piskvorky 15x15, 11:11, 1",
        "8,8,1500",
        "9,8,-1",
        " 8 , 9 ",
        "ENGINE-A.zip",
        "ENGINE-B.zip",
        "-1",
    ]
    game = from_psq("\r\n".join(lines))
    assert str(game.start.board) == "15x15x5"
    assert [game.start.board.cell_name(cell) for cell in game.moves] == ["h8", "i8", "h9"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "begins with ''"),
        ("1,1,0", "begins with '1,1,0'"),
        ("Piskvorky 3by3, 0:0, 0", "begins with 'Piskvorky 3by3"),
        ("Piskvorky 21x21, 0:0, 0", "21x21x5"),
        ("Piskvorky 3x3, 0:0, 0\n4,1,0", "no such cell: '4,1,0'"),
        ("Piskvorky 3x3, 0:0, 0\n0,1,0", "no such cell: '0,1,0'"),
    ],
)
def test_unreadable_psq_is_refused_with_the_line(text, words):
    """What is wrong with a PSQ is quoted."""
    with pytest.raises(NoughtsError, match=words):
        from_psq(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON: ''"),
        ("[" * 100_000, "not JSON"),
        ("9" * 5_000, "not JSON"),
        ("[]", "not a game"),
        ("{}", "'board' must be a text, not 'null'"),
        ('{"board": 3}', "'board' must be a text, not '3'"),
        ('{"board": "3x3x3", "start": null}', "'start' must be a text"),
        ('{"board": "3x3x3", "moves": "a1"}', "'moves' must be a list"),
        ('{"board": "3x3x3", "moves": [1]}', "'moves' must be a list"),
        ('{"board": "3x3x3", "moves": ["d1"]}', "no such cell: 'd1'"),
        ('{"board": "3x3x3", "undone": ["a1", "a1"]}', "taken"),
    ],
)
def test_unreadable_json_is_refused_with_the_field(text, words):
    """What is wrong with a JSON record is quoted."""
    with pytest.raises(NoughtsError, match=words):
        from_json(text)


def test_json_leaves_other_fields_alone():
    """An object that holds more than a game is read for the game in it."""
    record = {**json.loads(to_json(Game(Position.start()))), "id": "x", "redo": 0, "version": 3}
    assert from_json(json.dumps(record)) == Game(Position.start())


def test_what_a_format_cannot_say_is_not_written():
    """PSQ refuses other boards and other starts."""
    with pytest.raises(NotationError, match="'torus5x5x4'"):
        to_psq(Game(Position.start(Board.torus(5, 5, 4))))
    with pytest.raises(NotationError, match=r"'X\.\./\.\.\./\.\.\.'"):
        to_psq(Game(Position.parse("X../.../...")))
    with pytest.raises(NotationError, match="'corners'"):
        to_psq(Game(Position.start(OWN_LINES)))


def test_a_record_must_fit_the_board_that_it_names():
    """A board of another size than the record's is refused."""
    with pytest.raises(NotationError, match="3 columns and 3 rows, which is not the board 4x4x4"):
        from_sgf("(;GM[4]SZ[3]RU[4x4x4])")


def test_marks_set_up_twice_are_refused_before_they_are_counted():
    """A thousand rectangles of a whole board name more marks than it has cells: the first that is too many is told."""
    with pytest.raises(NotationError, match="more marks than cells: 'aa:ss'"):
        from_sgf(f"(;GM[4]SZ[19]AB{'[aa:ss]' * 1_000})")


def test_bytes_and_files_are_read_in_the_charset_that_they_name(tmp_path):
    """Bytes are UTF-8, or what an SGF's CA says; a file is its bytes, and the name of one is no record."""
    record = "(;GM[4]CA[%s]SZ[3]PB[Zoë];B[bb])"
    game = Game.read(record % "UTF-8")
    file = tmp_path / "game.sgf"
    for charset in ("ISO-8859-1", "UTF-8"):
        data = (record % charset).encode(charset)
        file.write_bytes(data)
        assert Game.read(data) == Game.read(file) == game
        assert Study.read(data).x == Study.read(file).x == "Zoë"
    for wrong, why in (
        (b"\xff\xfe", "no"),
        ((record % "klingon").encode(), "klingon"),
        ("a.sgf", "by its Path"),
        (3, "'3'"),
    ):
        for read_one in (Game.read, Study.read):
            with pytest.raises(NoughtsError, match=why if why != "no" else "not a text in 'UTF-8'"):
                read_one(wrong)


def test_bytes_in_another_charset_are_rejected_with_the_remedy():
    """The error quotes the character set, and says how a file is saved or names another one."""
    remedy = r"save it as UTF-8, or name its character set in an SGF file, like CA\[GB18030\]"
    for data, charset in (
        ("(;SZ[3]PB[Zoë])".encode("latin-1"), "UTF-8"),
        (b"(;CA[klingon]SZ[3])", "klingon"),
    ):
        with pytest.raises(NotationError, match=rf"not a text in '{charset}': \d+ bytes \({remedy}\)"):
            Game.read(data)
