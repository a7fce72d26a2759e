"""What can go wrong, as one tree; every message quotes what was given.

    NoughtsError (a ValueError)
    ├── InputTypeError     (a TypeError too) something that is no text where a text is read
    ├── NotationError      text that cannot be read: a cell, board, position or player
    │   └── WhichBoardError         moves or rows that do not say on which board they are
    ├── ImpossibleError    readable, but no game reaches it: wrong counts, two winners
    ├── IllegalMoveError   a move on a taken cell or off the board, or after the end
    ├── PlayerError        about a computer player
    │   ├── UnknownPlayerError      no player of that name
    │   ├── OptionError             an option it does not have, or a value it cannot take
    │   ├── UnsupportedBoardError   a board that it does not play
    │   └── ForfeitError            a game that it lost without a move: a program that hung, ended or broke the rules
    ├── TooLargeError      an exact answer that would not end in reasonable time
    ├── CheckpointError    a saved search that cannot be taken up
    ├── MissingError       (a ModuleNotFoundError too) a package that is not installed
    ├── WorkError          work that could not be shared out: no such cluster, or workers lost one after another
    └── ProofLostError     a proof that was found and could not be found again to be written

This module imports nothing of the house.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Expected = TypeVar("Expected")


class NoughtsError(ValueError):
    """The root: whatever the house refuses, with a message for the person who asked."""


class InputTypeError(NoughtsError, TypeError):
    """Neither a text nor the object that it would name."""


class NotationError(NoughtsError):
    """Text that does not follow the notation."""


class WhichBoardError(NotationError):
    """Moves or rows that do not name their board, or are not on the board given.

    ``boards`` are the names of boards that they fit on, the most likely one first.
    """

    def __init__(self, message: str, boards: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.boards = tuple(boards)


class ImpossibleError(NoughtsError):
    """A position or a board that is readable but that no game can reach."""


class IllegalMoveError(NoughtsError):
    """A move that the rules do not allow in the position it is played in."""


class PlayerError(NoughtsError):
    """A computer player was asked for something that it cannot do."""


class UnknownPlayerError(PlayerError):
    """No player of this name is installed."""


class OptionError(PlayerError):
    """A player does not have this option, or the option cannot take this value."""


class UnsupportedBoardError(PlayerError):
    """The player does not play this board."""


class ForfeitError(PlayerError):
    """A player has lost the game it is in, because it gives no move that the rules allow; the message says why.

    Only programs of other people do (``adapters.programs``): whoever plays the game gives it to the other side.
    """


class TooLargeError(NoughtsError):
    """An exact answer was asked for that needs more positions than can be enumerated."""


class MissingError(ModuleNotFoundError, NoughtsError):
    """What was asked for needs a package that is not installed; the message says how to get it.

    ``name`` is that of the module, as in every ModuleNotFoundError.
    """


class CheckpointError(NoughtsError):
    """Not a checkpoint of this search, or damaged."""


class WorkError(NoughtsError):
    """Work could not be shared out: there is no such cluster, or it cost one worker after another."""


class ProofLostError(NoughtsError):
    """The search settled a question and could not find its proof again: its table has lost too much of it.

    More memory for the table helps; else two positions met in one row of it, which another run will not repeat.
    """


def expect(value: Expected, kind: type[object] | tuple[type[object], ...], what: str) -> Expected:
    """The value, if it is of the kind; InputTypeError, which says what it should be, if not."""
    if not isinstance(value, kind):
        raise InputTypeError(f"not {what}: {quote(value)}, a {type(value).__name__}")
    return value


def whole(name: str, value: object) -> int:
    """A whole number, as it is given under a name; InputTypeError for anything else."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputTypeError(f"{name}={quote(value)} is no whole number, but a {type(value).__name__}")
    return value


def quote(value: object, limit: int = 60) -> str:
    """The value as a person typed it, in quotes, cut after ``limit`` characters."""
    try:
        text = str(value)
    except ValueError:  # an integer of more digits than Python prints
        text = f"a {type(value).__name__} too long to print"
    shown = text if len(text) <= limit else text[:limit] + "…"
    return repr(shown)


def meant(text: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: ``; did you mean 'perfect'?``, or nothing where none is near."""
    from difflib import get_close_matches  # only now: most names are known

    near = get_close_matches(text.lower(), list(known), n=1, cutoff=0.6)
    return f"; did you mean {near[0]!r}?" if near else ""
