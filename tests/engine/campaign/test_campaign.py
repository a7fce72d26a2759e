"""A board's win is proved opening by opening, at any time and in any order, and joined into one certificate."""

import gzip
import json
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts.engine.campaign.first_replies import first_replies
from noughts.engine.campaign.standing import standings
from noughts.errors import CheckpointError, NoughtsError, UnsupportedBoardError
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.solver.certificate.read import RejectedError
from noughts.solver.certificate.verify import verify
from noughts.ui.cli.main import cli

pytest.importorskip("numba", reason="the kernels need the extra 'solver'")

SMALL = Board.parse("6x5x4")
KEPT = Path(__file__).parents[3] / "docs" / "certificates" / "five"


def campaign(folder, board=SMALL):
    """A campaign in a folder."""
    from noughts.engine.campaign.campaign import Campaign
    from noughts.engine.campaign.folder import CampaignFolder

    return Campaign(CampaignFolder(board, folder))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A small board's campaign, all settled."""
    folder = tmp_path_factory.mktemp("whole")
    list(campaign(folder).run())
    return folder


@pytest.mark.parametrize(
    ("name", "number"), [("15x15x5", 35), ("6x5x4", 17), ("14x14x5", 104), ("9x9x5", 14)]
)
def test_openings_are_all_replies_up_to_symmetry(name, number):
    """Every cell but the first stone's is the reply of one opening; each way is one of its replies, turned."""
    board = Board.parse(name)
    found = first_replies(board)
    assert len(found) == number
    cells = [cell for opening in found for cell in opening.replies]
    assert sorted([*cells, found[0].first]) == list(board.cells)
    for opening in found:
        assert opening.ways
        assert {reply for _, reply in opening.ways} <= opening.replies


def test_a_campaign_is_joined_into_one_certificate(whole, tmp_path):
    """Each piece is a certificate by itself, and all together are one of the empty board, in plain Python, too."""
    work = campaign(whole)
    assert len(work.settled) == len(work.openings) == 17
    for opening in work.openings:
        (claim,) = verify(whole / f"{opening.name}.gz", plain=True)
        assert claim.wins
        assert claim.position.ply == 2
    work.join(tmp_path / "joined")
    for plain in (True, False):
        (claim,) = verify(tmp_path / "joined", plain=plain)
        assert claim.wins
        assert claim.position == Position.start(SMALL)


def test_a_campaign_goes_on_where_it_was_stopped(tmp_path):
    """Stopped after every few replies, and begun anew from what is in the folder, it comes to the same end."""
    from noughts.engine.campaign import campaign as module

    before, module._SAVE = module._SAVE, 0.0
    try:
        for _ in range(200):
            work = campaign(tmp_path)
            if len(work.settled) == 17:
                break
            next(islice(work.run(), 6, None), None)
        assert len(work.settled) == 17
        assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
            f"{o.name}.gz" for o in work.openings
        )
    finally:
        module._SAVE = before


def saved(folder):
    """The checkpoint of a campaign that was stopped after a few replies."""
    from noughts.engine.campaign import campaign as module

    before, module._SAVE = module._SAVE, 0.0
    steps = campaign(folder).run()
    while not list(folder.glob("*.open.gz")):
        next(steps)
    steps.close()
    module._SAVE = before
    return next(folder.glob("*.open.gz"))


def test_checkpoints_of_others_are_refused(tmp_path):
    """A checkpoint of another version or board, and a damaged one, is refused, and it is said which."""
    path = saved(tmp_path)
    good = path.read_bytes()
    header, *rest = gzip.decompress(good).decode().splitlines(keepends=True)
    for changes in (
        {"format": "noughts-campaign-0"},
        {"board": "7x6x4"},
        {"position": "X"},
        {"campaign": {}},
    ):
        changed = json.dumps({**json.loads(header), **changes}) + "\n"
        path.write_bytes(gzip.compress("".join([changed, *rest]).encode()))
        with pytest.raises(CheckpointError, match=path.name):
            list(campaign(tmp_path).run())
    for damaged in (
        good[:-20],
        b"not gzip",
        gzip.compress(b"[]\n"),
        gzip.compress((header + "[0,1,2]\n").encode()),
    ):
        path.write_bytes(damaged)
        with pytest.raises(CheckpointError, match=path.name):
            list(campaign(tmp_path).run())


def test_pieces_that_prove_nothing_are_refused(whole, tmp_path):
    """A damaged piece, and the piece of another opening in its place, ends the campaign with a word about the file."""
    names = sorted(path.name for path in whole.glob("*.gz"))
    text = gzip.decompress((whole / names[0]).read_bytes()).decode()
    for content in (
        (whole / names[1]).read_bytes(),
        gzip.compress(text.replace("-5", "-1", 1).encode()),
        b"nothing",
    ):
        (tmp_path / names[0]).write_bytes(content)
        with pytest.raises(RejectedError, match=names[0]):
            campaign(tmp_path)


def test_nothing_is_joined_before_all_is_settled(whole, tmp_path):
    """Where an opening is not settled there is no certificate of the whole, and it is named."""
    for path in whole.glob("*.gz"):
        if path.name != "c3-f1.gz":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with pytest.raises(NoughtsError, match="c3-f1"):
        campaign(tmp_path).join(tmp_path / "joined")
    assert not (tmp_path / "joined").exists()


def test_the_command_says_how_far_it_came(whole, tmp_path):
    """Settled is exit status 0, a limit 1, a wrong word is told; page and picture are written from headers."""
    run = CliRunner().invoke
    assert run(cli, ["campaign", "6x5x4", str(whole)]).exit_code == 0
    short = run(cli, ["campaign", "6x5x4", str(tmp_path / "new"), "--seconds", "1e-9"])
    assert short.exit_code == 1
    assert "0 of 17" in short.output
    assert isinstance(run(cli, ["campaign", "3x3x3", str(tmp_path)]).exception, UnsupportedBoardError)
    for wrong in (["--opening", "z9"], ["--seconds", "-1"], ["--page", "five.md"]):
        answer = run(cli, ["campaign", "6x5x4", str(whole), *wrong])
        assert isinstance(answer.exception, NoughtsError)
        assert wrong[1] in str(answer.exception) or wrong[0] in str(answer.exception)
    page, picture = tmp_path / "five.md", tmp_path / "five.svg"
    assert (
        run(cli, ["campaign", "6x5x4", str(whole), "--page", str(page), "--picture", str(picture)]).exit_code
        == 0
    )
    assert "17 of 17 openings are settled" in page.read_text(encoding="utf-8")
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_folder_of_something_else_has_no_state(tmp_path):
    """A file that is none of a campaign's is told."""
    (tmp_path / "c3-f1.gz").write_bytes(b"text")
    with pytest.raises(NoughtsError, match="c3-f1"):
        standings(SMALL, tmp_path)


def test_a_piece_of_the_large_board_is_a_certificate():
    """The smallest piece that is kept of 15,15,5 is a win of X for the verifier."""
    pieces = [path for path in (KEPT / "15x15x5").glob("*.gz") if not path.name.endswith(".open.gz")]
    if not pieces:
        pytest.skip("no opening is settled yet")
    (claim,) = verify(min(pieces, key=lambda path: path.stat().st_size))
    assert claim.wins
    assert claim.position.board.name == "15x15x5"


@pytest.mark.long
def test_every_piece_that_is_kept_is_a_certificate():
    """Every piece of every board is of the opening that its name says, and accepted."""
    for folder in KEPT.iterdir():
        board = Board.parse(folder.name)
        work = campaign(folder, board)
        assert len(work.settled) == sum(state.settled for state in standings(board, folder))
