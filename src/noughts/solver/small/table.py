"""The strong solution of a board: the value and the distance of every position that a game can reach.

``table(board)`` answers from the file in the user's cache folder where there is a good one, else solves
the board (``solver.small.retrograde``: all cores, a fraction of a second for 16 cells) and keeps the file.
A value is one byte, and plain Python works out where: a good file is read without kernels.
The slow references are ``solver.small.exact`` and ``tests/reference.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from noughts.errors import ImpossibleError, TooLargeError
from noughts.files import cache_folder
from noughts.game.board import Board
from noughts.game.count import Progress, walk
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.kernels.library import available, missing_kernels
from noughts.solver.small.exact import Exact, Pair
from noughts.solver.small.layout import Layout
from noughts.solver.small.retrograde import solve
from noughts.solver.small.table_file import BadFileError, TableFile
from noughts.solver.small.tree_count import tree_size

MAX_CELLS = 20
"""The largest board: 741,365,049 bytes, in memory and on disk, and half a minute of two cores."""

QUICK_CELLS = 16
"""The largest board whose table is made while somebody waits: 10 megabytes, a fraction of a second."""

Say = Callable[[str], None]
"""A function that is given a sentence for a person to read."""


class Table(Exact):
    """All values of one board, looked up. Get one by ``table(board)``; it answers like ``Exact``."""

    def __init__(self, board: Board, body: memoryview) -> None:
        super().__init__(board)
        self._layout = Layout(board.size)
        self._body = body

    def reaches(self, position: Position) -> bool:
        """Every position of the board."""
        return True

    def tree_size(self, position: Position) -> tuple[int, int]:
        """Nodes of the whole game tree with this position as its root, and its leaves: complete games."""
        return tree_size(position)

    def all_scores(self) -> dict[Pair, int]:
        """The scores of all reachable positions as (own, other) pairs: gigabytes for 16 cells."""
        pairs = ((o, x) if x.bit_count() > o.bit_count() else (x, o) for x, o in walk(self.board))
        return {pair: self._score(*pair) for pair in pairs}

    def _score(self, own: int, other: int) -> int:
        byte = self._body[self._layout.index(own, other)]
        if not byte:
            raise ImpossibleError(f"no game of {self.board} reaches own {own:#x}, other {other:#x}")
        return byte - self.limit - 1


_KEEP = 8
_tables: dict[Board, Table] = {}
_lock = Lock()


def table(board: Board, progress: Progress | None = None, say: Say | None = None) -> Table:
    """The table of a board of at most 20 cells; the last few are kept open.

    ``progress`` is told (bytes done, bytes in all) while the board is solved, ``say`` what a person may want
    to know: that a bad file is made anew, that the table cannot be kept.
    Raises TooLargeError for more cells or where the memory for the table is missing, MissingError without compiled
    kernels.
    """
    with _lock:
        opened = _tables.pop(board, None) or _open(board, progress, say)
        _tables[board] = opened
        for old in list(_tables)[:-_KEEP]:
            del _tables[old]
        return opened


def is_kept(board: Board) -> bool:
    """Whether there is a file for the board; whether it is good is only known once it is read."""
    folder = cache_folder()
    return board.size <= MAX_CELLS and folder is not None and TableFile(board, folder).path.is_file()


def _open(board: Board, progress: Progress | None, say: Say | None) -> Table:
    if board.size > MAX_CELLS:
        raise TooLargeError(f"no table of {board}: {board.size} cells, at most {MAX_CELLS}")
    if board.rule is not GameRule.LINE:
        raise TooLargeError(f"no table of {board}: its rule is {board.rule}; tables are of {GameRule.LINE}")
    folder = cache_folder()
    if folder is None:
        return Table(board, _solve(board, progress))
    file = TableFile(board, folder)
    tell = say or (lambda _: None)
    try:
        return Table(board, file.read())
    except FileNotFoundError:
        pass
    except (BadFileError, OSError) as error:
        tell(f"the table {file.path} cannot be used ({_reason(error)}): solving {board} anew")
    body = _solve(board, progress)
    try:
        file.write(body)
    except OSError as error:
        tell(f"cannot keep the table of {board} in {folder} ({_reason(error)}): going on without")
    return Table(board, body)


def _solve(board: Board, progress: Progress | None) -> memoryview:
    if not available():
        raise missing_kernels(f"the table of {board}, {board.size} cells,")
    try:
        return solve(board.size, board.masks, progress)
    except MemoryError:
        size = Layout(board.size).size
        raise TooLargeError(f"not enough memory for the table of {board}: {size:,} bytes") from None


def _reason(error: Exception) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)
