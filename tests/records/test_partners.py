"""Who plays whom: nobody again with whom they need not be, and whoever is left over was left over least."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from noughts.records.classroom import partners


def rounds(people):
    """Every way to pair an even number of people."""
    if not people:
        yield []
        return
    first, *rest = people
    for other in rest:
        for pairs in rounds([each for each in rest if each != other]):
            yield [(first, other), *pairs]


def again(pairs, met):
    """How many pairs meet again, and how often they had met before."""
    before = [met[pair] for pair in pairs]
    return sum(map(bool, before)), sum(before)


@given(
    st.integers(0, 7).flatmap(
        lambda n: st.tuples(
            st.permutations(range(n)),
            st.fixed_dictionaries(dict.fromkeys(combinations(range(n), 2), st.integers(0, 3))),
            st.lists(st.integers(0, 2), min_size=n, max_size=n),
        )
    )
)
def test_as_few_meet_again_as_can_be(of):
    """Of all ways to pair up to seven people none has fewer who meet again, or who met less often before."""
    people, met, waited = of
    pairs = partners(people, lambda a, b: met[min(a, b), max(a, b)], waited.__getitem__)
    paired = [each for pair in pairs for each in pair]
    left = [each for each in people if each not in paired]
    assert sorted(paired + left) == sorted(people)
    assert len(left) == len(people) % 2
    least = [each for each in people if waited[each] == min(waited)]
    assert set(left) <= set(least)
    ways = (
        way
        for without in ([[each] for each in least] if left else [[]])
        for way in rounds(sorted(set(people) - set(without)))
    )
    assert again([(min(pair), max(pair)) for pair in pairs], met) == min(again(way, met) for way in ways)


def test_of_those_who_may_wait_the_last_does():
    """Where nobody has met and nobody has waited, whoever came last is left over."""
    assert partners([5, 3, 9], lambda *_: 0, lambda _: 0) == [(5, 3)]


def test_rounds_repeat_nobody():
    """Of twelve people nobody meets anybody again in seven rounds, whatever was paired before."""
    met: dict[frozenset[int], int] = {}
    repeats = 0
    for _ in range(7):
        for pair in partners(range(12), lambda a, b: met.get(frozenset((a, b)), 0), lambda _: 0):
            repeats += frozenset(pair) in met
            met[frozenset(pair)] = 1
    assert (repeats, len(met)) == (0, 42)
