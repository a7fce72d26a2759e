"""A board's win is proved opening by opening, at any time and in any order, and joined into one certificate."""

import gzip
import json
import multiprocessing
import subprocess
import sys
import tracemalloc
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice

import pytest
from click.testing import CliRunner
from tests.paths import JOINED, PIECE, ROOT
from tests.processes import not_here

from noughts import (
    Board,
    CheckpointError,
    Mark,
    NoughtsError,
    Position,
    RejectedError,
    UnsupportedBoardError,
    WorkError,
    verify,
)
from research.campaign.__main__ import campaign as command
from research.campaign.first_replies import first_replies
from research.campaign.status import standings
from research.documents.__main__ import documents

SMALL = Board.parse("6x5x4")


def campaign(folder, board=SMALL, say=lambda _: None):
    """A campaign in a folder."""
    from research.campaign.campaign import Campaign
    from research.campaign.folder import CampaignFolder

    return Campaign(CampaignFolder(board, folder), say)


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
    work.folder.join(tmp_path / "joined")
    for plain in (True, False):
        (claim,) = verify(tmp_path / "joined", plain=plain)
        assert claim.wins
        assert claim.position == Position.start(SMALL)


def swollen(path, new, times):
    """A piece that tells all the replies of its root so many times: more records, and no deeper."""
    with gzip.open(path, "rt") as file:
        header, *lines = file
    m, *inner, end = [number for line in lines for number in json.loads(line)]
    with gzip.open(new, "wt") as file:
        file.writelines([header, f"[{m}]\n", *[json.dumps(inner) + "\n"] * times, f"[{end}]\n"])


def most_used(do):
    """Bytes that Python has at once while it does something, at most."""
    tracemalloc.start()
    do()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


@pytest.mark.long
def test_memory_does_not_grow_with_the_files(whole, tmp_path):
    """Pieces of ten times the records are joined, and what is joined is verified, in the same memory."""
    from research.campaign.folder import CampaignFolder

    joining, verifying = [], []
    for times in (10, 40):  # more than one array of the file's
        folder = tmp_path / str(times)
        folder.mkdir()
        for path in whole.glob("*.gz"):
            swollen(path, folder / path.name, times)
        pieces, joined = CampaignFolder(SMALL, folder), folder / "joined"
        joining.append(most_used(lambda pieces=pieces, joined=joined: pieces.join(joined)))
        verifying.append(most_used(lambda joined=joined: verify(joined, plain=True)))
    for small, large in (joining, verifying):
        assert large < small + 200_000


def test_a_campaign_goes_on_where_it_was_stopped(tmp_path):
    """Stopped after every few replies, and begun anew from what is in the folder, it comes to the same end."""
    from research.campaign import campaign as module

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


class Answering(ThreadPoolExecutor):
    """A worker that says something else than it found; ``asked`` are the jobs."""

    def __init__(self, says):
        super().__init__(1)
        self.says, self.asked = says, []

    def submit(self, do, job):
        self.asked.append(job)
        return super().submit(self.says, job, do)


@pytest.mark.long
def test_the_cheapest_next_step_comes_first(tmp_path, monkeypatch):
    """Where all resists every opening is begun, then all else, every reply in other orders, before any is split."""
    from research.campaign import opening_proof
    from research.campaign.reply_solver import ReplyAnswer
    from research.zones.zone_node import Attack, Defence

    def resists(job, do):
        m, y = [cell for cell, mark in enumerate(job.position.replace("/", "")) if mark == "."][:2]
        moves = (Defence(m, left={y: Attack()}),)
        return ReplyAnswer(None, None, 0, None, 1, 1, job.limit, 0.0, moves=moves)

    orders, limits = 3, (20, 80, 140, 600)
    monkeypatch.setattr(opening_proof, "_WHOLE", limits[:orders])
    monkeypatch.setattr(opening_proof, "LIMITS", limits)
    executor = Answering(resists)
    work = campaign(tmp_path, Board.parse("5x5x4"))
    every = sum(len(opening.ways) for opening in work.openings)
    done = list(islice(work.run(workers=executor), 22 * every * orders + 1))
    *whole, part = executor.asked
    assert {job.limit for job in whole} == {limits[0], limits[1] - limits[0]}
    assert Counter(job.order for job in whole) == dict.fromkeys(range(orders), 22 * every)
    assert {job.order for job in whole[: 22 * len(work.openings)]} == {0}
    assert [job.path for job in whole] == [None] * len(whole)
    assert len(part.path) == 2
    begun = [opening_proof.opening.name for opening_proof in done[: 22 * len(work.openings) : 22]]
    assert begun == [opening.name for opening in work.openings]


