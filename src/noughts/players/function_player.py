"""A player made of a plain function, for a notebook or a script.

    @as_player("greedy")
    def greedy(position):
        return position.moves[0]

The function is given a position whose game goes on. It returns a cell, by index or by name, or a mapping from cells to
weights, or a `Choice` with evidence of its own. Weights are numbers of any kind, none negative; they need not sum to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pickle import PicklingError
from pkgutil import resolve_name
from typing import Any, ClassVar

from noughts.errors import NoughtsError, PlayerError, quote
from noughts.game.position import Position
from noughts.players.distribution import from_weights
from noughts.players.player import Choice, Facts, Player
from noughts.players.registry import name_problem

Function = Callable[[Position], Any]
"""What chooses: a cell, weights of cells, or a Choice."""


@dataclass(frozen=True, slots=True)
class Unexplained:
    """A function chose, and did not say why."""

    function: str
    kind: ClassVar[str] = "function"


class FunctionPlayer(Player):
    """Plays what its function returns; each function has a class of its own, so that it can be registered."""

    function: ClassVar[Function]

    def choose(self, position: Position) -> Choice:
        function = type(self).function
        given = function(position)
        if isinstance(given, Choice):
            return given
        try:
            weights = given if isinstance(given, Mapping) else {position.board.cell_of(given): 1}
            moves: dict[Any, Fraction] = from_weights(position, weights)
        except NoughtsError as error:
            raise PlayerError(f"{quote(self)} gives no move in {quote(position)}: {error}") from None
        return Choice(moves, Unexplained(function.__qualname__))

    def __call__(self, position: Position) -> Any:
        """What the function itself returns."""
        return type(self).function(position)

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle names the function, as that of a function does; PicklingError where it has no place of its own."""
        function = type(self).function
        place = (function.__module__, function.__qualname__)
        try:
            _load(*place, self.name)
        except (ImportError, AttributeError, ValueError, NoughtsError) as error:
            raise PicklingError(f"cannot send {self!r} to another process: {error}") from None
        return _load, (*place, self.name)


def as_player(name: str, *, title: str = "", boards: str = "every board") -> Callable[[Function], Player]:
    """Written over a function, makes a player of this name of it; ``register`` makes that known by its name.

    ``title`` says in a few words what it does: the function's first line of documentation unless it is given.
    Raises PlayerError for a name that is none and for what cannot be called.
    """
    problem = name_problem(name)
    if problem:
        raise PlayerError(f"{quote(name)} cannot be a player, as in @as_player('greedy'): {problem}")

    def made(function: Function) -> Player:
        if not callable(function):
            raise PlayerError(f"{quote(function)} cannot be a player: it cannot be called")
        return _player(name, function, title, boards)

    return made


def _player(name: str, function: Function, title: str, boards: str) -> Player:
    told = (function.__doc__ or "").strip().partition("\n")[0]
    facts = Facts(
        title=title or told or name,
        origin=f"the function {function.__qualname__}",
        boards=boards,
        breaks_symmetry="it is a function of somebody's own",
    )
    body = {"name": name, "facts": facts, "function": staticmethod(function), "__doc__": function.__doc__}
    kind: type[Player] = type(FunctionPlayer.__name__, (FunctionPlayer,), body)
    made: Player = dataclass(frozen=True)(kind)()
    return made


def _load(module: str, place: str, name: str) -> Player:
    """The player of a function that stands in a module, where it may stand as the player that was made of it."""
    found = resolve_name(f"{module}:{place}")
    return found if isinstance(found, Player) else _player(name, found, "", "every board")
