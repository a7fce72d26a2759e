"""Files of the repository and its source distribution are small."""

import shutil
import subprocess
import sys
import tarfile

import pytest

from tests.git_output import git
from tests.paths import JOINED, ROOT
from tests.test_commits import START

LARGE = {JOINED.relative_to(ROOT).as_posix()}
"""Files that may have more than MAX_FILE bytes."""
MAX_FILE = 1_000_000
MAX_TREE = 42_000_000
MAX_SDIST = 5_000_000


def blobs(*revisions, at=None):
    """Return the size of each blob below these revisions by its name, and the paths by name.

    A filtered clone lacks large blobs of earlier commits. They are left out: to ask for their size would fetch them.
    """
    listed = git("rev-list", "--objects", "--missing=print", *revisions, at=at).splitlines()
    paths = dict(line.partition(" ")[::2] for line in listed if not line.startswith("?"))
    form = "--batch-check=%(objecttype) %(objectsize) %(objectname)"
    rows = map(str.split, git("cat-file", form, at=at, stdin="\n".join(paths)).splitlines())
    return {name: int(size) for kind, size, name in rows if kind == "blob"}, paths


def too_large(*revisions, at=None):
    """Return the paths and sizes of the blobs below these revisions that are too large."""
    sizes, paths = blobs(*revisions, at=at)
    return {paths[name]: size for name, size in sizes.items() if size > MAX_FILE and paths[name] not in LARGE}


def test_no_file_is_large():
    """No file of the last commit has more than 1 MB but those listed, and all together have at most 42 MB."""
    assert not too_large("--no-walk", "HEAD")
    sizes, _ = blobs("--no-walk", "HEAD")
    names = [line.split()[2] for line in git("ls-tree", "-r", "HEAD").splitlines()]
    assert len(names) > 100
    assert sum(sizes.get(name, 0) for name in names) <= MAX_TREE


def test_no_large_file_was_added():
    """No commit since 19ff503 added a file of more than 1 MB, even if a later one deleted it."""
    if START not in git("rev-list", "HEAD").split():
        pytest.skip(f"not tested: this clone lacks {START[:7]}")
    assert not too_large(f"{START}..HEAD")


def test_a_large_file_is_found_in_the_history(tmp_path):
    """A file that was added and deleted is found in the history, and not in the last commit."""
    if not shutil.which("git"):
        pytest.skip("needs git")

    def commit(message):
        names = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        git("add", "--all", at=tmp_path)
        git(*names, "commit", "--quiet", "--allow-empty", f"--message={message}", at=tmp_path)

    git("init", "--quiet", at=tmp_path)
    commit("Begin")
    (tmp_path / "large file").write_bytes(bytes(MAX_FILE + 1))
    (tmp_path / "small").write_bytes(bytes(MAX_FILE))
    commit("Add files")
    assert too_large("--no-walk", "HEAD", at=tmp_path) == {"large file": MAX_FILE + 1}
    (tmp_path / "large file").unlink()
    commit("Delete one")
    assert too_large("--no-walk", "HEAD", at=tmp_path) == {}
    assert too_large("HEAD~2..HEAD", at=tmp_path) == {"large file": MAX_FILE + 1}


@pytest.mark.long
def test_the_source_distribution_is_small(tmp_path):
    """It has at most 5 MB, and a wheel can be built from it."""
    pytest.importorskip("hatchling")

    def build(target, folder):
        command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", tmp_path]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)

    build("sdist", ROOT)
    (file,) = tmp_path.glob("*.tar.gz")
    assert file.stat().st_size <= MAX_SDIST
    with tarfile.open(file) as packed:
        packed.extractall(tmp_path, filter="data")
    build("wheel", tmp_path / file.name.removesuffix(".tar.gz"))
    assert list(tmp_path.glob("*.whl"))
