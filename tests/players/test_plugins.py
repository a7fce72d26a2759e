"""Other people's players join by the entry point group ``noughts.players``."""

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import noughts
from tests.players.plug import install

HOUSE_PATH = str(Path(noughts.__file__).parents[1])

LAST = '''
"""A plug-in player: the last empty cell, or with an option the last but one."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts import Choice, Facts, Player


@dataclass(frozen=True)
class Seen:
    """Evidence of a kind of its own."""

    kind: ClassVar[str] = "last"


@dataclass(frozen=True)
class Last(Player):
    """The last cell."""

    back: int = 0

    name: ClassVar[str] = "last"
    facts: ClassVar[Facts] = Facts("Last", "a test", "boards", True, "the last in reading order")

    def plays(self, board):
        return board.size > 1

    def choose(self, position):
        cell = position.moves[-1 - min(self.back, len(position.moves) - 1)]
        return Choice({cell: Fraction(1)}, Seen())
'''


@pytest.fixture
def run(tmp_path):
    """Installs a tiny distribution with entry points beside the house and runs a script in a new process."""

    def run_with(module, entry_points, script):
        install(tmp_path, module, entry_points)
        path = os.pathsep.join([str(tmp_path), HOUSE_PATH])
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", dedent(script)],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return run_with


def test_a_plug_in_is_found_by_name_and_option(run):
    """An installed player is listed after the house's own, and read with its options."""
    script = """
        from noughts import Position, player, player_names
        print(*player_names())
        for spec in ("last", "last(back=1)"):
            decision = player(spec).decide(Position.parse("XX./.../O.."))
            print(player(spec) == player(str(player(spec))), decision.player, dict(decision.moves))
    """
    names, plain, back = run(LAST, "last = noughts_plug:Last", script)
    assert names.split() == [
        *("tic", "minimax", "weights", "core", "rules", "random", "perfect", "newell-simon"),
        *("engine", "menace", "td", "q", "mcts"),
        "last",
    ]
    assert plain == "True last {8: Fraction(1, 1)}"
    assert back == "True last(back=1) {7: Fraction(1, 1)}"


def test_a_plug_in_goes_through_the_conformance_suite(run):
    """The shared suite can be run on a plug-in without pytest, and this one passes all of it."""
    script = """
        import sys
        from noughts.testing import PlayerConformance
        from noughts_plug import Last

        class TestLast(PlayerConformance):
            player = Last()

        tests = [name for name in dir(TestLast) if name.startswith("test_")]
        for name in tests:
            getattr(TestLast(), name)()
        print(len(tests), "pytest" in sys.modules)
    """
    (out,) = run(LAST, "last = noughts_plug:Last", script)
    number, pytest_seen = out.split()
    assert int(number) >= 12
    assert pytest_seen == "False"


def test_a_broken_plug_in_is_no_fault_of_another_player(run):
    """Somebody's plug-in that cannot be loaded does not make another player, of a class of its own, fail the suite."""
    script = """
        from noughts.testing import PlayerConformance
        from noughts_plug import Last

        class Mine(Last):
            name = "mine"

        class TestMine(PlayerConformance):
            player = Mine()

        TestMine().test_is_found_by_its_own_name()
        print("passed")
    """
    assert run(LAST, "broken = not_installed_at_all:Broken", script) == ["passed"]


def test_a_plug_in_cannot_take_a_house_players_name(run):
    """A plug-in called ``tic`` does not replace the house's, and the list names it once."""
    script = """
        from noughts import player, player_names
        print(type(player("tic")).__module__, player_names().count("tic"))
    """
    module = LAST.replace('"last"\n    facts', '"tic"\n    facts')
    assert run(module, "tic = noughts_plug:Last", script) == ["noughts.players.tic 1"]


@pytest.mark.parametrize(
    ("module", "entry", "words"),
    [
        ("raise RuntimeError('no licence')", "broken = noughts_plug:Broken", "no licence"),
        ("import not_installed_at_all", "broken = noughts_plug:Broken", "not_installed_at_all"),
        ("", "broken = noughts_plug:Broken", "Broken"),
        ("Broken = 3", "broken = noughts_plug:Broken", "not a dataclass that extends"),
        ("class Broken: pass", "broken = noughts_plug:Broken", "not a dataclass that extends"),
        (LAST, "broken = noughts_plug", "not a dataclass that extends"),
        ("def (", "broken = noughts_plug:Broken", "invalid syntax"),
    ],
    ids=["raises", "imports nothing", "has no such name", "a number", "a class", "a module", "syntax"],
)
def test_a_broken_plug_in_is_named(run, module, entry, words):
    """A plug-in that cannot be loaded gives a PlayerError that names it and says why; the house plays on."""
    script = """
        from noughts import PlayerError, player
        print(player("tic"))
        try:
            player("broken")
        except PlayerError as error:
            print(error)
    """
    house, error = run(module, entry, script)
    assert house == "tic"
    assert "'broken'" in error
    assert words in error


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("back: int = 0", "back: float = 0.0"),
        ("back: int = 0", "back: 'Nowhere' = 0"),
        ("back: int = 0", "back: int"),
        ('    name: ClassVar[str] = "last"\n', ""),
        ("    facts: ClassVar", "    other: ClassVar"),
        ("def choose", "def chose"),
        ('name: ClassVar[str] = "last"', 'name: ClassVar[str] = "other"'),
    ],
    ids=["float option", "unknown type", "no default", "no name", "no facts", "abstract", "two names"],
)
def test_a_malformed_plug_in_is_named(run, old, new):
    """A plug-in with options that cannot be read, or without name, facts or choose, is refused by name."""
    script = """
        from noughts import PlayerError, player
        try:
            print("found", str(player("last")))
        except PlayerError as error:
            print(error)
    """
    assert old in LAST
    (out,) = run(LAST.replace(old, new), "last = noughts_plug:Last", script)
    assert "'last'" in out
