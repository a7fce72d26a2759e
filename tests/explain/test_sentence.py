import random

import pytest

from noughts import Board, Outcome, PlayerError, Position, Reason, mistakes, player, sentence, working
from noughts.explain.blocks import bare
from noughts.explain.sentences import mistake_sentence, outcome_sentence
from noughts.players.registry import house_variants

BOARD = Board.mnk(3, 3, 3)


def said(spec, text, cell=None, **kind):
    """What a player says in a position, of a cell if one is given."""
    position = Position.parse(text, **kind)
    return sentence(player(spec).decide(position), None if cell is None else position.board.cell(cell))


def check(text, decision, cell=None):
    """A sentence is one line, ends with one full stop, names the chosen cell, and shows nothing raw."""
    assert text.endswith(".")
    assert not text.endswith("..")
    assert "\n" not in text
    assert "  " not in text
    assert text[0].isupper()
    for raw in ("None", "Fraction(", "Mark.", "{", "[", "no of", "one cells", "one moves"):
        assert raw not in text
    if cell is not None:
        assert decision.position.board.cell_name(cell) in text


@pytest.mark.parametrize("who", house_variants(), ids=str)
def test_every_decision_gets_a_sentence(who, decided):
    """In all 4,520 positions every move a player may make gets a plain sentence that names it."""
    for decision in decided(who):
        check(sentence(decision), decision)
        for cell in decision.moves:
            check(sentence(decision, cell), decision, cell)


@pytest.mark.parametrize("board", ["7x6x4", "15x15x5", "4x4x3", "torus4x4x3", "cube3", "1x2x2"])
@pytest.mark.parametrize("spec", ["weights", "random", "rules"])
def test_sentences_on_other_boards(board, spec):
    """On boards of any sort a random game is explained move by move, and its end in full."""
    rng, who = random.Random(7), player(spec)
    position = Position.start(Board.parse(board))
    while who.plays(position.board) and not position.is_over:
        decision = who.decide(position)
        cell = decision.pick(rng)
        check(sentence(decision), decision)
        check(sentence(decision, cell), decision, cell)
        position = position.play(rng.choice(position.moves))
    assert position.is_over == who.plays(position.board)
    assert not position.is_over or "What it plays:" in working(decision)


@pytest.mark.parametrize(
    ("spec", "position", "cell", "text"),
    [
        (
            "tic",
            ".../.../...",
            "a1",
            "All nine moves draw; a1 scores best against a random reply (7/8), as do c1, a3 and c3.",
        ),
        (
            "tic",
            ".../.../...",
            None,
            "All nine moves draw; a1, c1, a3 and c3 score best against a random reply (7/8).",
        ),
        ("tic", "X../.../...", None, "Only b2 draws; the other seven moves lose."),
        ("minimax", ".../.../...", None, "All nine moves draw; a1 comes first in reading order."),
        (
            "minimax",
            "..X/O.X/XOO",
            None,
            "All three moves win; a1 comes first in reading order, though b2 would win at once.",
        ),
        (
            "minimax(randomness=1/10)",
            "OX./.O./..X",
            "b3",
            "Plays b3 by chance, with probability 1/50 (2%): it loses, where the likeliest move, c1, draws.",
        ),
        (
            "weights",
            "XX./.../O..",
            None,
            "Takes c1, the heaviest of six cells: weight 11 = 10 for blocking the top row "
            "+ 1 for one potential line.",
        ),
        ("weights", ".../.../...", None, "Picks any of nine cells at random: each has weight 0."),
        ("core", "XX./.O./...", None, "Blocks the top row at c1: X would complete it."),
        (
            "core",
            "X.X/.O./X.O",
            None,
            "Blocks the top row at b1: X would complete it, but can still win at a2.",
        ),
        (
            "core",
            ".XX/X../OO.",
            None,
            "Blocks the top row at a1: X would complete it; O's own win at c3 comes later in line order.",
        ),
        (
            "core",
            "X../X../.OO",
            None,
            "Wins at a3: blocking the bottom row, the first line with two marks of one player, "
            "X completes the left column.",
        ),
        (
            "core",
            ".../.../...",
            "b2",
            "Opens at the centre, b2: a five-sided dice picks a corner or the centre.",
        ),
        ("core", "X../.../...", None, "Answers a1 at the opposite corner, c3."),
        (
            "rules",
            "..X/.O./X..",
            None,
            "Stops one of X's potential forks at a1 (the top row and the left column): "
            "a2 breaks up the left column and makes two in the middle row.",
        ),
        (
            "rules",
            ".X./OOX/X..",
            None,
            "Breaks up the right column at c3: that line is in both of X's potential forks, "
            "and c3 makes two in the diagonal from a1 to c3.",
        ),
        (
            "rules",
            "XX./.O./...",
            None,
            "Blocks the top row at c1: the sum 6 tells of two X, and X would complete it.",
        ),
        (
            "perfect",
            "XX./OO./...",
            None,
            "Plays c1, which wins in 1 ply, the only one of five moves that does.",
        ),
        (
            "newell-simon",
            "X../.O./..X",
            "b1",
            "Keeps X from forking at c1 or a3: "
            "b1 makes two in the middle column, so that X must answer at b3.",
        ),
        ("newell-simon", "XX./OO./...", None, "Wins at c1: X completes the top row."),
        ("random", "XOX/.../...", "b2", "Picks b2 at random, one of six free cells."),
        ("random", "XOX/OXO/OX.", None, "Plays c3, the only free cell."),
    ],
)
def test_worked_sentences(spec, position, cell, text):
    """The worked positions are explained in these words."""
    assert said(spec, position, cell) == text


def test_a_cell_the_player_never_plays_is_refused():
    """There is no reason to give for a move that has probability 0."""
    with pytest.raises(PlayerError, match=r"weights never plays 'a2' in 'XX./.../O..'"):
        said("weights", "XX./.../O..", "a2")


def test_outcomes():
    """A result tells the winner and every completed line, or that the board is full."""
    one, both = (Position.parse(rows).outcome for rows in ("XXX/OO./...", "XXX/XOO/XOO"))
    assert outcome_sentence(one, BOARD) == "X wins along the top row."
    assert outcome_sentence(both, BOARD) == "X wins along the top row and the left column."
    assert outcome_sentence(Outcome(None, Reason.FULL), BOARD) == "A draw: the board is full."


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ("a1 b1", "b1 gives away the draw: X can win in 6 plies; b2 would have held it."),
        ("a1 b1 b3", "b3 gives away the win: it is now a draw; a2, b2 or a3 would have won in 5 plies."),
    ],
)
def test_mistakes(moves, text):
    """A mistake tells what it gave away, what follows, and what would have been better."""
    given_away = mistakes(Position.start(), [BOARD.cell(name) for name in moves.split()])
    assert bare(mistake_sentence(given_away[-1])) == text
