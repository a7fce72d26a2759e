"""The widget: what a notebook loads, and the messages it sends."""

import builtins
import re

import pytest

import noughts
from noughts import NoughtsError
from noughts.notebook import widget as room


def test_the_pages_board_is_loaded_whole():
    """The board's modules come each after those that it imports, and nothing else of the page with them."""
    paths = list(room.modules())
    assert paths[-1] == "board/board.js"
    assert all(path.startswith(("core/", "board/")) for path in paths)
    for text in room.modules().values():
        assert "fetch(" not in text
    assert '"MODULES"' not in room.script().replace('"MODULES" below', "").replace('for "MODULES"', "")


def test_the_style_is_the_boards_alone():
    """Colours belong to the widget's own element and every other rule names the board: a notebook stays as it is."""
    assert "--x:" in room.style()
    assert "color-scheme" not in room.style()
    rules = re.findall(r"^([^{}\n]+)\{", room.style(), re.MULTILINE)
    assert len(rules) > 20
    assert all(rule.strip() == ".noughts" or "noughts-board" in rule for rule in rules)


def test_without_anywidget_it_says_how_to_get_it(monkeypatch):
    """Where the extra is not installed, one line tells which brings it."""
    load = builtins.__import__

    def missing(name, *rest, **more):
        if name == "anywidget":
            raise ModuleNotFoundError(name, name=name)
        return load(name, *rest, **more)

    room._kind.cache_clear()
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(NoughtsError, match=r"pip install 'noughts\[notebook\]'"):
        noughts.widget("perfect")


def test_a_widget_plays_what_is_clicked():
    """Clicks change the state that the page sees; what is refused is told there; the game is at hand in Python."""
    pytest.importorskip("anywidget", reason="needs the dependency group 'notebooks'")
    board = noughts.widget("perfect", seed=1)
    board._hear(board, {"cell": "a1"}, [])
    assert board.state["position"] == "X../.O./..."
    assert board.decision.player == "perfect"
    board._hear(board, {"cell": "a1"}, [])
    assert "'a1' holds X" in board.state["status"]
    board._hear(board, {"act": "undo"}, [])
    assert board.game == noughts.Game(noughts.Position.start(), (), (4, 0))
    board._hear(board, {"act": "begin"}, [])
    board._hear(board, {"act": "anything else"}, [])
    assert board.state["position"] == ".../.../..."
