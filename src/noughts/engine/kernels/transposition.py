"""The transposition table: what a search of some depth said of a position, for the next one.

Rows of two words, two rows a bucket; the only place that knows their bits:
  0   key ^ word 1: a row of another key, or a torn one, does not match
  1   low:24 | high:24 | move:9 | depth:7, from the highest bit
The value lies from low to high, as seen by the side to move; move 511 means none. Both bounds are kept where they
are of one depth. Replacement: the same key, else the row of the lesser depth.
"""

from __future__ import annotations

from noughts.engine.kernels.lines import I64, Table, U
from noughts.kernels.declare import Word, kernel

HALF = I64(1 << 23)
MOVES = I64(511)
DEPTHS = I64(127)


@kernel
def packed(low: int, high: int, move: int, depth: int) -> Word:
    """Word 1 of a row."""
    d = min(max(depth, 0), DEPTHS)
    return U(low + HALF) << U(40) | U(high + HALF) << U(16) | U(move & MOVES) << U(7) | U(d)


@kernel
def unpacked(w: Word) -> tuple[int, int, int, int]:
    """Low, high, move (-1: none) and depth of a row's word 1."""
    move = I64(w >> U(7)) & MOVES
    low, high = I64(w >> U(40)), I64(w >> U(16)) & (2 * HALF - 1)
    return low - HALF, high - HALF, -1 if move == MOVES else move, I64(w) & DEPTHS


@kernel
def probe(t: Table, key: Word) -> Word:
    """Word 1 of the row of this key, or 0."""
    at = I64(key & U(t.shape[0] - 1)) & ~1
    for i in range(at, at + 2):
        if t[i, 0] ^ t[i, 1] == key and t[i, 1] != U(0):
            return t[i, 1]
    return U(0)


@kernel
def store(t: Table, key: Word, low: int, high: int, move: int, depth: int) -> None:
    """Keeps what is known of a position; a bound of the same depth that is there already narrows it."""
    at = I64(key & U(t.shape[0] - 1)) & ~1
    for i in range(at, at + 2):
        if t[i, 0] ^ t[i, 1] == key and t[i, 1] != U(0):
            old_low, old_high, old_move, old_depth = unpacked(t[i, 1])
            if old_depth == depth and max(low, old_low) <= min(high, old_high):
                low, high = max(low, old_low), min(high, old_high)
            if move < 0:
                move = old_move
            at = i
            break
        if i == at or (t[i, 1] & U(DEPTHS)) < (t[at, 1] & U(DEPTHS)):
            at = i
    w = packed(low, high, move, depth)
    t[at, 0], t[at, 1] = key ^ w, w
