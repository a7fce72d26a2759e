"""Two threads search on one table: what they prove is true, and both end when the search does."""

import threading
from multiprocessing import get_context

import pytest

from noughts import Board, OptionError, Position
from noughts.engine.deepening import helped
from noughts.engine.limits import MOST_THREADS, THREADS, Budget
from noughts.engine.search import Thinking, search
from noughts.solver import pool
from tests.engine.signature import after

QUIET = after("15x15x5", "h10 f8 f7 g8 e8 g6")


def test_a_helper_searches_the_position_itself():
    """It deepens until it is ended, by moves of the position, and leaves what it finds in the table."""
    thinking = Thinking(QUIET, Budget(nodes=1))
    with helped(QUIET, thinking.table, 1) as (helper,):
        while helper.depth < 3:
            pass
    assert helper.line[0] in QUIET.moves
    assert any(thinking.table.numbers)


def test_no_helper_outlives_the_search():
    """When a search is over, or left, so are its threads; it has looked at more positions than its own."""
    before = threading.active_count()
    thinking = Thinking(QUIET, Budget(nodes=50_000, threads=3))
    thought = thinking.think()
    assert threading.active_count() == before
    assert thought.nodes == thinking.spent() + sum(helper.spent() for helper in thinking.helpers)
    thoughts = Thinking(QUIET, Budget(nodes=50_000, threads=2)).thoughts(tells=True)
    next(thoughts)
    thoughts.close()
    assert threading.active_count() == before


def test_without_threads_one_searches(monkeypatch):
    """Where no thread can be begun a search with two is a search with one."""
    monkeypatch.setattr(pool, "THREADS", False)
    assert search(QUIET, Budget(nodes=3_000, threads=2)) == search(QUIET, Budget(nodes=3_000))
    assert Budget.at_play(1).threads == 1


def test_who_computes_beside_others_has_one_thread():
    """A process that another of this house began shares the processors with others, and asks for one."""
    assert Budget.at_play(1).threads == min(THREADS, pool.processors())
    with get_context("spawn").Pool(1) as children:
        assert children.apply(pool.processors) == 1


@pytest.mark.parametrize("threads", [0, -1, MOST_THREADS + 1, "two"])
def test_senseless_numbers_of_threads_are_refused(threads):
    """A number of threads is quoted and refused unless some can be begun."""
    with pytest.raises(OptionError, match=f"threads='{threads}'"):
        Budget(nodes=1, threads=threads)


def test_the_middle_is_opened_by_two():
    """An empty board is opened in its middle, by however many threads."""
    board = Board.parse("15x15x5")
    thought = search(Position.start(board), Budget(nodes=1_000, threads=2))
    assert board.cell_name(thought.best) == "h8"
