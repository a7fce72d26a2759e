"""Who plays whom: pairs in which as few as possible meet again, and whoever is left over has been left over least.

Nobody meets again where that can be avoided: a matching of the greatest size among those who have not met leaves as few
as can be for the others. It is found as J. Edmonds found it (Paths, trees, and flowers, Canadian Journal of Mathematics
17, 1965, pages 449 to 467, https://doi.org/10.4153/CJM-1965-045-4).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

Met = Callable[[int, int], int]
"""How often two have played each other."""


def partners(people: Sequence[int], met: Met, waited: Callable[[int], int]) -> list[tuple[int, int]]:
    """All in pairs; of an odd number one is left over, out of those who have waited least."""
    if len(people) % 2 == 0:
        return _paired(people, met)
    least = min(map(waited, people))
    best: tuple[int, list[tuple[int, int]]] | None = None
    for left in reversed([one for one in people if waited(one) == least]):
        pairs = _paired([one for one in people if one != left], met)
        again = sum(met(one, other) for one, other in pairs)
        if best is None or again < best[0]:
            best = again, pairs
        if not again:
            break
    assert best
    return best[1]


def _paired(people: Sequence[int], met: Met) -> list[tuple[int, int]]:
    """An even number in pairs: as many as can be who never met, of the others as many as can be who met once, and on.

    Each round of the loop ends: at the latest once all have met no more often than that.
    """
    left, pairs, often = list(people), [], 0
    while left:
        matched = matching(
            [[b for b, y in enumerate(left) if a != b and met(x, y) <= often] for a, x in enumerate(left)]
        )
        pairs += [(left[a], left[b]) for a, b in enumerate(matched) if b is not None and a < b]
        left = [x for x, mate in zip(left, matched, strict=True) if mate is None]
        often += 1
    return pairs


def matching(neighbours: Sequence[Sequence[int]]) -> list[int | None]:
    """The mate of each, or None: as many pairs of neighbours as there can be in any graph, nobody in two."""
    mates: list[int | None] = [None] * len(neighbours)
    for root, mate in enumerate(mates):
        if mate is None:
            _Tree(neighbours, mates, root).grow()
    return mates


class _Tree:
    """The search for a path from one without a mate to another, along which pairs are exchanged.

    ``parents`` lead back along the path; an odd circle that is met is drawn together into its ``base``.
    """

    def __init__(self, neighbours: Sequence[Sequence[int]], mates: list[int | None], root: int) -> None:
        self._neighbours = neighbours
        self._mates = mates
        self._root = root
        self._parents: list[int | None] = [None] * len(mates)
        self._bases = list(range(len(mates)))
        self._reached = {root}
        self._next = deque([root])

    def grow(self) -> None:
        """Exchanges the pairs along a path, where there is one."""
        while self._next:
            here = self._next.popleft()
            for there in self._neighbours[here]:
                if self._bases[here] == self._bases[there] or self._mates[here] == there:
                    continue
                if self._is_outer(there):
                    self._draw_together(here, there)
                elif self._parents[there] is None:
                    self._parents[there] = here
                    mate = self._mates[there]
                    if mate is None:
                        return self._exchange(there)
                    self._reach(mate)
        return None

    def _is_outer(self, there: int) -> bool:
        mate = self._mates[there]
        return there == self._root or (mate is not None and self._parents[mate] is not None)

    def _reach(self, one: int) -> None:
        self._reached.add(one)
        self._next.append(one)

    def _exchange(self, end: int | None) -> None:
        while end is not None:
            before = self._parents[end]
            assert before is not None
            following = self._mates[before]
            self._mates[end], self._mates[before] = before, end
            end = following

    def _draw_together(self, one: int, other: int) -> None:
        base, circle = self._meeting(one, other), set[int]()
        for begin, child in ((one, other), (other, one)):
            self._mark(begin, base, child, circle)
        for each, own in enumerate(self._bases):
            if own in circle:
                self._bases[each] = base
                if each not in self._reached:
                    self._reach(each)

    def _mark(self, one: int, base: int, child: int, circle: set[int]) -> None:
        while self._bases[one] != base:
            mate = self._mates[one]
            assert mate is not None
            circle |= {self._bases[one], self._bases[mate]}
            self._parents[one] = child
            above = self._parents[mate]
            assert above is not None
            one, child = above, mate

    def _meeting(self, one: int, other: int) -> int:
        """Where the ways of two to the root meet."""
        way = list(self._way(one))
        return next(base for base in self._way(other) if base in way)

    def _way(self, one: int | None) -> Iterator[int]:
        while one is not None:
            base = self._bases[one]
            yield base
            mate = self._mates[base]
            one = None if mate is None else self._parents[mate]
