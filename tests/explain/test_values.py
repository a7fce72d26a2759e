"""Exact values as blocks and in both wordings."""

from noughts import Position, player
from noughts.explain.blocks import Beside, Details, bare
from noughts.explain.explain import explain
from noughts.explain.say import NOTHING
from noughts.explain.values import values_blocks


def shown(position):
    """The figure, the table, and what follows them."""
    decision = player("perfect").decide(position)
    _, pair, *others = values_blocks(decision, decision.evidence)
    assert isinstance(pair, Beside)
    return (*pair.blocks, others)


def test_values_are_on_the_board_and_in_a_table():
    """Each move has its value; the moves that may be played are marked and have their probability."""
    figure, table, _ = shown(Position.parse("X../.O./XO."))
    assert {name: bare(note.text) for name, note in figure.notes.items()} == {
        "b1": "W3",
        "c1": "L2",
        "a2": "W1",
        "c2": "L2",
        "c3": "L2",
    }
    assert figure.rings == ("a2",)
    rows = [tuple(map(bare, row.texts)) for row in table.rows]
    assert ("a2", "wins in 1 ply", "always") in rows
    assert ("c1", "loses in 2 plies", NOTHING) in rows
    assert [row.cells for row in table.rows if row.chosen] == [("a2",)]


def test_the_legend_and_the_values_have_both_wordings():
    """The precise wording counts plies, the simple one moves of the winner."""
    figure, table, _ = shown(Position.parse("XO./.../..."))
    assert "in so many plies with best play" in bare(figure.words)
    assert "in so many moves with best play" in bare(figure.words, simple=True)
    values = [(bare(row.texts[1]), bare(row.texts[1], simple=True)) for row in table.rows]
    assert ("wins in 5 plies", "wins in 3 moves") in values
    text = explain(player("perfect").decide(Position.parse("XO./.../..."))).why("a2")
    assert "wins in 5 plies" in bare(text)
    assert "wins in 3 moves" in bare(text, simple=True)


def test_the_tree_below_follows_on_boards_whose_tree_is_opened():
    """Up to nine cells the tree can be asked for; larger boards have no tree."""
    *_, (tree,) = shown(Position.parse("X../.O./XO."))
    assert isinstance(tree, Details)
    assert tree.ask is not None
    assert shown(Position.start("4x3x3"))[2] == []
