"""The two records that kernels work on, field by field: the geometry of a board, and one worker's state.

They have room for the largest boards: kernels get one address instead of a hundred numbers, and nearly all boards
share one compilation. Memory that a board does not use is never touched.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numba import config

CELLS = 128  # at most
LONGEST = 12  # cells in a line, at most: a board has 2**LONGEST hashes a line
LEVELS = 2 * CELLS + 8
FRAMES = 8  # symmetries looked through: of boards with more, positions that only others merge stay apart


COMMON_ROOM = (4, 1 << 16)  # words of a line set, and patterns: enough for all boards but the largest


def mark() -> tuple[str, Any]:
    """A field that both records bear for its name alone: the checksum of all the kernels' text.

    Numba compiles a kept kernel anew when its own file changes, not when one that it calls does; so a type of
    its arguments has to change. A kernel that takes neither record calls kernels of its own file only.
    """
    text = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    return f"text_{crc32(text):08x}", np.int64


def geo_type(words: int, patterns: int) -> Any:
    """A board: room for 64 * words lines, and for so many patterns of all lines together."""
    i64, u64, lines = np.int64, np.uint64, 64 * words
    return np.dtype(
        [
            ("lm", u64, (lines, 2)),  # the cells of a line
            ("through", u64, (CELLS, words)),  # the lines through a cell
            ("cells_of", i64, (lines, LONGEST)),  # the i-th cell of a line
            ("bit_at", np.uint16, (CELLS, lines)),  # a cell's bit in `sub` of a line
            ("perm", i64, (2 * FRAMES, CELLS)),  # the symmetries, then their inverses
            ("hashes", u64, (patterns, FRAMES)),  # [line << longest | sub, i]: its hash through symmetry i
            *((name, i64) for name in ("cells", "lines", "longest", "words")),
            *((name, i64) for name in ("replies", "steps", "leaf", "growth")),  # the Tuning
            mark(),
        ],
        align=True,
    )


def state_type(words: int) -> Any:
    """One worker's stack, a row a level; room for 64 * words lines."""
    lines = 64 * words
    fields = [
        *position_fields(words, lines),
        *node_fields(),
        *sequence_fields(),
        *pairing_fields(words, lines),
    ]
    return np.dtype([*fields, mark()], align=True)


def position_fields(words: int, lines: int) -> list[Any]:
    """Positions, a row a level, and what is seen of the one just looked at."""
    i64, u64 = np.int64, np.uint64
    return [
        ("live", u64, (LEVELS, words)),  # lines that still count
        ("sub", np.uint16, (LEVELS, lines)),  # empty cells of a line as a pattern
        ("h", u64, (LEVELS, FRAMES)),  # hash of the edge set through each symmetry
        ("m", u64, (LEVELS, 2)),  # Maker's stones
        ("line_weight", i64, 16),  # what a line of n empty cells adds to the weight of each of them
        ("weight", i64, CELLS),  # of the cells
        ("ones", u64, 2),  # cells that complete a line
        ("twos", u64, 2),  # cells of lines with two empty ones
        ("threes", u64, 2),  # and with three
        ("two_lines", u64, words),  # the lines with two
        ("fork", i64),  # whether two of those share a cell
        ("found_zone", u64, 2),  # cells that the win, pairing or potential found last rests on
        ("near", u64, 2),  # moves that the Maker node above still has to answer
        ("far", u64, 2),  # and those of the Maker nodes further up
        ("part", u64, words),  # lines of one part of the position
        ("later", u64, words),  # lines of the parts still to be told
    ]


