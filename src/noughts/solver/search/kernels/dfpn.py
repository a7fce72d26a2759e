"""df-pn, depth-first proof-number search: the one search of the weak, the strong and the bounded game.

Level 0 is the root, level v + 1 a child of level v. pn is the work still needed to prove that the first side wins,
dn that the second side holds. Its children are alternatives for whoever is to move, and all to be met by the other:

    to move    pn                            dn
    FIRST      least of the children's pn    sum of the children's dn
    SECOND     sum of the children's pn      least of the children's dn

The best child is the one with the least. It is searched until it is settled (pn or dn is 0) or another one has
become better, and a little longer.

stop[0] is set to end a search. paths[n - 1, v] is where worker n of a team is: the move of level v that it is below,
plus 1, or 0. Whoever searches alone has number 0 and no row.

What a game brings: `enter` (a first look, the children), `play` (a child's position), `deliver` (what a child's
answer means), `save` (a row of the table). Where `d` is None only Maker's lines count: the weak game. With a state
for each side's lines it is the strong one, bounded or not. `run_weak` and `run_strong` are what Python calls.

Sources: df-pn, Nagai 2002; thresholds beyond the runner-up's number (1 + epsilon), Pawlewicz and Lew 2007; numbers
that count higher where another worker is, Kaneko, Parallel depth first proof number search, AAAI 2010.
"""

from __future__ import annotations

from noughts.kernels.declare import IntRows, Ints, entry, kernel
from noughts.solver.search.kernels import state, strong, strong_node, weak
from noughts.solver.search.kernels.bits import I64
from noughts.solver.search.kernels.fields import Geo, State
from noughts.solver.search.kernels.state import Table


@entry
def run_weak(g: Geo, s: State, tt: Table, budget: int, stop: Ints, paths: IntRows) -> int:
    """`run` of the weak game."""
    return run(g, s, None, tt, budget, stop, paths)


@entry
def run_strong(g: Geo, a: State, d: State, tt: Table, budget: int, stop: Ints, paths: IntRows) -> int:
    """`run` of the strong game."""
    return run(g, a, d, tt, budget, stop, paths)


@kernel
def run(g: Geo, a: State, d: State | None, tt: Table, budget: int, stop: Ints, paths: IntRows) -> int:
    """Searches from level 0, without recursion, and returns one of these two.

    1  it is settled: the first side wins (pn[0] is 0) or the second holds (dn[0] is 0). The winner's move is in
       child_move[0, 0] where the winner is to move (-1: none is needed). In the weak game zone[0] is the zone.
    0  the budget of expansions is used, or stop[0] was set. What is known stays in the table: a new call goes on.
    """
    v, back, used = state.ROOT, False, I64(0)
    a.pn_limit[v], a.dn_limit[v], a.work[v] = state.INF, state.INF, 0
    while True:
        # Step 1. Come to a node from above, or back to it with its child's numbers: is it settled by what is seen?
        if back:
            done = weak.deliver(g, a, tt, v) if d is None else strong.deliver(a, v)
        else:
            done = weak.enter(g, a, tt, v) if d is None else strong.enter(g, a, d, tt, v)
            used += 1
        # Step 2. If not, its numbers from its children's; the child to go on with.
        at, second = (0, 0) if done else numbers(a, v, paths)
        # Step 3. Settled, at a threshold or told to stop: store it and go up.
        if done or a.pn[v] >= a.pn_limit[v] or a.dn[v] >= a.dn_limit[v] or used >= budget or stop[0]:
            if d is None:
                weak.save(g, a, tt, v)
            else:
                strong.save(a, d, tt, v)
            if v == state.ROOT:
                return finish(a, used, done, stop)
            v -= 1
            back = True
            below(a, v, paths, I64(0))
            a.work[v] += a.work[v + 1] + 1
            continue
        # Step 4. Go into the child, with thresholds of its own.
        thresholds(g, a, v, at, second)
        if d is None:
            weak.play(g, a, v, a.child_move[v, at])
        else:
            strong_node.play(g, a, d, v, a.child_move[v, at])
        below(a, v, paths, a.child_move[v, at] + 1)
        v += 1
        back = False


@kernel
def below(s: State, v: int, paths: IntRows, move: int) -> None:
    """Tells the other workers the move of level v that this one is below, plus 1; 0: none."""
    if s.number > 0:
        paths[s.number - 1, v] = move


@kernel
def elsewhere(s: State, v: int, paths: IntRows) -> int:
    """The move of level v that another worker is below which came there by the same moves; -1: none."""
    for other in range(paths.shape[0]):
        if other == s.number - 1 or paths[other, v] == 0:
            continue
        u = 0
        while u < v and paths[other, u] == s.child_move[u, s.child[u]] + 1:
            u += 1
        if u == v:
            return int(paths[other, v] - 1)
    return -1


@kernel
def numbers(s: State, v: int, paths: IntRows) -> tuple[int, int]:
    """Set pn and dn of level v from its children; returns the best child and the runner-up's number.

    A child that another worker is below counts as harder, so that the team spreads where there is a choice.
    """
    own = s.child_pn if s.side[v] == state.FIRST else s.child_dn
    other = s.child_dn if s.side[v] == state.FIRST else s.child_pn
    best, least, second, total = state.INF + 1, state.INF + 1, state.INF + 1, 0
    at = 0
    n = s.children[v]
    taken = elsewhere(s, v, paths) if s.number > 0 and n > 1 else -1
    for i in range(n):
        x = own[v, i]
        best = min(best, x)
        if taken >= 0 and s.child_move[v, i] == taken:
            x += (1 + x) * s.apart[s.side[v]] >> 2
        if x < least:
            second = least
            least = x
            at = i
        elif x < second:
            second = x
        total += other[v, i]
    total = min(total, state.INF - 1)
    s.pn[v] = best if s.side[v] == state.FIRST else total
    s.dn[v] = total if s.side[v] == state.FIRST else best
    return at, second


@kernel
def thresholds(g: Geo, s: State, v: int, at: int, second: int) -> None:
    """Level v + 1 will be child `at` of level v: its thresholds, and no work yet."""
    s.child[v] = at
    s.work[v + 1] = 0
    s.deepest = max(s.deepest, v + 1)
    enough = second + 1 + (second >> g.growth)
    if s.side[v] == state.FIRST:
        s.pn_limit[v + 1] = min(s.pn_limit[v], enough)
        s.dn_limit[v + 1] = s.dn_limit[v] - s.dn[v] + s.child_dn[v, at]
    else:
        s.dn_limit[v + 1] = min(s.dn_limit[v], enough)
        s.pn_limit[v + 1] = s.pn_limit[v] - s.pn[v] + s.child_pn[v, at]


@kernel
def finish(s: State, used: int, done: bool, stop: Ints) -> int:
    """The root is left: count, and stop the other workers when it is settled."""
    s.expansions += used
    if done:
        stop[0] = 1
        return 1
    return 0
