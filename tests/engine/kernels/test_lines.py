"""The state of the search is what the stones say, after any moves made and taken back."""

import random

import pytest

from tests.engine.kernels.slow_network import LineCounts
from tests.positions import board_of, games

BOARDS = (
    "3x3x3",
    "1x1x1",
    "mixed",
    "5x4x4",
    "7x7x5",
    "9x9x9",
    "torus5x5x4",
    "cube3",
    "cube4",
    "strip5x4x5",
    "15x15x5",
)


def same(geo, state, position):
    """Asserts that everything the state keeps is what the reference counts."""
    reference, board = LineCounts(position), position.board
    for side in (0, 1):
        lines = reference.open_lines(side)
        assert state.live[side] == len(lines)
        longest = max(map(len, board.lines))
        assert state.open[side, : longest + 1].tolist() == [
            reference.lacking(side, m) for m in range(longest + 1)
        ]
        for cell in board.cells:
            word = int(state.hist[cell, side])
            counts = [reference.through(cell, side, m) for m in range(longest + 1)]
            assert [word >> 8 * (m - 1) & 255 for m in range(1, 6)] == [*counts[1:6], *[0] * 5][:5]
            worths = [int(geo.unit[m]) >> 40 for m in range(longest + 1)]
            assert word >> 40 == sum(n * w for n, w in zip(counts[1:], worths[1:], strict=True))
    for line, mask in enumerate(board.masks):
        rest = 0
        for cell in board.lines[line]:
            rest ^= cell if position.free >> cell & 1 else 0
        assert state.rest[line] == rest
        assert state.own[line].tolist() == [(mask & position.x).bit_count(), (mask & position.o).bit_count()]
    held = [(position.x >> c & 1) - 1 + 2 * (position.o >> c & 1) for c in board.cells]
    assert state.held[: board.size].tolist() == held
    assert state.turn == (position.x.bit_count() > position.o.bit_count())
    assert state.empties == len(position.empty)


@pytest.mark.parametrize("name", BOARDS)
def test_moves_made_and_taken_back_leave_what_the_stones_say(name):
    """Counts, sums, hashes and turns equal those counted anew, forwards and backwards."""
    from noughts.engine import encode_board
    from noughts.engine.kernels.lines import make, unmake

    board, dice = board_of(name), random.Random(1)
    geo = encode_board.geometry(board)
    for start in games(board, 2 if board.size > 64 else 8, seed=2):
        state, path = encode_board.state(start), [start]
        same(geo, state, start)
        keys = [int(state.key)]
        while path[-1].moves and len(path) < 6:
            path.append(path[-1].play(dice.choice(path[-1].moves)))
            cell = (path[-1].free ^ path[-2].free).bit_length() - 1
            make(geo, state, cell)
            same(geo, state, path[-1])
            assert state.key == encode_board.state(path[-1]).key
            keys.append(int(state.key))
        assert len(set(keys)) == len(keys)
        while len(path) > 1:
            cell = (path[-1].free ^ path[-2].free).bit_length() - 1
            path.pop()
            unmake(geo, state, cell)
            keys.pop()
            same(geo, state, path[-1])
            assert int(state.key) == keys[-1]


def test_a_row_of_the_table_reads_back():
    """Every combination of bounds, move and depth at the ends of their ranges is unpacked as it was packed."""
    from noughts.engine.kernels.alphabeta import INF
    from noughts.engine.kernels.transposition import packed, unpacked

    for low in (-int(INF), -1, 0, 12345):
        for high in (0, 7, int(INF)):
            for move in (-1, 0, 399):
                for depth in (0, 1, 127):
                    assert unpacked(packed(low, high, move, depth)) == (low, high, move, depth)
