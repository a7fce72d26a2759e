"""Kernels are compiled beside the program: limits and halts are heard meanwhile, and what is missing is made here."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import noughts
from noughts import Board, Limits, Result

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
    from noughts.kernels.linking import names_below
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


def test_a_small_board_waits_for_no_kernel(tmp_path):
    """With nothing compiled 3x3x3 is answered from its table, whatever the seconds, and nothing is compiled for it."""
    asked = cold(tmp_path, "solve", "3x3x3", "--seconds", "0.01", "--json")
    assert (asked.returncode, asked.stderr) == (0, "")
    answer = json.loads(asked.stdout)
    assert (answer["value"], answer["plies"], answer["nodes"]) == ("draw", 9, 0)


def test_a_missing_checkpoint_is_told_before_anything_is_compiled(tmp_path):
    """With nothing compiled a run that has nothing to go on from says so in its one line."""
    asked = cold(tmp_path, "solve", "3x3x3", "--resume", "--checkpoint", str(tmp_path / "nothing"))
    assert asked.returncode == 2
    assert asked.stderr.count("\n") == 1
    assert "nothing to resume" in asked.stderr


@pytest.mark.parametrize("threads", [1, 2])
def test_what_no_answer_waits_for_is_not_begun(monkeypatch, threads):
    """A search that has its kernels settles a board before those of the other begin to be compiled: they would be ended
    with it, and begun anew each time.
    """
    from noughts.solver.search import prover, searches

    begun = []

    class Kernels(Unready):
        def __init__(self, game):
            self.kept = game == "weak"

        def ready(self, *names, begin=True):
            begun.extend(names if begin and not self.kept else ())
            return self.kept

    def settle(question, _, look=None):
        question.claim = "hold" if question.search.kind == "weak" else "unknown"
        if look:
            look()

    monkeypatch.setattr(searches, "compiling", lambda game, _: Kernels(game))
    monkeypatch.setattr(prover.Question, "ask", settle)
    monkeypatch.setattr(prover, "TELL", 10.0**6)
    assert prover.solve("3x3x3", limits=Limits(threads=threads)).value == Result.DRAW
    assert begun == []
