"""Pairings found by mending are pairings, and mending finds more of them than greed alone."""

from random import Random

import pytest

from noughts import Board
from tests.positions import scattered

BOARDS = [("5x5x4", 11), ("6x6x5", 6), ("7x7x5", 12), ("torus4x4x4", 6)]  # board, stones at least


def pairs_of(search, maker, breaker):
    """The pairs that the search finds where Maker is to move, or None."""
    from noughts.solver.search.arrays import words_of
    from noughts.solver.search.kernels.pairing import pairing_near
    from noughts.solver.search.kernels.state import FIRST, ROOT, load

    geo, state = search.geo, search.states[0][0]
    load(geo, state, *words_of(maker), *words_of(breaker), FIRST)
    if pairing_near(geo, state, ROOT, ROOT, 30 * geo.steps):
        return None
    cells = state.pairs[: state.pair_cells].tolist()
    return list(zip(cells[::2], cells[1::2], strict=True))


@pytest.mark.parametrize(("name", "least"), BOARDS)
def test_pairs_are_disjoint_and_serve_every_line(name, least):
    """Every line without Breaker holds both cells of a pair; the pairs are empty and disjoint, none is idle."""
    from noughts.solver.search.searches import Weak

    board, found = Board.parse(name), 0
    search = Weak(board, 8)
    for maker, breaker, _ in scattered(board, least, 150, 1):
        pairs = pairs_of(search, maker, breaker)
        if pairs is None:
            continue
        found += 1
        cells = [c for pair in pairs for c in pair]
        assert len(set(cells)) == len(cells)
        assert not any((maker | breaker) >> c & 1 for c in cells)
        masks = [1 << a | 1 << b for a, b in pairs]
        open_lines = [line for line in board.masks if not line & breaker]
        assert all(any(pair & ~line == 0 for pair in masks) for line in open_lines)
        for idle in masks:
            others = [pair for pair in masks if pair != idle]
            assert not all(any(pair & ~line == 0 for pair in others) for line in open_lines)
    assert found > 10


def test_mending_finds_what_greed_misses():
    """Whatever is paired greedily is paired with mending too, and some positions besides."""
    from noughts.solver.search.arrays import words_of
    from noughts.solver.search.kernels.pairing import greedy_pairs, pairing
    from noughts.solver.search.kernels.state import FIRST, ROOT, load
    from noughts.solver.search.searches import Weak

    board, greedy, mended = Board.parse("7x7x5"), 0, 0
    search = Weak(board, 8)
    geo, state = search.geo, search.states[0][0]
    for maker, breaker, _ in scattered(board, 12, 120, 2):
        load(geo, state, *words_of(maker), *words_of(breaker), FIRST)
        plain = greedy_pairs(geo, state, ROOT) == 0
        more = pairing(geo, state, ROOT) == 0
        assert more or not plain
        greedy, mended = greedy + plain, mended + more
    assert mended > greedy > 0


@pytest.mark.parametrize(("name", "most"), [("7x7x5", 2), ("12x2x12", 6)])
def test_lines_are_counted_as_the_pairs_serve_them(name, most):
    """Neighbours as pairs, and mended: the lines that count as served, and as served once, are those that are."""
    from noughts.solver.search.arrays import words_of
    from noughts.solver.search.kernels.pairing_repair import mended
    from noughts.solver.search.kernels.state import FIRST, ROOT, load
    from noughts.solver.search.searches import Weak

    board, often = Board.parse(name), set()
    search = Weak(board, 8)
    geo, state = search.geo, search.states[0][0]
    for maker, breaker, _ in [(0, 0, 0), *scattered(board, 4, 30, 3)]:
        load(geo, state, *words_of(maker), *words_of(breaker), FIRST)
        for steps in (0, 20):
            state.pair_cells = board.size // 2 * 2
            state.pairs[: state.pair_cells] = range(state.pair_cells)
            mended(geo, state, ROOT, steps, int(geo.lines))
            pairs = {1 << c | 1 << int(d) for c, d in enumerate(state.match[: board.size]) if d > c}
            live, any_pair, one_pair = (
                sum(int(word) << 64 * w for w, word in enumerate(words))
                for words in (state.live[ROOT], state.served, state.once)
            )
            for i in range(int(geo.lines)):
                line = int(geo.lm[i, 0]) | int(geo.lm[i, 1]) << 64
                served = sum(pair & ~line == 0 for pair in pairs) if live >> i & 1 else 0
                assert (any_pair >> i & 1, one_pair >> i & 1) == (served > 0, served == 1)
                often.add(served)
    assert often >= {0, 1, most}


def test_an_exchange_gains_the_weight_that_it_serves_more():
    """Counted line by line: what is served after an exchange, less what was before.

    A line weighs one, and one for each time that it was found open, fifteen at most.
    """
    from noughts.solver.search.arrays import words_of
    from noughts.solver.search.kernels.pairing_repair import blame_more, gain, lay, list_cells
    from noughts.solver.search.kernels.state import FIRST, ROOT, load
    from noughts.solver.search.searches import Weak

    board, dice, seen = Board.parse("7x7x5"), Random(5), set()
    search = Weak(board, 8)
    geo, state = search.geo, search.states[0][0]
    for maker, breaker, _ in scattered(board, 4, 25, 4):
        load(geo, state, *words_of(maker), *words_of(breaker), FIRST)
        lines = {i: int(geo.lm[i, 0]) for i in range(int(geo.lines)) if int(state.live[ROOT, 0]) >> i & 1}
        state.pair_cells = board.size // 2 * 2
        state.pairs[: state.pair_cells] = dice.sample(range(board.size), int(state.pair_cells))
        lay(geo, state, ROOT)
        partner = {c: int(d) for c, d in enumerate(state.match[: board.size]) if d >= 0}
        found_open = {i: dice.choice((0, 0, 1, 2, 14, 15, 16, 40)) for i in lines}
        for i, times in found_open.items():
            for _ in range(times):
                blame_more(state, i)

        def served(partner, lines=lines, found_open=found_open):
            pairs = [1 << c | 1 << d for c, d in partner.items()]
            return sum(
                1 + min(found_open[i], 15)
                for i, line in lines.items()
                if any(not pair & ~line for pair in pairs)
            )

        for i, line in lines.items():
            if any(line >> c & 1 and line >> d & 1 for c, d in partner.items()):
                continue
            cells = state.line_cells[: list_cells(geo, state, ROOT, i)].tolist()
            assert cells == [c for c in board.lines[i] if not maker >> c & 1]
            for j, a in enumerate(cells):
                for k, b in enumerate(cells[:j]):
                    broken = {a, b, partner.get(a), partner.get(b)}
                    after = {c: d for c, d in partner.items() if c not in broken} | {a: b, b: a}
                    more = served(after) - served(partner)
                    assert gain(geo, state, k, j) == more
                    seen.add((more > 0) - (more < 0))
    assert seen == {-1, 0, 1}
