"""A brain for Piskvork and the other managers of Gomocup: commands go in line by line, replies come out.

P. Lastovicka and M. Petricek, "Gomoku AI protocol" (plastovicka.github.io/protocl2en.htm, version of 2023-03-20).
Cells are ``x,y`` from 0 at the top left. Only free style is played: five or more in a row win. Commands and keys may be
written small. It starts and thinks in a thread of its own, so that END is heard meanwhile; other lines wait for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from math import inf

from noughts.adapters.programs.gomocup_program import NO_LIMIT, place, read_place
from noughts.engine.limits import LEAST_MEMORY, Budget
from noughts.engine.search_info import Thought
from noughts.engine.stream import Halt
from noughts.errors import IllegalMoveError, ImpossibleError, NotationError, NoughtsError, quote
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.protocols.engine_session import Mind, apology

_USUAL_SECONDS = 1.0
"""A move's time where the manager tells no limit."""

_AT_ONCE = 1_000
"""Positions looked at where a move shall take no time."""

_TABLES = 1 << 26
"""Bytes of the engine's tables, if the manager's limit leaves as much."""

_PROCESS = 64 << 20
"""Bytes that the process takes besides the engine's tables, at most."""

_RULES = {1: "exactly five in a row", 2: "continuous game", 4: "renju", 8: "caro"}


