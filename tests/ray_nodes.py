"""A real cluster to share work out to: nodes of Ray on this machine, each with one core."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from noughts.errors import WorkError
from noughts.work import Cluster
from tests.test_work import Squares
from tests.ui.web.service import free_port

BIN = Path(sys.executable).parent
NODE = ("--num-cpus", "1", "--object-store-memory", "100000000", "--block")
HOSTS = "127.0.0."
"""The nodes are at 127.0.0.2, 127.0.0.3 and so on: 127.0.0.1 is to Ray whatever else this machine is called."""


class Nodes:
    """Ray's own programs, each a node; ``end`` kills them all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"{HOSTS}2:{free_port()}"
        self.running: list[subprocess.Popen[bytes]] = []
        port = self.address.partition(":")[2]
        self.join("--head", "--port", port, "--include-dashboard", "false", "--temp-dir", str(folder))

    def join(self, *options: str) -> None:
        """One node more."""
        options = options or ("--address", self.address)
        options = (*options, "--node-ip-address", f"{HOSTS}{len(self.running) + 2}")
        # In a session of its own, so that all its processes can be killed at once. Tests' modules are found by path.
        told = {"RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": str(Path(__file__).parents[1])}
        with (self.folder / f"said{len(self.running)}").open("w") as said:
            node = subprocess.Popen(
                [BIN / "ray", "start", *options, *NODE],
                stdout=said,
                stderr=said,
                env={**os.environ, **told},
                start_new_session=True,
            )
        self.running.append(node)

    def lose(self, number: int) -> None:
        """Kills a node with all that runs on it."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.running[number].pid, 9)
        self.running[number].wait()

    def end(self) -> None:
        """Kills all of them."""
        for number in range(len(self.running)):
            self.lose(number)


@contextlib.contextmanager
def two_nodes() -> Iterator[Nodes]:
    """A cluster of two nodes, with which this process is connected."""
    import ray

    # Ray's sockets have names of at most 107 characters, so that they are not where pytest keeps its files.
    folder = Path(f"/tmp/noughts-ray-{os.getpid()}")  # noqa: S108
    folder.mkdir()
    cluster = Nodes(folder)
    try:
        until = time.monotonic() + 120
        while not _answers(cluster.address):
            assert time.monotonic() < until, (folder / "said0").read_text()
            time.sleep(1)
        cluster.join()
        wait_for_cores(2)
        yield cluster
    finally:
        ray.shutdown()
        cluster.end()
        subprocess.run(["rm", "-rf", folder], check=True)


def _answers(address: str) -> bool:
    try:
        return len(list(Cluster(address).each([1], Squares))) == 1
    except (WorkError, ConnectionError):
        return False


def wait_for_cores(number: int) -> None:
    """Until the cluster has so many."""
    import ray

    until = time.monotonic() + 120
    while ray.cluster_resources().get("CPU", 0) != number:
        assert time.monotonic() < until
        time.sleep(0.2)
