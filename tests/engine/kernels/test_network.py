"""The network says what its weights say, whatever the way to a position; without them the engine plays on."""

import random

import pytest

from noughts import Board
from noughts.engine import network_weights
from noughts.engine.network_weights import (
    CHANNELS,
    HIDDEN,
    MOST,
    MOST_DENSE,
    PLACES,
    RELATIONS,
    ROWS,
    Network,
    Policy,
)
from noughts.game.board import cells_of
from tests.engine.kernels.slow_network import SlowNetwork, SlowPolicy
from tests.positions import games

FILE = (network_weights.FOLDER / network_weights.FILE).read_bytes()


def chance(most, dense, seed=1):
    """Weights by dice, as large as these at most."""
    dice = random.Random(seed)

    def row(length, to):
        return tuple(dice.choice((-to, to, dice.randint(-to, to))) for _ in range(length))

    def rows(length):
        return tuple(row(length, most) for _ in range(ROWS))

    policy = Policy(
        rows(PLACES),
        rows(PLACES),
        row(PLACES - 1, dense),
        (row(RELATIONS, dense), row(RELATIONS, dense)),
    )
    return Network(
        rows(CHANNELS),
        rows(CHANNELS),
        tuple(row(2 * CHANNELS, dense) for _ in range(HIDDEN)),
        row(HIDDEN, 1 << 20),
        row(HIDDEN, dense),
        row(2 * CHANNELS, dense),
        dice.randint(-1 << 20, 1 << 20),
        policy,
    )


def geometry(board, weights):
    """A record of the board with these weights."""
    from noughts.engine import encode_board

    geo = encode_board.geometry.__wrapped__(board)
    encode_board.weigh(geo, board, weights)
    return geo


WEIGHTS = {
    "shipped": network_weights.unpacked(FILE),
    "small": chance(40, 300),
    "large": chance(MOST, MOST_DENSE),
}


