"""The PostgreSQL of the tests ends with them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.processes import wait_until
from tests.records.cluster import programs

MAKES_ONE = """
import sys, time
from pathlib import Path
from tests.records.cluster import Cluster, programs
print(Cluster(programs())._home, flush=True)
time.sleep(600)
"""


@pytest.mark.long
def test_it_ends_with_whoever_made_it(cluster):
    """Killed in the middle, the process that made one leaves neither PostgreSQL nor its folder behind."""
    assert programs()
    with subprocess.Popen(
        [sys.executable, "-c", MAKES_ONE], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as maker:
        try:
            home = Path(maker.stdout.readline().strip())
            server = Path(f"/proc/{(home / 'data' / 'postmaster.pid').read_text().split()[0]}")
            assert server.exists()
        finally:
            maker.kill()
    wait_until(lambda: not (server.exists() or home.exists()))
