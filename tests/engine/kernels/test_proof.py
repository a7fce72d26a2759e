"""Threats win where the slow walk of all threats and all replies says so, and the table agrees."""

import pytest

from noughts import Board, Result
from noughts.game.board import cells_of
from noughts.solver.small.solver_choice import solver_for
from tests.positions import games
from tests.reference import ForcingMoves

BOARDS = [
    ("4x4x3", 3, 7, 60),
    ("5x4x4", 6, 13, 80),
    ("5x5x4", 8, 15, 50),
    ("torus4x4x4", 2, 9, 60),
    ("cube3", 2, 12, 40),
]


class ThreatWins:
    """Winning by threats by the book: fours, and moves after which a pass would lose to fours; every reply is tried."""

    def __init__(self, board):
        self.board, self.fours, self.known = board, ForcingMoves(board), {}

    def wins(self, mine, theirs):
        """Whether the side to move, with `mine`, wins by threats."""
        key = mine, theirs
        if key not in self.known:
            self.known[key] = self.fours.wins(mine, theirs) or any(
                self.wins_with(mine, theirs, cell) for cell in self.near(mine, theirs)
            )
        return self.known[key]

    def near(self, mine, theirs):
        """The empty cells on lines that lack three at most."""
        rests = [m & ~mine for m in self.board.masks if not m & theirs and (m & ~mine).bit_count() <= 3]
        return [
            c for c in cells_of(self.board.full & ~(mine | theirs)) if any(rest >> c & 1 for rest in rests)
        ]

    def wins_with(self, mine, theirs, cell):
        """Whether it does by this threat."""
        must = self.fours.completing(theirs, mine)
        mine |= 1 << cell
        if must - {1 << cell} or not self.fours.wins(mine, theirs) or self.fours.wins(theirs, mine):
            return False
        replies = cells_of(self.board.full & ~(mine | theirs))
        return all(self.wins(mine, theirs | 1 << reply) for reply in replies)


def prove(position, budget=10**6):
    """The root of the tree: (proof number, disproof number, plies)."""
    from noughts.engine import encode_board
    from noughts.engine.kernels import proof

    geo, state, tree = (
        encode_board.geometry(position.board),
        encode_board.state(position),
        encode_board.tree(1 << 26, budget),
    )
    state.limit, state.attacker, state.bound = 1 << 40, state.turn, 1
    proof.prove(geo, state, tree, budget)
    return int(tree[0, proof.PN]), int(tree[0, proof.DN]), int(tree[0, proof.PLIES])


@pytest.mark.parametrize(("name", "least", "most", "number"), BOARDS)
def test_threats_win_exactly_where_the_slow_walk_says_so(name, least, most, number):
    """A win by threats is proved if and only if there is one against every reply, else it is disproved."""
    board = Board.parse(name)
    reference, wins = ThreatWins(board), 0
    for position in games(board, number, 9, least, most):
        proof, disproof, _ = prove(position)
        assert proof == 0 or disproof == 0
        assert (proof == 0) == reference.wins(position.own, position.other), str(position)
        wins += proof == 0
    assert 0 < wins < number


@pytest.mark.parametrize("name", ["4x4x3", "4x4x4", "5x3x3"])
def test_what_threats_prove_the_table_knows(name):
    """Where threats win the position is won, and in no fewer plies than the table says."""
    board = Board.parse(name)
    exact, wins = solver_for(board), 0
    for position in games(board, 300, 10):
        proof, _, plies = prove(position)
        if proof == 0:
            wins += 1
            assert exact.value(position).result is Result.WIN
            assert plies >= exact.value(position).plies
    assert wins
