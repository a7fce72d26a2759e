"""Analysis: the value of every move, the best ones, and the mistakes of a game."""

import pytest
from hypothesis import given

from noughts import Board, ExactValue, IllegalMoveError, Position, Result, TooLargeError, mistakes
from noughts.solver.analysis import analyse, can_analyse
from tests.positions import positions, small_boards, unfinished


def game(text):
    """The cells of a game on 3x3 given by their names."""
    board = Board.mnk(3, 3, 3)
    return [board.cell(name) for name in text.split()]


@given(unfinished(small_boards().filter(lambda board: board.size <= 9)))
def test_the_value_is_that_of_the_best_moves(position):
    """Every legal move is rated, the position is worth its best move, and ``best`` are all of that value."""
    seen = analyse(position)
    assert tuple(seen.moves) == position.moves
    assert seen.value == max(seen.moves.values())
    assert seen.best == tuple(c for c in position.moves if seen.moves[c] == seen.value)
    for cell in position.moves:
        assert seen.moves[cell] == analyse(position.play(cell)).value.before()


def test_a_finished_position_has_a_value_and_no_moves():
    """After the end the side to move has lost in 0 plies, or it is a draw; there is nothing to play."""
    lost, drawn = analyse(Position.parse("XXX/OO./...")), analyse(Position.parse("XOX/XOO/OXX"))
    assert (lost.value, lost.moves, lost.best) == (ExactValue(Result.LOSS, 0), {}, ())
    assert (drawn.value, drawn.moves, drawn.best) == (ExactValue(Result.DRAW, 0), {}, ())


def test_the_answer_to_a_corner_is_the_centre():
    """After X at a1 only b2 holds the draw."""
    seen = analyse(Position.parse("X../.../..."))
    assert [seen.position.board.cell_name(c) for c in seen.best] == ["b2"]
    assert seen.value == ExactValue(Result.DRAW, 8)
    assert {v.result for c, v in seen.moves.items() if c != 4} == {Result.LOSS}


def test_mistakes_are_the_moves_that_changed_the_result():
    """O's edge against a corner gives away a draw, X's quiet reply gives it back; both are named in order."""
    found = mistakes(Position.start(), game("a1 b1 c1 b2 b3"))
    assert [(m.ply, m.position.board.cell_name(m.cell), m.size) for m in found] == [
        (1, "b1", 1),
        (2, "c1", 1),
    ]
    first = found[0]
    assert str(first.position) == "X../.../..."
    assert (first.before.result, first.after.result) == (Result.DRAW, Result.LOSS)
    assert [first.position.board.cell_name(c) for c in first.best] == ["b2"]


def test_a_win_turned_into_a_loss_counts_two():
    """In OO./XX./... X may win at c2; playing elsewhere lets O win instead."""
    found = mistakes(Position.parse("OO./XX./..."), game("a3"))
    assert [(m.size, m.before, m.after) for m in found] == [
        (2, ExactValue(Result.WIN, 1), ExactValue(Result.LOSS, 2))
    ]


def test_a_slower_win_is_no_mistake():
    """A move that keeps the result is not counted, even if it takes longer."""
    assert mistakes(Position.parse("XOO/X../..."), game("b2 a3")) == []


def test_a_game_without_moves_has_no_mistakes():
    """Nothing played, nothing lost."""
    assert mistakes(Position.start(), []) == []


@given(positions(small_boards().filter(lambda board: board.size <= 9)))
def test_perfect_play_makes_no_mistake(position):
    """Following the best moves to the end, nobody makes a mistake and the value comes true in its plies."""
    value, moves, at = analyse(position).value, [], position
    while not at.is_over:
        moves.append(analyse(at).best[0])
        at = at.play(moves[-1])
    assert mistakes(position, moves) == []
    assert len(moves) == value.plies or value.result is Result.DRAW
    won = at.outcome.winner
    expected = {Result.WIN: position.to_move, Result.LOSS: position.to_move.other, Result.DRAW: None}
    assert won is expected[value.result]


def test_what_cannot_be_searched_is_known_beforehand():
    """`can_analyse` says whether `analyse` would raise TooLargeError."""
    small, large = Position.start(Board.mnk(4, 4, 4)), Position.start(Board.mnk(5, 5, 4))
    assert can_analyse(small)
    assert not can_analyse(large)
    with pytest.raises(TooLargeError, match="25 empty cells on 5x5x4"):
        analyse(large)


def test_a_game_to_review_may_be_given_as_text():
    """A start and moves by their names are those by objects; a move that is none is refused like any other."""
    board = Board.mnk(3, 3, 3)
    moves = [board.cell(name) for name in ("a1", "b1", "c3")]
    assert mistakes("3x3x3", ["a1", "b1", "c3"]) == mistakes(Position.start(), moves)
    with pytest.raises(IllegalMoveError, match="taken: 'a1'"):
        mistakes("3x3x3", ["a1", "a1"])
