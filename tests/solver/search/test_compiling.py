"""Kernels are compiled beside the program: limits and halts are heard meanwhile, and what is missing is made here."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import noughts
from noughts.game.board import Board
from noughts.solver.search.kernels.fields import COMMON_ROOM
from noughts.solver.search.limits import Limits

pytest.importorskip("numba", reason="the kernels need the extra 'solver'")

ROOT = Path(noughts.__file__).parent.parent


class Unready:
    """Kernels that are never there."""

    begun, needed = frozenset({"one"}), frozenset({"one", "two"})

    def ready(self, *_, begin=True):
        """Never."""
        return False


@pytest.fixture
def search():
    """A weak search whose kernels are still being compiled."""
    from noughts.solver.search.searches import Weak

    weak = Weak(Board.mnk(3, 3, 3), 12)
    weak.kernels, weak.every = Unready(), 0.0
    return weak


def test_limits_are_kept_while_kernels_are_compiled(search):
    """A search that waits ends with its seconds, has looked at nothing, and tells how many kernels are compiled."""
    told = []
    result = search.prove(0, 0, True, Limits(seconds=0.2), told.append)
    assert (result.claim, result.nodes, result.looks) == ("unknown", 0, 0)
    assert {standing.kernels for standing in [*told, result]} == {(1, 2)}
    assert search.ready_at is None


def test_a_halt_is_heard_while_kernels_are_compiled(search):
    """Without a limit, too, a search that waits ends when it is told to."""
    search.halted.set()
    assert search.prove(0, 0, True).claim == "unknown"


def test_what_stops_a_watcher_stops_the_wait(search):
    """What the caller's function raises, Ctrl-C for one, ends the wait and is raised."""

    def stop(_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search.prove(0, 0, True, progress=stop)


def test_both_games_name_all_kernels_that_they_may_call():
    """What is below an entry are the kernels whose names are in its text, in theirs, and so on."""
    from noughts.solver.linking import names_below
    from noughts.solver.search.kernels import dfpn
    from noughts.solver.search.kernels.bits import bit

    assert names_below(bit) == {"noughts.solver.search.kernels.bits.bit"}
    below = names_below(dfpn.run_weak)
    assert {name.rpartition(".")[2] for name in below} >= {
        "run",
        "enter",
        "deliver",
        "pairing",
        "mended",
        "bit",
    }


def cold(folder, *arguments):
    """The program where nothing is compiled yet."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(folder)}
    command = [sys.executable, "-m", "noughts", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


@pytest.mark.long
def test_a_cold_start_keeps_the_seconds_and_a_patient_one_comes_to_the_verdict(tmp_path):
    """With nothing compiled a second ends as unknown; the next run compiles, proves the draw, and keeps the kernels."""
    hasty = cold(tmp_path, "solve", "7x7x5", "--seconds", "1", "--json")
    assert (hasty.returncode, json.loads(hasty.stdout)["value"]) == (1, "unknown")
    assert "compiling" in hasty.stderr
    patient = cold(tmp_path, "solve", "7x7x5", "--json")
    assert (patient.returncode, json.loads(patient.stdout)["value"]) == (0, "draw")
    again = cold(tmp_path, "solve", "7x7x5", "--json", "--threads", "1")
    assert json.loads(again.stdout)["value"] == "draw"


@pytest.mark.long
def test_what_is_compiled_is_kept_or_not_begun(tmp_path):
    """A search whose kernels are kept answers at once, and begins to compile nothing that would be ended with it."""
    script = "from noughts.solver.search import compiling; compiling.main()"
    room = json.dumps(COMMON_ROOM)
    env = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", script, "weak", room], check=True, env=env, capture_output=True)
    again = cold(tmp_path, "solve", "3x3", "--json")
    assert json.loads(again.stdout)["value"] == "draw"
    assert "compiling" not in again.stderr