def node_fields() -> list[Any]:
    """What df-pn knows of the nodes on its path, a row a level, and its counts."""
    i64, u64 = np.int64, np.uint64
    return [
        ("side", i64, LEVELS),  # to move
        *((name, i64, LEVELS) for name in ("pn", "dn")),  # work to prove that FIRST wins, that SECOND holds
        *((name, i64, LEVELS) for name in ("pn_limit", "dn_limit")),  # thresholds
        ("child", i64, LEVELS),  # number of the child gone into
        ("work", i64, LEVELS),  # expansions below
        ("children", i64, LEVELS),  # how many are open
        *((name, i64, (LEVELS, CELLS + 2)) for name in ("child_move", "child_pn", "child_dn")),
        ("todo", u64, (LEVELS, 2)),  # moves still to be answered
        ("zone", u64, (LEVELS, 2)),  # that the proof so far rests on
        ("cut", i64, LEVELS),  # whether replies were left out
        *((name, i64, LEVELS) for name in ("held_last", "held_before")),  # replies that held last here, + 1
        ("stones", i64, LEVELS),  # that the attacker has left, or ANY
        ("narrowings", i64),  # cells tried for the defender to narrow the attacker's moves
        ("number", i64),  # of this worker among those of a team, from 1; 0: it works alone
        # by side to move: what another worker below a child adds to its number, in quarters
        ("apart", i64, 2),
        *((name, i64) for name in ("expansions", "looks", "deepest")),  # counts; the deepest level
    ]


def sequence_fields() -> list[Any]:
    """The walk of `sequences`, a row a level of it."""
    i64, u64 = np.int64, np.uint64
    return [
        ("seq_lines", i64, LEVELS),  # lines that can be played
        *((name, i64, (LEVELS, CELLS)) for name in ("seq_x", "seq_y")),  # the two empty cells of each
        ("seq_stones", u64, (LEVELS, 2)),  # won since the walk began
        ("seq_replies", u64, (LEVELS, 2)),  # given since
        ("seq_must", i64, LEVELS),  # the cell that must be taken, or -1
        ("seq_next", i64, LEVELS),  # number of the next move to try, two a line
        *((name, i64, LEVELS) for name in ("seq_move", "seq_reply")),  # that lead on
        ("seq_tries", i64),  # moves tried before it gives up
        ("seq_cut", i64),  # whether longer sequences were left out
        ("seq_cells", u64, 2),  # all cells of the sequence found
        ("seq_given", u64, 2),  # the replies among them
    ]


def pairing_fields(words: int, lines: int) -> list[Any]:
    """What `pairing` and `pairing_repair` work with."""
    i64, u64 = np.int64, np.uint64
    return [
        ("open", u64, words),  # lines not served yet
        ("digits", u64, (4, words)),  # binary digits of the number of their free cells
        ("free", u64, (5, words)),  # those with 2, 3, 4, 5, 6 or more free cells
        ("spent", u64, words),  # those with fewer
        *((name, u64, words) for name in ("served", "once")),  # lines served by pairs, and by one only
        ("cover", u64, (3, words)),  # binary digits of the number of pairs that serve a line
        *((name, i64, LONGEST) for name in ("line_cells", "line_scores")),  # of the empty cells of one line
        ("alone", u64, (LONGEST, words)),  # lines that only their pairs serve
        ("pairs", i64, 2 * CELLS + 2),  # the pairs found, cell by cell
        ("pair_cells", i64),  # how many cells
        ("old_pairs", i64, (LEVELS, CELLS)),  # the pairs found last for a position two levels below
        ("old_pair_cells", i64, LEVELS),
        ("match", i64, CELLS),  # partner of a cell, or -1
        ("rest", i64, CELLS),  # step until which a cell is spared
        ("blame", i64, lines),  # weight of a line: grows each time it is found open
        ("dice", i64),  # random state
    ]


def record(kind: Any) -> Any:
    """One empty record, which compiled functions take by reference."""
    return np.zeros(1, kind).view(np.recarray)[0]


def words() -> Any:
    """Room for a question to short calls from Python: four cell sets."""
    return np.zeros(8, np.uint64)


def row(rec: Any) -> Any:
    """A record as an array of one, for short calls from Python: its address is found in a fifth of the time."""
    rows = rec.base
    return rows if config.DISABLE_JIT else rows.view(np.dtype((np.void, rec.dtype)), np.ndarray)  # type: ignore[attr-defined]
