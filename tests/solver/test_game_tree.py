import random

import pytest

from noughts import Board, GameTree, Position, TooLargeError
from noughts.solver.game_tree import HIGH, LOW
from tests import reference


def alpha_beta(position, is_max, window, path, visited):
    """The slow reference: alpha-beta as the textbooks write it; ``visited`` collects the paths of nodes met."""
    visited.append(path)
    outcome = position.outcome
    if outcome is not None:
        return 0 if outcome.winner is None else -1 if is_max else 1
    alpha, beta = window
    best = LOW if is_max else HIGH
    for cell in position.moves:
        result = alpha_beta(position.play(cell), not is_max, (alpha, beta), (*path, cell), visited)
        if is_max:
            best = max(best, result)
            alpha = max(alpha, best)
        else:
            best = min(best, result)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def walk(tree, path=()):
    """Every node below with the path that leads to it."""
    yield path, tree
    for child in tree.children():
        yield from walk(child, (*path, child.move))


def random_position(rng, board, plies):
    """A position that goes on, after so many random moves."""
    while True:
        position = Position.start(board)
        for _ in range(plies):
            if not position.is_over:
                position = position.play(rng.choice(position.moves))
        if not position.is_over:
            return position


def test_the_whole_tree_of_3x3():
    """The whole tree has 549,946 nodes and 255,168 games; with symmetric siblings merged, 58,524 nodes."""
    size = GameTree(Position.start()).size
    assert (size.nodes, size.leaves) == (549_946, 255_168)
    assert GameTree(Position.start(), merge=True).size.nodes == 58_524


def test_alpha_beta_visits_the_whole_board_like_its_reference():
    """From the empty board exactly as many nodes are visited as by alpha-beta written plainly."""
    visited = []
    assert alpha_beta(Position.start(), True, (LOW, HIGH), (), visited) == 0
    size = GameTree(Position.start()).size
    assert size.visited == len(visited)
    assert size.cut == size.nodes - len(visited)


@pytest.mark.parametrize(
    ("name", "plies"),
    [("3x3x3", 3), ("3x3x3", 5), ("3x3x2", 1), ("4x3x3", 7), ("5x2x3", 5), ("torus3x3x3", 2), ("cube2", 0)],
)
def test_exactly_the_nodes_of_plain_alpha_beta_are_visited(name, plies):
    """In random positions a node is marked cut exactly if plain alpha-beta never comes there."""
    rng = random.Random(11)
    for _ in range(5):
        position = random_position(rng, Board.parse(name), plies)
        visited = []
        alpha_beta(position, True, (LOW, HIGH), (), visited)
        nodes = dict(walk(GameTree(position)))
        assert {path for path, node in nodes.items() if not node.is_cut} == set(visited)
        assert GameTree(position).size.visited == len(visited)


def test_sizes_add_up():
    """A tree is one node and its children's trees: nodes, leaves and visited nodes alike, merged or not."""
    rng = random.Random(5)
    for merge in (False, True):
        for plies in (0, 1, 2, 3, 5, 7):
            tree = GameTree(random_position(rng, Board.mnk(3, 3, 3), plies), merge)
            sizes = [child.size for child in tree.children()]
            assert tree.size.nodes == 1 + sum(size.nodes for size in sizes)
            assert tree.size.leaves == sum(size.leaves for size in sizes)
            assert tree.size.visited == 1 + sum(size.visited for size in sizes)
            assert plies < 3 or len(list(walk(tree))) == tree.size.nodes


def test_merged_siblings_are_all_there():
    """The copies of merged siblings sum to the moves, and siblings that are left are not symmetric."""
    rng = random.Random(6)
    for plies in range(9):
        position = random_position(rng, Board.mnk(3, 3, 3), plies)
        children = GameTree(position, merge=True).children()
        assert sum(child.copies for child in children) == len(position.moves)
        assert len({child.position.canonical() for child in children}) == len(children)


def test_values_are_max_s():
    """Values are exact and seen from MAX: the slow minimax, turned round at MIN's nodes."""
    root = GameTree(Position.parse("X../.O./XO."))
    assert root.level == "MAX"
    for path, node in walk(root):
        value = reference.minimax(node.position)
        assert node.is_max == (len(path) % 2 == 0)
        assert node.value == (value if node.is_max else -value)
        if not node.is_leaf:
            results = [child.result for child in node.children()]
            assert node.result == (max(results) if node.is_max else min(results))


def test_a_cut_has_an_empty_window_and_so_has_all_below():
    """Where alpha >= beta nothing is visited, down to the leaves."""
    for _, node in walk(GameTree(Position.parse(".X./.../..O"))):
        alpha, beta = node.window
        assert node.is_cut == (alpha >= beta) == (node.size.visited == 0)
        if node.is_cut:
            assert all(child.is_cut for child in node.children())


def test_it_is_lazy_and_refuses_what_is_too_large():
    """Making a tree costs nothing on any board; asking it what cannot be searched says so."""
    tree = GameTree(Position.start(Board.mnk(19, 19, 5)))
    assert tree.level == "MAX"
    for ask in (lambda: tree.value, lambda: tree.size, tree.children):
        with pytest.raises(TooLargeError):
            ask()
