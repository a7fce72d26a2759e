"""Players by name, programs among them: ``gomocup:PATH``, ``ugi:PATH(seconds=2)``.

Whoever may start programs on this machine names players by `player_or_program`; ``players.registry.player`` starts
none, so that a stranger's request never does.
"""

from __future__ import annotations

import re
from typing import Any

from noughts.adapters.programs.gomocup_program import GomocupProgram
from noughts.adapters.programs.program import Program
from noughts.adapters.programs.ugi_program import UgiProgram
from noughts.errors import NotationError, OptionError, quote
from noughts.players.player import Player
from noughts.players.registry import parse_options, player, read_options

PROGRAMS: dict[str, type[Program]] = {"gomocup": GomocupProgram, "ugi": UgiProgram}
"""The protocols by the word before the colon."""

_SPEC = re.compile(rf"({'|'.join(PROGRAMS)}):(.*?)(?:\(([^()]*=[^()]*)\))?", re.DOTALL)


def player_or_program(spec: str) -> Player:
    """The player of a name, or the program of a command line; the errors are those of both."""
    return program(spec) if _SPEC.fullmatch(spec.strip()) else player(spec)


def program(spec: str) -> Program:
    """The program of ``gomocup:COMMAND`` or ``ugi:COMMAND``, with options in brackets at the end.

    Raises NotationError for text that is not of this form, OptionError for a command that names no program, and for
    an option that it does not have.
    """
    match = _SPEC.fullmatch(spec.strip())
    if match is None:
        raise NotationError(
            f"not a program: {quote(spec)} (gomocup:COMMAND or ugi:COMMAND, like ugi:./engine(seconds=2))"
        )
    kind = PROGRAMS[match[1]]
    given = parse_options(spec, match[3] or "")
    if "command" in given:
        raise OptionError(f"{kind.name}: the command stands after the colon (in {quote(spec)})")
    options: dict[str, Any] = read_options(kind, {**given, "command": match[2].strip()})
    return kind(**options)
