"""The commands that prove, where things go wrong: full disks, killed runs, huge and broken files."""

import gzip
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from noughts import Board, Position, ProofLostError, Result
from noughts import solve as prove
from noughts.solver.certificate.format import FORMAT
from noughts.solver.search import prover
from tests.inside import Answer, Call
from tests.processes import wait_until

LONG = pytest.mark.long

MIB = 1 << 20
SMALL = ("--threads", "1", "--memory", "16")
COMMAND = [sys.executable, "-m", "noughts"]


def limited(*arguments: str, disk: int, command: list[str] = COMMAND) -> Answer:
    """A program's answer where no file may grow beyond so many bytes, as on a full disk."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (disk, disk))

    done = subprocess.run(
        [*command, *arguments], capture_output=True, text=True, timeout=900, check=False, preexec_fn=limit
    )
    return Answer(done.returncode, done.stdout, done.stderr)


def refused(answer: Answer, status: int = 2, name: str = "noughts") -> str:
    """The one line that a refusal consists of, on a machine of any speed: progress may stand before it."""
    assert (answer.status, answer.out) == (status, ""), answer
    (line,) = [line for line in answer.err.splitlines() if line.startswith(f"{name}: ")]
    assert answer.err.endswith(f"{line}\n")
    return line


PEAK = """
import atexit, re, runpy, sys
atexit.register(lambda: print(re.search(r"VmHWM:\\s*(\\d+) kB", open("/proc/self/status").read())[1]))
sys.argv[0] = "noughts"
runpy.run_module("noughts", run_name="__main__")
"""
"""The program, telling its own peak at the end: what `wait4` says includes the process that it was forked from."""


def peak_memory(*arguments: str) -> tuple[int, int]:
    """Exit status and the most memory that a call of the program held, in bytes."""
    call = subprocess.run(
        [sys.executable, "-c", PEAK, *arguments], capture_output=True, text=True, check=False
    )
    return call.returncode, int(call.stdout.split()[-1]) * 1024


# A full disk


@pytest.mark.long
@pytest.mark.parametrize("extra", [(), pytest.param(("--shortest",), marks=LONG)])
@pytest.mark.parametrize("disk", [16, pytest.param(512, marks=LONG)])
def test_a_full_disk_leaves_the_old_certificate(tmp_path: Path, extra: tuple[str, ...], disk: int) -> None:
    """Where a certificate does not fit, that is said, the old file stays, and nothing lies beside it."""
    file = tmp_path / "proof"
    file.write_text("old")
    answer = limited("solve", "6x5x4", *extra, *SMALL, "--certificate", str(file), disk=disk)
    assert "cannot write" in refused(answer)
    assert [path.name for path in tmp_path.iterdir()] == ["proof"]
    assert file.read_text() == "old"


@pytest.mark.long
@pytest.mark.parametrize("extra", [(), pytest.param(("--shortest",), marks=LONG)])
def test_a_full_disk_leaves_the_old_checkpoint(noughts: Call, tmp_path: Path, extra: tuple[str, ...]) -> None:
    """Where a checkpoint does not fit, that is said, and the one before can still be taken up."""
    run = ("solve", "6x5x4", *extra, *SMALL, "--checkpoint", str(tmp_path / "run"))
    assert noughts(*run, "--nodes", "3000").status in {0, 1}  # settled, if the right search was ahead
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert "cannot write" in refused(limited(*run, "--resume", "--nodes", "9000", disk=4096))
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
    assert noughts(*run, "--resume", "--json").json["value"] == "win"


@pytest.mark.parametrize("path", [pytest.param(os.devnull, marks=LONG), "/dev/full", "/"])
def test_only_a_plain_file_is_replaced(inside: Call, path: str) -> None:
    """A device or a folder is no place for a certificate or a checkpoint's name: refused before any work."""
    mode = os.stat(path).st_mode
    assert f"cannot write '{path}'" in refused(inside("solve", "3x3x3", "--certificate", path))
    assert os.stat(path).st_mode == mode


# A killed run


@LONG
def test_a_killed_search_for_the_fewest_plies_goes_on(noughts: Call, tmp_path: Path) -> None:
    """After kill -9 in the middle, --resume takes up what was saved, and the proof of both halves is verified."""
    saved, proof = tmp_path / "run", tmp_path / "proof"
    options = ("--shortest", "--checkpoint", str(saved), "--every", "0.02", *SMALL, "--json")
    run = subprocess.Popen([*COMMAND, "solve", "7x7x4", *options], stdout=subprocess.DEVNULL)
    wait_until(lambda: run.poll() is not None or (tmp_path / "run.X-bounded").exists())
    run.send_signal(signal.SIGKILL)
    run.wait()
    kept = json.loads((tmp_path / "run.X-bounded").read_bytes().partition(b"\n")[0])
    found = noughts("solve", "7x7x4", *options, "--resume", "--certificate", str(proof)).json
    assert (found["value"], found["plies"]) == ("win", 11)
    assert found["nodes"] > kept["nodes"] > 0
    assert "X wins in 11 plies, and not in 9." in noughts("verify", str(proof)).out


