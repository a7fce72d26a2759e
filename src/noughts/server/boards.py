"""Boards and positions as requests name them: each board is made once, however many games are played on it."""

from __future__ import annotations

from threading import Lock
from weakref import WeakValueDictionary

from cachetools import LRUCache

from noughts.game.board import Board
from noughts.game.position import Position

_KEPT_BYTES = 48_000_000
"""How much the boards may take that are kept for the next who asks: fifty of the largest, thousands of the usual."""

_USED_BYTES = 150_000_000
"""How much all may take that somebody uses."""

_FEW = 100
"""So many boards, even the largest, are not too much."""


def _bytes(board: Board) -> int:
    """About what a board takes, with all that is computed of it: its lines in several forms, and its symmetries."""
    lines = len(board.lines)
    return 20_000 + 60 * lines * (len(board.lines[0]) if lines else 0) + 300 * lines + 1_000 * board.size


_kept: LRUCache[str, Board] = LRUCache(_KEPT_BYTES, getsizeof=_bytes)
_used: WeakValueDictionary[str, Board] = WeakValueDictionary()
_lock, _making = Lock(), Lock()


def at_hand(name: str) -> Board | None:
    """The board of a name, if it is there already, so that nobody waits for it."""
    with _lock:
        return _kept.get(name) or _used.get(name)


def find_board(name: str) -> Board:
    """The board of a name, made once; the errors are those of ``Board.playable``.

    One is made at a time: whoever needs only boards that are there does not wait for those who ask for others.
    """
    board = at_hand(name)
    if board is None:
        with _making:
            board = at_hand(name) or Board.playable(name)
            with _lock:
                board = _used.setdefault(str(board), board)  # a board has more names than one
                _kept[name] = _used[name] = board
    return board


def are_crowded() -> bool:
    """Whether the boards in use take too much memory, so that games should be forgotten."""
    with _lock:
        if len(_used) <= _FEW:
            return False
        return sum(map(_bytes, {id(board): board for board in _used.values()}.values())) > _USED_BYTES


def find_position(board: str | None, position: str | None) -> Position:
    """The position of a text: the empty board where none is given, 3x3x3 where no board is given either."""
    on = None if board is None else find_board(board)
    return Position.start(on) if position is None else Position.parse(position, on)
