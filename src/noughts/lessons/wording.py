"""The words of lesson files as texts in both wordings."""

from __future__ import annotations

import re

from noughts.explain.blocks import Text, either
from noughts.explain.wording import player_words
from noughts.explain.words import plural
from noughts.lessons.lesson_file import Words
from noughts.players.registry import LEVELS, player_names

_CODE = re.compile(r"`(([a-z][a-z-]*)(?:\([^`]*\))?)`")
_PLIES = re.compile(r"\b([0-9]+) (?:ply|plies)\b")


def text(words: Words) -> Text:
    """Return words as a text.

    Where no simple words are written, ``3 plies`` become ``2 moves``, and players in backticks are called by what
    people call them.
    """
    simple = _PLIES.sub(lambda plies: plural((int(plies[1]) + 1) // 2, "move"), words.simple or words.precise)
    return either(words.precise, _CODE.sub(_player_in_words, simple))


def _player_in_words(code: re.Match[str]) -> str:
    """Return what people call a player whose name is in backticks; other code as it is."""
    known = code[2] in player_names() or code[2] in LEVELS
    return player_words(code[1]) if known else code[0]
