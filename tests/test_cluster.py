"""Work shared out to a real cluster: two nodes of Dask on this machine, each with one worker."""

import subprocess
import sys
from pathlib import Path

import pytest
from research.documents.strength import play_missing
from research.mnk.survey import survey_boards
from research.strength.recorded_games import GameRecords

from noughts import Board, Cluster, Limits, Position, Result, WorkError, sample, verify
from noughts.arena.sampled import growing_match
from noughts.work import Alone, in_order
from tests.dask_nodes import two_nodes
from tests.paths import ROOT
from tests.processes import reserved_port, runs, wait_until
from tests.test_work import Fails, Squares, pids

pytestmark = pytest.mark.long

BIN = Path(sys.executable).parent


@pytest.fixture(scope="module")
def nodes(tmp_path_factory):
    """A cluster of two nodes."""
    pytest.importorskip("distributed", reason="not installed: the group cluster")
    with two_nodes(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def team(nodes):
    """Whoever is in that cluster."""
    return Cluster(nodes.address)


def test_every_job_is_done_once(team):
    """A hundred jobs by two workers, told by their numbers."""
    results = list(in_order(team.each(range(100), Squares)))
    assert [square for square, _ in results] == [n * n for n in range(100)]
    assert max(done for _, done in results) < 100, "one worker did them all"


def test_what_a_lost_worker_did_is_done_again(team, tmp_path):
    """Workers that are killed in the middle of a job change no result; one that kills all is given up."""
    for number in (3, 7):
        (tmp_path / str(number)).touch()
    assert [square for square, _ in in_order(team.each(range(10), Squares, tmp_path))] == [
        n * n for n in range(10)
    ]
    (tmp_path / "-").touch()
    with pytest.raises(WorkError, match="3 workers were lost with one piece of work"):
        list(team.each([5, 6], Squares, tmp_path))


def test_what_a_job_raises_is_raised(team):
    """As without a cluster."""
    with pytest.raises(ZeroDivisionError, match="the third"):
        list(team.each(range(10), Fails))


def test_a_sampled_match_is_the_same_whoever_plays_it(team):
    """The seed decides, not the machine."""
    asked = ("random", "weights", "6x6x4", 200, 7)
    assert sample(*asked, team=team) == sample(*asked, Alone())


def test_a_proof_from_elsewhere_is_verified_here(team):
    """Boards proved by workers have the values that are known, and their certificates pass."""
    pytest.importorskip("numba", reason="the prover needs the extra 'solver'")
    boards = [Board.parse(name) for name in ("3x3x3", "4x3x3", "4x4x4", "5x4x4")]
    runs = [run for run, _ in survey_boards(boards, Limits(memory=1 << 22, threads=1), team)]
    values = {str(run.board): run.value for run in runs if run.question == "value"}
    assert values == {"3x3x3": Result.DRAW, "4x3x3": Result.WIN, "4x4x4": Result.DRAW, "5x4x4": Result.DRAW}


def test_a_leader_that_was_killed_goes_on_where_it_was(nodes, team, tmp_path):
    """`noughts strength --cluster` killed after some games and started again records what one process does."""
    pytest.importorskip("numba", reason="the engine needs the extra 'solver'")
    record = tmp_path / "games.jsonl"
    command = [
        BIN / "noughts",
        "strength",
        "4x4x4",
        "--record",
        record,
        "--openings",
        "1",
    ]
    leader = subprocess.Popen(
        [*command, "--cluster", nodes.address], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )

    def has_games():
        games = record.read_bytes().count(b"\n") if record.exists() else 0
        assert games > 2 or leader.poll() is None
        return games > 2

    wait_until(has_games)
    leader.kill()
    leader.wait()
    alone = GameRecords(tmp_path / "alone.jsonl")
    play_missing(alone, ["4x4x4"], 1, lambda _: None)
    play_missing(GameRecords(record), ["4x4x4"], 1, lambda _: None, team)
    assert record.read_bytes() == alone.path.read_bytes()


def test_machines_may_leave_and_join_while_the_work_goes_on(nodes, team):
    """A node is killed with its worker and another one joins: every game is played, as by one process."""
    asked = ("random", "minimax", "3x3x3", 2_000, 3)
    for result in growing_match(*asked, team):
        if result.tally.games == 200:
            nodes.lose(1)
            nodes.join()
    assert result == sample(*asked, Alone())
    nodes.wait_for(2)


def test_a_campaign_goes_on_whoever_is_lost(nodes, team, tmp_path):
    """Its leader is killed, then, begun again, a machine: every opening is settled, and the whole is verified here."""
    pytest.importorskip("numba", reason="the kernels need the extra 'solver'")
    from research.campaign.campaign import Campaign
    from research.campaign.folder import CampaignFolder

    board, folder = Board.parse("6x5x4"), tmp_path / "pieces"
    command = [BIN / "noughts", "campaign", board.name, folder, "--cluster", nodes.address]
    leader = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    for line in leader.stderr:
        if line.startswith("3/17"):
            break
    leader.kill()
    leader.communicate()
    work = Campaign(CampaignFolder(board, folder))
    assert 3 <= len(work.settled) < 17
    for number, _ in enumerate(work.run(team=team)):
        if number == 10:
            nodes.lose(-1)
            nodes.join()
    assert len(work.settled) == 17
    work.folder.join(tmp_path / "whole")
    (claim,) = verify(tmp_path / "whole")
    assert claim.wins
    assert claim.position == Position.start(board)


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


def test_a_node_is_free_again_when_nobody_wants_its_job(nodes, team, tmp_path):
    """A leader that is killed leaves no job behind that goes on for an hour: its processes end, and others begin."""
    text = (
        "import sys; from noughts.work import Cluster; from tests.test_work import *; "
        "list(Cluster(sys.argv[1]).each([1, 2], Sleeps, Path(sys.argv[2])))"
    )
    command = [sys.executable, "-c", text, nodes.address, str(tmp_path)]
    leader = subprocess.Popen(command, cwd=ROOT)
    wait_until(lambda: len(list(tmp_path.iterdir())) >= 2)
    leader.kill()
    leader.wait()
    wait_until(lambda: not any(map(runs, pids(tmp_path))))
    results = list(in_order(team.each(range(10), Squares)))
    assert [square for square, _ in results] == [n * n for n in range(10)]
