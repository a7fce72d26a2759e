"""The engine and the tree of random games as sentences and blocks, and analyses as text."""

import re
from dataclasses import replace

import pytest

from noughts import Game, Position, analyse, sentence, working
from noughts.engine.search_info import Candidate
from noughts.explain.analysis_text import analysis_text
from noughts.explain.blocks import Details, Heading, Table, bare
from noughts.explain.explain import explain
from noughts.explain.say import NOTHING
from noughts.explain.search import engine_blocks, mcts_blocks
from noughts.players.engine import Engine
from noughts.players.mcts import Mcts
from noughts.solver.value import ExactValue, Result


def after(board, moves):
    """The position after moves given by names."""
    return Game(Position.start(board), moves.split()).position


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


def titles(shown):
    """The headings of blocks."""
    return [each.words for each in shown if isinstance(each, Heading)]


def test_the_blocks_of_the_engine_show_its_play_and_every_candidate():
    """The best play is numbered on the board, eight moves have a row, and the other 71 are in details."""
    decision = Engine(nodes=2_000).decide(after("9x9x5", "e5 a1"))
    board, engine = decision.position.board, decision.evidence
    shown = tuple(engine_blocks(decision, engine))
    play = shown[1]
    assert [play.notes[name].text for name in board.cell_names(engine.pv)] == [
        str(number) for number in range(1, 1 + len(engine.pv))
    ]
    assert play.rings == (board.cell_name(engine.best),)
    assert "Nothing is proved; it expects to score about" in play.words
    table, others = (each for each in shown if isinstance(each, Table | Details))
    assert (len(table.rows), others.title, len(others.blocks[0].rows)) == (8, "71 other moves", 71)
    assert [row.chosen for row in (*table.rows, *others.blocks[0].rows)] == [True] + [False] * 78
    assert re.match(r"Searched: 2,\d+ positions, \d+ plies deep\. A score is in", shown[-1].words)
    assert "at most" in working(decision)


@pytest.mark.parametrize(
    ("moves", "headings"),
    [
        ("h8 a1 i8 a15 j8 o1", {"The threats that win"}),
        ("h8 a1 i8 a15 j8", {"What it must meet"}),
        ("h8 a1", set()),
    ],
)
def test_threats_have_a_board_of_their_own(moves, headings):
    """A win by threats and the opponent's next fours are shown where there are some."""
    decision = Engine(nodes=1_000).decide(after("15x15x5", moves))
    shown = titles(engine_blocks(decision, decision.evidence))
    assert set(shown) - {"The best play it sees", "The moves it searched"} == headings


@pytest.mark.parametrize(
    ("candidate", "shown"),
    [
        (Candidate(0, 1_500, exact=True), ("+1500", "82 in 100", NOTHING)),
        (Candidate(0, -20, exact=False), ("at most -20", "at most 50 in 100", NOTHING)),
        (Candidate(0, 0, exact=True), ("0", "50 in 100", NOTHING)),
        (
            Candidate(0, 9_000, exact=False, value=ExactValue(Result.WIN, 3)),
            ("at most +9000", "at most 99 in 100", NOTHING),
        ),
        (
            Candidate(0, -9_000, exact=False, value=ExactValue(Result.LOSS, 2)),
            ("-9000", NOTHING, "loses in 2 plies"),
        ),
    ],
)
def test_a_bound_is_no_proof_of_a_win(candidate, shown):
    """A move that wins at most proves nothing; one that loses at best is proved to lose."""
    decision = Engine(nodes=1_000).decide(after("9x9x5", "e5"))
    chosen = Candidate(40, 0, exact=True)
    thought = replace(decision.evidence, candidates=(chosen, candidate))
    (table,) = (each for each in engine_blocks(decision, thought) if isinstance(each, Table))
    assert tuple(map(bare, table.rows[1].texts[1:])) == shown


def test_a_search_that_was_interrupted_shows_the_score_of_its_decision():
    """The chosen move has the score that the sentence names, although the last search only bounds it."""
    decision = Engine(nodes=1_000).decide(after("9x9x5", "e5"))
    bounded = Candidate(40, 900, exact=False)
    thought = replace(decision.evidence, candidates=(bounded,), score=120)
    (table,) = (each for each in engine_blocks(decision, thought) if isinstance(each, Table))
    assert table.rows[0].texts[1] == "+120"


def test_the_blocks_of_a_tree_of_random_games():
    """Every move has its share of the games and its best play, and the note says how many games there were."""
    decision = Mcts(playouts=300).decide(after("4x4x4", "a1 b2"))
    branches = decision.evidence.branches
    shown = tuple(mcts_blocks(decision, decision.evidence))
    table, others = (each for each in shown if isinstance(each, Table | Details))
    rows = (*table.rows, *others.blocks[0].rows)
    assert titles(shown) == ["The best play it sees", "The top of the tree"]
    assert [bare(row.texts[4]).split() for row in rows] == [
        decision.position.board.cell_names(branch.line) for branch in branches
    ]
    assert rows[0].texts[1].share == 1
    assert shown[-1].words.startswith("300 random games of the seed 0 grew a tree of ")


def test_depths_have_both_wordings():
    """The sentence counts plies in the precise wording and moves in the simple one."""
    text = explain(Engine(nodes=1_000).decide(after("9x9x5", "e5"))).why()
    assert re.search(r"positions, \d+ plies deep\.$", bare(text))
    assert re.search(r"positions, \d+ moves? deep\.$", bare(text, simple=True))


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
