"""The comparison of two checkouts reports every difference that is not accepted."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture(scope="module")
def freeze():
    spec = spec_from_file_location("freeze", TOOLS / "freeze.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BEFORE = {"a 1": "value 1", "a 2": "value 2", "b": "same", "gone": "x"}
AFTER = {"a 1": "worth 1", "a 2": "worth 3", "b": "same", "new": "x"}


def names(freeze, before, after):
    """Return the names of the captures that are reported."""
    return {
        text.splitlines()[0].removeprefix("=== ").partition(":")[0]
        for text in freeze.differences(before, after)
    }


def test_every_difference_is_reported(freeze):
    """A changed, a missing and a new capture are reported, an equal one is not."""
    assert names(freeze, BEFORE, AFTER) == {"a 1", "a 2", "gone", "new"}


def test_an_accepted_rename_hides_only_the_rename(freeze):
    """With a renamed word accepted, a text that differs in more than that word is still reported."""
    rule = {"capture": "a *", "old": "value", "new": "worth", "reason": "a rename"}
    before, after, unused = freeze.accept(BEFORE, AFTER, [rule])
    assert names(freeze, before, after) == {"a 2", "gone", "new"}
    assert unused == []


def test_accepted_captures_are_not_compared(freeze):
    """All captures of an accepted pattern may differ, appear or disappear."""
    rules = [{"capture": name, "reason": name} for name in ("a *", "gone", "new")]
    before, after, unused = freeze.accept(BEFORE, AFTER, rules)
    assert names(freeze, before, after) == set()
    assert unused == []


def test_a_rule_without_a_difference_is_reported(freeze):
    """An accepted difference that no longer occurs is named by its reason."""
    rules = [{"capture": "b", "reason": "equal"}, {"capture": "c", "reason": "no such capture"}]
    assert freeze.accept(BEFORE, AFTER, rules)[2] == ["equal", "no such capture"]


def test_times_and_ports_do_not_differ(freeze):
    """Times and ports are left out of captures; other numbers stay."""
    texts = ('{"seconds": 1.5, "nodes": 7}', "took 3.2 s", "http://127.0.0.1:8123/x")
    assert [freeze.stable(text) for text in texts] == [
        '{"seconds": 0, "nodes": 7}',
        "took 0 s",
        "http://HOST/x",
    ]
