"""A study: moves with variations and notes, in its order, legal throughout, read and written in every format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import (
    Board,
    Cell,
    Game,
    IllegalMoveError,
    NotationError,
    NoughtsError,
    Position,
    Study,
    StudyMove,
)
from noughts.records.formats.file import read_study
from noughts.records.formats.json import to_json
from noughts.records.formats.moves import is_moves, study_from_moves
from noughts.records.formats.sgf import game_of, nodes_of, study_of, study_to_sgf
from noughts.records.log import person_name
from noughts.records.study import StudyDraft
from tests.positions import mnk_boards, positions, small_boards

NOTES = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs")) | st.sampled_from(" \n\\]:{})("),
    max_size=9,
)


@st.composite
def studies(draw, starts):
    """A study from some position: moves after moves that are there, wherever the game is not over."""
    start = draw(starts)
    draft = StudyDraft()
    games = {draft: Game(start)}
    rng = draw(st.randoms(use_true_random=False))
    draft.say(draw(NOTES))
    for _ in range(draw(st.integers(0, 20))):
        at, game = rng.choice(list(games.items()))
        if not game.position.is_over:
            cell = rng.choice(game.position.moves)
            after = at.play(cell)
            if after not in games:
                games[after] = game.play(cell)
                after.say(draw(NOTES))
    return draft.study(start)


def anywhere():
    """Studies on every sort of board, from every sort of position."""
    return studies(positions(mnk_boards() | small_boards()))


def as_moves(study):
    """A study the way people write it: what is played first, then in parentheses what might be played instead."""
    name = study.start.board.cell_name

    def noted(text):
        for sign in "\\{}":
            text = text.replace(sign, f"\\{sign}")
        return f"{{{text}}}" if text else ""

    def line(number):
        """A move, what is played instead of it where it is the main one, and what follows it."""
        text = ""
        while number:
            move = study.moves[number - 1]
            text += name(move.cell) + noted(move.note)
            first, *others = study.following(move.after)
            if number == first:
                text += "".join(f"({line(other)})" for other in others)
            number = next(iter(study.following(number)), 0)
        return text

    return noted(study.note) + line(next(iter(study.following(0)), 0))


@given(anywhere())
def test_sgf_keeps_a_study(study):
    """Reading the SGF of a study gives every variation and every note, in order, on every sort of board."""
    again = study_of(nodes_of(study_to_sgf(study)))
    assert again == study
    assert str(again.start.board) == str(study.start.board)


@given(anywhere(), st.text(), st.text())
def test_sgf_keeps_the_players_names(study, x, o):
    """Names come back on one line, and the moves as they were; a text that is not a name is left out."""
    named = Study(study.start, study.moves, study.note, x, o)
    again = study_of(nodes_of(study_to_sgf(named)))
    assert (again.x, again.o) == (name_or_nothing(x), name_or_nothing(o))
    assert again.moves == study.moves


def name_or_nothing(text):
    """Return the name that a text is, or an empty text."""
    try:
        return person_name(text)
    except NotationError:
        return ""


@given(anywhere())
def test_a_reader_of_games_reads_the_main_line(study):
    """Who knows no variations reads the main line of the same file."""
    assert game_of(nodes_of(study_to_sgf(study))) == study.game()


@given(anywhere())
def test_moves_keep_a_study(study):
    """The way people write moves keeps every variation and note, too, from the start that is given."""
    assert study_from_moves(as_moves(study), start=study.start) == study


@given(studies(mnk_boards().map(Position.start)))
def test_moves_alone_are_read_as_a_game_along_the_main_line(study):
    """Variations and notes among moves do not change the game that they tell."""
    if study.moves:
        assert is_moves(as_moves(study))
        read = read_study(f"{study.start.board}: {as_moves(study)}")
        assert read.game() == study.game()


@given(anywhere(), st.data())
def test_any_sgf_is_read_or_refused(study, data):
    """Whatever is cut out of a file or put into it, the answer is a study or one of the house's errors."""
    text = study_to_sgf(study)
    at, cut = data.draw(st.integers(0, len(text))), data.draw(st.integers(0, 12))
    inserted = data.draw(st.text(alphabet="()[];:\\BWCAESZab0123,x\n", max_size=12))
    try:
        assert isinstance(read_study(text[:at] + inserted + text[at + cut :]), Study)
    except NoughtsError as error:
        assert str(error)


