"""Quiet moves of the attacker: which are worth a try, and what is left to meet after one, each in one call of Python's.

A quiet move is kept where a pass of the defender loses; the zone of that proof tells which replies are left.

    z.move[0 : z.moves]  moves, or replies, in order
    z.worth              the value of each while they are sorted
    z.degree[c]          lines through cell c
    z.factor[c]          factor of what cell c is worth
"""

from __future__ import annotations

from noughts.engine.kernels import lines, network
from noughts.engine.kernels.lines import I64, Geo, State, Tree
from noughts.kernels.declare import entry, kernel
from research.zones.kernels import proof_simulation, threat_sequences, zones
from research.zones.kernels.proof_simulation import Old
from research.zones.kernels.zones import Zones

PASSED = I64(-4)  # what the defender must do where a pass loses: a number that `zones.must` does not give


@kernel
def put(z: Zones, i: int) -> None:
    """Move the last of i + 1 moves to its place among the others, which are sorted by value, the highest first."""
    mine, c = z.worth[i], z.move[i]
    while i > 0 and z.worth[i - 1] < mine:
        z.worth[i], z.move[i] = z.worth[i - 1], z.move[i - 1]
        i -= 1
    z.worth[i], z.move[i] = mine, c


@entry
def best(g: Geo, s: State, z: Zones, width: int) -> None:
    """Find the moves of the side to move that are worth most, ``width`` at most, and sort them stably by their value.

    A cell is worth what its lines are, times its factor.
    """
    a, n = s.turn, I64(0)
    for c in range(g.count):
        lot = (s.hist[c, a] >> lines.WORTH) + (s.hist[c, 1 - a] >> lines.WORTH) * 3 // 4
        mine = (lot * g.count + z.degree[c]) * z.factor[c]  # an empty line is worth nothing yet
        if s.held[c] >= 0 or mine <= 0 or (n == width and mine <= z.worth[n - 1]):
            continue
        n = min(n + 1, I64(width))
        z.worth[n - 1], z.move[n - 1] = mine, c
        put(z, n - 1)
    z.moves = n


@entry
def sort(g: Geo, s: State, z: Zones, less: int) -> None:
    """Sort the moves by what the network says after each, the best for the side to move first.

    Each is taken to be worth ``less`` less than it would be one place before. The order stays where the network does
    not know the board.
    """
    for i in range(z.moves if g.weighed != 0 else 0):
        c = I64(z.move[i])
        lines.make(g, s, c)
        z.worth[i] = -network.evaluate(g, s) - i * less
        lines.unmake(g, s, c)
        put(z, i)


@entry
def try_move(
    g: Geo, s: State, z: Zones, tree: Tree, old: Old, m: int, fuel: int, most: int, budget: int, fours: int
) -> int:
    """Return what the defender must do once the attacker has played m (`zones.must`), PASSED where a pass of his loses.

    That is searched with one stone more of his, with a tree (none without rows) and its fuel, then by threats, and
    written, with its zone a level below. The replies that this leaves, or all where the pass does not lose, become the
    moves of the record.
    """
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
                z.move[n] = c
                n += 1
    z.moves = n
    lines.unmake(g, s, I64(m))
    return int(must)
