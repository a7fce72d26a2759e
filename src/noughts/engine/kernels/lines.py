"""The state a search walks with: what every line holds, and what every cell is worth, kept up to date move by move.

No shape is known here, only lines: so every board is played, whatever its k. Board and state are records with room
for the largest boards: kernels get one address instead of thirty arrays, and all boards share one compilation.

Geometry `g` (constant)                              State `s`
  lines[first[c] : first[c + 1]]  through cell c       held[c]     -1 empty, 0 or 1: the side whose stone it is
  cells[begin[l] : begin[l + 1]]  of line l            own[l, a]   stones of side a in line l
  need[l]        its length                            rest[l]     XOR of its empty cells: the last one IS that
  unit[m]        what a line that lacks m stones       hist[c, a]  sum of unit[m] over the lines through c that
                 adds to a cell: see below                         are open to a (no stone of the other); of lines
  middle[i]      the cells, those in the middle first
  blank[l]       unit of a line without stones if it               without any stone the short ones only
                 has three cells at most, else 0
  mover, waiter  weights by m, see `evaluate`          open[a, m]  open lines of a that lack m, on the whole board
  zobrist        hash of (cell, side)                  live[a]     all of them
                                                       key, turn, ply, empties: hash, side to move, moves made
A word of `hist`, from its lowest bits: five counts of eight bits, the lines that lack 1, 2, 3, 4, 5; then the cell's
worth to that side, the weighted sum over all its open lines, by which moves are ordered.

Example, k = 5, side 0 on three cells of an empty row: ..XXX.. has three windows of five with all three stones. The
cells beside the stones are in two of them each: hist >> 8 & 255 = 2, a move there makes an open four.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from noughts.kernels import memory
from noughts.kernels.declare import ArrayType, WordRows, entry, kernel
from noughts.kernels.memory import RecordType

Table: TypeAlias = WordRows  # rows of two words, see transposition.py
Tree: TypeAlias = Annotated[Any, ArrayType("i4", 2)]  # rows of eight numbers, see proof.py

U: Any = memory.U64
I64: Any = memory.I64

CELLS = 400  # at most
LINES = 2048
PAIRS = 1 << 15  # cells of all lines together
DEGREE = 255  # lines through a cell: what a count of eight bits holds
LEVELS = CELLS + 40  # moves, and the passes between them
FOURS = 64  # moves looked at in one place of a sequence of fours
SHOWN = 64  # moves of a principal variation
FAILED = 1 << 14  # places for hashes of positions without a sequence of fours
WORTH = I64(40)  # bits below a cell's worth in `hist`
NONE = I64(-1)  # no cell
SEEING = 32  # cells from which one is seen by the network
ARMS = 31  # of a line, on either side of a cell
WORDS = 2  # of four channels
HIDDEN = 32
RELATIONS = 29  # where a cell lies from a stone, for the policy
TURN = U(0x9E3779B97F4A7C15)  # in the key while the second side is to move

# The network's part of a board, `weighed` where it knows it, and of a state: see network.py and policy.py.
NETWORK_OF_BOARD: Any = (
    ("near", "u2", (CELLS, SEEING)),
    ("place", "u1", (CELLS, SEEING)),
    ("nears", "i2", CELLS),
    ("edge", "u1", (CELLS, 4, 2)),
    ("arm", "u1", (2, 256)),
    ("row", "u8", (2, ARMS * ARMS, 4 * WORDS)),
    ("inner", "i4", (8 * WORDS, HIDDEN)),
    ("direct", "i4", 8 * WORDS),
    *((name, "i8", HIDDEN) for name in ("ground", "outer")),
    *((name, "i8") for name in ("free", "weighed")),
    ("of_place", "i8", 4 * WORDS),
    ("relation", "i4", (2, RELATIONS)),
    ("at", "i2", (CELLS, 2)),
)
NETWORK_OF_STATE: Any = (
    *((name, "i2", LEVELS) for name in ("path", "seen")),
    ("arms", "u1", (CELLS, 4, 2)),
    ("taken", "u1", CELLS),
    ("acc", "u8", (CELLS, 4 * WORDS)),
    *((name, "u8", (2, 2 * WORDS)) for name in ("sums", "before")),
    ("input", "i4", 8 * WORDS),
    *((name, "i8") for name in ("known", "begun")),
)

# Alpha-beta's, a row a level: moves and their ranks, killers, best line, what the lines were worth (where asked).
SEARCH_OF_STATE: Any = (
    ("list", "i2", (LEVELS, CELLS)),
    ("rank", "i4", (LEVELS, CELLS)),
    ("killer", "i2", (LEVELS, 2)),
    ("pv", "i2", (LEVELS, SHOWN)),
    ("worth", "i8", LEVELS),
    ("calm", "i1", (LEVELS, 2)),  # 1 where fours were tried in vain for a side, and no stone gave it more
    ("passed", "i8"),  # 1 where the last move was a pass
    ("good", "i8", (CELLS, 2)),  # how often a move was good
    ("counter", "i2", (CELLS, 2)),  # by a stone's cell and who answers it: the last good answer + 1, else 0
)


GEO = (
    RecordType(
        [  # without a sign an index needs no check
            ("first", "u4", CELLS + 1),
            ("lines", "u2", PAIRS),
            ("begin", "u4", LINES + 1),
            ("cells", "u2", PAIRS),
            ("need", "i2", LINES),
            ("blank", "i8", LINES),
            ("middle", "u2", CELLS),
            ("zobrist", "u8", (CELLS, 2)),
            ("unit", "i8", CELLS + 1),
            *NETWORK_OF_BOARD,
            *((name, "i8", 8) for name in ("mover", "waiter")),
            *((name, "i8") for name in ("count", "tempo")),
        ]
    ),
)
"""A board."""

STATE = (
    RecordType(
        [
            ("held", "i1", CELLS),
            ("own", "i2", (LINES, 2)),
            ("rest", "i2", LINES),
            ("hist", "i8", (CELLS, 2)),
            ("open", "i8", (2, CELLS + 1)),
            ("live", "i8", 2),
            ("key", "u8"),
            *((name, "i8") for name in ("turn", "ply", "empties", "nodes", "probes", "limit", "stop")),
            # A sequence of fours: its cells, their number, the moves it may still try, whether it left any out.
            ("line", "i2", LEVELS),
            *((name, "i8") for name in ("length", "fuel", "cut", "lean", "stamp")),
            *((name, "i2", (LEVELS, FOURS)) for name in ("four", "reply")),
            ("failed", "u8", FAILED),
            ("mark", "i8", CELLS),
            ("bump", "i2", LINES),
            *SEARCH_OF_STATE,
            *NETWORK_OF_STATE,
            # The root: its moves, the value of each, whether that is exact (else at most), and the best one's line.
            ("root", "i2", CELLS),
            ("value", "i8", CELLS),
            ("exact", "i8", CELLS),
            ("best", "i2", SHOWN),
            *((name, "i8") for name in ("roots", "done", "attacker", "bound", "parries")),
        ]
    ),
)
"""One search's position, and what it keeps a level."""

