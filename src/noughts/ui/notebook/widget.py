"""A board to click on in a notebook, by anywidget (the extra ``notebook``): the page's own board, in a cell.

The page's board is made of several ES modules, and a notebook takes one: `modules` gathers what the board imports,
and ``widget.js``, which starts it, makes modules of these again, each with a name of its own.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Any

from noughts.errors import NoughtsError
from noughts.extras import needed_by
from noughts.game.board import Board
from noughts.players.player import Decision, Player
from noughts.records.game import Game
from noughts.ui.notebook.session import NotebookGame

_BOARD = "board/board.js"
_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*\bfrom\s+"(\.[^"]+)"', re.MULTILINE)


def widget(
    opponent: Player | str | None = "perfect",
    side: str = "X",
    board: Board | str | None = None,
    *,
    seed: int = 0,
) -> Any:
    """A board to click on in a notebook: you play ``side`` against a player, or with ``None`` both sides.

    The value is an ``anywidget.AnyWidget``: its ``game`` is the `Game` as it stands, its ``decision`` the player's.
    Raises MissingError without anywidget, NoughtsError for no side, and as ``player`` and ``Board.parse`` do.
    """
    game = NotebookGame(opponent, side, board, seed)
    return _kind()(game)


@cache
def modules() -> dict[str, str]:
    """The board's ES modules by their path, each after those that it imports."""
    found: dict[str, str] = {}

    def gather(path: str) -> None:
        if path not in found:
            text = files("noughts.ui.web").joinpath("static", *path.split("/")).read_text(encoding="utf-8")
            for relative in _IMPORT.findall(text):
                gather(normpath(join(dirname(path), relative)))
            found[path] = text

    gather(_BOARD)
    return found


@cache
def script() -> str:
    """The one ES module that a notebook loads."""
    own = files("noughts.ui.notebook").joinpath("widget.js").read_text(encoding="utf-8")
    return own.replace('"MODULES"', json.dumps(list(modules().items())))


@cache
def style() -> str:
    """The board's part of the page's style sheet: its colours, for this element alone, and the rules that name it.

    Light or dark is the notebook's to say.
    """
    sheet = files("noughts.ui.web").joinpath("static", "style.css").read_text(encoding="utf-8")
    colours = re.findall(r"^  --[^\n]+;$", sheet, re.MULTILINE)
    rules = re.findall(r"^ *\.?noughts-board[^{}\n]*\{[^{}\n]*\}$", sheet, re.MULTILINE)
    return "\n".join([".noughts {", "  max-width: 30rem;", *colours, "}", *rules, ""])


class Clicks:
    """What a widget does with what it is told; `BoardWidget` adds it to anywidget's."""

    _session: NotebookGame
    state: Any

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._session.game

    @property
    def decision(self) -> Decision | None:
        """The player's last decision."""
        return self._session.decision

    def _hear(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """A click: ``{"cell": "b2"}``, or ``{"act": "undo"}`` or ``"begin"``. What is not allowed is told."""
        refused = ""
        try:
            if "cell" in message:
                self._session.play(message["cell"])
            elif message.get("act") in ("undo", "begin"):
                getattr(self._session, message["act"])()
        except NoughtsError as error:
            refused = str(error)
        self.state = {**self._session.state, **({"status": refused} if refused else {})}


@cache
def _kind() -> Any:
    """The widget's class, made when the first is asked for: without anywidget there is none."""
    with needed_by("a board in a notebook"):
        import anywidget
        import traitlets

    class BoardWidget(Clicks, anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
        """Tells the board what to show, and plays what is clicked."""

        _esm = script()
        _css = style()
        state = traitlets.Dict().tag(sync=True)

        def __init__(self, session: NotebookGame) -> None:
            super().__init__(state=session.state)
            self._session = session
            self.on_msg(self._hear)

    return BoardWidget
