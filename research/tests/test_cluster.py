"""Games, boards and campaigns shared out to a real cluster: two nodes of Dask on this machine."""

import subprocess
import sys

import pytest
from tests.processes import wait_until

from noughts import Board, Limits, Position, Result, verify
from research.documents.strength import play_missing
from research.mnk.survey import survey_boards
from research.strength.recorded_games import GameRecords

pytestmark = pytest.mark.long


def test_a_proof_from_elsewhere_is_verified_here(workers):
    """Boards proved by workers have the values that are known, and their certificates pass."""
    boards = [Board.parse(name) for name in ("3x3x3", "4x3x3", "4x4x4", "5x4x4")]
    runs = [run for run, _ in survey_boards(boards, Limits(memory=1 << 22, threads=1), workers)]
    values = {str(run.board): run.value for run in runs if run.question == "value"}
    assert values == {"3x3x3": Result.DRAW, "4x3x3": Result.WIN, "4x4x4": Result.DRAW, "5x4x4": Result.DRAW}


def test_a_leader_that_was_killed_goes_on_where_it_was(nodes, workers, tmp_path):
    """The command with `--cluster`, killed after some games and started again records what one process does."""
    record = tmp_path / "games.jsonl"
    command = [
        sys.executable,
        "-m",
        "research.strength",
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
    play_missing(GameRecords(record), ["4x4x4"], 1, lambda _: None, workers)
    assert record.read_bytes() == alone.path.read_bytes()


def test_a_campaign_goes_on_whoever_is_lost(nodes, workers, tmp_path):
    """Its leader is killed, then, begun again, a machine: every opening is settled, and the whole is verified here."""
    from research.campaign.campaign import Campaign
    from research.campaign.folder import CampaignFolder

    board, folder = Board.parse("6x5x4"), tmp_path / "pieces"
    command = [sys.executable, "-m", "research.campaign", board.name, folder, "--cluster", nodes.address]
    leader = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    for line in leader.stderr:
        if line.startswith("3/17"):
            break
    leader.kill()
    leader.communicate()
    work = Campaign(CampaignFolder(board, folder))
    assert 3 <= len(work.settled) < 17
    for number, _ in enumerate(work.run(workers=workers)):
        if number == 10:
            nodes.lose(-1)
            nodes.join()
    assert len(work.settled) == 17
    work.folder.join(tmp_path / "whole")
    (claim,) = verify(tmp_path / "whole")
    assert claim.wins
    assert claim.position == Position.start(board)
