"""What a change reaches: the tests of its own room first, those of rooms that build on it, and no others."""

import shutil
import subprocess

import pytest

from tests import reach
from tests.modules import Modules
from tests.paths import RESEARCH, ROOT, SOURCE, TESTS
from tests.reach import Graph

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def graph():
    return Graph(Modules(SOURCE, TESTS, RESEARCH))


def reached(graph, path):
    """The folders of the tests that a change of one file reaches, by the fewest steps."""
    steps = graph.distances([ROOT / path])
    nearest = {}
    for file, distance in sorted(steps.items(), key=lambda item: item[1]):
        if file.name.startswith("test_"):
            top = TESTS if file.is_relative_to(TESTS) else ROOT
            nearest.setdefault(file.parent.relative_to(top).as_posix(), distance)
    return nearest


def test_a_room_comes_before_those_that_build_on_it(graph):
    """A change of the engine reaches its own tests first, then players and the page, and neither rules nor solver."""
    steps = reached(graph, "src/noughts/engine/search.py")
    assert steps["engine"] < steps["players"] <= steps["page"]
    assert not {"game", "solver/search/kernels", "records"} & set(steps)


def test_in_a_shallow_clone_the_base_is_unknown(tmp_path, monkeypatch):
    """A shallow clone may lack the base, so all tests are reached, also with NOUGHTS_SINCE; a full clone has it."""
    if not shutil.which("git"):
        pytest.skip("needs git")
    monkeypatch.setenv("NOUGHTS_SINCE", "HEAD")
    monkeypatch.setattr(reach, "ROOT", tmp_path)
    begin = "git init -q . && git -c user.name=Ada -c user.email=a@b.c commit -q --allow-empty -m"
    subprocess.run(f"{begin} First && {begin} Second", shell=True, cwd=tmp_path, check=True)  # noqa: S602
    assert reach.base() == ("HEAD", True)
    command = ["git", "clone", "--quiet", "--depth=1", tmp_path.as_uri(), tmp_path / "shallow"]
    subprocess.run(command, check=True)
    monkeypatch.setattr(reach, "ROOT", tmp_path / "shallow")
    assert reach.base() == ("", False)


def test_a_file_of_the_page_reaches_its_tests(graph):
    """A file of the page, which nothing imports, reaches the tests of the server, the page and the schema."""
    steps = reached(graph, "src/noughts/page/core/api.js")
    assert steps["page"] == 1
    others = {folder for folder in steps if not folder.startswith(("page", "server", "cli", "research/"))}
    assert others <= {".", "contract", "display", "docs", "players", "web"}


def test_a_name_imported_from_the_facade_leads_to_its_module(graph):
    """A test that imports a name from `noughts` is one step from the module that defines the name."""
    steps = graph.distances([SOURCE / "contests/match.py"])
    assert steps[TESTS / "adapters/test_gym_env.py"] == 1
    assert TESTS / "engine/test_state.py" not in steps


def test_what_tests_share_reaches_those_that_share_it(graph):
    """A change of fixtures reaches all tests below them; a test that was changed is the nearest of all."""
    below = set((TESTS / "page").glob("test_*.py"))
    steps = graph.distances([TESTS / "page/conftest.py", TESTS / "game/test_rule.py"])
    assert below <= set(steps)
    assert steps[TESTS / "game/test_rule.py"] == 0


def test_documents_reach_the_tests_that_read_them(graph):
    """A change of a document reaches the tests of documents, and those that hold pages to what is computed."""
    steps = reached(graph, "docs/results.md")
    assert (steps["docs"], steps["research/tests/documents"]) == (0, 0)
    assert "solver/search/kernels" not in steps


def test_research_is_reached_by_what_it_imports_and_reaches_no_other_tests(graph):
    """A change of the engine reaches the tests of zones; one of zones reaches the tests of research alone."""
    assert reached(graph, "src/noughts/engine/kernels/lines.py")["research/tests/zones"] > 0
    steps = reached(graph, "research/zones/zone_search.py")
    assert steps["research/tests/zones"] == 1
    assert all(folder.startswith("research/tests") for folder in steps)
    assert reached(graph, "research/records/five.jsonl")["research/tests/documents"] == 0
