"""Long runs survive: a stopped search goes on where it was, and a file that is not its own is refused."""

import json
import math
import random
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

import noughts
from noughts import Board, Checkpoint, Limits, NoughtsError, Position, Result, shortest, solve

BOARD = Board.mnk(8, 6, 5)
STRONG = Board.mnk(5, 5, 4)


def new_searches(board, kind, **options):
    """New searches of the board, all alike."""
    from noughts.solver.search import searches

    while True:
        yield getattr(searches, kind)(board, 16, **options)


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A checkpoint of a search stopped half way."""
    from noughts.solver.search.checkpoint import save

    weak = next(new_searches(BOARD, "Weak"))
    result = weak.prove(0, 0, True, Limits(nodes=700))
    assert result.claim == "unknown"
    path = tmp_path_factory.mktemp("saved") / "c"
    save(path, weak, [0, 0], result.nodes, 1.5)
    return path


@pytest.mark.parametrize(("board", "kind", "stop"), [(BOARD, "Weak", 700), (STRONG, "Strong", 1000)])
def test_a_resumed_search_reaches_the_verdict_with_fewer_nodes(tmp_path, board, kind, stop):
    """What was known before the stop is not searched again; nodes and seconds before it are remembered."""
    from noughts.solver.search.checkpoint import load, save

    stopped, again, fresh = (next(new_searches(board, kind)) for _ in range(3))
    first = stopped.prove(0, 0, True, Limits(nodes=stop))
    assert first.claim == "unknown"
    save(tmp_path / "c", stopped, [0, 0], first.nodes, 1.5)
    head = load(tmp_path / "c", again, [0, 0])
    assert (head["nodes"], head["seconds"]) == (first.nodes, 1.5)
    whole, rest = fresh.prove(0, 0, True), again.prove(0, 0, True)
    assert whole.claim == rest.claim == "hold"
    assert rest.nodes < whole.nodes
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def test_a_checkpoint_fits_a_table_of_another_size(saved):
    """What is known may be taken up by a run with more or with less memory."""
    from noughts.solver.search.checkpoint import load
    from noughts.solver.search.searches import Weak

    for bits in (10, 18):
        weak = Weak(BOARD, bits)
        load(saved, weak, [0, 0])
        assert any(weak.table.numbers)
    assert weak.prove(0, 0, True).claim == "hold"


def refused(path, search, position):
    """The checkpoint is refused and leaves the table empty."""
    from noughts import CheckpointError
    from noughts.solver.search.checkpoint import load

    with pytest.raises(CheckpointError):
        load(path, search, position)
    assert not any(search.table.numbers)


def test_a_flipped_byte_is_found_wherever_it_is(saved, tmp_path):
    """A changed bit anywhere in the file: refused, and nothing of it is believed."""
    data, dice = saved.read_bytes(), random.Random(17)
    head = data.index(b"\n") + 1
    places = [*range(0, head, 9), *range(len(data) - 8, len(data)), *dice.sample(range(head, len(data)), 40)]
    weak = next(new_searches(BOARD, "Weak"))
    for place in places:
        changed = bytearray(data)
        changed[place] ^= 1 << dice.randrange(8)
        (tmp_path / "c").write_bytes(changed)
        refused(tmp_path / "c", weak, [0, 0])


def test_a_cut_or_longer_file_is_refused(saved, tmp_path):
    """Anything missing at the end, or anything after it, and it is no checkpoint."""
    data = saved.read_bytes()
    weak = next(new_searches(BOARD, "Weak"))
    for changed in (data[:-1], data[:-32], data[:-40], data[: len(data) // 2], data[:50], b"", data + b"\0"):
        (tmp_path / "c").write_bytes(changed)
        refused(tmp_path / "c", weak, [0, 0])


def checked(head, rows=b""):
    """A file with this first line, its checksum right."""
    data = json.dumps(head).encode() + b"\n" + rows
    return data + zlib.crc32(data).to_bytes(8, "little")


def test_rubbish_and_other_formats_are_refused(saved, tmp_path):
    """What is no checkpoint, or one of another version, or says nonsense about itself, is refused."""
    head = json.loads(saved.read_bytes().split(b"\n")[0])
    heads = [3, None, [], {}, {**head, "rows": 0, "format": "noughts-checkpoint-0"}]
    heads += [{**head, "rows": rows} for rows in (-1, 1.0, "1", None, True, 10**30)]
    heads += [{k: v for k, v in head.items() if k != gone} | {"rows": 0} for gone in head if gone != "rows"]
    odd = [(name, value) for name in ("nodes", "seconds") for value in (-1, None, "1", [], True, math.nan)]
    odd += [("nodes", 1.5), ("seconds", math.inf), ("kind", "strong"), ("kind", None)]
    heads += [{**head, "rows": 0, name: value} for name, value in odd]
    contents = [checked(bad) for bad in heads]
    contents += [b"rubbish" * 1000, random.Random(18).randbytes(10000), b"[" * 5000, b"\xff\n" * 10]
    weak = next(new_searches(BOARD, "Weak"))
    for content in contents:
        (tmp_path / "c").write_bytes(content)
        refused(tmp_path / "c", weak, [0, 0])


def test_a_checkpoint_of_another_search_is_refused(saved):
    """Another board, position, game or tuning: refused."""
    from noughts.solver.search.arrays import Tuning

    refused(saved, next(new_searches(Board.mnk(8, 5, 5), "Weak")), [0, 0])
    refused(saved, next(new_searches(Board.mnk(6, 8, 5), "Weak")), [0, 0])
    refused(saved, next(new_searches(BOARD, "Weak")), [1, 0])
    refused(saved, next(new_searches(BOARD, "Strong")), [0, 0])
    refused(saved, next(new_searches(BOARD, "Weak", tuning=Tuning(replies=9))), [0, 0])


def test_two_runs_that_save_at_once_do_not_meet(saved, tmp_path):
    """While another process writes the same checkpoint, a save is whole, and so is the other's after it."""
    from noughts.solver.search.checkpoint import load, save

    place, search = tmp_path / "c", next(new_searches(BOARD, "Weak"))
    with subprocess.Popen(
        [sys.executable, "-c", OTHER, str(place), str(saved)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(Path(noughts.__file__).parents[1]), "PATH": ""},
    ) as other:
        assert other.stdout.readline() == b"half\n"
        save(place, search, [0, 0], 7, 1.0)
        assert load(place, search, [0, 0])["nodes"] == 7
        other.communicate(b"go on\n")
    assert place.read_bytes() == saved.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


