"""The shapes of all answers: published as they are, complete, and strict enough to refuse what they should."""

import re
import subprocess
import sys
from fractions import Fraction

import jsonschema_rs
import pytest
from hypothesis import given, strategies

from noughts import Position, player, schema
from noughts.cli.main import cli
from noughts.contract.numbers import SCHEMA, seconds
from noughts.explain.json_views import decision_json
from noughts.server.json_schema import commands, schema_text, shapes
from tests.contract.held import closed, held
from tests.paths import DOCS

NO_SCHEMA = {"GameFileJson"}
"""A file for other programs has a format of its own."""


def test_the_published_schema_is_fresh() -> None:
    """docs/schema.json is what `noughts schema` prints; if this fails, run `make schema`."""
    assert (DOCS / "schema.json").read_text(encoding="utf-8") == schema_text(), "run `make schema`"


def test_the_schema_is_one() -> None:
    """A validator that is not ours takes it as draft 2020-12, closed or open."""
    for kind in (schema(), closed(schema())):
        jsonschema_rs.Draft202012Validator(kind)


@pytest.mark.parametrize("name", shapes())
def test_every_answer_says_its_edition(name: str) -> None:
    """Whatever can stand alone as an answer says ``schema``, but for files of another format."""
    shape = schema(name)
    shape = shape["$defs"][name] if "$ref" in shape else shape
    says = shape["properties"].get("schema") == {"const": SCHEMA, "type": "integer"}
    assert says is ("schema" in shape["required"]) is (name not in NO_SCHEMA)


def test_every_command_that_answers_json_has_its_shapes() -> None:
    """The commands with ``--json`` are those whose answers are declared."""
    context = cli.make_context("noughts", ["--help"], resilient_parsing=True)
    found = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    assert {
        name
        for name, command in found.items()
        if command and any("--json" in parameter.opts for parameter in command.params)
    } == set(commands())


def test_the_page_of_the_contract_names_every_command() -> None:
    """docs/contract.md has a row for every command with its shapes."""
    page = (DOCS / "contract.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([^`|]+)` \| ([^|]+) \|$", page, re.MULTILINE))
    shapes = {name: set(re.findall(r"`(\w+Json)`", row)) for name, row in rows.items()}
    answers = {f"noughts {name}": {shape.__name__ for shape in kinds} for name, kinds in commands().items()}
    assert shapes == answers


def test_deciding_does_not_load_the_shapes() -> None:
    """A decision as JSON needs neither pydantic nor the declarations: types cost nothing at run time."""
    script = (
        "import sys; from noughts import Position, player; from noughts.explain.json_views import decision_json;"
        "decision_json(player('tic').decide(Position.parse('X../.O./..X'))); print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "noughts.contract.numbers" in loaded
    assert not {"pydantic", "noughts.contract.terms"} & set(loaded)


@given(strategies.fractions())
def test_fractions_are_exact_text(number: Fraction) -> None:
    """A fraction comes back from its text, which is in the shape of an exact number."""
    assert Fraction(str(number)) == number
    held({"schema": SCHEMA, **MATCH, "win": str(number)}, "ExactMatchJson")


MATCH = {"x": "tic", "o": "core", "board": "3x3x3", "win": "1", "draw": "0", "loss": "0", "plies": "5"} | {
    "exact": True
}


def test_counts_are_integers_of_any_size() -> None:
    """A count beyond what a double holds stays an exact integer."""
    tally = dict.fromkeys(("total", "x", "o", "draw"), 2**70 + 1)
    counts = dict.fromkeys(("terminal", "canonical_terminal", "games"), tally) | {"positions": 2**70 + 1}
    held({"schema": SCHEMA, "board": "9x9x5", **counts, "canonical": 1, "by_ply": []}, "CountJson")


def test_seconds_are_milliseconds() -> None:
    """A time is told to the millisecond."""
    assert seconds(1 / 3) == 0.333


@pytest.mark.parametrize(
    "change",
    [
        {"schema": 1},
        {"moves": {"c1": 1.0}},
        {"moves": {"c1": "0.5"}},
        {"moves": {"4": "1"}},
        {"position": "XX_/.../O.."},
        {"evidence": {"kind": "weights", "grid": []}},
        {"evidence": {"no": "kind"}},
        {"surprise": None},
    ],
    ids=str,
)
def test_what_is_not_of_its_shape_is_refused(change: dict[str, object]) -> None:
    """A decision with a number where text belongs, a name that is unknown, or evidence without its fields is none."""
    decision = decision_json(player("weights").decide(Position.parse("XX./.../O..")))
    held(decision, "DecisionJson")
    with pytest.raises(jsonschema_rs.ValidationError):
        held({**decision, **change}, "DecisionJson")
