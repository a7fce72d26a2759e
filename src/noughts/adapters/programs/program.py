"""A program of other people as a player: what the protocols have in common.

A program is no pure function: it has a clock, a memory and perhaps dice. So the house never computes with it: its
``pure`` is false, its games are sampled, in one process, and none of its answers is remembered. A decision is the one
cell that it answered, with evidence of the kind ``program``. Each side of each program is a process of its own, started
with its first move, ended by ``release`` or with the interpreter. A program that hangs, ends, or answers what is no
legal move is ended, and loses the game by ForfeitError; its next game begins with a new process.
"""

from __future__ import annotations

import atexit
import os
import shlex
import shutil
import threading
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from noughts.adapters.programs.pipe import LostError, Pipe
from noughts.errors import ForfeitError, NoughtsError, OptionError, quote
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.evidence import ProgramEvidence
from noughts.players.player import Choice, Player

GRACE = 1.0
"""Seconds that a program may be late: as much as Gomocup's managers grant."""

REST = 0.05
"""Seconds between a program's move and the next line to it: one known brain drops a turn that arrives at once."""

_SAID, _LONGEST_SAID = 20, 200
"""So many of its messages are kept of a move, and so many characters of each."""

_LONGEST_SECONDS = 10**6


@dataclass(frozen=True)
class Program(Player):
    """A program that is asked for each move: ``seconds`` for a move, ``wait`` for it to be ready for a game.

    ``command`` is the program and its arguments, as a shell would split them; no shell runs. It is started in the
    working folder. ``called`` is its name where the command is nobody's business. Raises OptionError for a command
    that names no program, and for times that are no times.
    """

    command: str = ""
    seconds: Fraction = Fraction(1)
    wait: Fraction = Fraction(30)
    called: str = ""

    pure: ClassVar[bool] = False
    protocol: ClassVar[str]

    def __post_init__(self) -> None:
        for limit in ("seconds", "wait"):
            if not 0 < getattr(self, limit) <= _LONGEST_SECONDS:
                given = quote(getattr(self, limit))
                raise OptionError(f"{self.name}: {limit}={given} is not between 0 and {_LONGEST_SECONDS:,}")
        self.argv  # noqa: B018 - it is found now, or never

    @cached_property
    def argv(self) -> tuple[str, ...]:
        """The program, by its whole path, and its arguments."""
        try:
            words = shlex.split(self.command, posix=os.name == "posix")
            program, *arguments = (word.strip('"') for word in words) if os.name == "nt" else words
        except ValueError as error:
            problem = str(error).lower() if self.command.strip() else "it is empty"
            raise OptionError(
                f"{self.name}: cannot read the command {quote(self.command)}: {problem}"
            ) from None
        path = shutil.which(program)
        if path is None:
            raise OptionError(f"{self.name}: there is no program {quote(program)} that can be started")
        return (os.path.abspath(path), *arguments)

    @cached_property
    def full_name(self) -> str:
        """What it is called, or the command with every option that differs: ``gomocup:brain(seconds=2)``."""
        return self.called or f"{self.name}:{self.command}{self._options('command')}"

    def choose(self, position: Position) -> Choice:
        """Asks the program; raises ForfeitError, which says why, when it gives no legal move."""
        with RUNNING.seat(self, position.to_move) as seat:
            begun = time.monotonic()
            try:
                cell = seat.move(position)
                position.check_free(cell)
            except BaseException as error:
                seat.kill()  # at Ctrl-C too: an answer that still comes must not be taken for the next one
                if isinstance(error, LostError):
                    raise ForfeitError(f"{self} forfeits the game: it {error}") from None
                if isinstance(error, NoughtsError):
                    raise ForfeitError(f"{self} forfeits the game: its move is none: {error}") from None
                raise
            spent = round(time.monotonic() - begun, 3)
            said = tuple(seat.said)
        return Choice({cell: Fraction(1)}, ProgramEvidence(self.protocol, spent, said))

    def release(self) -> None:
        """Ends its processes, in the middle of a move, too; the next move would start them anew."""
        RUNNING.release([self])

    @abstractmethod
    def talk(self, board: Board) -> Talk:
        """A new process of it, for games on a board; raises LostError if it cannot be started."""


