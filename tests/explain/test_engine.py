"""What the engine thought, as a sentence and in full: proofs are told as proofs, scores as expectations."""

import re

import pytest

from noughts import Board, Position, analyse, sentence, working
from noughts.explain.search_words import analysis_text
from noughts.players.engine import Engine


def after(board, moves):
    """The position after moves given by names."""
    position = Position.start(Board.parse(board))
    for name in moves.split():
        position = position.play(position.board.cell(name))
    return position


@pytest.mark.parametrize(
    ("board", "moves", "words"),
    [
        ("3x3x3", "a1 b2 b1", "Blocks the top row at c1, which draws"),
        ("3x3x3", "a1 b1 a2 b2", "Wins at a3: X completes the left column."),
        ("3x3x3", "a1", "Plays b2, which draws: no other move does better."),
        ("15x15x5", "h8 a1 i8 a15 j8 o1", r"Plays [gk]8, which wins in 3 plies by threats: [gk]8 \w+ \w+\."),
        (
            "15x15x5",
            "h8 a1 i8 a15 j8",
            r"Plays \w+ against X's next fours \([gk]8 .*it expects to score",
        ),
        ("9x9x5", "e5 a1 f5 a2 g5 a9 h5 d1", r"Wins at [di]5: X completes the row from "),
        ("9x9x5", "e5 a1 f5 a2 g5 a9 h5", r"Blocks the rows? from .*, though it loses in 2 plies"),
        (
            "9x9x5",
            "e5",
            r"Plays \w+, the best of 80 moves: it expects to score about \d+ in 100, after 1,",
        ),
    ],
)
def test_the_reason_is_told(board, moves, words):
    """A win at once, a block, a proved win or draw, a danger met, or else the score: each has its sentence."""
    told = sentence(Engine(nodes=1_000).decide(after(board, moves)))
    assert re.match(words, told), told


def test_the_working_shows_the_play_and_the_candidates():
    """The best play is numbered on the board; every candidate has a score; at most a win is told as no proof."""
    decision = Engine(nodes=2_000).decide(after("9x9x5", "e5 a1"))
    text = working(decision)
    first = decision.position.board.cell_name(decision.evidence.pv[0])
    assert f"Best play seen: {first}" in text
    assert "move" in text
    assert "at most" in text
    assert re.search(r"Searched: 2,\d+ positions, \d+ plies deep.", text)
    assert "1 for" in text


def test_an_analysis_as_text_marks_its_estimates():
    """A proved win stands as W3, an estimate as ~62, and the legend says what that is."""
    text = analysis_text(analyse(after("9x9x5", "e5 a1 f5 a2 g5 a9"), nodes=5_000))
    assert text.startswith("X, to move, wins in 3 plies.")
    assert "W3" in text
    assert "Winning threats: " in text
    assert re.search("~[0-9]+ ", text)
    assert "and no value" in text
    exact = analysis_text(analyse(Position.parse("XX./OO./...")))
    assert "~" not in exact