def test_a_piece_with_little_left_is_cheaper_than_a_new_one():
    """A few replies at a higher limit cost less than a new opening, many more; what others work on costs more."""
    from noughts.solver.certificate.write_file import SLACK
    from research.campaign.opening_proof import LIMITS, Attempt, Piece, Refutation
    from research.zones.zone_tree import ZoneTree

    opening = first_replies(Board.parse("15x15x5"))[0]
    new, opening_proof = Piece(opening, opening.ways[0]), Piece(opening, opening.ways[0])
    fresh = new.step()[0]
    hard = [cell for cell in opening_proof.start.empty if cell < 30]
    opening_proof.add(
        Refutation(SLACK, opening_proof.start.empty[-1], ZoneTree(), sum(1 << cell for cell in hard))
    )
    opening_proof.attempts = dict.fromkeys(hard, Attempt(LIMITS[0], 9, 9))
    assert opening_proof.left == hard
    cost, limit, replies = opening_proof.step()
    assert (cost, limit, sorted(replies)) == (30 * (LIMITS[1] - LIMITS[0]), LIMITS[1], hard)
    assert cost > fresh
    opening_proof.attempts = dict.fromkeys(hard[1:], Attempt(LIMITS[-1], 9, 9)) | {
        hard[0]: Attempt(LIMITS[0], 9, 9)
    }
    assert opening_proof.step() == (LIMITS[1] - LIMITS[0], LIMITS[1], hard[:1])
    assert LIMITS[1] - LIMITS[0] < fresh
    new.working.add(new.left[0])
    assert new.step()[0] > fresh
    opening_proof.working.add(hard[0])
    assert opening_proof.step() is None


@pytest.mark.long
@pytest.mark.parametrize("lost", [pytest.param(False, marks=pytest.mark.long), True])
def test_workers_settle_replies_side_by_side(lost, tmp_path):
    """By two processes, of which one is killed if need be, it comes to certificates of all, which are joined."""
    work = campaign(tmp_path)
    for number, _ in enumerate(work.run(workers=2)):
        if lost and number in (5, 30):
            multiprocessing.active_children()[0].kill()
    assert len(work.settled) == 17
    work.folder.join(tmp_path / "joined")
    (claim,) = verify(tmp_path / "joined")
    assert claim.wins
    assert claim.position == Position.start(SMALL)


@pytest.fixture
def splitting(monkeypatch):
    """A worker that splits every reply, and those below, though it could prove them; ``asked``: jobs."""
    from research.campaign import opening_proof
    from research.zones.zone_node import Attack, Defence

    monkeypatch.setattr(opening_proof, "LIMITS", (100_000, 1_000_000))
    monkeypatch.setattr(opening_proof, "_WHOLE", (100_000,))

    def says(job, do):
        answer = replace(do(job), wide=None)
        tree = answer.tree
        if not job.opens and not job.path:  # by proofs of others
            return replace(answer, tree=None)
        if not job.opens or len(job.path or ()) > 2 or tree.is_leaf:
            return answer
        move, forced = tree.move, tree.is_forcing
        after = Position.parse(job.position, SMALL).play_unchecked(move)
        rests = {mask & ~after.x for mask in SMALL.masks if not mask & after.o}
        left = [y for y in after.empty if not forced or 1 << y in rests]
        moves = (Defence(move, forced, left={y: Attack(0, 1 + y % 5, 1 + y % 3) for y in left}),)
        return replace(answer, tree=None, moves=moves)

    return Answering(says)


def test_replies_that_resist_are_split(splitting, tmp_path):
    """By jobs of their own, some replies deep, they are met, and the whole is verified."""
    work = campaign(tmp_path)
    list(work.run(only="c3-e3", workers=splitting))
    assert {len(job.path or ()) for job in splitting.asked} >= {0, 2, 4}
    (claim,) = verify(tmp_path / "c3-e3.gz")
    assert claim.wins


def test_a_reply_that_is_split_goes_on_where_it_was(splitting, tmp_path):
    """Stopped after every few answers and begun anew from the folder, the leader's trees are as they were."""
    kept = 0
    while not (tmp_path / "c3-e3.gz").exists():
        work = campaign(tmp_path)
        steps = work.run(only="c3-e3", workers=splitting)
        next(islice(steps, 15, None), None)
        steps.close()
        for way in next(one for one in work.openings if one.name == "c3-e3").ways:
            again, ours = work.folder.load(work.pieces[way].opening, way).splits, work.pieces[way].splits
            if not work.settled:
                assert {r: split.lines() for r, split in again.items()} == {
                    r: s.lines() for r, s in ours.items()
                }
                kept += sum(split.root.moves is not None for split in again.values())
    assert kept


