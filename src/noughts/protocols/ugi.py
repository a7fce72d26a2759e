"""An engine for managers that speak UGI, like cutegames: commands go in line by line, answers come out.

The Universal Game Interface is UCI made general (github.com/kz04px/cutegames, ugi.md): ``query`` asks about the rules,
and p1 is who moves first. It leaves the notation to the game: here a move is a cell, ``b2``, and a ``fen`` is a
position's text, with the board after it where that is not the one at hand: ``XX./.../O..``, ``X.../..../.... 4x3x3``.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from dataclasses import replace
from importlib.metadata import version
from threading import Lock

from noughts.engine.limits import MOST_NODES, MOST_SECONDS, Budget
from noughts.engine.search_info import Thought
from noughts.engine.stream import Halt
from noughts.errors import NotationError, NoughtsError, quote
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.registry import player
from noughts.protocols.engine_session import Mind, apology

_USUAL_SECONDS = 1.0
"""A move's time where ``go`` tells no limit."""

_MOVES_LEFT = 20
"""A clock's time is for so many more moves."""

_NO_MOVE = "0000"
"""What UCI answers where there is no move."""


class UgiEngine:
    """One engine. ``say`` is called with each line that it answers, also from the thread that thinks."""

    def __init__(self, mind: Mind, say: Callable[[str], None], board: Board) -> None:
        self.finished = False
        self._mind = mind
        self._voice, self._tongue = say, Lock()
        self._board = board
        self._position = Position.start(board)
        self._thread = ThreadPoolExecutor(1)
        self._thinking: Future[None] | None = None
        self._halt = Halt()

    def tell(self, line: str) -> None:
        """Answers one line of the manager; a search goes on in a thread of its own."""
        word, _, rest = line.strip().partition(" ")
        command = self._commands().get(word)
        try:
            if command is not None:
                command(rest.strip())
            elif word:
                self._say(f"info string unknown command {quote(word)}")
        except NoughtsError as error:
            self._say(f"info string error: {apology(error)}")

    def wait(self) -> None:
        """Waits for the search, if there is one: nobody will ask any more. One without end is stopped."""
        if self._thinking is not None:
            wait_for([self._thinking], None if self._limited else 0)
            self._end("")

    def _commands(self) -> Mapping[str, Callable[[str], None]]:
        return {
            "ugi": self._introduce,
            "isready": lambda _: self._say("readyok"),
            "setoption": self._set,
            "uginewgame": self._end,
            "position": self._place,
            "query": self._answer,
            "go": self._go,
            "stop": self._end,
            "quit": self._quit,
        }

    def _say(self, line: str) -> None:
        with self._tongue:
            self._voice(line)

    def _introduce(self, _: str) -> None:
        self._say(f"id name noughts {version('noughts')}")
        self._say("id author the noughts founders")
        self._say(f"option name board type string default {self._board}")
        self._say(f"option name player type string default {self._mind.name}")
        self._say("ugiok")

    def _set(self, text: str) -> None:
        """An option that is not known is told so and does no harm: managers send theirs to every engine."""
        match = re.fullmatch(r"name\s+(\S+)\s+value\s+(.+)", text)
        if match is None:
            raise NotationError(f"cannot read {quote(text)} (name NAME value VALUE)")
        self._end("")
        if match[1] == "board":
            self._board = Board.playable(match[2].strip())
            self._position = Position.start(self._board)
        elif match[1] == "player":
            self._mind = replace(self._mind, player=player(match[2]))
        else:
            self._say(f"info string no option {quote(match[1])}")

    def _place(self, text: str) -> None:
        self._end("")
        start, _, moves = text.partition("moves")
        words = start.split()
        if words == ["startpos"]:
            position = Position.start(self._board)
        elif words[:1] == ["fen"] and len(words) in (2, 3):
            board = Board.playable(words[2]) if len(words) == 3 else self._board
            position = Position.parse(words[1], board)
        else:
            raise NotationError(f"cannot read the position {quote(text)} (startpos, or fen and a position)")
        for name in moves.split():
            position = position.play(position.board.cell(name))
        self._position = position

    def _answer(self, question: str) -> None:
        position, outcome = self._position, self._position.outcome
        winner = outcome.winner if outcome else None
        won = {Mark.X: "p1win", Mark.O: "p2win", None: "draw"}[winner] if outcome else "none"
        answers = {"gameover": _truth(outcome), "p1turn": _truth(position.to_move is Mark.X), "result": won}
        if question not in answers:
            raise NotationError(f"no answer to {quote(question)} ({', '.join(answers)})")
        self._say(f"response {answers[question]}")

    def _go(self, text: str) -> None:
        self._end("")
        limits = _limits(text)
        if "depth" in limits:
            self._say("info string depth is no limit here: the usual time is")
        self._limited = "infinite" not in limits
        self._halt = Halt()
        budget = _budget(limits, self._position)
        self._thinking = self._thread.submit(self._think, self._position, budget, self._halt)

    def _think(self, position: Position, budget: Budget, halt: Halt) -> None:
        """In a thread: the search, what it thinks after every depth, and its answer."""
        begun = time.monotonic()
        try:
            if position.is_over:
                raise NoughtsError(f"the game {quote(position)} is over")
            self._mind.prepare(position.board, lambda words: self._say(f"info string {words}"))
            cell = self._mind.move(
                position,
                budget,
                lambda thought: self._say(_info(position.board, thought, time.monotonic() - begun)),
                halt,
            )
        except NoughtsError as error:
            self._say(f"info string error: {apology(error)}")
            self._say(f"bestmove {_NO_MOVE}")
            return
        self._say(f"bestmove {position.board.cell_name(cell)}")

    def _end(self, _: str) -> None:
        """Ends the search, which then says its move. Raises OSError where it could not be written."""
        thinking, self._thinking = self._thinking, None
        if thinking is not None:
            self._halt.set()
            thinking.result()

    def _quit(self, _: str) -> None:
        self._end("")
        self.finished = True