class GomocupBrain:
    """One brain; ``k`` is the row that wins. ``say`` is called with each line that it answers."""

    def __init__(self, mind: Mind, say: Callable[[str], None], k: int = 5) -> None:
        self.finished = False
        self._mind, self._say, self._k = mind, say, k
        self._board: Board | None = None
        self._own = self._other = 0
        self._given: list[str] | None = None
        self._told: dict[str, int] = {}
        self._spent = 0.0
        self._is_starting, self._before, self._startup = False, 0.0, 0.0
        self._thread = ThreadPoolExecutor(1)
        self._work: Future[None] | None = None
        self._halt = Halt()

    def tell(self, line: str) -> None:
        """Answers one line of the manager, once it is done with the one before; END ends its thinking."""
        if line.strip().upper() == "END":
            self._halt.set()
        waits_for_ok = not self._is_starting
        self.wait()
        if not waits_for_ok:
            self._startup = time.process_time() - self._before
        word, _, rest = line.strip().partition(" ")
        command = self._commands().get(word.upper())
        if self._given is not None:
            self._try(lambda: self._take(line.strip()))
        elif command:
            self._try(lambda: command(rest.strip()))
        elif word:
            self._say(f"UNKNOWN command {quote(word)}")

    def wait(self) -> None:
        """Waits until it has answered all that it was told. Raises OSError where an answer could not be written."""
        if self._work is not None:
            self._work.result()

    def end(self) -> None:
        """Nobody will ask any more: a move that it thinks about is answered with what it knows."""
        self._halt.set()
        self.wait()

    def _do(self, work: Callable[[Halt], None]) -> None:
        """Does what takes long, in a thread, until it is halted."""
        halt = self._halt = Halt()
        self._work = self._thread.submit(self._try, lambda: work(halt))

    def _try(self, work: Callable[[], None]) -> None:
        """Does what may be refused, in one line."""
        try:
            work()
        except NoughtsError as error:
            self._say(f"ERROR {apology(error)}")

    def _commands(self) -> Mapping[str, Callable[[str], None]]:
        return {
            "START": self._start,
            "RECTSTART": self._start,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._stones,
            "TAKEBACK": self._take_back,
            "INFO": self._inform,
            "ABOUT": self._about,
            "END": self._end,
        }

    def _start(self, size: str) -> None:
        """Prepare an empty board: no turn is measured yet."""
        sides = [int(side) if side.strip().isdecimal() else 0 for side in size[:40].split(",")]
        if len(sides) > 2 or not all(sides):
            raise NotationError(f"not a size: {quote(size)} (a number, or two with a comma)")
        self._before = time.process_time() if self._board else 0.0  # the first start began with the process
        board = Board.mnk(sides[0], sides[-1], self._k)
        self._is_starting = True
        self._do(lambda _: self._prepare(board))

    def _prepare(self, board: Board) -> None:
        try:
            self._mind.prepare(board, lambda words: self._say(f"MESSAGE {words}"))
        finally:
            self._is_starting = False
        self._board = board
        self._restart("")

    def _restart(self, _: str) -> None:
        self._at_hand()
        self._own = self._other = 0
        self._spent = 0.0
        self._say("OK")

    def _begin(self, _: str) -> None:
        self._at_hand()
        if self._own | self._other:
            raise IllegalMoveError("the board is not empty: BEGIN is for the first move")
        self._move(0, 0)

    def _turn(self, text: str) -> None:
        bit = 1 << read_place(self._at_hand(), text)
        if (self._own | self._other) & bit:
            raise IllegalMoveError(f"taken: {quote(text)}")
        self._move(self._own, self._other | bit)

    def _stones(self, _: str) -> None:
        self._given = []

    def _take(self, line: str) -> None:
        """One line between BOARD and DONE."""
        assert self._given is not None
        if line.upper() != "DONE":
            self._given.append(line)
            return
        given, self._given = self._given, None
        self._move(*self._read(given))

    def _read(self, lines: list[str]) -> tuple[int, int]:
        board, stones = self._at_hand(), {"1": 0, "2": 0}
        for line in filter(None, lines):
            where, _, whose = line.rpartition(",")
            if whose.strip() not in stones:
                raise NotationError(
                    f"not a stone: {quote(line)} (x,y,1 for one's own, x,y,2 for the opponent's)"
                )
            bit = 1 << read_place(board, where)
            if (stones["1"] | stones["2"]) & bit:
                raise ImpossibleError(f"a cell that is given twice: {quote(line)}")
            stones[whose.strip()] |= bit
        return stones["1"], stones["2"]

    def _take_back(self, text: str) -> None:
        bit = 1 << read_place(self._at_hand(), text)
        if not (self._own | self._other) & bit:
            raise IllegalMoveError(f"nothing to take back: {quote(text)} is empty")
        self._own &= ~bit
        self._other &= ~bit
        self._say("OK")

    def _inform(self, text: str) -> None:
        """Numbers are kept; no answer is due, and what cannot be read or is not known is of no matter."""
        key, _, value = text.partition(" ")
        with suppress(ValueError):
            self._told[key.lower()] = int(value[:20])

    def _about(self, _: str) -> None:
        about = {
            "name": f"noughts-{self._mind.name}",
            "version": version("noughts"),
            "author": "the noughts founders",
        }
        self._say(", ".join(f'{key}="{value}"' for key, value in about.items()))

    def _end(self, _: str) -> None:
        self.finished = True

    def _at_hand(self) -> Board:
        if self._board is None:
            raise NoughtsError("there is no board: START comes first")
        rule = self._told.get("rule", 0)
        if rule:
            what = ", ".join(name for bit, name in _RULES.items() if rule & bit)
            raise NoughtsError(f"rule {rule} ({what or 'unknown'}) is not played: only free style, rule 0")
        memory = self._told.get("max_memory", 0)
        if 0 < memory < _PROCESS + LEAST_MEMORY and self._mind.player is None:
            raise NoughtsError(
                f"max_memory {memory} is too little: the engine takes {_PROCESS} and its tables"
            )
        return self._board

    def _move(self, own: int, other: int) -> None:
        """Answers with a move from these stones; whoever has as many as the other began."""
        board = self._at_hand()
        x, o = (own, other) if own.bit_count() == other.bit_count() else (other, own)
        position = Position(board, x, o)
        if position.is_over:
            raise IllegalMoveError(f"the game {quote(position)} is over")
        budget = self._budget(own.bit_count())
        self._startup = 0.0
        self._do(lambda halt: self._think(position, own, other, budget, halt))

    def _think(self, position: Position, own: int, other: int, budget: Budget, halt: Halt) -> None:
        """In a thread: the move, its answer, and the stones as they are then."""
        begun = time.monotonic()
        cell = self._mind.move(position, budget, partial(self._tell, position.board), halt)
        self._spent += time.monotonic() - begun
        self._own, self._other = own | 1 << cell, other
        self._say(place(position.board, cell))

    def _tell(self, board: Board, thought: Thought) -> None:
        """What the engine thinks after a depth."""
        line = " ".join(place(board, each) for each in thought.pv)
        self._say(f"MESSAGE depth {thought.depth} score {thought.score} nodes {thought.nodes} pv {line}")

    def _budget(self, moves: int = 0) -> Budget:
        """The time for this move, less what the way there and back may take; of a match's time, a fair part.

        The manager of the tournaments, GomocupJudge, sends BOARD without waiting for OK: then what it took to start is
        part of the first move's time. ``moves`` have been made by itself.
        """
        memory = self._told.get("max_memory", 0)
        tables = max(LEAST_MEMORY, min(_TABLES, memory - _PROCESS)) if memory > 0 else _TABLES
        turn = self._told.get("timeout_turn", -1)
        seconds = _USUAL_SECONDS if turn < 0 else turn / 1000
        seconds = min(seconds, self._match_seconds() / max(10, 30 - moves))
        if seconds <= 0:
            return Budget(nodes=_AT_ONCE, memory=tables)
        most = max(0.9 * seconds - 0.05 - self._startup, 0.3 * seconds)
        return Budget.at_play(min(most, 10**6), tables)

    def _match_seconds(self) -> float:
        """Seconds left for all moves of the match: as told, else what is left of the match's own limit."""
        left = self._told.get("time_left", NO_LIMIT)
        match = self._told.get("timeout_match", 0)
        if left < NO_LIMIT:
            return left / 1000
        return match / 1000 - self._spent if match > 0 and "time_left" not in self._told else inf
