"""Words of a block in both registers: ``simple`` beside the precise ones, where it differs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

from noughts.explain.wording import player_words, simple_words
from noughts.lessons.lesson_file import Words
from noughts.players.registry import LEVELS, player_names

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import TwoRegisters

_Block = TypeVar("_Block", bound="TwoRegisters")
_CODE = re.compile(r"`(([a-z][a-z-]*)(?:\([^`]*\))?)`")


def in_registers(block: _Block, words: Words) -> _Block:
    """With what is told in the simple register, where that differs: what is written, else by the register's rules."""
    told = _CODE.sub(_player_in_words, simple_words(words.simple or words.precise))
    if told != words.precise:
        block["simple"] = told
    return block


def _player_in_words(code: re.Match[str]) -> str:
    """A player that stands as code, in words; other code as it is."""
    known = code[2] in player_names() or code[2] in LEVELS
    return player_words(code[1]) if known else code[0]
