"""The two registers of words: precise, in which everything is told, and simple, which everybody meets first.

Simple counts moves of whoever wins, where precise counts plies; it calls players by words, where precise gives the
names that programs know them by; and it leaves out what each of several equal chances is. The page does the same with
``core/register.js`` and ``core/players.js``: a test in a browser holds the two together.
"""

from __future__ import annotations

import re
from typing import Literal, get_args

from noughts.explain.words import number_words, plural
from noughts.game.board import Board
from noughts.game.rule import GameRule
from noughts.players.registry import player_names, player_type

Register = Literal["simple", "precise"]
REGISTERS: tuple[Register, ...] = get_args(Register)
"""Both, the one first that everybody meets first."""

_PLIES = re.compile(r"\b([0-9]+) (?:ply|plies)\b")
_LEFT_OUT = (
    re.compile(r"(?:^|(?<=Else: ))As [\w-]+(?:\([^()]*\))?(?:, overlooking [^:]*)?: ", re.ASCII),
    re.compile(r", overlooking nothing \([^()]*\([^()]*\)(?: of the cases)?\)"),
    re.compile(r"in \S+ \([^()]*\) of the cases (?=at a look)"),
    re.compile(r", each with probability \S+ \([^()]*\)"),
)
_PLAYER = re.compile(r"([^(]*)(?:\((.*)\))?")
_RULES = {
    GameRule.LINE: "",
    GameRule.MISERE: ", a line loses",
    GameRule.LAST: ", a full board is the last mover's",
}


def simple_words(text: str) -> str:
    """A precise sentence in the simple register: ``wins in 3 plies`` becomes ``wins in 2 moves``."""
    for part in _LEFT_OUT:
        text = part.sub("", text)
    return _PLIES.sub(lambda found: moves_words(int(found[1])), text)


def moves_words(plies: int) -> str:
    """How many of the winner's own moves so many plies are: ``2 moves``."""
    return plural((plies + 1) // 2, "move")


def player_words(player: str) -> str:
    """A player's name in the simple register: ``Core, easy`` for ``core(easy=True)``."""
    found = _PLAYER.fullmatch(player)
    if found is None:
        return player
    name, options = found[1], [each for each in re.split(", ?", found[2] or "") if each]
    called = (player_type(name).facts.called if name in player_names() else "") or name
    return ", ".join([called[:1].upper() + called[1:], *map(_option_words, options)])


def board_words(board: Board) -> str:
    """A board in words: 5 by 4, three in a row; its name, where that is not said in so few."""
    if board.k is None or board.name != f"{board.rule.prefix}{board.columns}x{board.rows}x{board.k}":
        return board.name
    sides = f"{board.columns} \N{MULTIPLICATION SIGN} {board.rows}"
    return f"{sides}, {number_words(board.k)} in a row{_RULES[board.rule]}"


def _option_words(option: str) -> str:
    """An option in words: ``easy``, ``not easy``, ``level 4``."""
    name, _, value = option.partition("=")
    word = name.replace("_", " ")
    return {"True": word, "False": f"not {word}"}.get(value, f"{word} {value}")
