"""A brain of Gomocup as a player: ``gomocup:PATH``, the manager's side of its protocol.

P. Lastovicka and M. Petricek, "Gomoku AI protocol" (plastovicka.github.io/protocl2en.htm, version of 2023-03-20).
Cells are ``x,y`` from 0 at the top left. Brains play five in a row, or more, on a rectangle: rule 0, free style.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from noughts.adapters.programs.pipe import LostError
from noughts.adapters.programs.program import Program, Talk
from noughts.errors import IllegalMoveError, NotationError, OptionError, quote
from noughts.game.board import Board, Cell
from noughts.game.position import Position, in_turn
from noughts.players.player import Facts

NO_LIMIT = 2147483647
"""What ``time_left`` is where a whole match has no limit."""

_PLACE = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*", re.ASCII)
_REFUSALS = ("ERROR", "UNKNOWN")


@dataclass(frozen=True)
class GomocupProgram(Program):
    """``memory`` is how many megabytes it may use, 350 as in Gomocup; ``k`` is the row it plays for."""

    memory: int = 350
    k: int = 5

    name: ClassVar[str] = "gomocup"
    protocol: ClassVar[str] = "gomocup"
    facts: ClassVar[Facts] = Facts(
        title="A brain of Gomocup",
        origin="another program",
        boards="rectangles, five in a row (k=5) unless another k is given",
        breaks_symmetry="it is another program",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.memory < 0 or self.k < 1:
            raise OptionError(
                f"{self.name}: memory={quote(self.memory)}, k={quote(self.k)}: memory is 0 or more, k 1 or more"
            )

    def plays(self, board: Board) -> bool:
        return board.k == self.k and board == Board.mnk(board.columns, board.rows, self.k)

    def talk(self, board: Board) -> Talk:
        return _Manager(self, board)


class _Manager(Talk):
    """The manager of one brain. It knows what the brain's board holds, and sends one turn where that is enough."""

    program: GomocupProgram
    farewell: ClassVar[str] = "END"

    def __init__(self, program: GomocupProgram, board: Board) -> None:
        super().__init__(program, board, "\r\n")
        self._own = self._other = 0

    def begin(self) -> None:
        columns, rows = self.board.columns, self.board.rows
        self.pipe.send(f"START {columns}" if columns == rows else f"RECTSTART {columns},{rows}")
        self._until_ok()
        self._inform()

    def move(self, position: Position) -> Cell:
        turn = self._turn(position)
        if not turn and self._own | self._other:
            self._restart()
        self.ask(f"INFO time_left {NO_LIMIT}", *(turn or _board(position)))
        line = self.hear(_is_answer, self.program.seconds, "move")
        if line.upper().startswith("SUGGEST"):
            line = line[len("SUGGEST") :]
            self.pipe.send(f"PLAY {line.strip()}")
            self.hear(lambda answer: bool(_PLACE.fullmatch(answer)), self.program.seconds, "move")
        if line.upper().startswith(_REFUSALS):
            raise LostError(f"refused to move: {quote(line)}")
        cell = read_place(self.board, line)
        self._own, self._other = position.own | 1 << cell, position.other
        return cell

    def _inform(self) -> None:
        milliseconds = max(1, int(self.program.seconds * 1000))
        limits = {"timeout_turn": milliseconds, "timeout_match": 0, "max_memory": self.program.memory << 20}
        told = {**limits, "game_type": 1, "rule": 0}
        self.pipe.send(*(f"INFO {key} {value}" for key, value in told.items()))

    def _restart(self) -> None:
        """An empty board: by RESTART, or where the brain does not know that by a new process."""
        self._own = self._other = 0
        self.ask("RESTART")
        if self.hear(_is_reply, self.program.wait, "answer to RESTART").upper().startswith("OK"):
            return
        self.close()
        super().__init__(self.program, self.board, "\r\n")
        self.begin()

    def _turn(self, position: Position) -> tuple[str, ...]:
        """The one command for a position that follows the last by one move of the other side; else nothing."""
        new = position.other & ~self._other
        follows = position.own == self._own and position.other == self._other | new
        if follows and new.bit_count() == 1:
            return (f"TURN {place(self.board, Cell(new.bit_length() - 1))}",)
        return ()

    def _until_ok(self) -> None:
        line = self.hear(_is_reply, self.program.wait, "answer to START")
        if not line.upper().startswith("OK"):
            raise LostError(f"does not play on {self.board}: {quote(line)}")


def place(board: Board, cell: Cell) -> str:
    """A cell as the protocol has it: ``x,y``, from 0."""
    row, column = divmod(cell, board.columns)
    return f"{column},{row}"


def read_place(board: Board, text: str) -> Cell:
    """The cell of ``x,y``; NotationError if it cannot be read, IllegalMoveError if it lies off the board."""
    match = _PLACE.fullmatch(text)
    if match is None:
        raise NotationError(f"not a cell: {quote(text)} (x,y from 0, like 7,7)")
    column, row = int(match[1]), int(match[2])
    if column >= board.columns or row >= board.rows:
        raise IllegalMoveError(f"off the board: {quote(text.strip())} on {board} (x,y from 0)")
    return Cell(row * board.columns + column)


def _board(position: Position) -> tuple[str, ...]:
    """The commands that put a position on an empty board, in an order in which it could have been played."""
    if not position.ply:
        return ("BEGIN",)
    played = in_turn(position)
    if len(played) == 1:
        return (f"TURN {place(position.board, played[0])}",)
    stones = (f"{place(position.board, cell)},{1 if position.own >> cell & 1 else 2}" for cell in played)
    return ("BOARD", *stones, "DONE")


def _is_reply(line: str) -> bool:
    return line.upper().startswith(("OK", *_REFUSALS))


def _is_answer(line: str) -> bool:
    """A move, a suggestion or a refusal; what else a brain says is for people."""
    return bool(_PLACE.fullmatch(line)) or line.upper().startswith(("SUGGEST", *_REFUSALS))
