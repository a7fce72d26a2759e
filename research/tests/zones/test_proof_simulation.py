"""A proof is played again at other positions, and what is written there is a proof."""

import pytest
from tests.positions import games
from tests.solver.certificate.zones import ByThePage

from noughts import Board, Position


def proofs(board, number, seed):
    """Won positions with a search that found it."""
    from research.zones.zone_search import ZoneSearch

    for position in games(board, number, seed, 2, 6):
        search = ZoneSearch(position)
        if search.run(20_000) is not None:
            yield position, search


def cells(zone):
    """A zone as the checker has it."""
    return sum(1 << int(c) for c in zone.nonzero()[0])


@pytest.mark.parametrize(
    "name", ["5x4x3", *(pytest.param(name, marks=pytest.mark.long) for name in ("4x4x3", "torus4x4x3"))]
)
def test_what_is_played_again_is_a_proof(name):
    """A tree tried on other positions, and with more stones to add, is written as the checker from the page has it."""
    from research.zones.zone_search import ZoneSearch

    board = Board.parse(name)
    trees = [search.root.proof for _, search in proofs(board, 20, 31)]
    wins = 0
    for position in games(board, 8, 32, 2, 6):
        for r in (0, 1, 2):
            for tree in trees[:5]:
                proof = ZoneSearch(position).replayed(tree, r, 200)
                if proof:
                    wins += 1
                    zone = ByThePage(board).zone(proof.tree.numbers, position.own, position.other, r)
                    assert zone == cells(proof.zone)
    assert wins > 3


def test_a_tree_is_played_again_where_it_was_found():
    """At its own position a tree holds without a search, whatever it was, and is no longer than it was."""
    for position, search in proofs(Board.parse("5x4x3"), 30, 33):
        from research.zones.zone_search import ZoneSearch

        fresh = ZoneSearch(position)
        again = fresh.replayed(search.root.proof, 0, 1)
        assert again is not None
        assert len(again.tree.data) <= len(search.root.proof.data)


def test_lengths_of_records_are_measured_as_they_were_written():
    """The numbers alone tell how long every record is."""
    from research.zones.zone_tree import ZoneTree

    for position, search in proofs(Board.parse("5x4x3"), 30, 34):
        tree = search.root.proof
        assert ZoneTree.measured(position, tree.numbers) == tree
        assert tree.is_tree(position)


def test_a_hint_may_be_of_any_position():
    """A search that is given the tree of another position still says the truth."""
    from research.zones.zone_search import ZoneSearch

    board = Board.parse("4x4x3")
    hints = [search.root.proof for _, search in proofs(board, 10, 35)]
    for position in games(board, 10, 36, 2, 6):
        wins = ZoneSearch(position).run(20_000) is not None
        for hint in hints[:4]:
            search = ZoneSearch(position)
            search.root.hint = hint
            numbers = search.run(20_000)
            assert (numbers is not None) == wins
            if numbers:
                assert ByThePage(board).zone(numbers, position.own, position.other, 0) is not None


def test_a_proof_of_fives_serves_far_replies():
    """On 15x15 a win after one far reply of the defender is one after others, without a search."""
    from research.zones.zone_search import ZoneSearch

    board = Board.parse("15x15x5")

    def position(reply):
        x, o = ("h8", "g7", "i9"), ("o15", "a15", reply)
        return Position.unchecked(
            board, sum(1 << board.cell(c) for c in x), sum(1 << board.cell(c) for c in o)
        )

    search = ZoneSearch(position("o1"))
    assert search.run(3_000_000) is not None
    for reply in ("a14", "n15", "h15", "o8", "n1"):
        again = ZoneSearch(position(reply))
        assert again.replayed(search.root.proof, 0) is not None
