"""Who plays whom: as many pairs as there can be, and nobody again with whom they need not be."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from noughts.records.partners import matching, partners


def largest(edges):
    """How many pairs there can be: every edge taken or left."""
    if not edges:
        return 0
    (a, b), rest = edges[0], edges[1:]
    return max(largest(rest), 1 + largest([edge for edge in rest if not {a, b} & set(edge)]))


@given(st.integers(0, 8).flatmap(lambda n: st.sets(st.sampled_from(list(combinations(range(max(n, 2)), 2))))))
def test_as_many_pairs_as_there_can_be(edges):
    """On every graph of eight it finds as many as trying everything does, of neighbours only, nobody in two."""
    neighbours = [[b for b in range(8) if (min(a, b), max(a, b)) in edges] for a in range(8)]
    mates = matching(neighbours)
    for one, mate in enumerate(mates):
        assert mate is None or (mate in neighbours[one] and mates[mate] == one)
    assert sum(mate is not None for mate in mates) == 2 * largest(sorted(edges))


def test_blossoms_within_blossoms():
    """Odd circles joined by single edges are seen through: all ten of two circles of five find somebody."""
    circle = [((n - 1) % 5, (n + 1) % 5) for n in range(5)]
    graph = [list(each) for each in circle] + [[a + 5, b + 5] for a, b in circle]
    graph[0].append(5)
    graph[5].append(0)
    assert None not in matching(graph)


def test_a_whole_round_robin_repeats_nobody():
    """Of twelve, eleven rounds pair all with all, which is every pair there is, whatever was paired before."""
    met: dict[frozenset[int], int] = {}
    repeats = 0
    for _ in range(7):
        for pair in partners(range(12), lambda a, b: met.get(frozenset((a, b)), 0), lambda _: 0):
            repeats += frozenset(pair) in met
            met[frozenset(pair)] = 1
    assert (repeats, len(met)) == (0, 42)