FOREIGN = r"""(;FF[4]GM[4]SZ[15]PB[Anna]C[opening: a
long\
line \] ends]AB[aa]AW[bb]
;B[hh](;W[ih]C[near];N[no move here]C[and a node without a move];B[ii])(;W[ab])(;W[ih];B[jj]LB[aa:x]))"""


def test_a_foreign_file_keeps_its_variations():
    """Comments are read as they are meant, one move twice is one variation, and what is no move is passed over."""
    study = study_of(nodes_of(FOREIGN))
    name = study.start.board.cell_name
    assert [(move.after, name(move.cell), move.note) for move in study.moves] == [
        (0, "h8", ""),
        (1, "i8", "near\nand a node without a move"),
        (2, "i9", ""),
        (2, "j10", ""),
        (1, "a2", ""),
    ]
    assert study.note == "opening: a\nlongline ] ends"
    assert (study.x, study.start.ply) == ("Anna", 2)
    assert study.main_line == (1, 2, 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;GM[4]SZ[3];B[bb](;W[aa])(;W[bb]))", "move 2, 'b2': taken"),
        ("(;GM[4]SZ[3];B[bb](;W[aa])(;B[cc]))", r"not the next move: 'B\[cc\]'"),
        ("(;GM[4]SZ[3];B[bb](;W[aa])(;AE[bb]))", r"by hand: 'AE\[bb\]'"),
        ("(;GM[4]SZ[3](;B[bb])(;AB[aa];B[cc]))", r"by hand: 'AB\[aa\]'"),
        ("(;GM[4]SZ[3];B[bb](;W[aa])(;W[da]))", "no such cell: 'da'"),
        ("(;GM[4]SZ[3];B[bb](;W[aa])(;W[ca])", "breaks off"),
        ("(;GM[4]SZ[3];B[bb](;W[aa])(;[ca]))", "'ca' belongs to no property"),
        ("3x3x3 b2 (a1", r"a variation without a closing parenthesis: '\(a1'"),
        ("3x3x3 b2 c3 (a1 (b1) c1", r"without a closing parenthesis: '\(a1 \(b1\) c1'"),
        ("3x3x3 b2) a1", r"a closing parenthesis without an opening one: '\) a1'"),
        ("3x3x3 (b2) a1", r"must follow the move that it replaces: '\(b2\) a1'"),
        ("3x3x3 b2 ((a1) c1)", r"must follow the move that it replaces: '\(a1\) c1\)'"),
        ("3x3x3 b2 a1 (a1) {never closed", "not a note: '{never closed'"),
        ("3x3x3 b2 {a {b} c}", r"not a note: '{a {b} c}' .*write \\ before a brace"),
        ("3x3x3 b2 a1 (b2 a1)", "move 2, 'b2': taken"),
        ("hello", "not a record of a game: 'hello'"),
        ("b2 a1", "these moves name no board"),
        ("", "not a record of a game: ''"),
    ],
)
def test_bad_studies_are_refused_with_the_place(text, words):
    """What is wrong in a variation is quoted; no board is guessed."""
    with pytest.raises(NoughtsError, match=words):
        read_study(text)


def test_a_study_is_in_its_order():
    """Moves out of order, twice, after none, or against the rules are no study."""
    start = Position.start(Board.mnk(3, 3, 3))

    def of(*moves):
        return Study(start, tuple(StudyMove(after, Cell(cell)) for after, cell in moves))

    assert of((0, 4), (1, 0), (1, 1), (0, 0)).following(0) == (1, 4)
    for moves in ([(0, 4), (0, 0), (1, 1)], [(0, 4), (0, 4)], [(1, 4)], [(-1, 4)]):
        with pytest.raises(NotationError, match="not a study"):
            of(*moves)
    with pytest.raises(IllegalMoveError, match="move 2, 'b2': taken"):
        of((0, 4), (1, 4))
    with pytest.raises(IllegalMoveError, match="move 1, '9'"):
        of((0, 9))


def test_a_file_that_knows_no_variations_is_a_study():
    """JSON and PSQ are read as a main line alone; moves may begin in a position."""
    game = Game(Position.start(Board.mnk(3, 3, 3))).play("b2").play("a1")
    assert read_study(to_json(game)).game() == game
    assert len(read_study("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n-1\n").moves) == 2
    corners = "XX./.../O.."
    assert read_study("b2 c1 (b3)", None, corners).game().position.rows_text == "XXX/.O./O.."
    assert read_study("", None, corners) == Study(Position.parse(corners))
    with pytest.raises(NotationError, match="is not the board 4x4x4"):
        read_study("4x4x4 b2", None, corners)
