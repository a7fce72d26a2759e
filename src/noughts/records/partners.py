"""Who plays whom: pairs in which as few as possible meet again, and whoever is left over has been left over least.

That is a matching of all of the least cost, where it costs much to meet again and a little more for each time before.
networkx finds it as Z. Galil tells (Efficient algorithms for finding maximum matching in graphs, ACM Computing Surveys
18, 1986, pages 23 to 38, https://doi.org/10.1145/6462.6502).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

Met = Callable[[int, int], int]
"""How often two have played each other."""

_AGAIN = 1_000_000
"""What it costs to meet again, in games that were played before: more than a class can play."""

_NOBODY = -1


def partners(people: Sequence[int], met: Met, waited: Callable[[int], int]) -> list[tuple[int, int]]:
    """All in pairs; of an odd number one is left over, out of those who have waited least: if it may be, the last."""
    import networkx

    graph = networkx.Graph()
    for one, other in combinations(people, 2):
        before = met(one, other)
        graph.add_edge(one, other, weight=-len(people) * (before and _AGAIN + before))
    if len(people) % 2:
        least = min(map(waited, people))
        for place, one in enumerate(people):
            if waited(one) == least:
                graph.add_edge(one, _NOBODY, weight=place)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    places = {one: place for place, one in enumerate(people)}
    pairs = (sorted(pair, key=places.__getitem__) for pair in matched if _NOBODY not in pair)
    return sorted(((one, other) for one, other in pairs), key=lambda pair: places[pair[0]])