def _limits(text: str) -> dict[str, int]:
    """The words of ``go`` with their numbers; NotationError for what is none."""
    words, limits = iter(text.split()), {}
    for word in words:
        if word == "infinite":
            limits[word] = 1
            continue
        number = next(words, "")
        if not re.fullmatch(r"-?[0-9]{1,15}", number):
            raise NotationError(f"cannot read {quote(text)}: {quote(word)} needs a number")
        limits[word] = int(number)
    return limits


def _budget(limits: Mapping[str, int], position: Position) -> Budget:
    """What ``go`` allows, in milliseconds or nodes."""
    side = "p1" if position.to_move is Mark.X else "p2"
    nodes = min(max(1, limits.get("nodes", MOST_NODES)), MOST_NODES)
    if "infinite" in limits:
        milliseconds: float = MOST_SECONDS * 1000
    elif "movetime" in limits:
        milliseconds = 0.95 * limits["movetime"]
    elif f"{side}time" in limits:
        left, more = limits[f"{side}time"], limits.get(f"{side}inc", 0)
        milliseconds = min(left / _MOVES_LEFT + 0.8 * more, 0.8 * left)
    else:
        milliseconds = MOST_SECONDS * 1000 if "nodes" in limits else _USUAL_SECONDS * 1000
    return Budget(nodes=nodes, seconds=min(max(milliseconds / 1000, 0.001), MOST_SECONDS))


def _info(board: Board, thought: Thought, seconds: float) -> str:
    """What the engine thought: ``score cp`` in hundredths of a logit, 100 being a chance of 73 in 100."""
    line = " ".join(map(board.cell_name, thought.pv))
    spent = f"time {round(seconds * 1000)} nodes {thought.nodes}"
    return f"info depth {thought.depth} score cp {round(thought.score / 10)} {spent} pv {line}"


def _truth(fact: object) -> str:
    return "true" if fact else "false"
