"""A search at play leaves its table for the next one on the board, and for nobody else."""

import pytest

from noughts import Board, Position
from noughts.engine import search as searching
from noughts.engine.limits import Budget
from noughts.engine.reused_table import KeptTable
from noughts.engine.search import Thinking, search
from tests.engine.signature import after

MEMORY = 1 << 20
BOARDS = Board.parse("15x15x5"), Board.parse("9x9x5")


@pytest.fixture
def kept(monkeypatch):
    """What is kept, empty at first."""
    empty = KeptTable()
    monkeypatch.setattr(searching, "KEPT", empty)
    return empty


def test_a_table_is_taken_once_by_the_same_board_and_memory():
    """What was left is taken by one search; another board, another memory or a second search gets an empty table."""
    for board, memory, same in (
        (BOARDS[0], MEMORY, True),
        (BOARDS[1], MEMORY, False),
        (BOARDS[0], 2 * MEMORY, False),
    ):
        tables = KeptTable()
        left = tables.take(BOARDS[0], MEMORY)
        left[0, 0] = 1
        tables.leave(BOARDS[0], MEMORY, left)
        taken = tables.take(board, memory)
        assert (taken is left) is same
        assert same or not any(taken.numbers)
        assert not any(tables.take(board, memory).numbers)


def test_the_next_search_goes_on(kept):
    """The same position again takes fewer positions to the same depth; short searches leave their table, too."""
    budget = Budget(nodes=30_000, memory=MEMORY, keeps=True)
    position = after("15x15x5", "j10 i6 f6 i9 i10 h10")
    first = list(Thinking(position, budget).thoughts(tells=True))
    won = Position.parse("XXXX.../......./OOOO.../......./......./......./.......", Board.parse("7x7x5"))
    again = list(Thinking(position, budget).thoughts(tells=True))
    deepest = first[-2].depth
    nodes = [next(each.nodes for each in thoughts if each.depth == deepest) for thoughts in (first, again)]
    assert nodes[1] < nodes[0]
    table = kept.take(position.board, MEMORY)
    assert any(table.numbers)
    kept.leave(won.board, MEMORY, table)
    assert search(won, budget).value is not None
    assert kept.take(won.board, MEMORY) is table


def test_with_nodes_alone_nothing_is_kept(kept):
    """A search within nodes leaves nothing, and what others left changes nothing of it."""
    position = after("15x15x5", "h10 f8 f7 g8 e8 g6")
    budget = Budget(nodes=5_000, memory=MEMORY)
    first = search(position, budget)
    search(position, Budget(nodes=20_000, memory=MEMORY, keeps=True))
    table = kept.take(position.board, MEMORY)
    kept.leave(position.board, MEMORY, table)
    assert search(position, budget) == first
    assert kept.take(position.board, MEMORY) is table
