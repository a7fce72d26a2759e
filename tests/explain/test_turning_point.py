"""Where a game was decided: the sentence says what the lines of the board show, and what is needed is needed."""

import random

import pytest

from noughts import Board, Game, Mark, Position, Result, analyse, best_play, mistakes, playout
from noughts.engine.analysis import review
from noughts.explain.turning_point import moment, refutation, turning_point


def decided(moves):
    """Return the turning point of a game on 3x3x3."""
    game = Game(Position.start(), moves)
    return turning_point(mistakes(game.start, game.moves), game.outcome.winner)


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("a1 c3 b2 a3 c1 b3", "O had two in the bottom row: X needed b3."),
        ("a1 b1 b2 b3 a2 c2 a3", "b1 gave it away: O needed b2."),
        ("b2 b1 a1 c3 c1 a3 a2 c2 b3", "O had two in the bottom row: b3 would have won."),
        ("b2 a1 b1 b3 a2 c2 c1 a3 c3", None),
    ],
)
def test_the_sentence_says_what_the_board_shows(moves, sentence):
    """An open line, a fork or a win let go is told with the cell that was needed; a faultless game has none."""
    found = decided(moves.split())
    assert (found and found.sentence) == sentence


def test_what_was_needed_would_have_held():
    """In random games: whoever lost had more before the move than after, and each needed cell keeps it."""
    dice = random.Random(11)
    seen = set()
    for _ in range(300):
        winner, cells = playout(Position.start(), dice)
        found = decided(cells)
        if winner:
            assert found.side is winner.other
        if found:
            values = analyse(found.position)
            assert values.moves[found.cell].result < values.value.result
            assert {values.moves[cell].result for cell in found.needed} == {values.value.result}
            seen.add((winner is None, found.what.split()[-1]))
    assert len(seen) > 4


def test_where_nothing_was_proved_the_engine_is_named():
    """On 10x10 the loser's last slip is told as what the engine would have played, not as what was needed."""
    start = Position.start(Board.parse("10x10x5"))
    names = ["e5", "a1", "e6", "a2", "e7", "a3", "e8", "a10", "e9"]
    _, given_away = review(start, [start.board.cell(name) for name in names], 3000)
    found = turning_point(given_away, Mark.X)
    assert found.side is Mark.O
    assert found.sentence.startswith(
        "After a3, X could have threatened two lines at once: the engine would have played "
    )


@pytest.mark.parametrize(
    ("start", "moves", "sentence"),
    [
        ("X.O/.O./..X", "a3 a2 b3", "X makes two threats at once with a3, at a2 and b3: O can stop only one"),
        ("XX./OO./...", "c1", "X completes the top row with c1"),
        (
            "X../.../.O.",
            "c1 b1 a3 b2 a2",
            "X threatens a line with c1, then makes two threats at once with a3, at a2 and b2: O can stop only one",
        ),
        ("X../.O./...", "b1 c1 a3", None),
        ("misere-2x2x2:../..", "a1 b1 a2", None),
    ],
)
def test_a_refutation_is_read_off_its_line(start, moves, sentence):
    """The first move that leaves two threats is told, or the end; of a line that is only begun, nothing."""
    position = Position.parse(start)
    found = refutation(position, [position.board.cell(name) for name in moves.split()])
    assert (found and found.sentence) == sentence


@pytest.mark.parametrize(
    ("following", "sentence"),
    [
        (
            "c1 b1 a3",
            "X threatened a line with c1, then made two threats at once with a3, at a2 and b2: O could stop only one",
        ),
        (
            "c1 b1 b2",
            "X could have threatened a line with c1, then made two threats at once with a3, at a2 and b2: "
            "O could have stopped only one",
        ),
    ],
)
def test_a_refutation_is_possible_unless_it_was_played(following, sentence):
    """With the moves of a game the sentence is in the past, and says "could have" if they are others."""
    position = Position.parse("X../.../.O.")
    line, played = (
        [position.board.cell(name) for name in names.split()] for names in ("c1 b1 a3", following)
    )
    assert refutation(position, line, played).sentence == sentence


def test_where_a_line_loses_nobody_threatens_one():
    """A mistake where a complete line loses is not explained by lines that could have been threatened."""
    start = Position.start(Board.parse("misere-3x3x3"))
    dice, seen = random.Random(5), set()
    for _ in range(40):
        _, cells = playout(start, dice)
        seen |= {moment(mistake).what.split(" ", 1)[1] for mistake in mistakes(start, cells)}
    assert seen == {"gave it away", "could force a win"}


def test_what_a_refutation_threatens_wins():
    """After the mistakes of random games, its line wins in each of the cells that it threatens, or has won."""
    dice, looked = random.Random(3), 0
    for _ in range(100):
        _, cells = playout(Position.start(), dice)
        for mistake in mistakes(Position.start(), cells):
            if mistake.after.result is not Result.LOSS:
                continue
            after = mistake.position.play(mistake.cell)
            found = refutation(after, best_play(after))
            assert found.side is after.to_move
            assert found.position.is_over or len(found.threatens) > 1
            for cell in found.threatens:
                other = next(each for each in found.position.moves if each != cell)
                assert found.position.play(other).play(cell).outcome.winner is found.side
                looked += 1
    assert looked > 20