Geo: TypeAlias = Annotated[Any, GEO]
State: TypeAlias = Annotated[Any, STATE]


@kernel
def spread(g: Geo, s: State, l: int, a: int, by: int) -> None:
    """Adds to what the cells of line l are to side a."""
    for j in range(g.begin[l], g.begin[l + 1]):
        s.hist[g.cells[j], a] += by


@kernel
def change(g: Geo, s: State, c: int, a: int, sign: int) -> None:
    """Every line through c, and the cells of these lines, as side a puts a stone there (sign 1) or lifts it (-1)."""
    b = 1 - a
    for i in range(g.first[c], g.first[c + 1]):
        l = g.lines[i]
        s.rest[l] ^= c
        mine = s.own[l, a] - (1 if sign < 0 else 0)
        s.own[l, a] += sign
        theirs = s.own[l, b]
        if theirs == 0:  # a's line is one nearer
            m = g.need[l] - mine
            s.open[a, m] -= sign
            s.open[a, m - 1] += sign
            spread(g, s, l, a, sign * (g.unit[m - 1] - (g.unit[m] if mine > 0 else g.blank[l])))
        if mine == 0:  # b's line is no longer one
            m = g.need[l] - theirs
            s.open[b, m] -= sign
            s.live[b] -= sign
            if theirs > 0 or g.blank[l] != 0:
                spread(g, s, l, b, -sign * (g.unit[m] if theirs > 0 else g.blank[l]))


@entry
def make(g: Geo, s: State, c: int) -> None:
    """The side to move takes the empty cell c."""
    a = s.turn
    s.held[c] = a
    s.key ^= g.zobrist[c, a] ^ TURN
    s.turn = 1 - a
    s.path[s.ply] = 2 * c + a
    s.ply += 1
    s.empties -= 1
    change(g, s, c, a, I64(1))


@entry
def unmake(g: Geo, s: State, c: int) -> None:
    """Takes back the last move, which was c."""
    a = 1 - s.turn
    s.held[c] = -1
    s.key ^= g.zobrist[c, a] ^ TURN
    s.turn = a
    s.ply -= 1
    s.empties += 1
    change(g, s, c, a, I64(-1))


@kernel
def pass_turn(s: State) -> None:
    """The other side is to move; a second pass takes it back."""
    s.turn = 1 - s.turn
    s.key ^= TURN


@entry
def load(g: Geo, s: State, held: Annotated[Any, ArrayType("i1")], turn: int) -> None:
    """Fills an empty state with a position: -1, 0 or 1 for every cell, and the side to move."""
    for c in range(g.count):
        s.held[c] = -1
        for i in range(g.first[c], g.first[c + 1]):
            l = g.lines[i]
            s.rest[l] ^= c
            for a in range(2):
                s.hist[c, a] += g.blank[l]
                if g.cells[g.begin[l]] == c:
                    s.open[a, g.need[l]] += 1
                    s.live[a] += 1
    s.empties = g.count
    for c in range(g.count):
        if held[c] >= 0:
            s.turn = held[c]
            make(g, s, c)
    s.key = U(0) if turn == 0 else TURN
    for c in range(g.count):
        if held[c] >= 0:
            s.key ^= g.zobrist[c, held[c]]
    s.turn = turn
    s.ply = 0


@kernel
def lacking(s: State, c: int, a: int, m: int) -> int:
    """How many lines of side a through cell c lack m stones, m = 1 to 5."""
    return int((s.hist[c, a] >> (8 * (m - 1))) & 255)


@entry
def completions(g: Geo, s: State, a: int) -> tuple[int, int]:
    """The first two empty cells that complete a line of side a, -1 where there are fewer."""
    one = NONE
    if s.open[a, 1] == 0:
        return NONE, NONE
    for c in range(g.count):
        if s.hist[c, a] & 255 and s.held[c] < 0:
            if one >= 0:
                return one, I64(c)
            one = I64(c)
    return one, NONE


@kernel
def evaluate(g: Geo, s: State) -> int:
    """What the position is worth to the side to move, by the open lines of both sides and what they lack."""
    a = s.turn
    v = g.tempo
    for m in range(1, 8):
        v += g.mover[m] * s.open[a, m] - g.waiter[m] * s.open[1 - a, m]
    return int(v)