@pytest.mark.long
def test_a_reply_that_resists_is_settled_by_splitting(monkeypatch, tmp_path):
    """On 15,15,5: what is not won within a limit is won by jobs no larger each, and so for the verifier."""
    from noughts.solver.certificate.write_file import write_zones
    from research.campaign import opening_proof as module
    from research.campaign import split
    from research.campaign.reply_solver import Settler

    monkeypatch.setattr(module, "LIMITS", (20_000, 10_000_000))
    monkeypatch.setattr(module, "_WHOLE", (20_000,))
    monkeypatch.setattr(split, "PORTION", 20_000)
    opening = next(one for one in first_replies(Board.parse("15x15x5")) if one.name == "h8-e1")
    opening_proof, settler = module.Piece(opening, opening.ways[0]), Settler()
    reply = opening.board.cell("e4")
    opening_proof._left, jobs = {reply}, 0
    while opening_proof.left:
        _, limit, (reply,) = opening_proof.step()
        job = opening_proof.job(reply, limit, [])
        opening_proof.take(reply, job, settler(job))
        if jobs == 0:
            assert opening_proof.resists[reply].limit == 20_000
        jobs += 1
    assert jobs > 5
    write_zones(
        tmp_path / "won", opening_proof.after(reply), Mark.X, opening_proof.refutations[0].tree.numbers
    )
    (claim,) = verify(tmp_path / "won", plain=True)
    assert claim.wins
    assert claim.position == opening_proof.after(reply)


def test_workers_do_not_crowd():
    """Each of several workers is given another leaf, the best first; all are told which moves have won.

    What is proved above them frees them.
    """
    from research.campaign.reply_solver import ReplyAnswer
    from research.campaign.split import Split
    from research.zones.zone_node import Attack, Defence

    split = Split(Position.parse("....../.XO.../..XX../O..O../......", SMALL))
    moves = (
        Defence(0, left={1: Attack(1, 5, 1), 4: Attack(1, 5, 2)}),
        Defence(5, left={1: Attack(1, 7, 3), 4: Attack(1, 9, 1)}),
    )
    split.open(ReplyAnswer(None, None, 0, None, 1, 1, 1, 0.0, moves=moves, favourites=(5, 0, 30)))
    assert Split.of(split.position, split.lines()).job(1.0).favourites == (5, 0)
    assert (split.root.pn, split.root.dn) == (7, 2)
    jobs = [split.job(1.0) for _ in range(4)]
    assert [job.path for job in jobs] == [(0, 1), (5, 4), (0, 4), (5, 1)]
    assert split.job(1.0) is None
    assert not split.free()
    assert split.busy == 4
    split.idle()
    assert split.job(1.0).path == (0, 1)


def test_what_a_worker_says_is_not_believed(tmp_path):
    """Trees that prove nothing are not taken, and the third ends it; zones that are too small cost time only."""
    from research.zones.zone_node import Attack, Defence
    from research.zones.zone_tree import ZoneTree

    number = b"12345678"
    for lie in (
        {"tree": ZoneTree(number)},
        {"tree": ZoneTree(b"1")},
        {"wide": ZoneTree(number)},
        {"tree": None, "moves": (Defence(14, left={0: Attack()}),)},
        {"tree": None, "moves": (Defence(0, parts=[number], left={1: Attack()}),)},
    ):
        executor = Answering(lambda job, do, lie=lie: replace(do(job), **lie))
        with pytest.raises(WorkError, match="3 answers of workers were no proofs"):
            list(campaign(tmp_path).run(workers=executor))
        assert len(executor.asked) == 3
    executor = Answering(lambda job, do: replace(answer := do(job), tree=ZoneTree(answer.tree.data[:-8])))
    with pytest.raises(WorkError, match="no proofs"):
        list(campaign(tmp_path).run(workers=executor))
    lies = iter(range(6))
    executor = Answering(
        lambda job, do: replace(do(job), **({} if next(lies, None) is None else {"zone": 0}))
    )
    said = []
    work = campaign(tmp_path, say=said.append)
    list(work.run(workers=executor))
    assert len(work.settled) == 17
    assert any("taken for its own reply only" in words for words in said)


