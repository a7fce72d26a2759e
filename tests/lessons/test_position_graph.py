"""The graph of positions: complete by counts, linked by the rules, drawn without boards on boards."""

from cmath import rect
from functools import cache
from itertools import combinations, pairwise
from math import pi

from noughts import Position, count
from noughts.lessons.position_graph import position_graph, position_graph_json
from noughts.solver.game_tree import tree_size
from tests.reference import marks_of, mover, value


@cache
def answer():
    """The graph as it is answered, made once, and not while tests are collected."""
    return position_graph_json()


@cache
def drawing():
    """Where its positions lie."""
    return position_graph().drawing()


def test_it_holds_every_position_once():
    """Ply by ply there are as many as Burnside's lemma counts, and each stands for as many as its symmetries make."""
    counts = count("3x3x3")
    assert [len(ring) for ring in position_graph().plies] == [ply.canonical for ply in counts.by_ply]
    assert len(set(position_graph().positions)) == len(position_graph().positions) == counts.canonical
    assert sum(node["copies"] for node in answer()["nodes"]) == counts.positions


def test_its_moves_are_those_of_the_game():
    """Every edge is one ply long and a legal move up to symmetry; each position has all of its moves, no end any."""
    after = {}
    for a, b in position_graph().moves:
        after.setdefault(a, []).append(position_graph().positions[b])
    for place, position in enumerate(position_graph().positions):
        children = {position.play(cell).canonical() for cell in position.moves}
        assert sorted(map(str, after.get(place, []))) == sorted(map(str, children))


def test_the_merged_tree_unrolls_from_it():
    """The paths from the empty board down are the nodes of the merged tree, which is measured elsewhere."""
    below = {}
    for a, b in sorted(position_graph().moves, reverse=True):
        below.setdefault(a, []).append(b)

    sizes = {}
    for place in range(len(position_graph().positions) - 1, -1, -1):
        sizes[place] = 1 + sum(sizes[child] for child in below.get(place, []))
    assert sizes[0] == tree_size(Position.start(), merge=True)[0]


def test_its_values_are_those_of_plain_minimax():
    """Who wins with best play, position by position."""
    for node in answer()["nodes"]:
        marks = marks_of(node["position"])
        result = value(marks)
        side = mover(marks)
        assert node["winner"] == {1: side, 0: None, -1: "XO".replace(side, "")}[result]


def test_no_board_lies_on_another():
    """On the drawing the middles of any two boards are at least a board's side apart, and each ply is a ring."""
    at = drawing()
    for ring in position_graph().plies:
        assert max(abs(at[node]) for node in ring) - min(abs(at[node]) for node in ring) < 1e-9
        for a, b in combinations(ring, 2):
            assert abs(at[a] - at[b]) > 1
    radii = [abs(at[ring[0]]) for ring in position_graph().plies]
    assert all(inner + 1.5 < outer for inner, outer in pairwise(radii))


def test_moves_are_shorter_than_by_chance():
    """Sorting the rings makes the edges shorter in all than leaving the boards in the order they were found in."""
    unsorted = [0j] * len(position_graph().positions)
    drawn = drawing()
    for ring in position_graph().plies:
        for number, node in enumerate(ring):
            unsorted[node] = rect(abs(drawn[node]), 2 * pi * number / len(ring))
    length = [sum(abs(at[a] - at[b]) for a, b in position_graph().moves) for at in (unsorted, drawn)]
    assert length[1] < length[0] * 0.9