class Talk(ABC):
    """A process of a program, for games on one board. ``said`` are the last messages of the last move."""

    farewell: ClassVar[str]
    """What ends it, politely."""

    def __init__(self, program: Program, board: Board, end: str = "\n") -> None:
        self.program, self.board = program, board
        self.said: deque[str] = deque(maxlen=_SAID)
        self.pipe = Pipe(program.argv, end)

    @abstractmethod
    def begin(self) -> None:
        """Waits until it is ready; raises LostError when it is not."""

    @abstractmethod
    def move(self, position: Position) -> Cell:
        """Its move; raises LostError, or NotationError for an answer that is none."""

    def dismiss(self) -> None:
        """Asks it to end, within a second from now on."""
        self.pipe.dismiss(self.farewell)

    def close(self) -> None:
        """Ends it, politely."""
        self.dismiss()
        self.pipe.close()

    def ask(self, *lines: str) -> None:
        """Sends what wants an answer, after a rest; what was said before is none."""
        self.said.extend(line[:_LONGEST_SAID] for line in self.pipe.rest(REST))
        self.pipe.send(*lines)

    def hear(self, wanted: Callable[[str], bool], seconds: Fraction, what: str) -> str:
        """The first line that is wanted; others are what it ``said``. LostError where there is none in time."""
        deadline = time.monotonic() + float(seconds) + GRACE
        while True:
            try:
                line = self.pipe.line(deadline)
            except TimeoutError:
                raise LostError(f"gave no {what} within {float(seconds):g} s") from None
            if wanted(line):
                return line
            self.said.append(line[:_LONGEST_SAID])


class _Seat:
    """The process of one side of a program, which one game uses at a time."""

    def __init__(self, program: Program) -> None:
        self.lock = threading.Lock()
        self._program = program
        self._talk: Talk | None = None
        self._ended = 0  # how often its process was ended while somebody awaited a move
        self._begun = 0

    @contextmanager
    def taken(self) -> Iterator[None]:
        """While one game uses it, after whoever does already."""
        begun = self._ended
        with self.lock:
            self._begun = begun
            yield

    @property
    def said(self) -> Iterable[str]:
        """What it said of its last move."""
        return self._talk.said if self._talk else ()

    def move(self, position: Position) -> Cell:
        """Its move, from the process that is there for this board, or a new one."""
        self._check_wanted()
        if self._talk is not None and self._talk.board != position.board:
            self._talk.close()
            self._talk = None
        if self._talk is None:
            self._talk = self._program.talk(position.board)
            self._check_wanted()
            self._talk.begin()
        self._talk.said.clear()
        return self._talk.move(position)

    def _check_wanted(self) -> None:
        if self._ended != self._begun:
            raise LostError("was ended")

    def dismiss(self) -> Talk | None:
        """Its process, which is asked to end and not used any more, if there is one and it owes no move."""
        if not self.lock.acquire(blocking=False):
            return None
        try:
            talk, self._talk = self._talk, None
        finally:
            self.lock.release()
        if talk is not None:
            talk.dismiss()
        return talk

    def interrupt(self) -> None:
        """Ends the process from which moves are awaited in other threads, which have lost it then."""
        self._ended += 1
        if (talk := self._talk) is not None:
            talk.pipe.kill()

    def kill(self) -> None:
        """Ends the process at once."""
        if self._talk is not None:
            self._talk.pipe.kill()
        self._talk = None


class _Running:
    """All that run, by program and side."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seats: dict[tuple[Program, Mark], _Seat] = {}
        self._leaving: list[Talk] = []

    @contextmanager
    def seat(self, program: Program, side: Mark) -> Iterator[_Seat]:
        """The seat of a program, for one game until it has moved."""
        with self._lock:
            seat = self._seats.setdefault((program, side), _Seat(program))
        with seat.taken():
            yield seat

    def dismiss(self, programs: Iterable[Program] | None = None) -> None:
        """Asks the processes of some programs, or of all, to end within a second, but those that owe a move.

        The next move would start them anew.
        """
        for seat in self._those(programs):
            if talk := seat.dismiss():
                self._leaving.append(talk)

    def release(self, programs: Iterable[Program] | None = None) -> None:
        """Ends the processes of some programs, or of all: those that owe a move at once."""
        self.dismiss(programs)
        for seat in self._those(programs):
            seat.interrupt()
        while self._leaving:
            self._leaving.pop().pipe.close()

    def _those(self, programs: Iterable[Program] | None) -> list[_Seat]:
        with self._lock:
            chosen = None if programs is None else set(programs)
            return [seat for (program, _), seat in self._seats.items() if chosen is None or program in chosen]


RUNNING = _Running()
atexit.register(RUNNING.release)
