"""Players by name, with options: ``rules(advanced=False)``, ``minimax(randomness=1/10)``.

The house's own are imported when first asked for; other people's (see ``players.plugins``) are looked for
when a name is not one of the house's own, or when all names are listed.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from types import ModuleType

from noughts.errors import NotationError, OptionError, UnknownPlayerError, quote
from noughts.players.options import parse_options, read_options
from noughts.players.player import Player

_HOUSE = {
    "tic": "tic:Tic",
    "minimax": "minimax:Minimax",
    "weights": "weights:WeightGrid",
    "core": "core:Core",
    "rules": "rules:Rules",
    "random": "random_moves:Random",
    "perfect": "perfect:Perfect",
    "newell-simon": "newell_simon:NewellSimon",
    "engine": "engine:Engine",
    "menace": "learning.menace:Menace",
    "td": "learning.td:TemporalDifference",
    "q": "learning.q:QLearning",
    "mcts": "mcts:Mcts",
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

_LEVELS = {
    "easy": "level:Easy",
    "medium": "level:Medium",
    "hard": "level:Hard",
    "expert": "level:Expert",
    "impossible": "level:Impossible",
}

LEVELS = tuple(_LEVELS)
"""Difficulty in plain words, from the weakest to the strongest: players that play every board."""

_SPEC = re.compile(r"([A-Za-z][\w.-]*)(?:\((.*)\))?", re.ASCII | re.DOTALL)


def player(spec: str, **options: object) -> Player:
    """The player of a name like ``core`` or ``core(easy=True)``; options may be given by keyword too.

    A level's name may be written in any case: ``Hard``.

    Raises NotationError for text that is not a player's name, UnknownPlayerError, and OptionError.
    """
    match = _SPEC.fullmatch(spec.strip())
    if match is None:
        raise NotationError(f"not a player: {quote(spec)} (name or name(option=value, ...))")
    kind = player_type(match[1])
    read = read_options(kind, {**parse_options(spec, match[2] or ""), **options})
    try:
        return kind(**read)
    except OptionError as error:
        raise OptionError(f"{error} (in {quote(spec)})") from None


def player_type(name: str) -> type[Player]:
    """The class of a player's bare name; UnknownPlayerError if nothing of that name is installed."""
    if name in _HOUSE:
        return _house_type(_HOUSE[name])
    if name.lower() in _LEVELS:
        return _house_type(_LEVELS[name.lower()])
    if name in _plugins().plug_ins():
        plugged: type[Player] = _plugins().plug_in(name)
        return plugged
    names = ", ".join((*player_names(), *LEVELS))
    raise UnknownPlayerError(f"unknown player {quote(name)}: known are {names}")


def player_names() -> tuple[str, ...]:
    """Every installed player's bare name, the house's own first; without the levels."""
    return (*_HOUSE, *(name for name in _plugins().plug_ins() if name not in _HOUSE))


def house_variants() -> tuple[Player, ...]:
    """The house's players with every option that changes what they are: who takes part in a full contest."""
    ladder = (f"newell-simon(level={level})" for level in range(8, 0, -1))
    return tuple(map(player, (*_VARIANTS, *ladder, "random")))


@cache
def _house_type(place: str) -> type[Player]:
    module, _, kind = place.partition(":")
    house_type: type[Player] = getattr(import_module(f"noughts.players.{module}"), kind)
    return house_type


def _plugins() -> ModuleType:
    from noughts.players import plugins  # only now: it searches what is installed

    return plugins
