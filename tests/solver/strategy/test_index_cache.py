"""The cache of indexes: an entry is used for what it was made of only, and a damaged one is made again."""

import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import noughts
from noughts import Board, Position, RejectedError, certificate
from noughts.solver.strategy import certificate as strategies
from noughts.solver.strategy import index_cache, index_maker
from noughts.solver.strategy.index_cache import index_key
from tests.paths import CERTIFICATES

NAMES = ["6x5x4.gz", "6x6x4.gz", "7x5x4.gz", "7x6x4.gz"]


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    """The folder of the entries; short proofs get one, too."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("NOUGHTS_CACHE", str(folder))
    monkeypatch.setattr(strategies, "LONG", 10)
    monkeypatch.setattr(index_maker, "LEAST", 10)
    return folder / "indexes"


@pytest.fixture
def readings(monkeypatch):
    """The certificates that were verified from front to back, in order."""
    read, paths = strategies.read_claims, []

    def reading(path, *rest):
        paths.append(Path(path).name)
        return read(path, *rest)

    monkeypatch.setattr(strategies, "read_claims", reading)
    return paths


def opened(name="6x5x4.gz"):
    """A certificate, and its move in the empty board."""
    return (found := certificate(CERTIFICATES / name)).answer(found.position)


def test_an_entry_spares_another_verification(cache, readings, tmp_path):
    """A file of the same bytes is verified once, wherever it lies."""
    answer = opened()
    (entry,) = cache.iterdir()
    assert entry.name.endswith(".index")
    copy = shutil.copy(CERTIFICATES / "6x5x4.gz", tmp_path / "copy.gz")
    assert certificate(copy).answer("6x5x4") == answer == opened()
    assert readings == ["6x5x4.gz"]


def damaged(whole):
    """The bytes of an entry, damaged in many ways."""
    yield from (whole[:length] for length in (0, 1, 16, 63, 64, 100, 4096, 5000, len(whole) - 1))
    yield from (whole + b"\0", bytes(len(whole)), b"SQLite format 3\0" + bytes(5000))
    for at in (*range(0, 110, 7), *range(110, len(whole), len(whole) // 40)):
        yield whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]


def test_a_damaged_entry_is_made_again(cache, readings):
    """A truncated, altered or foreign file is not believed: the proof is verified again and the entry restored."""
    answer = opened()
    (entry,) = cache.iterdir()
    whole = entry.read_bytes()
    for number, content in enumerate(damaged(whole), 2):
        entry.write_bytes(content)
        assert opened() == answer
        assert len(readings) == number
        assert entry.read_bytes() == whole


def test_an_entry_in_use_that_is_damaged_says_what_to_do(cache):
    """The move that needs the damaged part is an error; opened again, the certificate answers."""
    found = certificate(CERTIFICATES / "6x5x4.gz")
    (entry,) = cache.iterdir()
    with entry.open("r+b") as file:  # the same file, which is open
        file.seek(4096)
        file.write(bytes(entry.stat().st_size - 4096))
    with pytest.raises(RejectedError, match="was damaged while it was in use: open the certificate again"):
        found.answer("6x5x4")
    assert opened()


def test_an_entry_of_another_key_is_not_used(cache, readings):
    """An intact entry under the name of another certificate's is replaced."""
    answer = opened()
    (entry,) = cache.iterdir()
    opened("7x5x4.gz")
    (other,) = set(cache.iterdir()) - {entry}
    shutil.copy(other, entry)
    assert opened() == answer
    assert readings == ["6x5x4.gz", "7x5x4.gz", "6x5x4.gz"]


def test_another_verifier_verifies_again(monkeypatch, readings):
    """An index of another version of the verifier, or of another layout, is not used."""
    opened()
    monkeypatch.setattr(index_cache, "VERIFIER", "another")
    opened()
    monkeypatch.setattr(index_cache, "LAYOUT", "another")
    opened()
    opened()
    assert len(readings) == 3


@pytest.mark.parametrize(
    "name",
    ["solver/certificate/verify_zones.py", "solver/strategy/index.py", "kernels/memory.py", "game/board.py"],
)
def test_the_version_of_the_verifier_is_that_of_its_source(tmp_path, name):
    """It changes with the text of the checkers, of the index and of the rules; without source there is none."""
    package = Path(noughts.__file__).parent
    for folder in ("game", "kernels", "solver"):
        shutil.copytree(
            package / folder,
            tmp_path / folder,
            ignore=lambda _, names: [n for n in names if "." in n and not n.endswith(".py")],
        )
    assert index_cache._source_digest(tmp_path) == index_cache.VERIFIER
    with (tmp_path / name).open("a") as file:
        file.write("# changed")
    assert index_cache._source_digest(tmp_path) not in (index_cache.VERIFIER, None)
    assert index_cache._source_digest(tmp_path / "game") is None


