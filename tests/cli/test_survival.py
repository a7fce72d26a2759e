"""Long runs survive: a killed proof goes on from its checkpoint."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.inside import Call
from tests.processes import wait_until


@pytest.mark.long
def test_a_killed_run_goes_on_and_reaches_the_verdict(noughts: Call, tmp_path: Path) -> None:
    """After kill -9 in the middle of a proof, --resume takes up what was saved, and the proof is verified."""
    saved, proof = tmp_path / "run", tmp_path / "proof"
    options = ["--checkpoint", str(saved), "--every", "0.1", "--threads", "1", "--json"]
    command = [sys.executable, "-m", "noughts", "solve", "10x5x5", *options]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: run.poll() is not None or (tmp_path / "run.X-weak").exists())
    run.send_signal(signal.SIGKILL)
    run.wait()
    kept = json.loads((tmp_path / "run.X-weak").read_bytes().partition(b"\n")[0])
    resumed = noughts("solve", "10x5x5", *options, "--resume", "--certificate", str(proof)).json
    assert resumed["value"] == "draw"
    assert resumed["nodes"] > kept["nodes"] > 0
    assert noughts("verify", str(proof), "--json").json["value"] == "draw"


@pytest.mark.long
def test_a_checkpoint_of_another_board_is_refused(noughts: Call, tmp_path: Path) -> None:
    """What was saved of one board is not taken up for another, and the message names the file."""
    saved = ["--checkpoint", str(tmp_path / "run"), "--nodes", "50", "--threads", "1"]
    assert noughts("solve", "7x7x5", *saved).status == 1
    refused = noughts("solve", "8x6x5", *saved, "--resume")
    assert (refused.status, refused.out) == (2, "")
    assert "run.X-weak" in refused.err
