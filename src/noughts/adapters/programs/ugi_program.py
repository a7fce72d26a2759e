"""An engine that speaks UGI as a player: ``ugi:PATH``, the manager's side of the Universal Game Interface.

The protocol is that of cutegames (github.com/kz04px/cutegames, ugi.md): UCI made general. Its positions are a start and
the moves from there. It leaves the notation to the game: here cells are ``a1`` to ``c3``, letter and row from the top.
An engine that has an option ``board`` is told the board; any other is taken to play the one it is asked about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from noughts.adapters.programs.program import Program, Talk
from noughts.game.board import Board, Cell, cells_of
from noughts.game.position import Position, in_turn
from noughts.players.player import Facts


@dataclass(frozen=True)
class UgiProgram(Program):
    """It is asked to ``go movetime`` for each move."""

    name: ClassVar[str] = "ugi"
    protocol: ClassVar[str] = "ugi"
    facts: ClassVar[Facts] = Facts(
        title="An engine that speaks UGI",
        origin="another program",
        boards="every board, if the engine does",
        breaks_symmetry="it is another program",
    )

    def talk(self, board: Board) -> Talk:
        return _Asker(self, board)


class _Asker(Talk):
    """The manager of one engine. It knows the moves of the game at hand, so as to tell them in their order."""

    farewell: ClassVar[str] = "quit"

    def __init__(self, program: Program, board: Board) -> None:
        super().__init__(program, board)
        self._moves: list[Cell] = []
        self._last = Position.start(board)

    def begin(self) -> None:
        self.pipe.send("ugi")
        self.hear(self._hears_all, self.program.wait, "ugiok")
        self._begin_game()

    def move(self, position: Position) -> Cell:
        board = self.board
        if not self._follow(position):
            self._moves = in_turn(position)
            self._begin_game()
        played = " ".join(map(board.cell_name, self._moves))
        milliseconds = max(1, int(self.program.seconds * 1000))
        told = f"position startpos moves {played}" if played else "position startpos"
        self.ask(told, f"go movetime {milliseconds}")
        line = self.hear(lambda line: line.split()[0] == "bestmove", self.program.seconds, "move")
        cell = board.cell("".join(line.split()[1:2]))
        position.check_free(cell)
        self._moves.append(cell)
        self._last = position.play_unchecked(cell)
        return cell

    def _hears_all(self, line: str) -> bool:
        """Whether it has said all of itself; on the way the board is told."""
        if line.split()[:3] == ["option", "name", "board"]:
            self.pipe.send(f"setoption name board value {self.board}")
        return line == "ugiok"

    def _begin_game(self) -> None:
        self.ask("uginewgame", "isready")
        self.hear(lambda line: line == "readyok", self.program.wait, "readyok")

    def _follow(self, position: Position) -> bool:
        """Whether a position follows the last one by a move of the other side, which is then among the moves."""
        new = list(cells_of(position.free ^ self._last.free))
        if self._last.is_over or len(new) != 1 or self._last.play_unchecked(new[0]) != position:
            return not position.ply and not self._moves
        self._moves.append(new[0])
        return True