def test_a_key_tells_bytes_and_lines_apart():
    """Other bytes, lines, columns: another key. The name and the order of the lines do not matter."""
    board = Board.mnk(6, 5, 4)
    keys = {
        index_key(digest, on)
        for digest in ("a", "b")
        for on in (board, Board.mnk(6, 5, 5), Board.mnk(5, 6, 4), Board("flat", 15, 2, board.lines))
    }
    assert len(keys) == 8
    assert index_key("a", board) == index_key("a", Board("mine", 6, 5, board.lines[::-1]))


def sizes(cache):
    """The files of the cache and their sizes."""
    return {path.name: path.stat().st_size for path in cache.iterdir()}


def test_the_least_recently_used_go(cache, monkeypatch):
    """The entries fit within the limit; an entry used since it was made stays, and a killed writer's file goes."""
    entries = {}
    for seconds, name in enumerate(NAMES[:3]):
        opened(name)
        (entries[name],) = set(cache.iterdir()) - set(entries.values())
        os.utime(entries[name], (seconds, seconds))
    left = cache / f"{'0' * 64}.index.999999999.part"
    left.write_bytes(bytes(5000))
    os.utime(left, (0, 0))
    monkeypatch.setattr(index_cache, "MAX_BYTES", sum(sizes(cache).values()) - 5000)
    opened(NAMES[0])  # the oldest, now used
    opened(NAMES[3])
    kept = set(cache.iterdir())
    assert entries[NAMES[0]] in kept
    assert not kept & {left, entries[NAMES[1]]}
    assert sum(sizes(cache).values()) <= index_cache.MAX_BYTES


def test_an_index_larger_than_the_cache_is_not_stored(cache, monkeypatch, readings):
    """Its certificate is played, and the other entries stay."""
    opened("7x5x4.gz")
    before = sizes(cache)
    monkeypatch.setattr(index_cache, "MAX_BYTES", 100)
    assert opened() == opened()
    assert sizes(cache) == before
    assert len(readings) == 3


def test_no_more_than_two_gigabytes():
    """The limit that the documents name."""
    assert index_cache.MAX_BYTES == 2_000_000_000


def test_a_cache_that_cannot_be_written(cache, monkeypatch, readings):
    """Certificates are played where a file is in the way of the folder, or a folder in that of the entry."""
    cache.write_text("a file")
    answer = opened()
    assert cache.read_text() == "a file"
    cache.unlink()
    opened()
    (entry,) = cache.iterdir()
    entry.unlink()
    entry.mkdir()
    assert opened() == answer
    assert list(cache.iterdir()) == [entry]
    assert len(readings) == 3


@pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0, reason="whoever may write everywhere has no such folder"
)
def test_a_cache_that_is_read_only(cache, readings):
    """Its entries are used, and nothing is stored."""
    answer = opened()
    cache.chmod(0o500)
    try:
        assert opened() == answer
        opened("7x5x4.gz")
        opened("7x5x4.gz")
    finally:
        cache.chmod(0o700)
    assert len(sizes(cache)) == 1
    assert readings == ["6x5x4.gz", "7x5x4.gz", "7x5x4.gz"]


@pytest.mark.parametrize("lacks", ["folder", "source"])
def test_without_a_cache(cache, monkeypatch, readings, lacks):
    """The index stays in memory where no cache folder is known, or no source, as in a browser."""
    if lacks == "folder":
        monkeypatch.delenv("NOUGHTS_CACHE")
        monkeypatch.setitem(sys.modules, "platformdirs", None)
    else:
        monkeypatch.setattr(index_cache, "VERIFIER", None)
    assert opened() == opened()
    assert len(readings) == 2
    assert not cache.exists()


def test_many_write_at_once(cache):
    """Concurrent writers of one entry leave one intact entry."""
    position = Position.of("6x5x4")
    with ThreadPoolExecutor(4) as pool:
        answers = set(pool.map(lambda _: certificate(CERTIFICATES / "6x5x4.gz").answer(position), range(12)))
    assert answers == {opened()}
    assert len(sizes(cache)) == 1
