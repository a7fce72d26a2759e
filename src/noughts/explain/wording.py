"""Names of players and boards in the simple wording.

The page words them likewise in ``core/players.js``; a test in a browser compares the two.
"""

from __future__ import annotations

import re
from typing import Literal, get_args

from noughts.explain.say import number_words
from noughts.game.board import Board
from noughts.game.rule import GameRule
from noughts.players.registry import player_names, player_type

Register = Literal["simple", "precise"]
REGISTERS: tuple[Register, ...] = get_args(Register)
"""Both wordings, the default first."""

_PLAYER = re.compile(r"([^(]*)(?:\((.*)\))?")
_RULES = {
    GameRule.LINE: "",
    GameRule.MISERE: ", a line loses",
    GameRule.LAST: ", a full board is the last mover's",
}


def player_words(player: str) -> str:
    """A player's name in the simple register: ``Core, easy`` for ``core(easy=True)``."""
    found = _PLAYER.fullmatch(player)
    if found is None:
        return player
    name, options = found[1], [each for each in re.split(", ?", found[2] or "") if each]
    called = (player_type(name).facts.called if name in player_names() else "") or name
    return ", ".join([called[:1].upper() + called[1:], *map(_option_words, options)])


def board_words(board: Board) -> str:
    """Return a board in words, like "5 by 4, four in a row", or its name if it is not a plain m,n,k board."""
    if board.k is None or board.name != f"{board.rule.prefix}{board.columns}x{board.rows}x{board.k}":
        return board.name
    sides = f"{board.columns} \N{MULTIPLICATION SIGN} {board.rows}"
    return f"{sides}, {number_words(board.k)} in a row{_RULES[board.rule]}"


def _option_words(option: str) -> str:
    """An option in words: ``easy``, ``not easy``, ``level 4``."""
    name, _, value = option.partition("=")
    word = name.replace("_", " ")
    return {"True": word, "False": f"not {word}"}.get(value, f"{word} {value}")
