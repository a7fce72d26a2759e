"""The walk of a move: from the page of who plays to the page of who watches, through so many files and no more."""

import os
import threading
from contextlib import ExitStack
from pathlib import Path

from noughts.ui.web import app
from noughts.ui.web.api import services
from tests.ui.web.people import Running, Visitor

SERVER = Path(app.__file__).parent

MOST = {"sqlite": 14, "postgres": 19}
"""Files of the server between two people; where others write, too, a thread may read the game again, in its turn,
when the notice of this move comes before the move is remembered."""


def test_a_move_walks_through_few_files(empty, monkeypatch):
    """Between two who play each other no more files of the server run than a newcomer can read in a morning."""
    monkeypatch.setattr(services, "_CHECK_IN_SECONDS", 3600.0)
    monkeypatch.setattr(app, "think_ahead", lambda: None)  # it may last until a move comes
    walked, walks = set(), threading.Event()

    def follow(frame, event, _):
        if event == "call" and walks.is_set():
            walked.add(frame.f_code.co_filename)

    threading.setprofile(follow)
    with ExitStack() as ends:
        ends.callback(
            threading.setprofile, None
        )  # threads that write begin with the first write, not with the server
        running = Running(empty())
        ends.callback(running.stop)
        visitor, friend = Visitor(running.address), Visitor(running.address)
        ends.callback(visitor.close)
        ends.callback(friend.close)
        visitor.make(o="friend")
        friend.join(visitor)
        with friend.stream() as told:
            assert next(told)[0] == 1
            walks.set()
            visitor.send("moves", version=1, ply=0, cell="b2")
            assert next(told)[1]["moves"] == ["b2"]
            walks.clear()
    files = sorted(
        str(Path(each).relative_to(SERVER)) for each in walked if Path(each).is_relative_to(SERVER)
    )
    assert {"api/game_routes.py", "journal/store.py"} < set(files)
    assert len(files) <= MOST[os.environ.get("NOUGHTS_DATABASE", "sqlite")], files
