"""SGF: PL must name the side to move, setup stands before every variation, and no move is dropped without an error."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Game, ImpossibleError, Mark, NotationError, NoughtsError, Study
from noughts.records.formats.file import read, read_study
from noughts.records.formats.json import from_json
from noughts.records.formats.sgf import to_sgf
from tests.positions import positions, small_boards
from tests.records.formats.test_formats import games, standing

NAMES = {
    Mark.X: ["B", "b", "Black", "black", "BLACK", "1", " B ", "bl\\ack"],
    Mark.O: ["W", "w", "White", "white", "WHITE", "2", "\nW"],
}


def reads(text):
    """Where the game and the main line of the study of an SGF end."""
    game, study = read(text).position, read_study(text).game().position
    assert game == study
    return game


@given(games(positions(small_boards())), st.data())
def test_pl_that_agrees_changes_nothing_and_any_other_is_an_error(game, data):
    """PL before the first move, and after any move, is accepted exactly if it names the side to move there."""
    game = standing(game)
    nodes = to_sgf(game).rstrip(")\n").split(";")
    at = data.draw(st.integers(0, len(game.moves)))
    to_move = [*game][at].to_move
    side = data.draw(st.sampled_from([Mark.X, Mark.O]))
    nodes[1 + at] += f"PL[{data.draw(st.sampled_from(NAMES[side]))}]"
    text = f"{';'.join(nodes)})"
    if side is to_move:
        assert reads(text) == game.position
    else:
        for read_one in (read, read_study):
            with pytest.raises(NotationError, match=r"not the side to move: 'PL\["):
                read_one(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "(;GM[4]SZ[3]AB[aa]AW[bb]PL[W])",
            "not the side to move: 'PL[W]' (B is to move: Black is X and moves first)",
        ),
        ("(;GM[4]SZ[3]PL[2]AB[aa]AW[bb])", "not the side to move: 'PL[2]' (B is"),
        ("(;GM[4]SZ[3]PL[W];W[aa])", "not the side to move: 'PL[W]' (B is"),
        ("(;GM[4]SZ[3]AB[aa]PL[B];B[bb])", "not the side to move: 'PL[B]' (W is"),
        ("(;GM[4]SZ[3];AB[aa];PL[black])", "not the side to move: 'PL[black]' (W is"),
        ("(;GM[4]SZ[3]AB[aa]PL[W];AW[bb])", "not the side to move: 'PL[W]' (B is"),
        ("(;GM[4]SZ[3];B[aa];PL[B]C[who?])", "not the side to move: 'PL[B]' (W is"),
        ("(;GM[4]SZ[3];B[aa]PL[B])", "not the side to move: 'PL[B]' (W is"),
        ("(;GM[4]SZ[3]PL[X])", "not a side: 'PL[X]' (B or W)"),
        ("(;GM[4]SZ[3]PL[])", "not a side: 'PL[]' (B or W)"),
        ("(;GM[4]SZ[3]PL[B][W])", "not a side: 'PL[B][W]' (B or W)"),
        ("(;GM[4]SZ[3]PL;B[aa])", "not a side: 'PL[]' (B or W)"),
        ("(;GM[4]SZ[3]PL[3]PL[B])", "not a side: 'PL[3]' (B or W)"),
        ("(;GM[4]SZ[3];B[aa]PL[0])", "not a side: 'PL[0]' (B or W)"),
    ],
)
def test_pl_of_the_other_side_or_of_none_is_an_error(text, words):
    """A position with the other side to move cannot be represented: the value is quoted, whatever node it is in."""
    for read_one in (read, read_study):
        with pytest.raises(NotationError, match=re.escape(words)):
            read_one(text)


@pytest.mark.parametrize(
    ("text", "rows", "to_move"),
    [
        ("(;GM[4]SZ[3]AB[aa]PL[white])", "X../.../...", Mark.O),
        ("(;GM[4]SZ[3]PL[2];AB[aa])", "X../.../...", Mark.O),
        ("(;GM[4]SZ[3]PL[B];AB[aa]PL[W];W[bb]PL[B];PL[1]C[now];B[cc])", "X../.O./..X", Mark.O),
        ("(;GM[4]SZ[3]AB[aa]AW[bb]PL[W];AB[cc]PL[W])", "X../.O./..X", Mark.O),
    ],
)
def test_the_last_pl_before_the_first_move_counts(text, rows, to_move):
    """Marks may be set up in several nodes; the position before the first move is compared with the last PL."""
    position = reads(text)
    assert (position.rows_text, position.to_move) == (rows, to_move)


def test_pl_does_not_make_a_position_possible():
    """Counts that no alternating moves reach are still impossible."""
    with pytest.raises(ImpossibleError, match="2 X and 0 O"):
        read("(;GM[4]SZ[3]AB[aa][bb]PL[W])")


@pytest.mark.parametrize("name", ["PL[W]", "PL[9]"])
def test_pl_in_a_variation_is_checked(name):
    """A game leaves variations out, so only a study reads PL there; it must name the side to move there."""
    text = f"(;GM[4]SZ[3](;B[aa];W[bb])(;B[cc];W[bb]{name}))"
    assert len(read(text).moves) == 2
    with pytest.raises(NotationError, match=re.escape(f"'{name}'")):
        read_study(text)
    assert len(read_study(text.replace(name, "PL[B]")).moves) == 4


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[4]SZ[3](;AB[aa]AW[bb];B[cc])(;B[ba]))",
        "(;GM[4]SZ[3](;C[one];AB[aa]AW[bb];B[cc])(;C[two];B[ba]))",
        "(;GM[4]SZ[3](;B[cc])(;AB[aa]AW[bb];B[ba]))",
    ],
)
def test_setup_in_one_of_several_variations_is_an_error(text):
    """Marks set up in one variation are not there in the others, which a study cannot represent."""
    with pytest.raises(NotationError, match=r"marks changed by hand: 'AB\[aa\]'"):
        read_study(text)


def test_setup_before_the_variations_is_read():
    """Marks set up in nodes that all variations share are the start of the study."""
    study = read_study("(;GM[4]SZ[3];AB[aa];AW[bb]PL[B](;B[cc])(;B[ba]))")
    assert (study.start.rows_text, len(study.moves)) == ("X../.O./...", 2)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;GM[4]SZ[3];B[bb]);W[aa])", "a node after the end of the game: ';W[aa])'"),
        ("(;GM[4]SZ[3];B[bb]) ) ;W[aa]", "a node after the end of the game: ';W[aa]'"),
        ("(;GM[4]SZ[3];b[bb];w[aa])", "the property 'b' has no capital letter"),
        ("(;GM[4]SZ[3];B[bb];white[aa])", "the property 'white' has no capital letter"),
    ],
)
def test_moves_that_are_not_part_of_the_game_are_an_error(text, words):
    """Moves after a parenthesis too many, and moves under names without capitals, are not dropped."""
    for read_one in (read, read_study, Game.read_all, Study.read_all):
        with pytest.raises(NoughtsError, match=re.escape(words)):
            read_one(text)


def test_other_text_may_follow_a_game():
    """What follows a game and is no node is no part of it, as a signature or a further game."""
    for more in ("", "\n", ")", " bye", "(;GM[1]SZ[19];B[pd])", "\n-- \nAda; 2026"):
        assert len(read(f"(;GM[4]SZ[3];B[bb];W[aa]){more}").moves) == 2


def test_an_entry_that_stands_twice_in_json_is_an_error():
    """The moves of one of two lists would be dropped."""
    with pytest.raises(NotationError, match="'moves' stands twice"):
        from_json('{"board": "3x3x3", "moves": ["b2", "a1"], "moves": ["c3"]}')
