"""What is known on every board: exact values where they can be had, proofs that hold, estimates that claim nothing."""

from functools import reduce

import pytest
from hypothesis import given, settings, strategies

from noughts import (
    Board,
    EstimatedValue,
    ExactValue,
    OptionError,
    Position,
    ProvedValue,
    Result,
    analyse,
    analysis,
)
from noughts.engine import analysis as engine_analysis
from noughts.engine.analysis import assess, can_judge, judge, review
from noughts.solver.analysis import analyse as analyse_exactly
from tests.positions import unfinished

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
    monkeypatch.setattr(engine_analysis, "can_analyse", lambda position: False)
    return analyse


def test_small_boards_are_exact():
    """Where every position can be looked at, the answer is that of the exact analysis."""
    position = Position.parse("X../.O./...")
    seen = analyse(position)
    assert seen == analyse_exactly(position)
    assert seen.is_exact


@pytest.mark.parametrize("position", ["3x3x3", "X../.O./...", "4x4x4", "9x9x5"])
def test_an_analysis_is_the_last_word_of_its_stream(position):
    """What is said on the way grows in depth and positions, and its last word is what ``analyse`` answers."""
    *before, last = analysis(position, nodes=3_000)
    assert last == analyse(position, nodes=3_000)
    assert [seen.depth for seen in before] == sorted(seen.depth for seen in before)
    assert [seen.nodes for seen in before] == sorted(seen.nodes for seen in before)
    assert all(seen.moves.keys() == last.moves.keys() for seen in before)


@pytest.mark.parametrize("position", ["3x3x3", "9x9x5", OPEN_THREES])
def test_so_many_lines_are_followed(position):
    """The best moves come with the play that follows, best first; a line can be played as it stands."""
    last = analysis(position, nodes=20_000, lines=3).wait()
    assert len(last.lines) == 3
    assert last.lines[0].cells[0] in last.best
    values = [line.value for line in last.lines]
    assert values == sorted(values, reverse=True)
    for line in last.lines:
        assert reduce(Position.play, line.cells, last.position).ply == last.position.ply + len(line.cells)


def test_an_analysis_without_limits_goes_on_until_it_is_left():
    """Without limits it goes round after round, each deeper than the last, and keeps what it has found."""
    with analysis("9x9x5", lines=2) as info:
        for seen in info:
            if seen.nodes > 2 * engine_analysis.NODES:
                break
    assert info.last.depth >= seen.depth > 0
    assert len(info.last.lines) == 2


def test_an_open_three_is_won_and_nothing_else_is():
    """Making four of the open three wins in 3 plies, f4 loses, and both are proved with their moves."""
    seen = analyse(OPEN_THREES, nodes=40_000)
    board = OPEN_THREES.board
    assert names(OPEN_THREES, seen.best) == ["d5", "h5"]
    assert (seen.value.result, seen.value.plies) == (Result.WIN, 3)
    lost = seen.moves[board.cell("f4")]
    assert (lost.result, lost.plies) == (Result.LOSS, 4)
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
        patch.setattr(engine_analysis, "can_analyse", lambda position: False)
        seen = analyse(position, nodes=1_500)
    exact = analyse_exactly(position)
    for cell, judgement in [*seen.moves.items(), (None, seen.value)]:
        value = exact.value if cell is None else exact.moves[cell]
        if judgement.result is not None:
            assert judgement.result == value.result
        if judgement.result is Result.WIN:
            assert judgement.plies >= value.plies


def test_every_move_is_judged_and_none_above_the_best(looking):
    """All legal moves are there in reading order; the engine's own move is best, and no estimate is above its score."""
    position = Position.start(Board.parse("4x3x3")).play(0)
    seen = looking(position, nodes=100)
    assert seen.nodes > 0
    assert tuple(seen.moves) == position.moves
    assert seen.best[0] in seen.moves
    assert max(seen.moves.values()) == seen.moves[seen.best[0]]


def test_moves_that_are_the_same_are_worth_the_same(looking):
    """A move and what a symmetry of the position makes of it have one value, the best move too."""
    board = Board.parse("15x15x5")
    three = reduce(Position.play, map(board.cell, ("h8", "i9", "h9", "g7", "h7")), Position.start(board))
    for position in (Position.start(Board.parse("5x4x4")), three):
        seen = looking(position, nodes=20_000)
        kept = [
            symmetry for symmetry in position.board.symmetries if position.transform(symmetry) == position
        ]
        assert len(kept) > 1
        for symmetry in kept:
            for cell, value in seen.moves.items():
                assert seen.moves[symmetry[cell]].with_proof() == value.with_proof()


