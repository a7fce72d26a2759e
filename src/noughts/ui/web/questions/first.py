"""What the page asks before anything else, answered from memory: so that the board need not wait for the API."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.game.position import Position
from noughts.ui.web.questions import answers
from noughts.ui.web.questions.packed import Packed, pack
from noughts.ui.web.responses import FRESH, NOT_KEPT

First = Mapping[str, tuple[Packed, str]]
"""An answer and whether a cache may keep it, by the path and query of its question."""


def first_answers() -> First:
    """The same as the API answers: who plays 3x3x3, and its empty picture."""
    empty = Position.start()
    return {
        "/api/players?board=3x3x3": (pack(answers.players(None)), NOT_KEPT),
        "/api/board.svg?board=3x3x3&coordinates=true": (pack(answers.picture(empty, None, True)), FRESH),
    }
