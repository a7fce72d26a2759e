"""The library half works with nothing else installed, and what needs more says so in one line."""

import os
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import httpx
import pytest

import noughts
from noughts.errors import MissingError, NoughtsError
from noughts.extras import PACKAGES, install, missing, needed_by
from noughts.kernels.library import this_machine
from tests.paths import CERTIFICATES, ROOT
from tests.processes import PATIENCE

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, MODULES = PYPROJECT["project"], PYPROJECT["tool"]["deptry"]["package_module_name_map"]


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """The folder of programs of an environment that holds a wheel without kernels and nothing else, not even pip."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        env={**os.environ, "HATCH_BUILD_NO_HOOKS": "true"},
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=False)
    programs = folder / "venv" / "bin"
    pip = [sys.executable, "-m", "pip", "--python", programs / "python", "install", "--quiet", "--no-index"]
    subprocess.run([*pip, "--no-deps", "--no-compile", wheel], check=True, capture_output=True)
    return programs


def run(*command, cwd):
    """A program with an environment of its own, so that nothing of this one is found."""
    env = {"NOUGHTS_CACHE": str(cwd), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


HALF = """
import sys
from importlib.metadata import distributions
from importlib.resources import files
import noughts
from noughts import *  # every public name can be had

assert {d.metadata["Name"] for d in distributions()} == {"noughts"}, list(distributions())
position = Position.parse("XX./.../O..")
for name in noughts.player_names():
    assert sum(noughts.player(name).decide(position).moves.values()) == 1
    assert noughts.working(noughts.player(name).decide(position))
assert noughts.sentence(noughts.player("weights").decide(position)).startswith("Takes c1")
game = noughts.play("rules", "random", seed=1)
for text in (game.to_json(), game.to_sgf(), game.to_psq()):
    assert Game.read(text).moves == game.moves
assert str(noughts.match("random", "core").win) == "13/945"
assert not noughts.exploit("rules").can_lose
assert noughts.sample("random", "core", games=20, seed=1).tally.games == 20
assert noughts.tournament(["random", "core", "rules"]).ranking()[0].player == "rules"
assert str(noughts.analyse("4x3x3").value) == "win in 7"
assert noughts.count("3x3x3").positions == 5478
assert "157 nodes" in noughts.tree_text(noughts.tree("XO./XO./..."))
assert str(noughts.verify(sys.argv[1]).position.board) == "4x4x4"
assert noughts.board_svg(position).startswith("<svg")
pair = (noughts.match("random", "core"), noughts.tournament(["core", "random"]))
for result in (game, noughts.analyse("3x3x3"), *pair):
    assert str(result) and result.to_json() and result.to_records()
    assert result._repr_html_() or result._repr_svg_()
assert files(noughts).joinpath("py.typed").is_file()  # so that type checkers read its annotations
outside = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - {"noughts", "__main__"}
assert not {name for name in outside if not name.startswith("_")}, outside
print("done")
"""


def test_the_library_half_needs_no_other_package(bare):
    """Installed alone, the wheel plays, decides, matches, analyses, draws, reads and writes games, and verifies."""
    certificate = CERTIFICATES / "4x4x4.gz"
    done = run(bare / "python", "-c", HALF, certificate, cwd=bare)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


NONE = f"this installation has no library 'engine' for {this_machine()} (see docs/kernels.md)"

LACKING = {
    "noughts.solve('7x7x5')": f"solve needs compiled kernels: {NONE}",
    "noughts.shortest('5x5x4')": f"solve needs compiled kernels: {NONE}",
    "noughts.analyse('7x7x5')": f"the engine needs compiled kernels: {NONE}",
    "noughts.player('hard').decide('5x5x4')": "hard does not play '5x5x4': it needs compiled kernels: "
    f"{NONE}",
    "noughts.png(noughts.board_svg('3x3x3'), 99)": "a PNG needs resvg: pip install 'noughts[png]'",
    "noughts.widget('core')": "a board in a notebook needs anywidget: pip install 'noughts[notebook]'",
    "noughts.schema()": "the schema needs pydantic: pip install 'noughts[web]'",
    "import_module('noughts.batch')": "noughts.batch needs NumPy: pip install 'noughts[arrays]'",
    "import_module('noughts.adapters.gym_env')": "noughts.adapters.gym_env needs Gymnasium: "
    "pip install 'noughts[rl]'",
    "import_module('noughts.adapters.zoo_env')": "noughts.adapters.zoo_env needs NumPy: "
    "pip install 'noughts[rl]'",
    "import_module('noughts.adapters.spiel_game')": "noughts.adapters.spiel_game needs NumPy: "
    "pip install 'noughts[open-spiel]'",
    "import_module('noughts.adapters.spiel_bots')": "noughts.adapters.spiel_bots needs OpenSpiel: "
    "pip install 'noughts[open-spiel]'",
}
"""What needs more than the library half, and what it says."""

ASK = """
import sys
from importlib import import_module
import noughts
for question in sys.argv[1:]:
    try:
        eval(question)
    except noughts.NoughtsError as error:
        print(error)
