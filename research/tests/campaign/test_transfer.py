"""What is proved on one board begins the campaign of another: laid about the first stone, cut, and verified there."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from click.testing import CliRunner
from tests.solver.certificate.zones import ByThePage

from noughts import Board, NoughtsError, verify
from research.campaign.__main__ import campaign as command
from research.campaign.first_replies import first_replies, offset, placed, turned
from research.campaign.status import standings


def campaign(folder, name, carried=None):
    """A board's campaign in a folder, that of another board carried to it."""
    from research.campaign.campaign import Campaign
    from research.campaign.folder import CampaignFolder
    from research.campaign.transfer import Transfer

    board = Board.parse(name)
    folder.mkdir(exist_ok=True)
    return Campaign(CampaignFolder(board, folder), carry=carried and Transfer(carried, board))


class Asked(ThreadPoolExecutor):
    """A worker that notes what is asked."""

    def __init__(self):
        super().__init__(1)
        self.jobs = []

    def submit(self, do, job):
        self.jobs.append(job)
        return super().submit(do, job)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """An opening that is settled on 6x6x4."""
    folder = tmp_path_factory.mktemp("carry") / "6x6x4"
    list(campaign(folder, "6x6x4").run(only="c3-e2"))
    assert (folder / "c3-e2.gz").exists()
    return folder


def test_a_cell_is_laid_about_another_in_all_ways():
    """Eight offsets, of which a corner's are the corners of a square; off the board is nowhere."""
    board = Board.parse("5x5x4")
    around = {placed(board, 12, x, y) for x, y in turned(*offset(board, 12, 0))}
    assert around == {0, 4, 20, 24}
    assert len(set(turned(1, 2))) == 8
    assert placed(board, 12, 3, 0) is None
    assert placed(board, 12, 0, -3) is None


def test_second_stones_lie_about_the_first_in_every_way():
    """On a board without a cell in the middle the second stone may be at every side of the first."""
    board = Board.parse("14x14x5")
    for opening in first_replies(board):
        offsets = {offset(board, opening.first, second) for second, _ in opening.ways}
        assert {frozenset(map(abs, one)) for one in offsets} == {frozenset({1}), frozenset({0, 1})}
        assert len({one for one in offsets if 0 not in one}) >= 2


def test_what_holds_of_a_larger_board_is_taken_first(folder, tmp_path):
    """Cut to 6x5x4 the trees of 6x6x4 meet replies there without a search, and each is a proof by the page, too."""
    work, executor, met = campaign(tmp_path / "small", "6x5x4", folder), Asked(), 0
    opening = work.openings[0]
    laid = [one for way in opening.ways for one in work._carry.nearest(way, 1)]
    numbers = {n for met in map(work._carry.refutations, laid) for one in met for n in one.tree.numbers}
    assert max(numbers) == work.folder.board.size  # a cell that is not here
    steps = work.run(only=opening.name, workers=executor)
    for piece in steps:
        if any(job.limit for job in executor.jobs):
            break
        met = len(piece.start.empty) - len(piece.left)
    steps.close()
    assert met == max(piece.carried for piece in work.pieces.values()) > 5
    checker = ByThePage(opening.board)
    for piece in work.pieces.values():
        for one in [one for one in piece.refutations if one.mark == 0]:
            after = piece.after(one.reply)
            assert checker.zone(one.tree.numbers, after.own, after.other, 0) is not None


def test_the_same_board_turned_needs_no_search(tmp_path):
    """All that is settled on 6x5x4 carries to 5x6x4, on its side, where every piece is a certificate."""
    list(campaign(tmp_path / "lying", "6x5x4").run())
    executor = Asked()
    work = campaign(tmp_path / "standing", "5x6x4", tmp_path / "lying")
    list(work.run(workers=executor))
    assert len(work.settled) == len(work.openings) == 17
    assert {job.limit for job in executor.jobs} == {0}
    for state in standings(Board.parse("5x6x4"), tmp_path / "standing"):
        assert (state.settled, state.carried) == (True, state.replies)
    for opening in work.openings:
        assert verify(tmp_path / "standing" / f"{opening.name}.gz", plain=True)


def test_what_is_no_campaign_with_such_lines_is_not_carried(folder, tmp_path):
    """An empty folder, one of longer lines and one of something else are told, as is a board that fills the engine."""
    (tmp_path / "none").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "c3-e2.gz").write_bytes(b"text")
    for board, source, words in (
        ("6x5x4", tmp_path / "none", "none"),
        ("15x15x5", folder, "6x6x4"),
        ("6x5x4", tmp_path / "other", "c3-e2"),
        ("20x20x4", folder, "20x20x4"),
    ):
        answer = CliRunner().invoke(command, [board, str(tmp_path / "new"), "--carry", str(source)])
        assert isinstance(answer.exception, NoughtsError)
        assert words in str(answer.exception)
        assert not [*(tmp_path / "new").glob("*")]
