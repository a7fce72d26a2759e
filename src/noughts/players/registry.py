"""Players by name, with options: ``rules(advanced=False)``, ``minimax(randomness=1/10)``.

Other people's players join by the entry point group ``noughts.players``: an entry point names a
``Player`` subclass, a frozen dataclass whose fields are its options (bool, int, str or Fraction).
Entry points are read only when a name is not one of the house's own, or when all names are listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from fractions import Fraction
from functools import cache
from importlib import import_module
from typing import get_type_hints

from noughts.errors import NotationError, OptionError, PlayerError, UnknownPlayerError, quote
from noughts.players.player import Player

ENTRY_POINTS = "noughts.players"

_HOUSE = {
    "tic": "tic:Tic",
    "minimax": "minimax:Minimax",
    "weights": "weights:WeightGrid",
    "core": "core:Core",
    "rules": "rules:Rules",
    "random": "random_moves:Random",
    "perfect": "perfect:Perfect",
    "newell-simon": "newell_simon:NewellSimon",
}
"""The house's own players: the module in this room and the class, imported when first asked for."""

_VARIANTS = (
    "tic",
    "tic(deep=True)",
    "minimax",
    "minimax(randomness=1/10)",
    "weights",
    "core",
    "core(easy=True)",
    "rules",
    "rules(advanced=False)",
    "perfect",
)

LEVELS = {
    "easy": "newell-simon(level=1)",
    "medium": "newell-simon(level=4)",
    "hard": "newell-simon(level=6)",
    "impossible": "perfect",
}
"""Difficulty in plain words, as players."""

_SPEC = re.compile(r"([A-Za-z][\w.-]*)(?:\((.*)\))?", re.ASCII | re.DOTALL)
_OPTION = re.compile(r"([A-Za-z_]\w*)\s*=([^=]*)", re.ASCII)


def player(spec: str, **options: object) -> Player:
    """The player of a name like ``core`` or ``core(easy=True)``; options may be given by keyword too.

    Raises NotationError for text that is not a player's name, UnknownPlayerError, and OptionError.
    """
    match = _SPEC.fullmatch(spec.strip())
    if match is None:
        raise NotationError(f"not a player: {quote(spec)} (name or name(option=value, ...))")
    kind = player_type(match[1])
    given: dict[str, object] = {**_parse_options(spec, match[2] or ""), **options}
    readers = _readers(kind)
    for option in given:
        if option not in readers:
            has = f"it has {', '.join(readers)}" if readers else "it has none"
            raise OptionError(f"{kind.name} has no option {quote(option)}: {has}")
    read = {option: readers[option](kind.name, option, value) for option, value in given.items()}
    try:
        return kind(**read)
    except OptionError as error:
        raise OptionError(f"{error} (in {quote(spec)})") from None


def player_type(name: str) -> type[Player]:
    """The class of a player's bare name; UnknownPlayerError if nothing of that name is installed."""
    if name in _HOUSE:
        return _house_type(name)
    found = _plug_ins().get(name)
    if found is None:
        known = ", ".join(player_names())
        raise UnknownPlayerError(f"unknown player {quote(name)}: known are {known}")
    return found


def player_names() -> tuple[str, ...]:
    """Every installed player's bare name, the house's own first."""
    return (*_HOUSE, *(name for name in sorted(_plug_ins()) if name not in _HOUSE))


def house_variants() -> tuple[Player, ...]:
    """The house's players with every option that changes what they are: who takes part in a full contest."""
    ladder = (f"newell-simon(level={level})" for level in range(8, 0, -1))
    return tuple(map(player, (*_VARIANTS, *ladder, "random")))


def options_of(kind: type[Player]) -> dict[str, object]:
    """A player's options and their defaults."""
    return {option.name: option.default for option in fields(kind)}


@cache
def _house_type(name: str) -> type[Player]:
    module, _, kind = _HOUSE[name].partition(":")
    found: type[Player] = getattr(import_module(f"noughts.players.{module}"), kind)
    return found


@cache
def _plug_ins() -> dict[str, type[Player]]:
    from importlib.metadata import entry_points  # only now: it reads the file system

    found: dict[str, type[Player]] = {}
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            kind = entry.load()
        except Exception as error:  # a broken plug-in, whatever breaks it, must be named
            raise PlayerError(f"the plug-in player {quote(entry.name)} cannot be loaded: {error}") from error
        if not (isinstance(kind, type) and issubclass(kind, Player)):
            raise PlayerError(f"the plug-in player {quote(entry.name)} is not a subclass of noughts.Player")
        found[entry.name] = kind
    return found


def _parse_options(spec: str, text: str) -> dict[str, object]:
    options: dict[str, object] = {}
    for part in text.split(",") if text.strip() else ():
        match = _OPTION.fullmatch(part.strip())
        if match is None or match[1] in options:
            raise NotationError(f"cannot read option {quote(part.strip())} in {quote(spec)} (option=value)")
        options[match[1]] = match[2].strip().strip("'\"")
    return options


Reader = Callable[[str, str, object], object]
"""Turns (player, option, value as given) into a value of the option's type, or raises OptionError."""


def _readers(kind: type[Player]) -> dict[str, Reader]:
    hints = get_type_hints(kind)
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
    text = str(value) if isinstance(value, (int, float, Fraction, str)) and value is not True else ""
    if re.fullmatch(r"-?[0-9]{1,19}(\.[0-9]{1,18}|/0*[1-9][0-9]{0,18})?", text):
        return Fraction(text)
    raise OptionError(f"{name}: {option}={quote(value)} is not a number like 0.25 or 1/4")


def _str(name: str, option: str, value: object) -> str:
    return str(value)


_READERS: dict[object, Reader] = {bool: _bool, int: _int, Fraction: _fraction, str: _str}