"""


def test_what_a_missing_package_would_bring_is_told_in_one_line(bare):
    """What cannot be done without a package raises an error of the house that says how to install it."""
    done = run(bare / "python", "-c", ASK, *LACKING, cwd=bare)
    assert (done.stderr, done.stdout.splitlines()) == ("", list(LACKING.values()))


BASE = r"click|markdown_it|mdurl|platformdirs|pygments|rich|typing_extensions"
"""The packages of ``pip install noughts``."""

EXTRAS = r"llvmlite|numba|numpy|psycopg|resvg|scipy"
"""Packages that are installed here and not by ``pip install noughts[web]``."""


def environment(folder, chosen):
    """Environment variables with which Python finds noughts and the packages that ``chosen`` accepts by name."""
    folder.mkdir()
    for entry in Path(pytest.__file__).parents[1].iterdir():
        if chosen(entry.name.lower()):
            (folder / entry.name).symlink_to(entry)
    (folder / "noughts").symlink_to(Path(noughts.__file__).parent)
    return {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}


NOUGHTS = [sys.executable, "-S", "-m", "noughts"]


def test_the_command_line_works_without_any_extra(tmp_path):
    """A base installation decides, solves and verifies; `serve` and `schema` say which extra they need."""
    env = environment(tmp_path / "packages", re.compile(BASE).match)

    def ran(*arguments):
        done = subprocess.run([*NOUGHTS, *arguments], env=env, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    status, text = ran("decide", "weights", "XX./.../O..")
    assert (status, text.partition(",")[0]) == (0, "Takes c1")
    status, text = ran("solve", "6x6x5", "--certificate", str(tmp_path / "proof"))
    assert (status, "draw" in text) == (0, True)
    assert ran("verify", str(tmp_path / "proof"))[0] == 0
    status, text = ran("serve", "--no-browser", "--port", "0")
    assert status == 2
    assert re.fullmatch(r"noughts: this command needs \w+: pip install 'noughts\[web\]'\n", text)
    assert ran("schema") == (2, "noughts: the schema needs pydantic: pip install 'noughts[web]'\n")


def test_the_page_is_served_with_the_extra_web(tmp_path):
    """`noughts serve` answers questions, and the engine plays, with no package of another extra."""
    env = environment(tmp_path / "packages", lambda name: not re.match(rf"{EXTRAS}|noughts$", name))
    options = ("--no-browser", "--port=0", f"--database=sqlite:///{tmp_path / 'games.db'}")
    running = subprocess.Popen([*NOUGHTS, "serve", *options], env=env, stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://\S+", running.stdout.readline())[0]
        with httpx.Client(base_url=address, timeout=120) as client:
            assert client.get("/api/strength").status_code == 200
            assert client.get("/api/analyse?board=3x3x3&position=XX./OO./...").json()["value"] == "win"
            weighed = client.get("/api/decide?player=weights&position=XX./.../O..")
            assert weighed.json()["moves"] == {"c1": "1"}
            assert client.get("/api/decide?player=engine&board=15x15x5").json()["moves"] == {"h8": "1"}
    finally:
        running.terminate()
        running.wait(PATIENCE)
        running.stdout.close()


@pytest.mark.parametrize("command", [["noughts"], ["pbrain-noughts"], ["python", "-m", "noughts", "serve"]])
def test_a_command_without_click_says_so(bare, command):
    """Without click a command ends with status 2 and one line that says what to install."""
    done = run(bare / command[0], *command[1:], cwd=bare)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "noughts: this command needs click: pip install noughts\n"


def test_every_package_comes_with_its_extra():
    """`PACKAGES` has each module of the packages that pyproject.toml requires, with an extra that brings it.

    That these are the packages that noughts imports, and no others, is checked by deptry.
    """
    extras = {"": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}
    del extras["all"]
    modules = {extra: set(modules_of(requirements)) for extra, requirements in extras.items()}
    assert set().union(*modules.values()) == set(PACKAGES)
    for module, (_, extra) in PACKAGES.items():
        assert module in modules[extra], module


def modules_of(requirements):
    """The modules that are imported of these requirements, as deptry is told, or else by the package's name."""
    for requirement in requirements:
        name = re.split(r"[\[><=]", requirement)[0]
        if name != "noughts":  # one extra that needs another
            yield from MODULES.get(name, [name.replace("-", "_")])


def test_the_documents_list_every_extra():
    """The table of extras in docs/library.md has a row for each except ``solver``, which is empty."""
    rows = re.findall(
        r"^\| `([a-z-]+)` \|", (ROOT / "docs/library.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted([*rows, "solver"]) == sorted(PROJECT["optional-dependencies"])


def test_all_brings_every_extra():
    """The extra `all` names each of the others, and no more."""
    (everything,) = PROJECT["optional-dependencies"]["all"]
    assert everything == f"noughts[{','.join(list(PROJECT['optional-dependencies'])[:-1])}]"


def test_the_message_names_what_is_needed():
    """The error is one of the house's and a ModuleNotFoundError, and an adapter may name the extra of its own."""
    error = missing("it", "numpy", "rl")
    assert isinstance(error, NoughtsError)
    assert isinstance(error, ModuleNotFoundError)
    assert (str(error), error.name) == ("it needs NumPy: pip install 'noughts[rl]'", "numpy")
    assert install("click") == "pip install noughts"


def test_other_failures_are_not_told_as_a_missing_package():
    """A module that is missing inside the house, or in a package of others, is raised as it is."""
    with pytest.raises(ModuleNotFoundError, match="no_such_module") as caught, needed_by("it"):
        import no_such_module  # type: ignore[import-not-found] # noqa: F401
    assert not isinstance(caught.value, MissingError)
