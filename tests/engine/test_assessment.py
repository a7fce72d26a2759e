"""What is known on every board: exact values where they can be had, proofs that hold, estimates that claim nothing."""

import pytest
from hypothesis import given, settings, strategies

from noughts.engine import assessment
from noughts.engine.assessment import Assessment, Judgement, analyse, can_judge, judge, slips
from noughts.errors import OptionError
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.solver.analysis import Analysis
from noughts.solver.analysis import analyse as analyse_exactly
from noughts.solver.value import Result
from tests.strategies import unfinished

pytest.importorskip("numba", reason="the engine needs the extra 'solver'")

OPEN_THREES = Position.parse(
    "/".join([".........."] * 4 + ["....XXX...", "....OOO..."] + [".........."] * 4), Board.parse("10x10x5")
)
"""X and O have three in an open row each, and X is to move."""


def names(position, cells):
    """The names of cells."""
    return [position.board.cell_name(cell) for cell in cells]


@pytest.fixture
def looking(monkeypatch):
    """`analyse` that asks the engine also where exact values could be had."""
    monkeypatch.setattr(assessment, "can_analyse", lambda position: False)
    return analyse


def test_small_boards_are_exact():
    """Where every position can be looked at, the answer is that of the exact analysis."""
    position = Position.parse("X../.O./...")
    seen = analyse(position)
    assert isinstance(seen, Analysis)
    assert seen == analyse_exactly(position)


def test_an_open_three_is_won_and_nothing_else_is():
    """Making four of the open three wins in 3 plies, f4 loses, and both are proved with their moves."""
    seen = analyse(OPEN_THREES, nodes=40_000)
    board = OPEN_THREES.board
    assert names(OPEN_THREES, seen.best) == ["d5", "h5"]
    assert (seen.value.result, seen.value.plies) == (Result.WIN, 3)
    lost = seen.moves[board.cell("f4")]
    assert (lost.result, lost.plies, lost.estimate) == (Result.LOSS, 4, None)
    assert names(OPEN_THREES, lost.proof)[0] == "f4"
    assert names(OPEN_THREES, lost.proof)[1] in ("d6", "h6")


@settings(max_examples=4)
@given(
    strategies.sampled_from(["4x3x3", "5x2x3", "torus4x3x3"])
    .map(Board.parse)
    .flatmap(lambda board: unfinished(strategies.just(board)))
)
def test_what_is_proved_is_true(position):
    """Where the values are known otherwise, every proof of the engine has the right result, and no win is too short."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(assessment, "can_analyse", lambda position: False)
        seen = analyse(position, nodes=1_500)
    exact = analyse_exactly(position)
    for cell, judgement in [*seen.moves.items(), (None, seen.value)]:
        value = exact.value if cell is None else exact.moves[cell]
        if judgement.result is not None:
            assert judgement.result == value.result
            assert judgement.estimate is None
        if judgement.result is Result.WIN:
            assert judgement.plies >= value.plies


def test_every_move_is_judged_and_none_above_the_best(looking):
    """All legal moves are there in reading order; the engine's own move is best, and no estimate is above its score."""
    position = Position.start(Board.parse("4x3x3")).play(0)
    seen = looking(position, nodes=100)
    assert isinstance(seen, Assessment)
    assert tuple(seen.moves) == position.moves
    assert seen.best[0] in seen.moves
    assert max(judgement.rank for judgement in seen.moves.values()) == seen.moves[seen.best[0]].rank


def test_moves_that_are_the_same_are_worth_the_same(looking):
    """On an empty board a move and its mirror images have one judgement, their proofs mirrored."""
    position = Position.start(Board.parse("5x4x4"))
    seen = looking(position, nodes=2_000)
    best = seen.best[0]
    for symmetry in position.board.symmetries:
        for cell, judgement in seen.moves.items():
            if best not in (cell, symmetry[cell]):
                assert seen.moves[symmetry[cell]].rank == judgement.rank


def test_nodes_alone_decide():
    """With nodes as the limit the same is answered again."""
    position = Position.start(Board.parse("6x6x4")).play(14)
    assert analyse(position, nodes=1_000) == analyse(position, nodes=1_000)


def test_seconds_end_it_with_what_is_there():
    """Within no time at all moves stay without an estimate, and none gets a value for that."""
    seen = analyse(Position.start(Board.parse("9x9x5")), seconds=1e-4)
    assert len(seen.moves) == 81
    assert any(judgement == Judgement() for judgement in seen.moves.values())
    assert str(Judgement()) == "unknown"


@pytest.mark.parametrize(
    "limits",
    [{"nodes": 0}, {"nodes": -1}, {"nodes": float("nan")}, {"seconds": 0}, {"seconds": float("nan")}],
)
def test_senseless_limits_are_refused(limits):
    """A limit that is none is quoted, also where no engine is needed."""
    for position in (Position.start(), OPEN_THREES):
        with pytest.raises(OptionError, match=f"{next(iter(limits))}='"):
            analyse(position, **limits)


def test_a_finished_game_is_judged_without_a_search():
    """After the end the side to move has lost in 0 plies; there are no moves."""
    position = Position.parse("XXXXX..../OOOO...../" + "/".join(["........."] * 7), Board.parse("9x9x5"))
    seen = analyse(position)
    assert (seen.value, seen.moves, seen.best) == (Judgement(Result.LOSS, 0), {}, ())
    assert judge(position) == (Judgement(Result.LOSS, 0), ())


def test_a_judgement_tells_itself():
    """A proof with its plies, a draw, an estimate as a share of 100; the mover sees all of it the other way round."""
    assert [str(Judgement(Result.WIN, 5)), str(Judgement(Result.DRAW, 7)), str(Judgement(estimate=1000))] == [
        "win in 5",
        "draw",
        "about 73 in 100",
    ]
    assert Judgement(Result.LOSS, 4, (1,)).before(2) == Judgement(Result.WIN, 5, (2, 1))
    assert Judgement(estimate=300).before(2).estimate == -300


def game(board, moves):
    """The start, the cells, and what is judged of every position of a game."""
    start = Position.start(Board.parse(board))
    cells = [start.board.cell(name) for name in moves.split()]
    played = [start]
    for cell in cells:
        played.append(played[-1].play(cell))
    return start, cells, [judge(each, 2_000) for each in played]


def test_given_away_is_what_was_proved():
    """O leaves an open three alone and lets X win; X does not go on with one: that is told, and nothing else."""
    found = slips(*game("9x9x5", "e5 a1 f5 a2 g5 a9 h5 d5 i5"))
    assert [(slip.ply, names(slip.position, [slip.cell])[0], slip.size) for slip in found] == [(5, "a9", 1)]
    passed = slips(*game("9x9x5", "e5 a1 f5 i1 g5 a9 b2"))
    last = passed[-1]
    assert (last.ply, last.before.result, last.after.result) == (6, Result.WIN, None)
    assert names(last.position, last.best)[0] in ("d5", "h5")


def test_who_can_be_judged_is_known_beforehand():
    """Boards up to the engine's room can be judged."""
    assert all(can_judge(Board.parse(name)) for name in ("3x3x3", "5x5x4", "19x19x5", "cube4"))
