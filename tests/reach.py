"""How near each file of tests is to a change: by what it imports, and by the room of the house that it tests.

A check has no time for all long tests: it runs those that the change reaches, the nearest first. A distance is the
number of steps from a file of tests to a file that was changed: 0 for the file itself.
"""

import os
import re
import subprocess
from collections import defaultdict
from pathlib import Path

from tests.modules import Modules
from tests.paths import DOCS, RECORDS, RESEARCH, ROOT, SOURCE, TESTS

RECENT = 40
"""Where nobody can tell where a change began, this many commits are it."""


def distances() -> tuple[dict[str, int], bool]:
    """The distance of every file of tests that the change reaches, and whether it may reach all others, too."""
    start, sure = base()
    changed = [
        ROOT / name for name in _git("diff", "--name-only", "--no-renames", start or "HEAD").splitlines()
    ]
    graph = Graph(Modules(SOURCE, TESTS, RESEARCH))
    near = {str(path): steps for path, steps in graph.distances(changed).items()}
    return near, not sure or any(map(_reaches_all, changed))


def base() -> tuple[str, bool]:
    """The revision that the change began at, and whether that is sure: in a shallow clone it is not."""
    if _git("rev-parse", "--is-shallow-repository") == "true":
        return "", False
    if since := os.environ.get("NOUGHTS_SINCE"):
        if not _git("rev-parse", "--quiet", "--verify", f"{since}^{{commit}}"):
            raise ValueError(f"NOUGHTS_SINCE names no commit: {since!r}")
        return since, True
    head = _git("rev-parse", "HEAD")
    if (fork := _git("merge-base", "HEAD", "origin/main")) not in {"", head}:
        return fork, True
    if parent := _git("rev-parse", "--quiet", "--verify", "HEAD^2") and _git("rev-parse", "HEAD^1"):
        return parent, True
    return _git("rev-list", f"--max-count={RECENT}", "HEAD").split("\n")[-1], False


def _git(*command: str) -> str:
    """What git says; nothing where there is no git, or no such revision."""
    try:
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def _reaches_all(path: Path) -> bool:
    """Whether a file belongs to no room: versions, commands and settings."""
    return (path.parent == ROOT and path.suffix != ".md") or path.parent.name == ".ci"


class Graph:
    """Who is reached by a change of what: an arrow leads from a module to those that import it or test it."""

    def __init__(self, modules: Modules) -> None:
        self.modules = modules
        self._names = {path: name for name, path in modules.paths.items()}
        self._reached_by: dict[str, set[str]] = defaultdict(set)
        for name, path in modules.paths.items():
            tests = _is_of_tests(path)
            needs = {other for other in modules.imports(name) if not (tests and other == "noughts")}
            for need in needs | (self._around(path) if tests else set()):
                self._reached_by[need].add(name)

    def distances(self, changed: list[Path]) -> dict[Path, int]:
        """The distance of every file of tests that these files reach."""
        steps = {name: 0 for path in changed for name in self._changed_with(path)}
        queue = list(steps)
        for name in queue:
            new = self._reached_by[name] - set(steps)
            steps |= dict.fromkeys(new, steps[name] + 1)
            queue += new
        return {
            self.modules.paths[name]: n for name, n in steps.items() if _is_of_tests(self.modules.paths[name])
        }

    def _around(self, path: Path) -> set[str]:
        """What a file of tests needs without importing it: fixtures, and the room that it tests."""
        folders = [folder for folder in path.parents if _is_of_tests(folder)]
        needs = {
            self._names[folder / "conftest.py"] for folder in folders if (folder / "conftest.py").is_file()
        }
        return needs | (self._room(path) if path.name.startswith("test_") else set())

    def _room(self, path: Path) -> set[str]:
        """The modules of the house that a file of tests is there for: those of the folder that it stands in."""
        if path.is_relative_to(RESEARCH):
            place = path.parent.relative_to(RESEARCH / "tests")
            return self._below(RESEARCH / place) if place.parts else set()
        place = path.parent.relative_to(TESTS)
        match place.as_posix():
            case ".":
                return {f"noughts.{path.stem.removeprefix('test_')}"} & set(self.modules.paths)
            case "docs":
                return {"noughts.__init__"}
            case "page":
                return self._below(SOURCE / "server")
        folders = [SOURCE / place, *(SOURCE / folder for folder in place.parents[:-1])]
        return next(filter(None, map(self._beside, folders)), set())

    def _below(self, folder: Path) -> set[str]:
        return {name for path, name in self._names.items() if path.is_relative_to(folder)}

    def _changed_with(self, path: Path) -> set[str]:
        """The modules that a changed file is one of, or belongs to."""
        if path in self._names:
            return {self._names[path]}
        if path.is_relative_to(SOURCE / "page"):
            return self._below(SOURCE / "server")
        of_product = path.is_relative_to(SOURCE) or path.is_relative_to(TESTS)
        if not of_product and (path.suffix == ".md" or any(map(path.is_relative_to, (DOCS, RECORDS)))):
            return {name for name, at in self.modules.paths.items() if _reads_documents(at)}
        if of_product or path.is_relative_to(RESEARCH):
            return next(filter(None, map(self._beside, path.parents)))
        return set()

    def _beside(self, folder: Path) -> set[str]:
        return {self._names[path] for path in folder.glob("*.py")}


def _is_of_tests(path: Path) -> bool:
    return path.is_relative_to(TESTS) or path.is_relative_to(RESEARCH / "tests")


def _reads_documents(path: Path) -> bool:
    if not _is_of_tests(path):
        return False
    if path.is_relative_to(TESTS / "docs"):
        return True
    return path.name.startswith("test_") and bool(
        re.search(r"\b(docs|DOCS|CERTIFICATES)\b|\bRECORDS / ", path.read_text(encoding="utf-8"))
    )
