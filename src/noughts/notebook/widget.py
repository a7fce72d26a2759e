"""A board to click on in a notebook, by anywidget (the extra ``notebook``): the page's own board, in a cell.

The page's board is made of several ES modules, and a notebook takes one: `modules` gathers what the board imports,
and ``widget.js``, which starts it, makes modules of these again, each with a name of its own.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Any

from noughts.displayable import Json
from noughts.errors import IllegalMoveError, NoughtsError, quote
from noughts.explain.explain import sentence
from noughts.explain.sentences import outcome_sentence
from noughts.extras import needed_by
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.player import Decision, Player
from noughts.players.registry import player
from noughts.records.game import Game

_BOARD = "board/board.js"

_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*\bfrom\s+"(\.[^"]+)"', re.MULTILINE)


class NotebookGame:
    """A game that a person plays on a side, X or O, against a player, who answers at once; or on both, against none."""

    def __init__(
        self, opponent: Player | str | None, side: str, board: Board | str | None, seed: int
    ) -> None:
        sides = {"X": Mark.X, "O": Mark.O}
        if str(side).upper() not in sides:
            raise NoughtsError(f"not a side: {quote(side)} (X or O)")
        self.opponent = None if opponent is None else player(opponent)
        self.side = sides[str(side).upper()]
        self.start = Position.start(Board.of(board))
        if self.opponent:
            self.opponent.check(self.start.board)
        self._dice = random.Random(seed)
        self.begin()

    def begin(self) -> None:
        """A new game."""
        self.game = Game(self.start)
        self.decision: Decision | None = None
        self._reply()

    def play(self, cell: str) -> None:
        """The person's move, and the answer to it; IllegalMoveError as from `Game.play`, or out of turn."""
        if not self._is_persons_turn:
            raise IllegalMoveError(f"no move {quote(cell)}: it is not {self.side}'s turn")
        self.game = self.game.play(cell)
        self._reply()

    def undo(self) -> None:
        """Takes back the person's last move and what was answered to it; nothing where he has made none."""
        own = 0 if self.opponent is None or self.side is Mark.X else 1
        if len(self.game.moves) > own:
            self.game = self.game.undo()
            while self.game.moves and not self._is_persons_turn:
                self.game = self.game.undo()
            self.decision = None

    def hear(self, message: Mapping[str, str]) -> str:
        """Plays a ``cell``, or does an ``act``, undo or begin; what is not allowed is answered in words."""
        try:
            if "cell" in message:
                self.play(message["cell"])
            elif message.get("act") == "undo":
                self.undo()
            elif message.get("act") == "begin":
                self.begin()
        except NoughtsError as error:
            return str(error)
        return ""

    @property
    def state(self) -> Json:
        """What the board shows: its name, the marks, the cells that may be played, the last move, and the status."""
        position, outcome = self.game.position, self.game.outcome
        name = position.board.cell_name
        return {
            "board": str(position.board),
            "position": position.rows_text,
            "legal": [name(cell) for cell in position.moves] if self._is_persons_turn else [],
            "mark": str(position.to_move),
            "last": name(self.game.moves[-1]) if self.game.moves else None,
            "wins": [[name(cell) for cell in line] for line in outcome.lines] if outcome else [],
            "label": f"Board {position.board}",
            "status": self._status(),
        }

    @property
    def _is_persons_turn(self) -> bool:
        mine = self.opponent is None or self.game.position.to_move is self.side
        return self.game.outcome is None and mine

    def _reply(self) -> None:
        """The player's move, if it has one to make."""
        if self.opponent and self.game.outcome is None and not self._is_persons_turn:
            self.decision = self.opponent.decide(self.game.position)
            self.game = self.game.play(self.decision.pick(self._dice))

    def _status(self) -> str:
        """How the game stands, and why the player moved as it did."""
        position, outcome = self.game.position, self.game.outcome
        end = outcome_sentence(outcome, position.board) if outcome else f"{position.to_move} to move."
        if self.decision is None or not self.game.moves:
            return end
        last: Any = self.game.moves[-1]
        why = sentence(self.decision, last) if last in self.decision.moves else sentence(self.decision)
        return f"{self.decision.player}: {why} {end}"


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
            text = files("noughts").joinpath("page", *path.split("/")).read_text(encoding="utf-8")
            for relative in _IMPORT.findall(text):
                gather(normpath(join(dirname(path), relative)))
            found[path] = text

    gather(_BOARD)
    return found


@cache
def script() -> str:
    """The one ES module that a notebook loads."""
    own = files("noughts.notebook").joinpath("widget.js").read_text(encoding="utf-8")
    return own.replace('"MODULES"', json.dumps(list(modules().items())))


@cache
def style() -> str:
    """The board's part of the page's style sheet: its colours, for this element alone, and the rules that name it.

    Light or dark is the notebook's to say.
    """
    sheet = files("noughts").joinpath("page", "style.css").read_text(encoding="utf-8")
    colours = re.findall(r"^  --[^\n]+;$", sheet, re.MULTILINE)
    rules = re.findall(r"^ *\.?noughts-board[^{}\n]*\{[^{}\n]*\}$", sheet, re.MULTILINE)
    return "\n".join([".noughts {", "  max-width: 30rem;", *colours, "}", *rules, ""])


@cache
def _kind() -> Any:
    """The widget's class, made when the first is asked for: without anywidget there is none."""
    with needed_by("a board in a notebook"):
        import anywidget
        import traitlets

    class BoardWidget(anywidget.AnyWidget):  # type: ignore[misc, unused-ignore]
        """Tells the board what to show, and plays what is clicked."""

        _esm = script()
        _css = style()
        state = traitlets.Dict().tag(sync=True)

        def __init__(self, session: NotebookGame) -> None:
            super().__init__(state=session.state)
            self._session = session
            self.on_msg(self._hear)

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
            refused = self._session.hear(message)
            self.state = {**self._session.state, **({"status": refused} if refused else {})}

    return BoardWidget
