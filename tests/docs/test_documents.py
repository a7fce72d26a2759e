"""Every example in the documents runs, and every docstring's example holds."""

import doctest
import importlib
import re
import shlex
import subprocess
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import noughts
from tests.docs import example_types
from tests.inside import Answer, inside
from tests.paths import DOCS, RESEARCH, ROOT

PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("**/*.md"), *RESEARCH.glob("*.md")])
HOUSE = Path(noughts.__file__).parent
MODULES = sorted(
    ".".join(["noughts", *path.relative_to(HOUSE).with_suffix("").parts]).removesuffix(".__init__")
    for path in HOUSE.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)
LONG_PAGES = {"open-spiel.md", "learning.md"}
"""Pages whose examples take seconds."""
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.name, marks=[pytest.mark.long] if page.name in LONG_PAGES else [])
        for page in PAGES
    ],
)
def test_python_examples_of_a_page_run(page: Path) -> None:
    """Every Python example of a page gives what the page says."""
    if page.name == "open-spiel.md":
        pytest.importorskip("pyspiel")
    failed, _ = doctest.testfile(str(page), module_relative=False)
    assert failed == 0


SECONDS = re.compile(r"players|tournament|seconds=|--games 2|solve 7x7x5|learn ")
"""Parts of commands that take seconds."""


def commands() -> list[Any]:
    """Return every command in a page's ``console`` blocks with its output; those that take seconds are long tests."""
    blocks = [block for page in PAGES for block in CONSOLE.findall(page.read_text(encoding="utf-8"))]
    found = [COMMAND.findall(block) for block in blocks]
    return [
        pytest.param(command, shown, id=command, marks=[pytest.mark.long] if SECONDS.search(command) else [])
        for command, shown in chain.from_iterable(found)
    ]


PLAIN = re.compile(r"noughts [^|&;<>$`:]*( && noughts [^|&;<>$`:]*)*")
"""Commands that ask nothing of a shell but to come one after another, and nothing of another program."""


def in_this_process(command: str) -> Answer:
    """Return what commands print until one fails."""
    printed = errors = ""
    for part in command.split(" && "):
        answer = inside(*shlex.split(part)[1:])
        printed, errors = printed + answer.out, errors + answer.err
        if answer.status:
            break
    return Answer(answer.status, printed, errors)


def in_a_shell(command: str) -> Answer:
    """Return what a command prints that a shell runs."""
    script = re.sub(
        r"(^|&& |ugi:|gomocup:)noughts ", rf"\1{shlex.quote(sys.executable)} -m noughts ", command
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=900, check=False)
    return Answer(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(("command", "shown"), commands())
def test_commands_of_the_pages_print_what_is_shown(
    command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every command in the documents prints what the page shows; ``...`` stands for lines left out."""
    assert command.startswith("noughts "), "only the program's own commands are shown as console blocks"
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    answer = in_this_process(command) if PLAIN.fullmatch(command) else in_a_shell(command)
    assert answer.status in {0, 2}, answer.err
    checker = doctest.OutputChecker()
    printed = (
        "\n".join(line.rstrip() for line in (answer.err if answer.status else answer.out).splitlines()) + "\n"
    )
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert checker.check_output(shown, printed, flags), f"{printed}\n--- is not what is shown ---\n{shown}"


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples_hold(name: str) -> None:
    """Every example in a module's docstrings gives what it says."""
    if name.startswith("noughts.adapters.spiel"):
        pytest.importorskip("pyspiel")
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert (failed, tried > 0) == (0, True)


def test_examples_become_modules_for_type_checkers(tmp_path):
    """Every page with Python examples is a module that Python can read, without what raises an error."""
    example_types.write(tmp_path)
    modules = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.glob("*.py")}
    assert {"README", "docs_library", "docs_player"} <= modules.keys()
    for name, text in modules.items():
        compile(text, name, "exec")
    assert "with noughts.analysis" in modules["docs_library"]