@pytest.mark.long
def test_a_limit_leaves_the_proof_of_the_lower_bound(noughts: Call, tmp_path: Path) -> None:
    """Where a limit ends the search for the fewest plies, the file proves that fewer do not do, and so it is said."""
    file = tmp_path / "proof"
    answer = noughts("solve", "6x5x4", "--shortest", "--nodes", "500", "--certificate", str(file))
    claims = noughts("verify", str(file), "--json").json
    (claim,) = claims["claims"]
    assert (claims["value"], claim["wins"]) == (None, False)
    assert 0 < claim["plies"] < 11
    assert f"The proof that it takes more than {claim['plies']} pl" in answer.out


# Huge and broken files


@pytest.mark.long
@pytest.mark.parametrize(
    "start",
    [
        b'{"format": "noughts',
        *(pytest.param(start, marks=LONG) for start in (b"", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03")),
    ],
)
@pytest.mark.parametrize("arguments", [
    ("verify", "{}"),
    ("solve", "3x3x3", "--checkpoint", "{}", "--resume"),
    ("solve", "3x3x3", "--shortest", "--checkpoint", "{}", "--resume"),
])  # fmt: skip
def test_two_gigabytes_of_rubbish_are_refused(
    tmp_path: Path, arguments: tuple[str, ...], start: bytes
) -> None:
    """A huge file that is none of ours is refused at its beginning: it is never held in memory."""
    file = tmp_path / "rubbish"
    for path in (file, *(tmp_path / f"rubbish.X-{kind}" for kind in ("weak", "strong", "bounded"))):
        path.write_bytes(start)
        os.truncate(path, 2 << 30)
    status, memory = peak_memory(*(argument.format(file) for argument in arguments), "--memory", "64"
                                 ) if arguments[0] != "verify" else peak_memory("verify", str(file))  # fmt: skip
    assert status == (1 if arguments[0] == "verify" else 2)
    assert memory < 1024 * MIB


@pytest.mark.long
@pytest.mark.parametrize("extra", [(), pytest.param(("--shortest",), marks=LONG)])
def test_a_cut_certificate_is_refused(noughts: Call, tmp_path: Path, extra: tuple[str, ...]) -> None:
    """A certificate that ends too early is refused by name, whatever it claims."""
    file = tmp_path / "proof"
    noughts("solve", "4x3x3", *extra, "--certificate", str(file))
    data = file.read_bytes()
    for part in (0.0, 0.3, 0.99):
        file.write_bytes(data[: int(len(data) * part)])
        assert str(file) in refused(noughts("verify", str(file)), status=1)


@pytest.mark.long
@pytest.mark.parametrize("extra", [pytest.param((), marks=LONG), ("--shortest",)])
def test_a_cut_checkpoint_is_refused(noughts: Call, tmp_path: Path, extra: tuple[str, ...]) -> None:
    """A checkpoint that ends too early, or whose bytes have changed, is refused, and stays as it is."""
    run = ("solve", "6x5x4", *extra, *SMALL, "--checkpoint", str(tmp_path / "run"))
    assert noughts(*run, "--nodes", "3000").status in {0, 1}  # settled, if the right search was ahead
    for file in tmp_path.iterdir():
        data = file.read_bytes()
        for bad in (data[:-1], data[: len(data) // 2], data[:-20] + bytes(20)):
            file.write_bytes(bad)
            assert file.name in refused(noughts(*run, "--resume"))
            assert file.read_bytes() == bad
        file.write_bytes(data)


@pytest.mark.long
def test_a_certificate_of_another_board_is_refused(noughts: Call, tmp_path: Path) -> None:
    """A proof under the name of another board proves nothing of that."""
    file = tmp_path / "proof"
    noughts("solve", "4x4x4", "--certificate", str(file))
    header, rest = gzip.decompress(file.read_bytes()).split(b"\n", 1)
    for name, position in (("4x4x3", "..../..../..../...."), ("3x3x3", ".../.../...")):
        changed = {**json.loads(header), "board": name, "position": position}
        assert changed["format"] == FORMAT
        file.write_bytes(gzip.compress(json.dumps(changed).encode() + b"\n" + rest))
        assert str(file) in refused(noughts("verify", str(file)), status=1)


@pytest.mark.parametrize("extra", [(), ("--shortest",)])
@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("12x11x5",), "at most 128"),
        (("13x2x13",), "at most 12"),
        (("3x3x3", "XXX/OO./..."), "over"),
        (("3x3x3", "XOX/XOO/OXX"), "over"),
        (("3x3x3", "--seconds", "0"), "seconds"),
        (("3x3x3", "--nodes", "-1"), "nodes"),
        (("3x3x3", "--memory", "-1"), "memory"),
        (("3x3x3", "--threads", "-2"), "threads"),
        (("3x3x3", "--threads", "65"), "65"),
    ],
)
def test_what_cannot_be_proved_is_refused(
    inside: Call, arguments: tuple[str, ...], extra: tuple[str, ...], quoted: str
) -> None:
    """Too large a board, a finished game, and limits that are none are refused in one line that says why."""
    assert quoted in refused(inside("solve", *arguments, *extra))


# Strips


@pytest.mark.long
def test_solve_of_a_block_speaks_of_the_strip(noughts: Call, tmp_path: Path) -> None:
    """A block that is held proves a draw at every length; one that is not says nothing, even where X wins on it."""
    file = tmp_path / "proof"
    held = noughts("solve", "strip4x7x7", "--certificate", str(file), "--json")
    assert (held.status, held.json["value"], held.json["certificate"]) == (0, "draw", str(file))
    words = noughts("verify", str(file))
    assert (words.status, "every board of 7 rows with 7 in a row is a draw" in words.out) == (0, True)
    assert noughts("verify", str(file), "--json").json["any_length"] is True
    lost = noughts("solve", "strip4x3x3", "--certificate", str(tmp_path / "none"), "--json")
    assert (lost.status, lost.json["value"], lost.json["certificate"]) == (1, "unknown", None)
    assert "says nothing" in noughts("solve", "strip4x3x3").out
    assert [path.name for path in tmp_path.iterdir()] == ["proof"]


def test_verify_says_when_a_proof_about_a_block_is_none_about_the_strip(inside: Call, tmp_path: Path) -> None:
    """A win on the block, or a draw where it is not empty, is proved, and says nothing of the strip."""
    for board, rows, value in (
        (Board.strip(4, 3, 3), "..../..../....", Result.WIN),
        (Board.strip(4, 3, 4), "X.../..../....", Result.DRAW),
    ):
        assert prove(board, Position.parse(rows, board), certificate=tmp_path / "c").value is value
        answer = inside("verify", str(tmp_path / "c"))
        assert (answer.status, "says nothing of longer boards of 3 rows" in answer.out) == (0, True)
        assert "to move, has" not in answer.out
        assert inside("verify", str(tmp_path / "c"), "--json").json["any_length"] is False


@pytest.mark.parametrize("extra", [("..../..../....",), ("--shortest",), ("--checkpoint", "saved")])
def test_a_block_is_asked_as_a_whole(inside: Call, extra: tuple[str, ...]) -> None:
    """A position on a block, its fewest plies and a saved run are refused, by name."""
    assert "'strip4x3x3'" in refused(inside("solve", "strip4x3x3", *extra))


@pytest.mark.parametrize("command", [
    ("count", "{}"), ("match", "tic", "tic", "--board", "{}"), ("decide", "tic", ".../.../...", "--board", "{}"),
    ("play", "-x", "tic", "-o", "tic", "--board", "{}"), ("analyse", ".../.../...", "--board", "{}"),
])  # fmt: skip
def test_nobody_plays_on_a_block(inside: Call, command: tuple[str, ...]) -> None:
    """Where a board to play on is wanted a block of a strip is refused, and it is said what it is."""
    answer = inside(*(word.format("strip3x3x3") for word in command))
    assert "not a board to play on: 'strip3x3x3' (a block of an endless strip" in refused(answer)


# What cannot be written


def test_a_proof_that_is_lost_is_told_in_a_line(
    inside: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where the search does not find its proof again to write it, that is one line, exit status 1, and no file."""

    def lose(*_: object) -> None:
        raise ProofLostError("no reply found to X 1, O 2")

    monkeypatch.setattr(prover, "write", lose)
    answer = inside("solve", "3x3x3", "--certificate", str(tmp_path / "c"))
    assert (answer.status, answer.out) == (1, "")
    assert answer.err.startswith(
        "noughts: a proof was found, and not found again to be written: no reply found to X 1, O 2 ("
    )
    assert answer.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_what_is_in_the_way_is_named(noughts: Call, tmp_path: Path) -> None:
    """A refusal names the folder or the file that is in the way, not another name of the same command."""
    (tmp_path / "run.X-bounded").mkdir()
    saved, proof = str(tmp_path / "run"), str(tmp_path / "proof")
    told = refused(noughts("solve", "3x3x3", "--shortest", "--certificate", proof, "--checkpoint", saved))
    assert told == f"noughts: no checkpoint can be at '{saved}.X-bounded': that is a directory"
    told = refused(noughts("solve", "3x3x3", "--certificate", str(tmp_path / "none" / "c")))
    assert told == f"noughts: cannot write '{tmp_path}/none/c': No such file or directory"
