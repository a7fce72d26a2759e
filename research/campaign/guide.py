"""A reply that resists, won along the engine's moves, or those of another adviser.

Each of these moves is taken as the only one, and most replies to it fall at once; those that do not are positions of
their own, each searched anew, or again along the engine's moves. Why, and what to do next: zone-search-trials.md.
What is proved of one reply is tried on the others. The engine need not be right: a proof is verified as any other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf

from cachetools import FIFOCache

from noughts.engine.limits import Budget
from noughts.engine.search import search as engine
from noughts.game.board import Cell
from noughts.game.position import Position
from research.zones.zone_search import ZoneSearch
from research.zones.zone_tree import ZoneTree

Advice = Callable[[Position], Sequence[Cell]]
"""What somebody would play, the best move first; nothing where nobody knows."""

_ADVICE = 3_000_000
"""Positions that the engine looks at for its moves."""

_MOVES = 5
"""So many of them are tried, at most."""

_LINE = (12_000_000, 5_000_000)
"""Positions for all replies to a move together: to the first, and to those below."""

_OWN = 1_000_000
"""Positions for one reply by itself, in each order."""

_BY_ITSELF = (1_000_000, 3_000_000, 6_000_000)
"""What a reply seems to cost before it is searched by itself in each of so many orders; with an adviser in one."""

_RESISTING = 15_000_000
"""What it seems to cost once it has resisted them."""

_ANOTHER = (20_000_000, 10_000_000)
"""What a move that was not tried seems to cost: the first, and how much more each of the others."""

_ADVISED = 5_000_000
"""What an adviser's move seems to cost that was not tried, and how much more each of its others."""

_HINTS = 30
"""Proofs of other replies that are tried on one, at most, the last first."""

_KEPT = 20_000
"""Proofs that are kept, at most."""

_BEGUN = 4
"""Searches that are kept to go on with, at most: each may take a gigabyte."""

_PORTION = 500_000
"""Positions between two looks at the clock."""

LITTLE = 3_000
"""Positions for threats where one of many proofs is tried."""


@dataclass(eq=False)
class _Attack:
    """A position to be won: in how many orders it was searched, the moves to try, and what it seems to cost.

    ``costs`` is what it seems to cost before each of the orders.
    """

    position: Position
    costs: Sequence[float] = ()
    orders: int = 0
    moves: list[_Move] | None = None
    tree: ZoneTree | None = None
    hinted: int = 0

    @property
    def cost(self) -> float:
        """Positions that its proof will take, as far as one sees."""
        if self.tree:
            return 0
        if self.orders < len(self.costs):
            return self.costs[self.orders]
        return _RESISTING if self.moves is None else min((move.cost for move in self.moves), default=inf)

    def proved(self) -> Iterator[_Attack]:
        """What is proved below it, and not below what is."""
        for move in self.moves or ():
            yield from move.proved
            for reply in move.left.values():
                yield from reply.proved()


@dataclass(eq=False)
class _Move:
    """A move to try: the search of all replies to it, and those that are left, each by itself, or were proved so."""

    move: Cell
    cost: float
    search: ZoneSearch | None = None
    left: dict[int, _Attack] = field(default_factory=dict)
    proved: list[_Attack] = field(default_factory=list)


