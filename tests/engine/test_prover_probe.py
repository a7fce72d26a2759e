"""The prover's answers to the engine are true, and go on where they were."""

import pytest

from noughts import Board, Position, Result
from noughts.engine.limits import Budget
from noughts.engine.search import Thinking, search
from noughts.engine.stream import Halt
from noughts.solver.small.solver_choice import solver_for
from tests.positions import games


def judge_of(position):
    """A judge with room enough."""
    from noughts.engine.prover_probe import Judge

    return Judge(position, 1 << 24, 1e6)


@pytest.mark.parametrize(("name", "number"), [("4x3x3", 60), ("4x4x4", 60), ("4x4x3", 40)])
def test_what_is_answered_is_what_the_table_says(name, number):
    """Both questions, their moves, and what is said of every move agree with the exact values."""
    board = Board.parse(name)
    exact = solver_for(board)
    for position in games(board, number, 21):
        judge, result = judge_of(position), exact.value(position).result
        (win, move), (loss, hold) = judge.wins(10**6), judge.loses(10**6)
        assert (win, loss) == (result is Result.WIN, result is Result.LOSS), str(position)
        results = exact.results(position)
        assert not win or results[move] > 0
        assert loss or hold < 0 or results[hold] >= 0
        assert {c: judge.loses_by(c, 10**6) for c in position.moves} == {c: r < 0 for c, r in results.items()}


def test_what_is_open_goes_on():
    """Small portions come to what one large one says, and cost what they say."""
    position = Position.start(Board.parse("6x5x4"))
    whole, parts = judge_of(position), judge_of(position)
    assert whole.wins(10**6)[0] == 1
    asked = 0
    while parts.wins(1_000)[0] < 0:
        asked += 1
        assert parts.spent < 1_000 * asked + 64 * 64
    assert asked > 2
    assert parts.win == 1


def test_a_halted_judge_answers_nothing_more():
    """Once halted nothing is searched, and what is open stays open."""
    judge = judge_of(Position.start(Board.parse("6x5x4")))
    judge.halt()
    assert judge.wins(10**6) == (-1, -1)
    assert judge.spent == 0


@pytest.mark.parametrize(
    ("name", "stones", "yes"),
    [
        ("6x6x4", 0, True),
        ("7x7x5", 0, True),
        ("cube4", 13, False),
        ("cube4", 14, True),
        ("10x10x4", 0, False),
        ("10x10x5", 0, False),
        ("12x11x4", 0, False),
    ],
)
def test_only_positions_that_it_may_settle_are_judged(name, stones, yes):
    """Few cells are empty: of more the search reaches half as many plies, and lost games on cube4 that X wins."""
    from noughts.engine.prover_probe import judged

    (position,) = games(Board.parse(name), 1, 3, stones, stones)
    assert judged(position) == yes


def test_the_cube_is_searched_without_the_prover():
    """After six stones 200,000 positions reach five plies: with the prover's share it was three, and X lost."""
    board = Board.parse("cube4")
    position = Position.start(board)
    for name in ("d1", "a1", "a4", "d4", "a13", "d13"):
        position = position.play(board.cell(name))
    assert search(position, Budget(nodes=200_000)).depth >= 5


@pytest.mark.parametrize(("name", "least", "most"), [("5x4x4", 2, 8), ("6x5x4", 2, 14)])
def test_the_move_keeps_the_value(name, least, most):
    """Where the prover knows the value the engine's move keeps it, and says so."""
    for position in games(Board.parse(name), 8, 22, least, most):
        judge = judge_of(position)
        win, loss = judge.wins(10**6)[0], judge.loses(10**6)[0]
        thought = search(position, Budget(nodes=60_000))
        assert thought.value is not None
        assert thought.value.result == win - loss, str(position)
        assert loss or judge.loses_by(thought.best, 10**6) == 0
        assert not win or judge_of(position.play(thought.best)).loses(10**6)[0] == 1
        for move in thought.candidates:
            assert move.value is None or move.value.result < 0 or not judge.loses_by(move.cell, 10**6)


def test_time_ends_the_judge_too():
    """A search that is stopped while the prover works answers at once."""
    thinking = Thinking(Position.start(Board.parse("7x7x5")), Budget(nodes=10**9))
    with Halt().heeded(thinking.halt, 0.05):
        assert thinking.think().best in thinking.position.moves
    assert thinking.judge.halted
