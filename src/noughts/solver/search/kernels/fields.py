"""The two records that kernels work on, field by field: the geometry of a board, and one worker's state.

They hold the largest boards: kernels get one address instead of a hundred numbers, and nearly all boards share one
compilation. Memory that a board does not use is never touched.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from noughts.kernels.memory import RecordType

CELLS = 128  # at most
LONGEST = 12  # cells in a line, at most: a board has 2**LONGEST hashes a line
LEVELS = 2 * CELLS + 8
FRAMES = 8  # symmetries looked through: of boards with more, positions that only others merge stay apart
BLAMES = 4  # binary digits of how often a line was found open

Capacity = tuple[int, int]
"""Words of a set of lines, and patterns of all lines together, that a board's records hold at most."""

CAPACITIES: tuple[Capacity, ...] = ((4, 1 << 16), (64, 1 << 21))
"""Capacities that kernels are compiled for: one for all boards but the largest, one for every named board."""


def geo_type(number: int) -> RecordType:
    """Return the type of a board's record of a capacity."""
    words, patterns = CAPACITIES[number]
    lines = 64 * words
    return RecordType(
        [
            ("lm", "u8", (lines, 2)),  # the cells of a line
            ("through", "u8", (CELLS, words)),  # the lines through a cell
            ("cells_of", "i8", (lines, LONGEST)),  # the i-th cell of a line
            ("bit_at", "u2", (CELLS, lines)),  # a cell's bit in `sub` of a line
            ("perm", "i8", (2 * FRAMES, CELLS)),  # the symmetries, then their inverses
            ("hashes", "u8", (patterns, FRAMES)),  # [line << longest | sub, i]: its hash through symmetry i
            *((name, "i8") for name in ("cells", "lines", "longest", "words")),
            *((name, "i8") for name in ("replies", "steps", "leaf", "growth")),  # the Tuning
        ],
        number,
    )


def state_type(number: int) -> RecordType:
    """Return the type of one worker's stack of a capacity, a row a level."""
    words, _ = CAPACITIES[number]
    lines = 64 * words
    fields = [
        *position_fields(words, lines),
        *node_fields(),
        *sequence_fields(),
        *pairing_fields(words, lines),
    ]
    return RecordType(fields, number)


def position_fields(words: int, lines: int) -> list[Any]:
    """Positions, a row a level, and what is seen of the one just looked at."""
    return [
        ("live", "u8", (LEVELS, words)),  # lines that still count
        ("sub", "u2", (LEVELS, lines)),  # empty cells of a line as a pattern
        ("h", "u8", (LEVELS, FRAMES)),  # hash of the edge set through each symmetry
        ("m", "u8", (LEVELS, 2)),  # Maker's stones
        ("line_weight", "i8", 16),  # what a line of n empty cells adds to the weight of each of them
        ("weight", "i8", CELLS),  # of the cells
        ("ones", "u8", 2),  # cells that complete a line
        ("twos", "u8", 2),  # cells of lines with two empty ones
        ("threes", "u8", 2),  # and with three
        ("two_lines", "u8", words),  # the lines with two
        ("fork", "i8"),  # whether two of those share a cell
        ("found_zone", "u8", 2),  # cells that the win, pairing or potential found last rests on
        ("near", "u8", 2),  # moves that the Maker node above still has to answer
        ("far", "u8", 2),  # and those of the Maker nodes further up
        ("part", "u8", words),  # lines of one part of the position
        ("later", "u8", words),  # lines of the parts still to be told
    ]


def node_fields() -> list[Any]:
    """What df-pn knows of the nodes on its path, a row a level, and its counts."""
    return [
        ("side", "i8", LEVELS),  # to move
        *((name, "i8", LEVELS) for name in ("pn", "dn")),  # work to prove that FIRST wins, that SECOND holds
        *((name, "i8", LEVELS) for name in ("pn_limit", "dn_limit")),  # thresholds
        ("child", "i8", LEVELS),  # number of the child gone into
        ("work", "i8", LEVELS),  # expansions below
        ("children", "i8", LEVELS),  # how many are open
        *((name, "i8", (LEVELS, CELLS + 2)) for name in ("child_move", "child_pn", "child_dn")),
        ("todo", "u8", (LEVELS, 2)),  # moves still to be answered
        ("zone", "u8", (LEVELS, 2)),  # that the proof so far rests on
        ("cut", "i8", LEVELS),  # whether replies were left out
        *((name, "i8", LEVELS) for name in ("held_last", "held_before")),  # replies that held last here, + 1
        ("stones", "i8", LEVELS),  # that the attacker has left, or ANY
        ("narrowings", "i8"),  # cells tried for the defender to narrow the attacker's moves
        ("number", "i8"),  # of this worker among those of a team, from 1; 0: it works alone
        # by side to move: what another worker below a child adds to its number, in quarters
        ("apart", "i8", 2),
        *((name, "i8") for name in ("expansions", "looks", "deepest")),  # counts; the deepest level
    ]


def sequence_fields() -> list[Any]:
    """The walk of `sequences`, a row a level of it."""
    return [
        ("seq_lines", "i8", LEVELS),  # lines that can be played
        *((name, "i8", (LEVELS, CELLS)) for name in ("seq_x", "seq_y")),  # the two empty cells of each
        ("seq_stones", "u8", (LEVELS, 2)),  # won since the walk began
        ("seq_replies", "u8", (LEVELS, 2)),  # given since
        ("seq_must", "i8", LEVELS),  # the cell that must be taken, or -1
        ("seq_next", "i8", LEVELS),  # number of the next move to try, two a line
        *((name, "i8", LEVELS) for name in ("seq_move", "seq_reply")),  # that lead on
        ("seq_tries", "i8"),  # moves tried before it gives up
        ("seq_cut", "i8"),  # whether longer sequences were left out
        ("seq_cells", "u8", 2),  # all cells of the sequence found
        ("seq_given", "u8", 2),  # the replies among them
    ]


def pairing_fields(words: int, lines: int) -> list[Any]:
    """What `pairing` and `pairing_repair` work with."""
    return [
        ("open", "u8", words),  # lines not served yet
        ("digits", "u8", (4, words)),  # binary digits of the number of their free cells
        ("free", "u8", (5, words)),  # those with 2, 3, 4, 5, 6 or more free cells
        ("spent", "u8", words),  # those with fewer
        *((name, "u8", words) for name in ("served", "once")),  # lines served by pairs, and by one only
        ("cover", "u8", (3, words)),  # binary digits of the number of pairs that serve a line
        *((name, "i8", LONGEST) for name in ("line_cells", "line_scores")),  # of the empty cells of one line
        # the live lines through each of them, and those of these that are open or served by its pair only
        *((name, "u8", (LONGEST, words)) for name in ("along", "wanting")),
        ("pairs", "i8", 2 * CELLS + 2),  # the pairs found, cell by cell
        ("pair_cells", "i8"),  # how many cells
        ("old_pairs", "i8", (LEVELS, CELLS)),  # the pairs found last for a position two levels below
        ("old_pair_cells", "i8", LEVELS),
        ("match", "i8", CELLS),  # partner of a cell, or -1
        ("rest", "i8", CELLS),  # step until which a cell is spared
        ("blame", "u8", (BLAMES, words)),  # binary digits of how often a line was found open
        ("dice", "i8"),  # random state
    ]


GEO = tuple(map(geo_type, range(len(CAPACITIES))))
STATE = tuple(map(state_type, range(len(CAPACITIES))))
Geo: TypeAlias = Annotated[Any, GEO]
State: TypeAlias = Annotated[Any, STATE]
