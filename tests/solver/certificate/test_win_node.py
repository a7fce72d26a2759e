"""Wins are written as trees with zones that every checker accepts, and that are true and short."""

import random

import pytest

from noughts import Board, Limits, Mark, Position, ProofLostError, Proved, verify
from noughts.game.threats import stones_of
from tests.positions import KNOT, MIXED, games, line_set, one_above_the_other
from tests.reference import StrongGame
from tests.solver.certificate.lines import values
from tests.solver.certificate.zones import ByThePage, Strategy

SMALL = ["4x3x2", "4x3x3", "4x4x3", "5x3x3", "torus3x3x3", "cube2"]
LARGER = ["3x3x3", "5x4x2", "5x4x3", "4x4x4", "torus4x4x4"]
OTHERS = {
    "mixed": MIXED,
    "knots": one_above_the_other(KNOT, line_set(random.Random(3), 5, 1, 4, (3,))),
    "lines": line_set(random.Random(8), 4, 3, 12, (2, 3, 4)),
}


def board_of(name):
    return OTHERS[name] if name in OTHERS else Board.parse(name)


def wins_of(board, number, seed):
    """Claims of random positions that a side wins, to move or not."""
    from noughts.solver.search.search_goal import Question
    from noughts.solver.search.searches import Strong

    for position in games(board, number, seed):
        for attacker in Mark:
            stones = (position.x, position.o) if attacker is Mark.X else (position.o, position.x)
            search = Strong(board, 12)
            if search.prove(*stones, position.to_move is attacker).claim == "win":
                yield Question(attacker, search, position, claim="win")


@pytest.mark.parametrize(
    ("name", "number"),
    [
        *((name, 5) for name in (*SMALL, *OTHERS)),
        *(pytest.param(name, 40, marks=pytest.mark.long) for name in (*SMALL, *LARGER, *OTHERS)),
    ],
)
def test_what_is_written_is_verified_and_true(name, number, tmp_path):
    """Wins of random positions: the plain verifier accepts the tree, which says what the whole game tree says."""
    from noughts.solver.certificate.write import write

    board, found = board_of(name), 0
    reference = StrongGame(board)
    for claim in wins_of(board, number, 31):
        records = write(tmp_path / "win", [claim])
        assert verify(tmp_path / "win", board, plain=True) == [Proved(claim.position, claim.attacker, True)]
        header, *parts = values(tmp_path / "win")
        assert header["format"] == "noughts-certificate-2"
        assert 1 <= records <= 1 + sum(map(len, parts))
        stones = stones_of(claim.position, claim.attacker)
        assert reference.attacker_wins(*stones, claim.position.to_move is claim.attacker)
        found += 1
    assert found


@pytest.mark.parametrize("r", range(4))
@pytest.mark.parametrize(
    "name", ["4x4x3", "mixed", *(pytest.param(name, marks=pytest.mark.long) for name in LARGER)]
)
def test_zones_are_reckoned_as_the_page_says(name, r):
    """Where the defender may have more stones, too, the checker from the page accepts the tree, with the same zone."""
    from noughts.solver.certificate.win_node import WonTree

    board, tried = board_of(name), 0
    for claim in wins_of(board, 8, 32):
        if claim.position.to_move is claim.attacker:
            stones = stones_of(claim.position, claim.attacker)
            won = WonTree(claim.search).win(*stones, r)
            assert ByThePage(board).zone(list(won.numbers()), *stones, r) == won.zone
            tried += 1
    assert tried


def test_wins_are_played_out():
    """Against fifty defenders who play at random the tree of 6x5x4 completes four, and first."""
    from noughts.solver.certificate.win_node import WonTree
    from noughts.solver.search.searches import Strong

    board, dice = Board.mnk(6, 5, 4), random.Random(4)
    first = Position.start(board).play(board.cell("c3"))
    search = Strong(board, 16)
    assert search.prove(first.x, 0, False).claim == "win"
    for cell in first.moves:
        won = WonTree(search).win(first.x, 1 << cell, 0)
        numbers = list(won.numbers())
        if -4 not in numbers:
            strategy = Strategy(board, numbers, first.x, 1 << cell)
            for _ in range(2):
                assert strategy.wins(lambda a, d: dice.choice(sorted(set(board.cells) - a - d)))


@pytest.mark.parametrize(
    "name", ["6x5x4", *(pytest.param(name, marks=pytest.mark.long) for name in ("6x6x4", "9x4x4"))]
)
def test_zones_halve_the_records(name, tmp_path):
    """From the empty board a tree has at most half as many records as exact ones are, and a tenth of the bytes."""
    from noughts.solver.certificate.write import write, write_records
    from noughts.solver.search.search_goal import Question
    from noughts.solver.search.searches import Strong

    board = Board.parse(name)
    search = Strong(board, 24)
    assert search.prove(0, 0, True).claim == "win"
    claims = [Question(Mark.X, search, Position.start(board), claim="win")]
    zones, exact = write(tmp_path / "zones", claims), write_records(tmp_path / "exact", claims)
    assert 2 * zones <= exact
    assert 10 * (tmp_path / "zones").stat().st_size <= (tmp_path / "exact").stat().st_size
    assert (
        verify(tmp_path / "zones") == verify(tmp_path / "exact") == [Proved(claims[0].position, Mark.X, True)]
    )


@pytest.mark.parametrize("limit", ["MOST", "_POSITIONS"])
def test_a_tree_that_is_too_long_is_left_to_records(limit, tmp_path, monkeypatch):
    """Where a tree has too many numbers, or takes too many positions, the win is written record by record."""
    from noughts.solver.certificate import win_node
    from noughts.solver.certificate.write import write
    from noughts.solver.search.search_goal import Question
    from noughts.solver.search.searches import Strong

    monkeypatch.setattr(win_node, limit, 3)
    search = Strong(Board.mnk(5, 5, 3), 12)
    assert search.prove(0, 0, True).claim == "win"
    claim = Question(Mark.X, search, Position.start(search.board), claim="win")
    assert write(tmp_path / "win", [claim]) == len(values(tmp_path / "win")) - 1
    assert values(tmp_path / "win")[0]["format"] == "noughts-certificate-1"
    assert verify(tmp_path / "win") == [Proved(claim.position, Mark.X, True)]


def test_two_threats_need_no_number(tmp_path):
    """Where the defender is to move, and two lines lack a cell each, the tree is empty: a certificate all the same."""
    from noughts import solve

    position = Position.parse("X.X/.O./X.O")
    verdict = solve(position, limits=Limits(memory=1 << 22, threads=1), certificate=tmp_path / "c")
    assert verdict.word == "loss"
    assert values(tmp_path / "c")[1:] == [[]]
    assert verify(tmp_path / "c", plain=True) == [Proved(position, Mark.X, True)]


def test_a_win_that_is_lost_is_told():
    """Where the search finds no win the writer says so, and writes nothing."""
    from noughts.solver.certificate.win_node import WonTree
    from noughts.solver.search.searches import Strong

    with pytest.raises(ProofLostError, match="no win found again"):
        WonTree(Strong(Board.mnk(3, 3, 3), 12)).win(0, 0, 0)