def test_nodes_alone_decide():
    """With nodes as the limit the same is answered again."""
    position = Position.start(Board.parse("6x6x4")).play(14)
    assert analyse(position, nodes=1_000) == analyse(position, nodes=1_000)


def test_seconds_end_it_with_what_is_there():
    """Within no time at all moves stay without an estimate, and none gets a value for that."""
    seen = analyse(Position.start(Board.parse("9x9x5")), seconds=1e-4)
    assert len(seen.moves) == 81
    assert any(value == EstimatedValue() for value in seen.moves.values())
    assert str(EstimatedValue()) == "unknown"


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
    assert (seen.value, seen.moves, seen.best) == (ExactValue(Result.LOSS, 0), {}, ())
    assert judge(position) == (ExactValue(Result.LOSS, 0), ())


def test_a_value_says_what_it_rests_on():
    """Exact where every line of play was seen, proved where a proof was found, else an estimate, never two of them."""
    exact = analyse(Position.parse("X../.O./...")).value
    seen = assess(OPEN_THREES, nodes=5_000)
    assert isinstance(exact, ExactValue)
    assert isinstance(seen.value, ProvedValue)
    assert names(OPEN_THREES, seen.value.proof)[0] in ("d5", "h5")
    guess = analyse(Position.start(Board.parse("9x9x5")), nodes=300).value
    assert isinstance(guess, EstimatedValue)
    assert (guess.result, guess.plies) == (None, None)


def game(board, moves):
    """The start and the cells of a game."""
    start = Position.start(Board.parse(board))
    return start, [start.board.cell(name) for name in moves.split()]


def test_given_away_is_what_was_proved():
    """O leaves an open three alone and lets X win; X does not go on with one: that is told, and nothing else."""
    _, found = review(*game("9x9x5", "e5 a1 f5 a2 g5 a9 h5 d5 i5"), 2_000)
    assert [(each.ply, names(each.position, [each.cell])[0], each.size) for each in found] == [(5, "a9", 1)]
    values, passed = review(*game("9x9x5", "e5 a1 f5 i1 g5 a9 b2"), 2_000)
    last = passed[-1]
    assert (last.ply, last.before.result, last.after.result) == (6, Result.WIN, None)
    assert values[6] is last.before
    assert names(last.position, last.best)[0] in ("d5", "h5")


def test_what_nobody_can_look_at_is_unknown(monkeypatch):
    """Without an engine a game is reviewed from where it can be searched whole; before, its values are no draws."""
    monkeypatch.setattr(engine_analysis, "can_judge", lambda board: False)
    monkeypatch.setattr(engine_analysis, "can_analyse", lambda position: position.ply > 1)
    values, found = review(*game("3x3x3", "a1 b1 c1 b2 b3"))
    assert [type(value) for value in values] == [EstimatedValue] * 2 + [ExactValue] * 4
    assert [(each.ply, names(each.position, [each.cell])[0]) for each in found] == [(2, "c1")]
    assert ExactValue(Result.DRAW, 9) not in values[:2]


def test_who_can_be_judged_is_known_beforehand():
    """Boards up to the engine's room can be judged."""
    assert all(can_judge(Board.parse(name)) for name in ("3x3x3", "5x5x4", "19x19x5", "cube4"))


@pytest.mark.parametrize("nodes", [30, 100, 1000, 10_000])
def test_an_analysis_keeps_its_limit_of_nodes(nodes):
    """Moves for which no positions are left are unknown; no analysis looks at more than it may."""
    seen = analyse("9x9x5", nodes=nodes)
    assert 0 < seen.nodes <= nodes
    assert set(seen.moves) == set(seen.position.moves)
    assert any(isinstance(value, EstimatedValue) and value.estimate for value in seen.moves.values())


def test_rows_are_analysed_on_a_board():
    """Rows may have their board beside them."""
    rows = "/".join(["." * 6] * 6)
    assert analyse(rows, board="6x6x6", nodes=100).position.board == Board.of("6x6x6")
