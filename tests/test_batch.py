"""Positions by the thousand say of each what it says of itself."""

import random
from collections import Counter

import pytest

from noughts import Board, Game, ImpossibleError, Mark, Position, TooLargeError, player, playout
from noughts.game.playout import play_in_order
from noughts.solver.analysis import analyse

np = pytest.importorskip("numpy", reason="batches are arrays")
batch = pytest.importorskip("noughts.batch")

BOARDS = ("3x3x3", "4x2x2", "misere-3x3x3", "last-3x2x3", "cube2", "6x5x4", "torus4x4x3")


def positions(board, number, seed=1):
    """Positions of random games, finished ones among them."""
    dice, start = random.Random(seed), Position.start(board)
    for _ in range(number):
        _, moves = playout(start, dice)
        yield Game(start, moves[: dice.randint(0, len(moves))]).position


@pytest.mark.parametrize("name", BOARDS)
def test_every_row_is_what_its_position_says(name):
    """Side to move, legal moves, end and winner, and the way back to positions."""
    board = Board.parse(name)
    wanted = list(positions(board, 60))
    marks = batch.marks_of(wanted)
    assert batch.positions_of(board, marks) == wanted
    over, won = batch.outcomes(board, marks)
    for row, position in enumerate(wanted):
        assert batch.SIGNS[position.to_move] == batch.to_move(board, marks)[row]
        assert tuple(np.flatnonzero(batch.legal(board, marks)[row])) == position.moves
        assert over[row] == position.is_over
        assert won[row] == batch.SIGNS[position.outcome.winner if position.outcome else None]


@pytest.mark.parametrize("name", ["3x3x3", "misere-3x2x2", "last-3x3x3", "fatty3x3"])
def test_values_are_those_of_the_solver(name):
    """Result and plies of every row, and of its position alone; boards without a table are refused."""
    board = Board.parse(name)
    wanted = [position for position in positions(board, 80) if not position.is_over]
    results, plies = batch.values(board, batch.marks_of(wanted))
    for row, position in enumerate(wanted):
        value = analyse(position).value
        assert (results[row], plies[row]) == (int(value.result), value.plies)
    with pytest.raises(TooLargeError, match="at most 12"):
        batch.values(Board.mnk(4, 4, 4), np.zeros((1, 16), np.int8))


def test_distributions_are_the_players_own():
    """Every row sums to 1 and has the player's probabilities; finished games have none."""
    board = Board.mnk(3, 3, 3)
    wanted = list(positions(board, 40))
    shares = batch.distributions(player("core"), board, batch.marks_of(wanted))
    for row, position in enumerate(wanted):
        moves = {} if position.is_over else player("core").decide(position).moves
        assert shares[row].tolist() == [float(moves.get(cell, 0)) for cell in board.cells]


def test_playing_a_move_in_every_row():
    """Each side to move takes its cell; a taken cell, or one after the end, is refused."""
    board = Board.mnk(3, 3, 3)
    wanted = [position for position in positions(board, 40) if not position.is_over]
    cells = np.array([position.moves[-1] for position in wanted])
    after = batch.play(board, batch.marks_of(wanted), cells)
    assert batch.positions_of(board, after) == [p.play(p.moves[-1]) for p in wanted]
    with pytest.raises(ImpossibleError, match="one legal move"):
        batch.play(board, after, cells)
    with pytest.raises(ImpossibleError, match=r"\(n, 9\)"):
        batch.legal(board, np.zeros((2, 8), np.int8))


@pytest.mark.parametrize("name", [*BOARDS, "9x9x5"])
def test_random_games_end_as_they_do_played_cell_by_cell(name):
    """The slow reference takes the cells in the same order to the same end, from the empty board and from others."""
    board, seen = Board.parse(name), Counter()
    starts = [Position.start(board), *[p for p in positions(board, 8, seed=2) if not p.is_over]]
    for start in starts:
        games = batch.playouts(start, 40, np.random.default_rng(3))
        for row, order in enumerate(np.argsort(games.times, axis=1, kind="stable")[:, start.ply :].tolist()):
            won, moves = play_in_order(start, order)
            assert (games.winners[row], games.plies[row]) == (batch.SIGNS[won], len(moves))
            assert games.moves[row].tolist() == moves + [-1] * (len(start.empty) - len(moves))
            assert Game(start, moves).outcome.winner is won
            seen[won] += 1
    assert len(seen) > 1 or name == "cube2"  # where X always wins


def test_random_games_have_the_exact_chances():
    """Of 200,000 games on 3x3x3 X wins 737/1260, O 121/420, within five standard errors; so do Python's own."""
    board = Board.mnk(3, 3, 3)
    games = batch.playouts(board, 200_000, np.random.default_rng(4))
    dice = random.Random(5)
    slow = Counter(playout(Position.start(board), dice)[0] for _ in range(20_000))
    for side, chance in ((Mark.X, 737 / 1260), (Mark.O, 121 / 420), (None, 8 / 63)):
        for number, count in (
            (200_000, int((games.winners == batch.SIGNS[side]).sum())),
            (20_000, slow[side]),
        ):
            assert abs(count / number - chance) < 5 * (chance * (1 - chance) / number) ** 0.5


def test_a_finished_position_has_no_games():
    """Its playout is itself; a batch of games from it is refused."""
    over = Position.parse("XXX/OO./...")
    assert playout(over, random.Random(1)) == (Mark.X, [])
    with pytest.raises(ImpossibleError, match="over"):
        batch.playouts(over, 1, np.random.default_rng(1))
