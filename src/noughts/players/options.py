"""A player's options: the fields of its dataclass, read from text or from Python values, by their types."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import TYPE_CHECKING, get_type_hints

from noughts.errors import NotationError, OptionError, PlayerError, meant, quote

if TYPE_CHECKING:
    from noughts.players.player import Player

_OPTION = re.compile(r"([A-Za-z_]\w*)\s*=([^=]*)", re.ASCII)

Reader = Callable[[str, str, object], object]
"""Turns (player, option, value as given) into a value of the option's type, or raises OptionError."""


def defaults(kind: type[Player]) -> dict[str, object]:
    """A player's options and their defaults."""
    return {option.name: option.default for option in fields(kind)}


def parse_options(spec: str, text: str) -> dict[str, object]:
    """The options in ``option=value, ...``, values still text; NotationError quotes ``spec``."""
    options: dict[str, object] = {}
    for part in text.split(",") if text.strip() else ():
        match = _OPTION.fullmatch(part.strip())
        if match is None or match[1] in options:
            raise NotationError(f"cannot read option {quote(part.strip())} in {quote(spec)} (option=value)")
        options[match[1]] = match[2].strip().strip("'\"")
    return options


def read_options(kind: type[Player], given: dict[str, object]) -> dict[str, object]:
    """The values given, each as its option's type; OptionError for an unknown option or a value of no use."""
    readers = option_readers(kind)
    for option in given:
        if option not in readers:
            has = f"it has {', '.join(readers)}" if readers else "it has none"
            raise OptionError(f"{kind.name} has no option {quote(option)}: {has}{meant(option, readers)}")
    return {option: readers[option](kind.name, option, value) for option, value in given.items()}


def option_readers(kind: type[Player]) -> dict[str, Reader]:
    """How each option is read; PlayerError if one has no default or a type that cannot be read."""
    hints = get_type_hints(kind)
    for option in fields(kind):
        if option.default is MISSING:
            raise PlayerError(f"its option {quote(option.name)} has no default")
        if hints[option.name] not in _READERS:
            types = ", ".join(known.__name__ for known in _READERS)
            raise PlayerError(f"its option {quote(option.name)} is none of {types}")
    return {option.name: _READERS[hints[option.name]] for option in fields(kind)}


def _bool(name: str, option: str, value: object) -> bool:
    if isinstance(value, bool) or value in ("True", "False", "true", "false"):
        return value in (True, "True", "true")
    raise OptionError(f"{name}: {option}={quote(value)} is not True or False")


def _int(name: str, option: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,9}", value):
        return int(value)
    raise OptionError(f"{name}: {option}={quote(value)} is not a whole number")


def _fraction(name: str, option: str, value: object) -> Fraction:
    """An exact fraction of an int, a Fraction, a float by its shortest text, or text: 1/3, 0.25."""
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    text = str(value) if isinstance(value, (float, str)) else ""
    if re.fullmatch(r"-?[0-9]{1,19}(\.[0-9]{1,18}|/0*[1-9][0-9]{0,18})?", text):
        return Fraction(text)
    raise OptionError(f"{name}: {option}={quote(value)} is not a number like 0.25 or 1/4")


def _str(name: str, option: str, value: object) -> str:
    return str(value)


_READERS: dict[type, Reader] = {bool: _bool, int: _int, Fraction: _fraction, str: _str}
