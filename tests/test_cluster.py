"""Work shared out to a real cluster: two nodes of Dask on this machine, each with one worker."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from noughts import WorkError, sample
from noughts.contests.sampled import growing_match
from noughts.jobs import cluster, results
from tests.dask_nodes import two_nodes
from tests.paths import ROOT
from tests.processes import reserved_port, runs, wait_until
from tests.test_jobs import Fails, Sleeps, Squares, check_squares, pids

pytestmark = pytest.mark.long

BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def nodes(tmp_path_factory):
    """A cluster of two nodes."""
    pytest.importorskip("distributed", reason="not installed: the group cluster")
    with two_nodes(tmp_path_factory.mktemp("cluster")) as dask:
        yield dask


@pytest.fixture
def workers(nodes):
    """Whoever is in that cluster."""
    with cluster(nodes.address) as executor:
        yield executor


def test_every_job_is_done_once(workers):
    """A hundred jobs by two workers, told by their numbers."""
    assert max(check_squares(100, workers=workers)) < 100, "one worker did them all"


def test_what_a_lost_worker_did_is_done_again(workers, tmp_path):
    """Workers that are killed in the middle of a job change no result; one that kills all is given up."""
    for number in (3, 7):
        (tmp_path / str(number)).touch()
    check_squares(10, tmp_path, workers=workers)
    (tmp_path / "-").touch()
    with pytest.raises(WorkError, match="3 workers were lost with one piece of work"):
        list(results([5, 6], Squares, tmp_path, workers=workers))


def test_what_a_job_raises_is_raised(workers):
    """As without a cluster."""
    with pytest.raises(ZeroDivisionError, match="the third"):
        list(results(range(10), Fails, workers=workers))


def test_a_sampled_match_is_the_same_whoever_plays_it(workers):
    """The seed decides, not the machine."""
    asked = ("random", "weights", "6x6x4", 200, 7)
    assert sample(*asked, workers=workers) == sample(*asked, workers=1)


def test_machines_may_leave_and_join_while_the_work_goes_on(nodes, workers):
    """A node is killed with its worker and another one joins: every game is played, as by one process."""
    asked = ("random", "minimax", "3x3x3", 2_000, 3)
    for result in growing_match(*asked, workers):
        if result.tally.games == 200:
            nodes.lose(1)
            nodes.join()
    assert result == sample(*asked, workers=1)
    nodes.wait_for(2)


def test_where_no_cluster_is_it_is_said(tmp_path):
    """One message that quotes the address, and no result."""
    pytest.importorskip("distributed", reason="the cluster needs the extra 'cluster'")
    command = [BIN / "noughts", "match", "random", "random", "--games", "4", "--cluster"]
    with reserved_port() as port:
        done = subprocess.run(
            [*command, f"127.0.0.1:{port}"], capture_output=True, text=True, check=False, timeout=300
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no cluster at '127.0.0.1:" in done.stderr.splitlines()[-1]


def test_a_node_is_free_again_when_nobody_wants_its_job(nodes, workers, tmp_path):
    """A leader that is killed leaves no job behind that goes on for an hour: its processes end, and others begin."""
    text = (
        "import sys; from noughts.jobs import cluster; from tests.test_jobs import *\n"
        "with cluster(sys.argv[1]) as executor:\n"
        "    list(results([1, 2], Sleeps, Path(sys.argv[2]), workers=executor))"
    )
    command = [sys.executable, "-c", text, nodes.address, str(tmp_path)]
    leader = subprocess.Popen(command, cwd=ROOT)
    wait_until(lambda: len(list(tmp_path.iterdir())) >= 2)
    leader.kill()
    leader.wait()
    wait_until(lambda: not any(map(runs, pids(tmp_path))))
    check_squares(10, workers=workers)


def test_closing_the_results_frees_the_nodes(workers, tmp_path):
    """While the connection stays, the jobs that are no longer wanted end with their processes."""
    with closing(results([0, 1, 2], Sleeps, tmp_path, workers=workers)) as closed:
        next(closed)
        wait_until(lambda: len(list(tmp_path.iterdir())) >= 2)
        sleeping = pids(tmp_path)
    wait_until(lambda: not all(map(runs, sleeping)))
    check_squares(10, workers=workers)


def test_a_users_own_code_is_not_sent_to_a_cluster(workers):
    """The message says what to do."""
    with pytest.raises(WorkError, match="put it into a module"):
        list(results([1, 2], lambda: None, workers=workers))
