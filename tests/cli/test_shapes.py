"""Every command's JSON, held to its declared shape; in this process, as its text goes through the same code."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from noughts.cli.main import cli
from noughts.players.registry import house_variants
from noughts.server.json_schema import commands
from tests.contract.held import held
from tests.paths import TESTS

DIAGRAM = "XX./.../O.."
ENGINE = f"{sys.executable} -IS '{TESTS / 'adapters/programs/fake_engine.py'}'"
SMALL = ("--threads", "1", "--memory", "16")

CALLS: list[tuple[str, ...]] = [
    ("decide", "weights", "......./......./......./......./......./......./......."),
    ("analyse", "X../.O./XO."),
    ("analyse", "XXX/OO./..."),
    ("count", "2x2x2"),
    ("count", "torus3x3x3"),
    ("tree", "XO./XO./...", "--depth", "2", "--merge"),
    ("match", "random", "core(easy=True)"),
    ("match", "weights", "random", "--board", "5x5x4", "--games", "20", "--seed", "1"),
    ("exploit", "rules(advanced=False)"),
    ("exploit", "perfect"),
    ("tournament", "core", "random"),
    ("tournament", "core", "random", "--games", "2", "--seed", "1"),
    ("match", "ugi:true(wait=1/10)", "random", "--games", "2", "--seed", "1"),
    ("decide", f"ugi:{ENGINE} plain", DIAGRAM),
    ("learn", "q", "--games", "20", "--every", "10"),
    ("puzzle", "--seed", "4"),
]
PLAYERS = ("players",)


def answers(*arguments: str, stdin: str = "") -> list[Any]:
    """The objects that a command answers: one, one a line, or a list of them."""
    done = CliRunner().invoke(cli, [*arguments, *([] if stdin else ["--json"])], input=stdin or None)
    assert done.exit_code in {0, 1}, done.exception
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    return objects[0] if isinstance(objects[0], list) else objects


def shapes(command: str) -> tuple[str, ...]:
    """The names of the shapes that a command may answer."""
    return tuple(shape.__name__ for shape in commands()[command])


@pytest.mark.parametrize("call", [*CALLS, pytest.param(PLAYERS, marks=pytest.mark.long)], ids=" ".join)
def test_a_command_answers_in_its_shape(call: tuple[str, ...]) -> None:
    """With ``--json`` a command answers objects of its declared shapes, with no name more or less."""
    for answer in answers(*call):
        held(answer, *shapes(call[0]))


@pytest.mark.parametrize("who", house_variants(), ids=str)
def test_every_player_decides_in_the_same_shape(who: object) -> None:
    """Whatever a house player saw is evidence of a declared kind."""
    positions = [".../.../...", DIAGRAM, ".X./OOX/X..", "X../.O./..X"]
    decisions = answers("decide", str(who), stdin="".join(f"{position}\n" for position in positions))
    kinds = {held(decision, "DecisionJson")["evidence"]["kind"] for decision in decisions}
    assert kinds <= {"uniform", "ratings", "values", "weights", "rule", "decision-table"}


def test_a_bad_line_has_a_shape_too() -> None:
    """Among good lines a bad one is answered in the shape of bad lines."""
    first, second = answers("analyse", stdin=f"banana\n{DIAGRAM}\n")
    assert held(first, "BadLineJson")["input"] == "banana"
    held(second, "AnalysisJson")


def test_proofs_have_their_shapes(tmp_path: Path) -> None:
    """So have a verdict, bounds, an unknown, and a certificate that is accepted."""
    file = str(tmp_path / "proof")
    for call in (
        ("solve", "4x3x3", "--certificate", file, *SMALL),
        ("verify", file),
        ("solve", "4x3x3", "--shortest", "--certificate", file, *SMALL),
        ("verify", file),
        ("solve", "6x5x4", "--nodes", "10", *SMALL),
        ("solve", "6x5x4", "--shortest", "--nodes", "10", *SMALL),
        ("solve", "3x3x3", "XX./OO./..."),
        ("solve", "3x3x3", "--shortest"),
    ):
        for answer in answers(*call):
            held(answer, *shapes(call[0]))


def test_every_command_is_tried() -> None:
    """No command that answers JSON is left out above."""
    assert {call[0] for call in (*CALLS, PLAYERS)} | {"solve", "verify"} == set(commands())