OTHER = """
import sys
from noughts.files import replacing
place, saved = sys.argv[1:]
data = open(saved, "rb").read()
with replacing(place) as file:
    file.write(data[:1000])
    file.flush()
    print("half", flush=True)
    sys.stdin.readline()
    file.write(data[1000:])
"""


@pytest.mark.parametrize("resume", [False, True])
@pytest.mark.parametrize("ask", [solve, shortest])
def test_a_directory_in_the_way_is_named_before_anything_is_searched(tmp_path, ask, resume):
    """Not the name that was given, which is free, but the one that a search would save to."""
    for kind in ("weak", "bounded"):
        (tmp_path / f"run.X-{kind}").mkdir()
    with pytest.raises(NoughtsError, match=r"run\.X-(weak|bounded)'.* directory"):
        ask(BOARD, limits=Limits(nodes=1), checkpoint=Checkpoint(tmp_path / "run", resume=resume))


def test_a_full_disk_leaves_the_last_checkpoint(saved, tmp_path, monkeypatch):
    """Where a save fails, the one before stays and no half of a new one lies beside it."""
    from noughts import files
    from noughts.solver.search import checkpoint

    (tmp_path / "c").write_bytes(saved.read_bytes())

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        checkpoint.save(tmp_path / "c", next(new_searches(BOARD, "Weak")), [0, 0], 1, 1.0)
    assert [path.name for path in tmp_path.iterdir()] == ["c"]
    assert (tmp_path / "c").read_bytes() == saved.read_bytes()


def test_solve_goes_on_from_its_checkpoint(tmp_path):
    """A run that its limit stopped is taken up: the same verdict, and both runs' nodes are counted."""
    path = tmp_path / "run"
    limits = Limits(nodes=700, memory=1 << 24, threads=1)
    stopped = solve(BOARD, limits=limits, checkpoint=Checkpoint(path))
    assert stopped.value is None
    assert list(tmp_path.iterdir())
    again = solve(BOARD, limits=Limits(memory=1 << 24, threads=1), checkpoint=Checkpoint(path, resume=True))
    assert again.value is Result.DRAW
    assert again.nodes > stopped.nodes


def test_solve_takes_up_only_its_own(tmp_path):
    """Nothing to resume, or a run of another board or position: refused before anything is searched."""
    path = tmp_path / "run"
    limits = Limits(nodes=700, memory=1 << 24, threads=1)
    with pytest.raises(NoughtsError, match="nothing to resume"):
        solve(BOARD, limits=limits, checkpoint=Checkpoint(path, resume=True))
    solve(BOARD, limits=limits, checkpoint=Checkpoint(path))
    other = Board.mnk(8, 5, 5)
    with pytest.raises(NoughtsError, match="another board"):
        solve(other, limits=limits, checkpoint=Checkpoint(path, resume=True))
    later = Position.start(BOARD).play(BOARD.cell("d3"))
    with pytest.raises(NoughtsError, match="another board, position"):
        solve(BOARD, later, limits=limits, checkpoint=Checkpoint(path, resume=True))
