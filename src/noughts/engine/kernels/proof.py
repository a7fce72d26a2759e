"""Wins by threats: proof-number search of the moves that threaten a win by fours, kept as a tree.

The attacker only makes fours, and moves after which, were the defender to pass, fours would win ("threes" in five in a
row). The defender may play whatever may stop them (`answers`), so what is proved is a win; what is disproved is only
that such threats do not win, within the fuel.

    s.parries  1: where the defender's four must be met this may be done by a stone that makes nothing itself, if
               the threat stands; the engine at play does without, as it was measured

Tree, row n: 0 move that leads here, 1 proof number, 2 disproof number, 3 first child, 4 number of children (-1: not
looked at yet), 5 parent, 6 plies to the end once proved, 7 plies of the threat that is answered
Children of a row lie one after the other. Row 0 is the root, where the attacker (s.attacker) is to move.
Sources: L. V. Allis, M. van der Meulen, H. J. van den Herik, Proof-number search, 1994; threats as in `vcf`.
"""

from __future__ import annotations

from noughts.engine.kernels import lines, vcf
from noughts.engine.kernels.lines import I64, Geo, State, Tree
from noughts.kernels.declare import entry, kernel

MOVE, PN, DN, FIRST, COUNT, PARENT, PLIES, THREAT = 0, 1, 2, 3, 4, 5, 6, 7
DECIDED = I64(1 << 28)
ATTACK_FUEL = I64(100)
DEFENCE_FUEL = I64(30)


@kernel
def settle(tree: Tree, n: int, proved: bool, plies: int) -> None:
    """Row n is proved, in so many plies, or disproved."""
    tree[n, PN], tree[n, DN] = (0, DECIDED) if proved else (DECIDED, 0)
    tree[n, PLIES], tree[n, COUNT] = plies, 0


@kernel
def grow(s: State, tree: Tree, n: int, number: int) -> None:
    """Gives row n the moves on the list of this level as children."""
    first = s.bound
    tree[n, FIRST], tree[n, COUNT] = first, number
    for i in range(number):
        row = first + i
        tree[row, MOVE], tree[row, PN], tree[row, DN] = s.list[s.ply, i], s.rank[s.ply, i], 1
        tree[row, COUNT], tree[row, PARENT], tree[row, PLIES], tree[row, THREAT] = -1, n, 0, 0
    s.bound += number


@kernel
def threats(g: Geo, s: State, a: int, must: int) -> int:
    """The attacker's moves worth a look, on the list of this level with their first proof numbers."""
    v = s.ply
    n = 0
    for c in range(g.count) if must < 0 else range(must, must + 1):
        if s.held[c] >= 0:
            continue
        four = lines.lacking(s, c, a, 2) > 0
        ways = lines.lacking(s, c, a, 3)
        parry = must >= 0 and s.parries != 0
        if four or parry or ways > 0:
            s.list[v, n], s.rank[v, n] = c, 1 if four or parry else 3 if ways > 1 else 6
            n += 1
    return n


@kernel
def look_attack(g: Geo, s: State, tree: Tree, n: int) -> None:
    """Looks at row n, the attacker to move: fours win, or the threats become its children."""
    a = s.turn
    plies = vcf.by_fours(g, s, ATTACK_FUEL)
    if plies > 0:
        settle(tree, n, True, plies)
        return
    must, other = lines.completions(g, s, 1 - a)
    if other >= 0:
        settle(tree, n, False, 0)
        return
    number = threats(g, s, a, must)
    if number == 0:
        settle(tree, n, False, 0)
    else:
        grow(s, tree, n, number)


@kernel
def look_defence(g: Geo, s: State, tree: Tree, n: int) -> None:
    """Looks at row n, the defender to move: nothing threatens, he wins first, or his answers become its children."""
    d = s.turn
    if s.open[d, 1] > 0:
        settle(tree, n, False, 0)
        return
    if s.open[1 - d, 1] > 0:
        must, other = lines.completions(g, s, 1 - d)
        if other >= 0:
            settle(tree, n, True, 2)
            return
        s.list[s.ply, 0], s.rank[s.ply, 0] = must, 1
        grow(s, tree, n, 1)
        return
    if vcf.by_fours(g, s, DEFENCE_FUEL) > 0:
        settle(tree, n, False, 0)
        return
    lines.pass_turn(s)
    plies = vcf.by_fours(g, s, ATTACK_FUEL)
    lines.pass_turn(s)
    if plies == 0:
        settle(tree, n, False, 0)
        return
    number = vcf.answers(g, s)
    for i in range(number):
        s.rank[s.ply, i] = 1
    tree[n, THREAT] = plies + 1
    grow(s, tree, n, number)


@kernel
def best_child(tree: Tree, n: int, attack: bool) -> int:
    """The child with the least proof number where the attacker moves, else with the least disproof number."""
    at, number = I64(tree[n, FIRST]), PN if attack else DN
    for row in range(tree[n, FIRST] + 1, tree[n, FIRST] + tree[n, COUNT]):
        if tree[row, number] < tree[at, number]:
            at = I64(row)
    return int(at)


@kernel
def back_up(tree: Tree, n: int, attack: bool) -> bool:
    """Sets the numbers of row n from its children; whether they changed."""
    own, other = (PN, DN) if attack else (DN, PN)
    least, total, shortest, longest = DECIDED, I64(0), DECIDED, I64(tree[n, THREAT])
    for row in range(tree[n, FIRST], tree[n, FIRST] + tree[n, COUNT]):
        least = min(least, I64(tree[row, own]))
        total += tree[row, other]
        if tree[row, PN] == 0:
            shortest = min(shortest, I64(tree[row, PLIES] + 1))
            longest = max(longest, I64(tree[row, PLIES] + 1))
    total = min(total, DECIDED)
    changed = bool(tree[n, own] != least or tree[n, other] != total)
    tree[n, own], tree[n, other] = least, total
    if tree[n, PN] == 0:
        tree[n, PLIES] = shortest if attack else longest
    return changed


@entry
def prove(g: Geo, s: State, tree: Tree, budget: int) -> None:
    """Goes on until the root is proved or disproved, or the budget of positions or the room in the tree is used up."""
    n = I64(0)
    until = s.nodes + s.probes + budget
    while tree[0, PN] != 0 and tree[0, DN] != 0:
        if s.stop != 0 or s.nodes + s.probes >= min(until, s.limit) or s.bound + g.count >= tree.shape[0]:
            break
        while tree[n, COUNT] > 0:  # down to a row that was not looked at
            n = best_child(tree, n, s.turn == s.attacker)
            lines.make(g, s, I64(tree[n, MOVE]))
        s.nodes += 1
        if s.turn == s.attacker:
            look_attack(g, s, tree, n)
        else:
            look_defence(g, s, tree, n)
        while tree[n, COUNT] == 0 or back_up(tree, n, s.turn == s.attacker):  # up, as far as anything changes
            if n == 0:
                break
            lines.unmake(g, s, I64(tree[n, MOVE]))
            n = I64(tree[n, PARENT])
    while n > 0:
        lines.unmake(g, s, I64(tree[n, MOVE]))
        n = I64(tree[n, PARENT])
