"""Quiet moves of the attacker: which are worth a try, and what is left to meet after one, each in one call of Python's.

A quiet move is kept where a pass of the defender loses; the zone of that proof tells which replies are left.
"""

from __future__ import annotations

from noughts.engine.kernels import lines, network
from noughts.engine.kernels.lines import I64, Array, Tree
from noughts.kernels.declare import entry, kernel
from research.zones.kernels import proof_simulation, threat_sequences, zones
from research.zones.kernels.proof_simulation import Old

PASSED = I64(-4)  # what the defender must do where a pass loses: a number that `zones.must` does not give


@kernel
def put(worth: Array, cells: Array, i: int, mine: float, c: int) -> None:
    """Puts a cell in its place among the i that are sorted, the one that is worth most first."""
    while i > 0 and worth[i - 1] < mine:
        worth[i], cells[i] = worth[i - 1], cells[i - 1]
        i -= 1
    worth[i], cells[i] = mine, c


@entry
def best(
    geos: Array, states: Array, degree: Array, factor: Array, worth: Array, found: Array, width: int
) -> int:
    """Finds the moves of the side to move that are worth most, the first of equals first; how many, ``width`` at most.

    A cell is worth what its lines are, times its factor; ``worth`` is room.
    """
    g, s = geos[0], states[0]
    a, n = s.turn, I64(0)
    for c in range(g.count):
        lot = (s.hist[c, a] >> lines.WORTH) + (s.hist[c, 1 - a] >> lines.WORTH) * 3 // 4
        mine = (lot * g.count + degree[c]) * factor[c]  # an empty line is worth nothing yet
        if s.held[c] >= 0 or mine <= 0 or (n == width and mine <= worth[n - 1]):
            continue
        n = min(n + 1, I64(width))
        put(worth, found, n - 1, mine, c)
    return int(n)


@entry
def sort(geos: Array, states: Array, moves: Array, n: int, less: int, worth: Array) -> None:
    """Sorts so many moves by what the network says after each, the best for the side to move first.

    Each is taken to be worth ``less`` less than it would be one place before. As it was where the network does not know
    the board. ``worth`` is room.
    """
    g, s = geos[0], states[0]
    for i in range(n if g.weighed != 0 else 0):
        c = I64(moves[i])
        lines.make(g, s, c)
        mine = -network.evaluate(g, s) - i * less
        lines.unmake(g, s, c)
        put(worth, moves, i, mine, c)


@entry
def try_move(
    geos: Array,
    states: Array,
    records: Array,
    tree: Tree,
    old: Old,
    m: int,
    fuel: int,
    most: int,
    budget: int,
    fours: int,
    left: Array,
) -> tuple[int, int]:
    """The attacker plays m: what the defender must do (`zones.must`), PASSED where a pass of his loses.

    That is searched with one stone more of his, with a tree (none without rows) and its fuel, then by threats, and
    written, with its zone a level below. The replies that leaves, or all where the pass does not lose, are put into
    ``left``: how many.
    """
    g, s, z = geos[0], states[0], records[0]
    n = I64(0)
    lines.make(g, s, I64(m))
    must = I64(zones.must(g, s, fours))
    if must < 0 and must != zones.WINS:
        lines.pass_turn(s)
        z.length, z.full, z.fuel, z.most = 0, 0, fuel, most
        won = old.shape[0] > 0 and proof_simulation.replay(g, s, z, tree, old, I64(0), I64(1)) and z.full == 0
        if not won:
            z.length, z.full = 0, 0
            won = threat_sequences.threats_win(g, s, z, tree, budget, I64(1)) and z.full == 0
        lines.pass_turn(s)
        must = PASSED if won else must
        for c in range(g.count):
            if s.held[c] < 0 and (not won or z.zone[s.ply, c] != 0):
                left[n] = c
                n += 1
    lines.unmake(g, s, I64(m))
    return int(must), int(n)