@pytest.mark.long
def test_a_leader_that_is_killed_loses_what_was_not_saved(tmp_path):
    """The command killed in the middle, with its workers, and begun again, again and again, comes to the end."""
    command = [sys.executable, "-m", "research.campaign", "6x5x4", tmp_path, "--processes", "2"]
    for number in (1, 5, 12):
        leader = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in leader.stderr:
            if line.startswith(f"{number}/17"):
                break
        leader.kill()
        leader.communicate()
        assert len(list(tmp_path.glob("*.gz"))) >= number
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0
    assert len(campaign(tmp_path).settled) == 17


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="a file's size is limited where processes have limits")
def test_a_full_disk_loses_nothing(tmp_path):
    """Where files cannot grow it ends with one message, what was there is as it was, and later it goes on."""
    text = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), -1));"
        "import runpy; del sys.argv[1]; runpy.run_module('research.campaign', run_name='__main__')"
    )
    before = {}
    for size in (10, 290, 500):
        command = [sys.executable, "-c", text, str(size), "6x5x4", str(tmp_path)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        assert done.returncode == 2, done.stderr
        assert "cannot write" in done.stderr.splitlines()[-1]
        assert str(tmp_path) in done.stderr.splitlines()[-1]
        now = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        assert all(name.endswith(".gz") for name in now)
        assert {name: now[name] for name in before if not name.endswith(".open.gz")} == {
            name: content for name, content in before.items() if not name.endswith(".open.gz")
        }
        before = now
    list(campaign(tmp_path).run())
    assert len(campaign(tmp_path).settled) == 17


def saved(folder):
    """The checkpoint of a campaign that was stopped after a few replies."""
    from research.campaign import campaign as module

    before, module._SAVE = module._SAVE, 0.0
    steps = campaign(folder).run()
    while not list(folder.glob("*.open.gz")):
        next(steps)
    steps.close()
    module._SAVE = before
    return next(folder.glob("*.open.gz"))


def test_checkpoints_of_others_are_refused(tmp_path):
    """A checkpoint of another version or board, and a damaged one, is refused: it is said which, and what to do."""
    path = saved(tmp_path)
    opening = "-".join(path.name.split("-")[:2])
    good = path.read_bytes()
    header, *rest = gzip.decompress(good).decode().splitlines(keepends=True)
    changes = ({"format": "noughts-campaign-0"}, {"board": "7x6x4"}, {"position": "X"}, {"campaign": {}})
    others = [json.dumps({**json.loads(header), **change}) + "\n" for change in changes]
    for content in (
        *(gzip.compress("".join([other, *rest]).encode()) for other in others),
        good[:-20],
        b"not gzip",
        gzip.compress(b"[]\n"),
        gzip.compress((header + "[0,1,2]\n").encode()),
    ):
        path.write_bytes(content)
        with pytest.raises(CheckpointError, match=f"{path.name}.*remove it"):
            list(campaign(tmp_path).run(only=opening))
        assert path.read_bytes() == content


def test_a_damaged_file_ends_its_own_opening_only(whole, tmp_path):
    """Of a damaged checkpoint and a damaged piece each is told once and left as it is; the others are settled."""
    for name in ("c3-f1.gz", "c3-a1.gz"):
        (tmp_path / name).write_bytes((whole / name).read_bytes())
    path = saved(tmp_path)
    path.write_bytes(path.read_bytes()[:-20])
    (tmp_path / "c3-a1.gz").write_bytes(b"nothing")
    said = []
    work = campaign(tmp_path, say=said.append)
    list(work.run())
    told = [words for words in said if "remove it" in words]
    assert [name in words for name, words in zip(("c3-a1.gz", path.name), told, strict=True)] == [True, True]
    assert len(work.settled) == 15
    assert (tmp_path / "c3-a1.gz").read_bytes() == b"nothing"
    path.unlink()
    (tmp_path / "c3-a1.gz").unlink()
    list(campaign(tmp_path).run())
    assert len(campaign(tmp_path).settled) == 17


@pytest.mark.parametrize("split", [False, pytest.param(True, marks=pytest.mark.long)])
def test_nothing_damaged_reaches_the_kernels(split, splitting, tmp_path):
    """Changed at random inside an intact gzip a checkpoint is refused by name, or what it leads to is a proof."""
    if split:
        work = campaign(tmp_path)
        next(islice(steps := work.run(only="c3-e3", workers=splitting), 60, None))
        steps.close()
        path = max(tmp_path.glob("*.open.gz"), key=lambda one: one.stat().st_size)
        assert "split" in gzip.decompress(path.read_bytes()).decode()
    else:
        path = saved(tmp_path)
    command = [sys.executable, "-m", "research.tests.campaign.damage", path, "7"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    refused = [words for words in map(json.loads, done.stdout.splitlines()) if words]
    assert 75 < len(refused) <= 150
    assert all(path.name in words and "\n" not in words for words in refused)


def test_pieces_that_prove_nothing_are_refused(whole, tmp_path):
    """Of a damaged piece, and the piece of another opening in its place, the file is told, and what to do with it."""
    names = sorted(path.name for path in whole.glob("*.gz"))
    text = gzip.decompress((whole / names[0]).read_bytes()).decode()
    for content in (
        (whole / names[1]).read_bytes(),
        gzip.compress(text.replace("-5", "-1", 1).encode()),
        b"nothing",
    ):
        (tmp_path / names[0]).write_bytes(content)
        with pytest.raises(RejectedError, match=f"{names[0]}.*remove it"):
            list(campaign(tmp_path).run(only=names[0].removesuffix(".gz")))


def test_nothing_is_joined_before_all_is_settled(whole, tmp_path):
    """Where an opening is not settled there is no certificate of the whole, and it is named."""
    for path in whole.glob("*.gz"):
        if path.name != "c3-f1.gz":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    with pytest.raises(NoughtsError, match="c3-f1"):
        campaign(tmp_path).folder.join(tmp_path / "joined")
    assert not (tmp_path / "joined").exists()


def test_the_command_says_how_far_it_came(whole, tmp_path):
    """Settled is exit status 0, a limit 1, a wrong word is told; page and picture are written from headers."""
    run = CliRunner().invoke
    assert run(command, ["6x5x4", str(whole)]).exit_code == 0
    short = run(command, ["6x5x4", str(tmp_path / "new"), "--seconds", "1e-9"])
    assert short.exit_code == 1
    assert "0 of 17" in short.output
    assert isinstance(run(command, ["3x3x3", str(tmp_path)]).exception, UnsupportedBoardError)
    for wrong in (["--opening", "z9"], ["--seconds", "-1"]):
        answer = run(command, ["6x5x4", str(whole), *wrong])
        assert isinstance(answer.exception, NoughtsError)
        assert wrong[1] in str(answer.exception) or wrong[0] in str(answer.exception)
    record, page, picture = tmp_path / "five.jsonl", tmp_path / "five.md", tmp_path / "five.svg"
    parts = ("state", "openings", "shape", "lines")
    page.write_text("".join(f"<!-- {part} -->\n<!-- / -->\n" for part in parts), encoding="utf-8")
    kept = ["--record", str(record)]
    assert run(documents, ["campaign", "6x5x4", str(whole), *kept]).exit_code == 0
    assert (
        run(documents, ["five", str(page), str(picture), str(tmp_path / "five.json"), *kept]).exit_code == 0
    )
    assert "17 of 17 openings are settled" in page.read_text(encoding="utf-8")
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_a_folder_of_something_else_has_no_state(tmp_path):
    """A file that is none of a campaign's is told."""
    (tmp_path / "c3-f1.gz").write_bytes(b"text")
    with pytest.raises(NoughtsError, match="c3-f1"):
        standings(SMALL, tmp_path)


def test_a_piece_of_the_large_board_is_a_certificate():
    """The smallest piece of 15x15x5 is a win of X for the verifier."""
    (claim,) = verify(PIECE)
    assert claim.wins
    assert claim.position.board.name == "15x15x5"


@pytest.mark.long
def test_the_joined_certificate_proves_the_large_board():
    """The joined certificate of 15x15x5 is a win of X from the empty board for the verifier."""
    if not JOINED.exists():
        not_here("a source distribution lacks the joined certificate")
    (claim,) = verify(JOINED)
    assert claim.wins
    assert claim.position == Position.start(Board.parse("15x15x5"))


def test_the_same_stones_are_met_by_what_was_proved_of_them(whole):
    """O's second stone first and his first second: the tree of the other opening meets that, turned as it need be."""
    from research.campaign.folder import CampaignFolder
    from research.campaign.reply_solver import Settler, holds

    folder = CampaignFolder(SMALL, whole)
    openings = {opening.name: opening for opening in first_replies(SMALL)}
    one, other = folder.settled(openings["c3-a1"]), folder.settled(openings["c3-b1"])
    assert one
    assert other
    turned = {image[other.way[1]] for image in SMALL.symmetries if image[one.way[0]] == one.way[0]}
    assert len(turned) == 2
    for reply in turned:
        known = tuple(refutation.tree for refutation in one.transposed(reply, other))
        answer = Settler()(replace(one.job(reply, 0, []), hints=known))
        assert answer.hint is not None
        assert holds(one.after(reply), answer.tree)
