"""Proofs that a side wins, by portions of the solver's strong search: for positions that threats alone do not decide.

df-pn (``solver.search``) solves positions of few empty cells within the time of a move. It seldom solves others, and
they take the search ten times as long: on cube4 after six stones 400,000 positions reached 4 plies, and 6 without it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.kernels.memory import zeros
from noughts.solver.search.arrays import PLAIN, bits_in, geometry_record, new_table, state_record, words_of
from noughts.solver.search.kernels.dfpn import run_strong
from noughts.solver.search.kernels.fields import CELLS, LEVELS, LONGEST
from noughts.solver.search.kernels.state import ANY, FIRST, ROOT, SECOND
from noughts.solver.search.kernels.strong_node import load_both

OPEN, HELD, WON = -1, 0, 1
"""Results for the attacker: nothing is proved yet, the attacker does not win, the attacker wins."""

_MAX_EMPTY = 50
"""The most empty cells of a position for the prover: a search of one second solves half of those of 8x8x5."""

_LEAST = 8
"""Expansions at once, at least."""

_DEAR = 40
"""Positions that an expansion costs, until it is known: five to forty."""


def judged(position: Position) -> bool:
    """Return whether the prover may solve a position."""
    board = position.board
    is_small = board.size <= CELLS and max(map(len, board.lines)) <= LONGEST
    return is_small and position.free.bit_count() <= _MAX_EMPTY


class Judge:
    """What is known of one position: whether either side wins it, and whether the other side does after a move.

    Answers are WON, HELD or OPEN; what is open can be asked again, and goes on where it was.
    """

    def __init__(self, position: Position, memory: int, nodes: float) -> None:
        self.position, self.geo = position, _geometry(position.board)
        self.bits = min(bits_in(memory // 16), max(12, int(min(nodes, 1 << 40)).bit_length() + 2))
        self.stop, self.alone = zeros(1, "i8"), zeros((0, LEVELS), "i8")
        self.tables: dict[bool, Any] = {}
        self.states = state_record(self.geo, 0, SECOND), state_record(self.geo)
        self.win = self.loss = OPEN
        self.after: dict[Cell, int] = {}
        self.halted = False

    def wins(self, positions: int) -> tuple[int, int]:
        """Whether the side to move wins, and its move, or -1."""
        if self.win != OPEN:
            return self.win, -1
        self.win, move = self._ask(self.position, True, True, positions)
        return self.win, move

    def loses(self, positions: int) -> tuple[int, int]:
        """Whether the other side wins, and the move that keeps it from winning, or -1."""
        if self.loss != OPEN:
            return self.loss, -1
        self.loss, move = self._ask(self.position, False, False, positions)
        return self.loss, move

    def loses_by(self, cell: Cell, positions: int) -> int:
        """Whether the other side wins after a move."""
        if self.after.get(cell, OPEN) == OPEN:
            self.after[cell] = self._ask(self.position.play_unchecked(cell), False, True, positions)[0]
        return self.after[cell]

    def _ask(self, position: Position, own: bool, attacks: bool, positions: int) -> tuple[int, int]:
        """Whether the attacker, the side to move where ``attacks``, wins; ``own``: he is who moves at the root."""
        if own not in self.tables:
            self.tables[own] = new_table(self.bits)
        stones = (position.own, position.other) if attacks else (position.other, position.own)
        first, second = (words_of(mask) for mask in stones)
        a, d = self.states
        until = self.spent + positions
        answer, move = OPEN, -1
        while answer == OPEN and self.spent < until and not self.halted:
            self.stop[0] = 0
            load_both(self.geo, a, d, *first, *second, FIRST if attacks else SECOND, ANY)
            portion = self._expansions(until - self.spent)
            if run_strong(self.geo, a, d, self.tables[own], portion, self.stop, self.alone):
                answer = WON if a.pn[ROOT] == 0 else HELD
                winner = FIRST if answer == WON else SECOND
                move = int(a.child_move[ROOT, 0]) if a.side[ROOT] == winner else -1
        return answer, move

    def _expansions(self, positions: int) -> int:
        """About so many cost these positions, by what they have cost until now."""
        before = int(self.states[0].expansions)
        return max(_LEAST, int(positions / (self.spent / before if before else _DEAR)))

    @property
    def spent(self) -> int:
        """The positions looked at and expanded so far."""
        return int(self.states[0].looks + self.states[0].expansions)

    def halt(self) -> None:
        """Ends what is asked, from another thread."""
        self.halted = True
        self.stop[0] = 1


@lru_cache(maxsize=16)
def _geometry(board: Board) -> Any:
    return geometry_record(board, PLAIN)
