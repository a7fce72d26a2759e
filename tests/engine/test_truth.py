"""What is told as proved is true, values and plies, wherever the limits break a search off: held to other searches."""

import pytest

from noughts import Board, Limits, Position, Result
from noughts.engine.analysis import assess
from noughts.engine.limits import Budget
from noughts.engine.search import Thinking
from noughts.solver.small.solver_choice import solver_for
from tests.lengths import short_and_long
from tests.positions import games


class Bound:
    """Asks the solver's proof search, which shares nothing with the engine, for wins in so many plies at most."""

    def __init__(self, board):
        from noughts.solver.search.searches import Bounded

        self.board, self.search = board, Bounded(board, 22)
        self.asked = 0

    def confirms(self, position, result, plies):
        """Whether the side to move wins, or loses, in so many plies at most."""
        self.asked += 1
        if position.is_over:
            return result is Result.LOSS and plies == 0
        wins = result is Result.WIN
        attacker, defender = (position.own, position.other)[:: 1 if wins else -1]
        self.search.stones = (plies + 1) // 2
        return self.search.prove(attacker, defender, wins, Limits(nodes=10**6)).claim == "win"

    def confirms_move(self, position, cell, result, plies):
        """The same of a move, for who makes it."""
        return self.confirms(position.play(cell), Result(-result), plies - 1)

    def holds(self, position):
        """Whether neither side wins."""
        plies = len(position.moves)
        return not any(self.confirms(position, result, plies) for result in (Result.WIN, Result.LOSS))


def hold_to(bound, position, claims):
    """Every claim about a position (None) or a move, a result and its plies, is true; draws only of the position."""
    for cell, result, plies in claims:
        said = str(position), cell, result, plies
        if result is Result.DRAW:
            assert cell is not None or bound.holds(position), said
        elif cell is None:
            assert bound.confirms(position, result, plies), said
        else:
            assert bound.confirms_move(position, cell, result, plies), said


def assessed(position, nodes):
    """What an assessment says is proved."""
    seen = assess(position, nodes)
    judged = [(None, seen.value), *seen.moves.items()]
    return [(cell, each.result, each.plies) for cell, each in judged if each.result is not None]


def thought(position, nodes, **more):
    """What one search says is proved, on boards too whose values are known."""
    said = Thinking(position, Budget(nodes=nodes, **more)).think()
    values = [(None, said.value), *((move.cell, move.value) for move in said.candidates)]
    return [(cell, value.result, value.plies) for cell, value in values if value is not None]


@pytest.mark.parametrize(
    ("name", "least", "most", "nodes", "number"),
    [
        *short_and_long(
            [("cube4", 8, 24, 2_000, 600), ("6x6x4", 5, 18, 2_000, 600), ("7x7x4", 5, 18, 1_000, 400)],
            share=100,
        ),
        pytest.param("cube4", 8, 20, 20_000, 400, marks=pytest.mark.long),
        pytest.param("6x6x4", 5, 18, 20_000, 200, marks=pytest.mark.long),
        pytest.param("7x7x4", 5, 18, 10_000, 200, marks=pytest.mark.long),
    ],
)
def test_proved_moves_are_true(name, least, most, nodes, number):
    """Every win and loss that an assessment tells of a position and its moves is there in as many plies at most."""
    board = Board.parse(name)
    bound = Bound(board)
    for position in games(board, number, 23, least, most):
        hold_to(bound, position, assessed(position, nodes))
    assert bound.asked > number


@pytest.mark.parametrize(
    ("name", "least", "most", "number"),
    short_and_long(
        [("5x5x4", 4, 16, 2_000), ("cube4", 8, 24, 1_000), ("6x6x4", 4, 18, 1_500), ("7x7x4", 4, 18, 1_000)],
        share=40,
    ),
)
def test_searches_broken_off_tell_the_truth(name, least, most, number):
    """Whatever position a search stops at, what it says is proved of the position and its moves is true."""
    board = Board.parse(name)
    bound = Bound(board)
    for at, position in enumerate(games(board, number, 24, least, most)):
        for nodes in (30, 70, 150, 400, 1_000):
            hold_to(bound, position, thought(position, nodes + at % 29))
    assert bound.asked


@pytest.mark.parametrize(
    ("name", "least", "most", "number"),
    short_and_long([("5x5x4", 4, 16, 400), ("cube4", 8, 24, 400), ("7x7x4", 4, 18, 400)], share=40),
)
def test_two_threads_on_a_kept_table_tell_the_truth(name, least, most, number):
    """What two threads find on the table of all searches before, broken off wherever it is, is as true."""
    board = Board.parse(name)
    bound = Bound(board)
    for at, position in enumerate(games(board, number, 26, least, most)):
        for nodes in (70, 1_000, 3_000):
            hold_to(bound, position, thought(position, nodes + at % 29, threads=2, keeps=True))
    assert bound.asked


@pytest.mark.parametrize(
    ("name", "number"), short_and_long([("5x3x3", 1_200), ("4x4x3", 1_200), ("4x4x4", 1_200)], share=40)
)
def test_searches_broken_off_agree_with_the_table(name, number):
    """No result differs from the table's, and no win or loss is told in fewer plies than it takes."""
    board = Board.parse(name)
    exact, told = solver_for(board), 0
    for position in games(board, number, 25):
        values = {None: exact.value(position), **exact.values(position)}
        for nodes in (20, 40, 60, 100, 200):
            for cell, result, plies in thought(position, nodes):
                told += 1
                true = values[cell]
                assert result == true.result, (str(position), nodes, cell)
                assert result is Result.DRAW or plies >= true.plies, (str(position), nodes, cell)
    assert told > number


@pytest.mark.parametrize(
    "text",
    [
        "..../...X/..../..../..X./..../..../..../..../OOX./..../O.../..../..../..../.XXO",
        "..../..../O.../.X../..../.X../..../..../..../O.../..../..O./..../.X../...O/...X",
        "..../..../..O./..X./O.X./..../O..X/..XX/..../..O./..../.X../..../O.X./O.../...O",
        "..../.X../...O/..X./X.../.O../...X/..../..X./..../...X/.O../.O.O/..../..../....",
        "..../..../X.../..XX/...O/..../...O/..../.O../..../..../..../...X/..../..../...O",
    ],
)
def test_wins_on_the_cube_take_as_long_as_is_said(text):
    """Positions of which a win was told in two to six plies fewer than it takes."""
    position = Position.parse(text, Board.parse("cube4"))
    hold_to(Bound(position.board), position, assessed(position, 20_000))


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("...X./..O.O/O...X/..OXO/...XX", 141),
        ("X..../.OO../...O./..XOX/...X.", 45),
        ("...../...../XX.../.O.X./O..XO", 51),
        ("..O../...O./....X/X.X../OOXX.", 392),
    ],
)
def test_a_search_that_ends_at_a_bad_move_tells_no_loss(text, nodes):
    """Where the first of the moves that are left to look at is lost, and no more are looked at, no loss is told."""
    position = Position.parse(text, Board.parse("5x5x4"))
    assert Bound(position.board).holds(position)
    assert all(result is Result.DRAW for cell, result, _ in thought(position, nodes) if cell is None)
