"""Other people's players, found by the entry point group ``noughts.players``.

An entry point of the player's name names a ``Player`` subclass: a frozen dataclass whose fields are its
options (bool, int, str or Fraction). The names are read without importing anything; a plug-in is imported
when it is asked for, so that a broken one spoils nobody else's.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract

from noughts.errors import PlayerError, quote
from noughts.players.options import option_readers
from noughts.players.player import Facts, Player

ENTRY_POINTS = "noughts.players"


@cache
def plug_ins() -> dict[str, EntryPoint]:
    """The entry points by name, in order of their names."""
    entries = sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name)
    return {entry.name: entry for entry in entries}


@cache
def plug_in(name: str) -> type[Player]:
    """The class of a plug-in; PlayerError, naming it, if it cannot be loaded or is no player."""
    try:
        kind = plug_ins()[name].load()
        reason = problem(name, kind)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a broken plug-in, whatever breaks it, must be named
        reason = f"{type(error).__name__}: {error}"
    if reason:
        raise PlayerError(f"the plug-in player {quote(name)} cannot be used: {reason}")
    loaded: type[Player] = kind
    return loaded


def problem(name: object, kind: object) -> str:
    """Why an object is no player of this name, or nothing."""
    if not (isinstance(kind, type) and issubclass(kind, Player) and is_dataclass(kind)):
        return "it is not a dataclass that extends noughts.Player"
    if isabstract(kind):
        return "it does not say how it chooses"
    if getattr(kind, "name", None) != name:
        return f"its own name is {quote(getattr(kind, 'name', None))}"
    if not isinstance(getattr(kind, "facts", None), Facts):
        return "it declares no facts"
    option_readers(kind)
    return ""
