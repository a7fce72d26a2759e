"""Common tasks call functions of few files, and their number only falls."""

import os
from functools import cache

import pytest

from tests import walks
from tests.walks import BOUNDS, POSTGRES_BOUNDS, WALKS, Count, Trace, Walk

IS_POSTGRES = os.environ.get("NOUGHTS_DATABASE") == "postgres"


@pytest.fixture(scope="module")
def trace(request):
    """Return a function that runs a task once, the server's with its games in the database that is tested."""

    @cache
    def run(task):
        is_served = IS_POSTGRES and task in {"move", "medium"}
        return walks.trace(task, request.getfixturevalue("cluster").database() if is_served else "")

    return run


@pytest.mark.parametrize("name", POSTGRES_BOUNDS if IS_POSTGRES else WALKS)
def test_no_walk_gets_longer(name, trace):
    """No walk has more files, modules or switches than its bound; a longer one is listed."""
    walk, bound = WALKS[name], (POSTGRES_BOUNDS if IS_POSTGRES else BOUNDS)[name]
    now = trace(walk.task)
    if above := walks.excess(now.measure(walk), bound, walk.unit):
        pytest.fail(f"{name}: {above}; {now.found(walk)}")


@pytest.mark.skipif(IS_POSTGRES, reason="counts vary with PostgreSQL")
@pytest.mark.parametrize("name", WALKS)
def test_bounds_are_lowered(name, trace):
    """A walk that has become shorter has its bound lowered in `tests/walks.py`."""
    bound, now = BOUNDS[name], trace(WALKS[name].task).measure(WALKS[name])
    lower = walks.lowered(now, bound)
    assert lower == bound, f"{name}: lower the bound to {lower!r}"


def test_every_walk_has_a_bound():
    """Each walk has one bound, with switches exactly where they are counted."""
    assert BOUNDS.keys() == WALKS.keys()
    assert POSTGRES_BOUNDS.keys() <= WALKS.keys()
    assert {name for name, walk in WALKS.items() if walk.has_switches} == {
        name for name, bound in BOUNDS.items() if bound.switches is not None
    }


def test_a_move_is_recorded_from_the_request_to_the_store(trace):
    """The walk of a move includes the route that receives it and the store that writes it."""
    files = trace("move").found(WALKS["a move between two people: files"])
    assert {"server/game_requests.py", "server/tables.py", "game/board.py"} < set(files)


def test_files_are_compared_with_bounds():
    """More files or switches are an excess, and fewer of either lower that number alone."""
    bound = Count(2, 5)
    assert walks.excess(Count(2, 5), bound, "files") == ""
    assert walks.excess(Count(3, 5), bound, "files") == "3 files, at most 2"
    assert walks.excess(Count(1, 6), bound, "files") == "6 switches, at most 5"
    assert walks.excess(Count(2), bound, "files") == ""
    assert walks.lowered(Count(3, 4), bound) == Count(2, 4)
    assert walks.lowered(Count(1), bound) == Count(1, 5)


def test_files_and_modules_are_counted_once():
    """A file counts once however often it is called; a folder limits what is counted."""
    trace = Trace(["a/x.py", "b.py", "a/x.py"], ["noughts", "noughts.a.x"])
    assert trace.found(Walk("")) == ["a/x.py", "b.py"]
    assert trace.found(Walk("", folder="a/")) == ["a/x.py"]
    assert trace.measure(Walk("", "modules")) == Count(2)
    assert trace.measure(Walk("", has_switches=True)) in {Count(2, 2), Count(2)}
