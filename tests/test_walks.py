"""Common tasks call functions of few files, and their number only falls."""

import os
from functools import cache

import pytest

from tests import walks
from tests.walks import ON_A_SERVER, POSTGRES_BOUNDS, WALKS, Count, Trace, Walk

IS_POSTGRES = os.environ.get("NOUGHTS_DATABASE") == "postgres"


@pytest.fixture(scope="module")
def trace(request):
    """Return a function that runs a task once, the server's with its games in the database that is tested."""

    @cache
    def run(*tasks):
        is_in_postgres = IS_POSTGRES and tasks == ON_A_SERVER
        database = request.getfixturevalue("cluster").database() if is_in_postgres else ""
        return walks.trace(*tasks, database=database)

    return lambda task: run(*(ON_A_SERVER if task in ON_A_SERVER else [task]))[task]


@pytest.mark.skipif(IS_POSTGRES, reason="counts vary with PostgreSQL")
@pytest.mark.parametrize("name", WALKS)
def test_every_walk_is_as_long_as_its_bound(name, trace):
    """A walk has as many files, modules and switches as `tests/walks.py` says; a shorter one lowers its bound there."""
    walk = WALKS[name]
    now = trace(walk.task).measure(walk)
    expected = walk.bound if now.switches is not None else Count(walk.bound.files)
    assert now == expected, trace(walk.task).found(walk)


@pytest.mark.skipif(not IS_POSTGRES, reason="for games in PostgreSQL")
@pytest.mark.parametrize("name", POSTGRES_BOUNDS)
def test_no_walk_is_longer_with_postgresql(name, trace):
    """A walk whose games are in PostgreSQL has at most as many files as its bound."""
    found = trace(WALKS[name].task).found(WALKS[name])
    assert len(found) <= POSTGRES_BOUNDS[name].files, found


def test_a_move_is_recorded_from_the_request_to_the_store(trace):
    """The walk of a move includes the route that receives it and the store that writes it."""
    files = trace("move").found(WALKS["a move between two people: files"])
    assert {"server/game_requests.py", "server/tables.py", "game/board.py"} < set(files)


def test_files_and_modules_are_counted_once():
    """A file counts once however often it is called; a folder limits what is counted."""
    trace = Trace(["a/x.py", "b.py", "a/x.py"], ["noughts", "noughts.a.x"])
    assert trace.found(Walk("", Count(2))) == ["a/x.py", "b.py"]
    assert trace.found(Walk("", Count(1), folder="a/")) == ["a/x.py"]
    assert trace.measure(Walk("", Count(2), "modules")) == Count(2)
    assert trace.measure(Walk("", Count(2, 2))) in {Count(2, 2), Count(2)}
