"""Players by name, with options: ``rules(advanced=False)``, ``minimax(randomness=1/10)``.

The house's own are imported when first asked for. Other people's are found by the entry point group
``noughts.players``: an entry point of the player's name names a ``Player`` subclass: a frozen dataclass whose fields
are its options (bool, int, str or Fraction). They are looked for when a name is not one of the house's own, or when all
names are listed, and imported when one is asked for, so that a broken one does not affect others. What lists players
loads each in a process of its own first (``plug_in_process``).

Options are read from text, or from Python values, by the types of the fields.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache
from inspect import isabstract
from pkgutil import resolve_name
from typing import TYPE_CHECKING, TypeVar, get_type_hints

from noughts.errors import (
    InputTypeError,
    NotationError,
    OptionError,
    PlayerError,
    UnknownPlayerError,
    meant,
    quote,
)
from noughts.players.player import Facts, Player

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_ENTRY_POINTS = "noughts.players"

_log = logging.getLogger("noughts.players")

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
    "td": "learning.values:TemporalDifference",
    "q": "learning.values:QLearning",
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

LEVELS = ("easy", "medium", "hard", "expert", "impossible")
"""Difficulty in plain words, from the weakest to the strongest: players that play every board."""

_CLASSES = {
    **_HOUSE,
    **{level: f"level:{level.capitalize()}" for level in LEVELS},
    "proof": "proof_player:ProofPlayer",
}
"""All of them, the levels too, and the player that is nobody without a file, so that no list of players has it."""

_OPTION = re.compile(r"([A-Za-z_]\w*)\s*=([^=]*)", re.ASCII)

Reader = Callable[[str, str, object], object]
"""Turns (player, option, value as given) into a value of the option's type, or raises OptionError."""

Registered = TypeVar("Registered", bound=Player | type[Player])

_SPEC = re.compile(r"([A-Za-z][\w.-]*)(?:\((.*)\))?", re.ASCII | re.DOTALL)


_registered: dict[str, type[Player]] = {}
"""Players that this process has been told of."""

_rejected: dict[str, str] = {}
"""Plug-ins that this process does not load, and why."""


def player(spec: str | Player, **options: object) -> Player:
    """The player of a name like ``core`` or ``core(easy=True)``; options may be given by keyword too.

    A level in plain words, ``hard``, is a player, too, and a player is itself. Capitals do not matter, nor ``_`` for
    ``-``. Raises NotationError for text that is not a player's name, UnknownPlayerError, OptionError, and
    InputTypeError for what is neither text nor a player.
    """
    if isinstance(spec, Player):
        return player(str(spec), **options) if options else spec
    match = _SPEC.fullmatch(_text(spec).strip())
    if match is None:
        raise NotationError(f"not a player: {quote(spec)} (name or name(option=value, ...))")
    name = _usual(match[1])
    kind = player_type(name)
    text = match[2] or ""
    if kind.reads_a_file and text and "=" not in text:
        text = f"file={text}"
    read = read_options(kind, {**parse_options(spec, text), **options})
    try:
        return kind(**read)
    except OptionError as error:
        raise OptionError(f"{error} (in {quote(spec)})") from None


def player_type(name: str) -> type[Player]:
    """The class of a player's bare name; UnknownPlayerError if nothing of that name is installed or registered."""
    if name in _CLASSES:
        house: type[Player] = resolve_name(f"noughts.players.{_CLASSES[name]}")
        return house
    if name in _registered:
        return _registered[name]
    if name in _plug_ins():
        return _plug_in(name)
    known = player_names()
    perhaps = meant(name, (*known, *LEVELS))
    raise UnknownPlayerError(
        f"unknown player {quote(name)}: known are {', '.join((*known, *LEVELS))}{perhaps}"
    )


def player_names() -> tuple[str, ...]:
    """Every player's bare name: the house's own first, then those installed, then those registered here; no levels."""
    return tuple(dict.fromkeys((*_HOUSE, *_plug_ins(), *_registered)))