class GuidedSearch:
    """Proves positions; where a limit was reached, the same goes on with a greater one. ``spent`` are those looked at.

    ``proved`` are proofs by position. An adviser's moves are tried before the engine's.
    """

    def __init__(self, advice: Advice | None = None) -> None:
        self._advice, self._costs = advice, _BY_ITSELF[:1] if advice else _BY_ITSELF
        self.limit, self.until, self.spent = inf, inf, 0
        self.proved: FIFOCache[Position, ZoneTree] = FIFOCache(_KEPT)
        self._begun: FIFOCache[Position, _Attack] = FIFOCache(_BEGUN)

    @property
    def over(self) -> bool:
        """Whether a limit is reached."""
        return self.spent >= self.limit or time.perf_counter() >= self.until

    def won(self, position: Position, positions: float, until: float = inf) -> ZoneTree | None:
        """The side to move wins along the engine's moves, within so many more positions, ``until`` a moment."""
        self.limit, self.until = self.spent + positions, until
        root = self._begun.pop(position, None) or _Attack(position)
        while not root.tree and not self.over and root.cost < inf:
            self._advance(root, 0)
        if not root.tree:
            self._begun[position] = root
        return root.tree

    def below(self, position: Position) -> dict[Position, ZoneTree]:
        """What was proved below a position that is not: as ``proved`` it lets another search go on, or the next run."""
        root = self._begun.get(position)
        return {one.position: one.tree for one in root.proved() if one.tree} if root else {}

    def _advance(self, attack: _Attack, depth: int) -> None:
        """Takes one step towards the cheapest proof."""
        if attack.orders < len(attack.costs):
            search = ZoneSearch(attack.position, order=attack.orders)
            attack.orders += self._run(search, _OWN)
            attack.tree = search.root.proof
        elif attack.moves is None:
            attack.moves = self._moves(attack.position)
        else:
            move = min(attack.moves, key=lambda each: each.cost)
            self._follow(attack, move, depth)
            attack.tree = move.search.root.proof if move.search else None
        if attack.tree:
            attack.moves = None
            self.proved[attack.position] = attack.tree

    def _moves(self, position: Position) -> list[_Move]:
        """What to try: the adviser's moves, then the engine's."""
        advised = self._advice(position) if self._advice else ()
        costs = {cell: _ADVISED * i for i, cell in enumerate(advised, 1)}
        thought = engine(position, Budget(nodes=_ADVICE))
        self.spent += thought.nodes
        first, more = _ANOTHER
        cells = dict.fromkeys((thought.best, *(each.cell for each in thought.candidates)))
        costs = {cell: first + i * more for i, cell in enumerate(cells)} | costs
        return [_Move(cell, cost) for cell, cost in sorted(costs.items(), key=lambda one: one[1])[:_MOVES]]

    def _follow(self, attack: _Attack, move: _Move, depth: int) -> None:
        """Takes one step towards a proof by this move."""
        if move.search is None or not move.left:
            move.search = move.search or ZoneSearch(attack.position, along=move.move)
            if not self._run(move.search, _LINE[min(depth, len(_LINE) - 1)]):
                return
            after = attack.position.play_unchecked(move.move)
            move.left = {y: _Attack(after.play_unchecked(Cell(y)), self._costs) for y in move.search.replies}
            failed = not move.left and not move.search.root.proof
        else:
            y, reply = min(move.left.items(), key=lambda item: (item[1].orders, -item[1].cost))
            self._reply(move, reply, depth)
            if reply.tree:
                move.proved.append(reply)
                move.search.tell(y, reply.tree)
                left = {*move.search.replies}
                move.left = {y: each for y, each in move.left.items() if y in left}
            failed = False
        move.cost = inf if failed else sum(reply.cost for reply in move.left.values())

    def _reply(self, move: _Move, reply: _Attack, depth: int) -> None:
        """One step for one reply, unless it was proved before, or the proofs of others prove it."""
        reply.tree = self.proved.get(reply.position)
        if not reply.tree and reply.hinted < len(move.proved):
            hints = [one.tree for one in move.proved[reply.hinted :][: -_HINTS - 1 : -1] if one.tree]
            reply.tree, reply.hinted = self._by_others(reply.position, hints), len(move.proved)
        if not reply.tree:
            self._advance(reply, depth + 1)

    def _by_others(self, position: Position, hints: Sequence[ZoneTree]) -> ZoneTree | None:
        search = ZoneSearch(position)
        proofs = (search.replayed(tree, 0, LITTLE) for tree in hints)
        proof = next(filter(None, proofs), None)
        self.spent += search.spent
        return proof.tree if proof else None

    def _run(self, search: ZoneSearch, positions: int) -> bool:
        """Goes on within so many positions and the limits; whether no limit ended it."""
        while search.open and search.spent < positions and not self.over:
            before = search.spent
            search.run(min(_PORTION, positions - search.spent))
            self.spent += search.spent - before
        return not search.open or search.spent >= positions