@pytest.mark.parametrize(
    ("name", "number"), [("15x15x5", 1), ("12x14x5", 1), pytest.param("15x15x5", 12, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("weights", WEIGHTS)
def test_a_value_is_that_of_the_stones_whatever_the_way(name, number, weights):
    """After moves made, taken back and passes it is that of the slow reference, for weights as large as may be, too."""
    from noughts.engine import encode_board
    from noughts.engine.kernels.alphabeta import step_over
    from noughts.engine.kernels.lines import make, unmake
    from noughts.engine.kernels.network import evaluate

    board, dice = Board.parse(name), random.Random(3)
    geo, reference = geometry(board, WEIGHTS[weights]), SlowNetwork(board, WEIGHTS[weights])
    for start in games(board, number, seed=4, most=60):
        state, path, stones, turn = encode_board.state(start), [], [start.x, start.o], start.ply % 2
        for _ in range(40):
            what = dice.random()
            if what < 0.35 and path:
                cell = path.pop()
                turn = 1 - turn
                if cell is None:
                    step_over(state, -1)
                else:
                    unmake(geo, state, cell)
                    stones[turn] ^= 1 << cell
            elif what < 0.45:
                path.append(None)
                step_over(state, 1)
                turn = 1 - turn
            else:
                path.append(dice.choice(list(cells_of(board.full & ~(stones[0] | stones[1])))))
                make(geo, state, path[-1])
                stones[turn] ^= 1 << path[-1]
                turn = 1 - turn
            if dice.random() < 0.4:
                assert evaluate(geo, state) == reference.value(stones, turn)


@pytest.mark.parametrize("name", ["15x15x5", "12x14x5"])
@pytest.mark.parametrize("weights", WEIGHTS)
def test_a_cell_is_as_likely_as_its_lines_and_the_last_two_stones_say(name, weights):
    """Of cells in games, after passes, too, and for weights as large as may be: the slow reference says the same."""
    from noughts.engine import encode_board
    from noughts.engine.kernels.alphabeta import step_over
    from noughts.engine.kernels.lines import make
    from noughts.engine.kernels.network import follow
    from noughts.engine.kernels.policy import likely

    board, dice = Board.parse(name), random.Random(5)
    geo, reference = geometry(board, WEIGHTS[weights]), SlowPolicy(board, WEIGHTS[weights].policy)
    for start in games(board, 2, seed=7, most=40):
        state, path, stones, turn = encode_board.state(start), [None, None], [start.x, start.o], start.ply % 2
        for _ in range(12):
            empty = list(cells_of(board.full & ~(stones[0] | stones[1])))
            follow(geo, state, state.ply)
            for cell in dice.sample(empty, 20):
                told = reference.likely(stones, turn, cell, path[-1], path[-2])
                assert likely(geo, state, state.ply, cell, turn) == told
            if dice.random() < 0.2:
                path.append(None)
                step_over(state, 1)
            else:
                path.append(dice.choice(empty))
                make(geo, state, path[-1])
                stones[turn] ^= 1 << path[-1]
            turn = 1 - turn


def test_symmetric_positions_and_colours_swapped_are_worth_the_same():
    """A board turned or mirrored is worth the same to who is to move, and so is the other side's with its colours."""
    reference = SlowNetwork(Board.parse("15x15x5"), WEIGHTS["small"])
    for position in games(reference.board, 2, seed=5, least=10, most=40):
        value = reference.value((position.x, position.o), 0)
        assert reference.value((position.o, position.x), 1) == value
        for symmetry in reference.board.symmetries:
            turned = position.transform(symmetry)
            assert reference.value((turned.x, turned.o), 0) == value


def test_a_file_holds_weights():
    """What was packed is what is unpacked; the file that comes with the package is small."""
    for weights in WEIGHTS.values():
        assert network_weights.unpacked(weights.packed()) == weights
    assert len(FILE) < 1 << 16


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (b"", "begin"),
        (FILE.replace(b"network 3", b"network 2", 1), "network 2"),
        (FILE[:-1], "damaged"),
        (FILE[:-9] + bytes(8) + FILE[-1:], "damaged"),
        (chance(MOST + 1, 1).packed(), "out of range"),
        (chance(1, MOST_DENSE + 1).packed(), "out of range"),
        (network_weights.packed([1, 2, 3]), "damaged"),
    ],
)
def test_weights_that_cannot_be_used_are_refused(file, said, tmp_path, monkeypatch):
    """One sentence says why, and the engine plays by its counts of lines."""
    from noughts.engine import encode_board

    with pytest.raises(network_weights.DamagedNetworkError, match=said) as refused:
        network_weights.unpacked(file)
    assert "\n" not in str(refused.value)
    (tmp_path / network_weights.FILE).write_bytes(file)
    monkeypatch.setattr(network_weights, "FOLDER", tmp_path)
    monkeypatch.setattr(network_weights, "shipped", network_weights.shipped.__wrapped__)
    with pytest.warns(RuntimeWarning, match=f"without its network.*{said}"):
        geo = encode_board.geometry.__wrapped__(Board.parse("15x15x5"))
    assert not geo.weighed


def test_boards_that_the_network_does_not_know_keep_the_counts_of_lines():
    """Other lines, other lengths, boards with less room than those it was made for."""
    known = {"15x15x5", "12x12x5", "20x20x5", "12x19x5"}
    others = {"3x3x3", "11x15x5", "7x7x5", "15x15x4", "15x15x6", "torus9x9x5", "cube4", "cube3"}
    boards = {name: Board.parse(name) for name in known | others}
    assert {name for name, board in boards.items() if network_weights.knows(board)} == known


def test_a_board_that_it_does_not_know_is_weighed_by_its_lines():
    """There the kernel's value is that of the counts."""
    from noughts.engine import encode_board
    from noughts.engine.kernels import lines
    from noughts.engine.kernels.network import evaluate

    for name in ("7x7x5", "torus9x9x5", "cube4"):
        board = Board.parse(name)
        for position in games(board, 3, seed=6):
            geo, state = encode_board.geometry(board), encode_board.state(position)
            assert evaluate(geo, state) == lines.evaluate(geo, state)