def plug_in_names() -> tuple[str, ...]:
    """Return the names of installed players of others, whether or not they can be loaded."""
    return tuple(name for name in _plug_ins() if name not in _CLASSES and name not in _registered)


def reject_plug_ins(problems: Mapping[str, str]) -> None:
    """Load these plug-ins no more. Naming one raises PlayerError with its problem."""
    _rejected.update(problems)


def rejected_plug_ins() -> Mapping[str, str]:
    """Return the plug-ins that this process does not load, each with its problem."""
    return dict(_rejected)


def is_house(name: str) -> bool:
    """Whether a bare name is one of the house's own players, or of its levels."""
    return name in _CLASSES


def register(kind: Registered) -> Registered:
    """Makes a player known by its name in this process, and gives it back, so that it may stand over a class.

    A class is a player with its options; a player is registered with none. A name that is registered again is the
    new one's. Raises PlayerError for what is no player, or has the name of one of the house's, or of a level.
    """
    registered: object = kind if isinstance(kind, type) else type(kind)
    name = getattr(registered, "name", None)
    problem = _problem(name, registered) or name_problem(name)
    if problem or not (isinstance(registered, type) and isinstance(name, str)):
        raise PlayerError(f"{quote(name or kind)} cannot be registered: {problem}")
    _registered[name] = registered
    return kind


def name_problem(name: object) -> str:
    """Why a player of one's own cannot have this name, or nothing."""
    if not isinstance(name, str) or not _SPEC.fullmatch(name) or "(" in name:
        return "its name is none that can be typed: letters, digits, -, _ and . after a letter"
    return "the house has one of that name" if is_house(name) else ""


def _text(spec: object) -> str:
    if isinstance(spec, str):
        return spec
    raise InputTypeError(
        f"not a player: {quote(spec)}, a {type(spec).__name__} (a name like 'core', or a Player; "
        "as_player makes one of a function)"
    )


def _usual(name: str) -> str:
    """A name as it is spelt, where only capitals and ``_`` for ``-`` keep it from being a known one."""
    plain = name.lower().replace("_", "-")
    return plain if plain in _CLASSES and name not in _registered else name


def house_variants() -> tuple[Player, ...]:
    """The house's players with every option that changes what they are: who takes part in a full contest."""
    ladder = (f"newell-simon(level={level})" for level in range(8, 0, -1))
    return tuple(map(player, (*_VARIANTS, *ladder, "random")))


@cache
def _plug_ins() -> dict[str, EntryPoint]:
    """The entry points by name, in order of their names."""
    from importlib.metadata import entry_points  # only now: it searches what is installed

    try:
        found = list(entry_points(group=_ENTRY_POINTS))
    except Exception:  # noqa: BLE001 - a distribution whose files are damaged
        found = list(_readable_entry_points())
    return {entry.name: entry for entry in sorted(found, key=lambda entry: entry.name)}


def _readable_entry_points() -> Iterator[EntryPoint]:
    """Yield the entry points of every distribution whose files can be read, and report the others."""
    from importlib.metadata import distributions

    for distribution in distributions():
        try:
            yield from distribution.entry_points.select(group=_ENTRY_POINTS)
        except Exception as error:  # noqa: BLE001 - as above
            _log.warning("the entry points of an installed package cannot be read: %s", error)


@cache
def _plug_in(name: str) -> type[Player]:
    """The class of a plug-in; PlayerError, naming it, if it cannot be loaded or is no player."""
    if name in _rejected:
        raise PlayerError(_rejected[name])
    try:
        with redirect_stdout(sys.stderr):  # stdout is for answers
            kind = _plug_ins()[name].load()
        reason = _problem(name, kind)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a broken plug-in, whatever breaks it, must be named
        reason = f"{type(error).__name__}: {error}"
    if reason:
        raise PlayerError(f"the plug-in player {quote(name)} cannot be used: {reason}")
    loaded: type[Player] = kind
    return loaded


def _problem(name: object, kind: object) -> str:
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
