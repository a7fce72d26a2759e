"""The tree of random games: compiled and plain are one, what is proved is true, and the counts add up."""

import subprocess
import sys
from fractions import Fraction

import pytest

from noughts import Board, IllegalMoveError, OptionError, Position, Result
from noughts.engine.mcts.growing import grow
from noughts.engine.mcts.plain import PlainTree
from noughts.engine.mcts.playout_rules import MOST_PLAYOUTS, UNKNOWN
from noughts.solver.small.exact import exact
from tests.positions import board_of, games


def nodes_of(node):
    """A node and all below it, from the top, as plain values."""
    yield node.move, node.visits, node.points, node.proved, node.plies
    for child in node.children or ():
        yield from nodes_of(child)


@pytest.mark.parametrize(
    ("name", "playouts"),
    [
        ("3x3x3", 300),
        ("mixed", 40),
        ("4x4x3", 150),
        ("5x5x4", 80),
        ("torus4x4x4", 80),
        ("7x7x5", 40),
        ("cube4", 25),
    ],
)
def test_the_compiled_tree_is_the_plain_one(name, playouts):
    """Node for node both trees have the same moves, visits, points and proofs, however the playouts are parted."""
    from noughts.engine.mcts.compiled_tree import CompiledTree

    for seed, position in enumerate(games(board_of(name), 3, 8, 0, board_of(name).size // 2)):
        plain, compiled = PlainTree(position, seed), CompiledTree(position, seed, playouts)
        plain.grow(playouts)
        for part in (playouts // 3, playouts - playouts // 3):
            compiled.grow(part)
        assert list(nodes_of(plain.root)) == list(nodes_of(compiled.root))
        assert plain.nodes == compiled.nodes


@pytest.mark.parametrize("name", ["3x3x3", "4x3x3", "3x3x2", "torus3x3x3"])
def test_what_is_proved_is_so(name):
    """A proved branch has the result that the exact values give it, in no fewer plies; and so has the position."""
    board, proofs = Board.parse(name), 0
    for position in games(board, 40, 3, board.size // 3):
        grown, values = grow(position, 150), exact(board).values(position)
        if grown.value:
            proofs += 1
            assert grown.value.result == max(values.values()).result
            assert values[grown.branches[0].cell].result == grown.value.result
        for branch in grown.branches:
            if branch.value:
                assert branch.value.result == values[branch.cell].result, (str(position), branch)
                assert (
                    branch.value.result is not Result.WIN or branch.value.plies >= values[branch.cell].plies
                )
    assert proofs > 10


def test_visits_and_points_add_up():
    """Every playout through a node that is not proved goes on to a child, and what one side wins the other loses."""
    tree = PlainTree(Position.start(Board.parse("5x5x4")), 1)
    tree.grow(200)
    left = [tree.root]
    while left:
        node = left.pop()
        assert 0 <= node.points <= 2 * node.visits
        if node.children and node.proved == UNKNOWN:
            passed = sum(child.visits for child in node.children)
            assert node.visits - passed == (node is not tree.root)
            left += node.children
    points = sum(child.points for child in tree.root.children)
    assert tree.root.points + points == 2 * tree.root.visits


def test_the_same_seed_grows_the_same_tree_and_another_another():
    """The answer depends on position, playouts and seed alone."""
    position = Position.start(Board.parse("4x4x3"))
    assert grow(position, 60, 5) == grow(position, 60, 5)
    assert grow(position, 60, 5).branches != grow(position, 60, 6).branches


def test_a_win_at_once_is_proved_by_one_playout():
    """Where a line can be completed one playout proves it, and it is the only branch."""
    grown = grow(Position.parse("XX./OO./..."), 1000)
    assert grown.playouts == 1
    assert (grown.value.result, grown.value.plies) == (Result.WIN, 1)
    assert [branch.cell for branch in grown.branches] == [2]


def test_the_mean_is_the_share_of_points():
    """Means are exact fractions from 0 to 1, and the branch tried most leads unless another is proved."""
    grown = grow(Position.start(), 100)
    assert all(branch.mean is None or 0 <= branch.mean <= 1 for branch in grown.branches)
    assert all(isinstance(branch.mean, Fraction) for branch in grown.branches if branch.visits)
    assert grown.branches[0].visits == max(branch.visits for branch in grown.branches)


def test_without_kernels_small_boards_are_played():
    """Where kernels cannot be called, plain Python grows the tree."""
    script = (
        "from noughts.kernels import library; library.unavailable_reason = lambda: 'this is a test'\n"
        "from noughts import Position, player\n"
        "print(*player('mcts(playouts=30)').decide(Position.parse('XXX./OOO./..../....')).moves)"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["3"]


@pytest.mark.parametrize("playouts", [0, -1, MOST_PLAYOUTS + 1])
def test_senseless_playouts_are_refused(playouts):
    """None, fewer than none, and absurdly many."""
    with pytest.raises(OptionError, match=f"playouts='{playouts}'"):
        grow(Position.start(), playouts)


def test_a_finished_game_is_refused():
    """After the end there is nothing to search."""
    with pytest.raises(IllegalMoveError, match="is over"):
        grow(Position.parse("XXX/OO./..."), 10)
