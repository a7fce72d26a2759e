"""The worked positions of the founding documents, as their authors print them."""

from fractions import Fraction

import pytest

from noughts import Position, player

from . import readings


def names(decision):
    """A decision's moves by the names of their cells."""
    board = decision.position.board
    return {board.cell_name(cell): share for cell, share in decision.moves.items()}


def decide(spec, text):
    """What a player decides in a position given as text."""
    return player(spec).decide(Position.parse(text))


def numbered(x, o):
    """The position of X's and O's cells 1 to 9, as seed 004 writes its examples."""
    marks = "".join("X" if n in x else "O" if n in o else "." for n in range(1, 10))
    return "/".join((marks[:3], marks[3:6], marks[6:]))


# --- tic -------------------------------------------------------------------------------------------


def test_tic_searches_549946_nodes_and_255168_games():
    """From the empty board the tree has 549,946 nodes with the root, and 255,168 complete games."""
    evidence = decide("tic", ".../.../...").evidence
    assert (evidence.nodes, evidence.games) == (549_946, 255_168)


def test_tic_opens_in_any_corner_by_its_second_rating():
    """All nine openings are draws; the corners have the best second rating, 7 in 8."""
    decision = decide("tic", ".../.../...")
    assert names(decision) == dict.fromkeys(("a1", "c1", "a3", "c3"), Fraction(1, 4))
    assert set(decision.evidence.first.values()) == {0}
    assert set(decision.evidence.second.values()) == {Fraction(7, 8), Fraction(1, 2)}


def test_the_two_readings_of_tic_differ():
    """Answering X at b1, the literal reading takes a corner beside it, the deep one the centre."""
    assert names(decide("tic", ".X./.../...")) == {"a1": Fraction(1, 2), "c1": Fraction(1, 2)}
    assert names(decide("tic(deep=True)", ".X./.../...")) == {"b2": 1}


def test_the_two_readings_of_tic_differ_in_132_positions(decided):
    """The literal and the deep reading part in 132 of the 4,520 positions."""
    plain, deep = decided("tic"), decided("tic(deep=True)")
    assert sum(plain[text].moves != deep[text].moves for text in plain) == 132


# --- minimax ---------------------------------------------------------------------------------------


def test_minimax_takes_the_first_of_equal_moves():
    """On the empty board all moves are draws, so the first cell in reading order is taken."""
    assert names(decide("minimax", ".../.../...")) == {"a1": 1}


def test_minimax_passes_over_an_immediate_win():
    """In XOO/X../... the win at a3 is passed over for b2, a later win but earlier in reading order."""
    decision = decide("minimax", "XOO/X../...")
    assert names(decision) == {"b2": 1}
    board = decision.position.board
    assert decision.position.play(board.cell("a3")).outcome.winner is decision.position.to_move
    assert decision.evidence.first[board.cell("b2")] == decision.evidence.first[board.cell("a3")] == 1


def test_minimax_passes_over_an_immediate_win_in_392_positions(decided):
    """There are 392 positions in which it could win at once and does not."""
    passed = [
        text
        for text, decision in decided("minimax").items()
        if (wins := readings.completions(text, readings.side_to_move(text)))
        and not set(decision.moves) & set(wins)
    ]
    assert len(passed) == 392


def test_minimax_randomness_mixes_exactly():
    """With randomness 1/10 the greedy move of nine has 9/10 + 1/90, every other 1/90."""
    moves = names(decide("minimax(randomness=1/10)", ".../.../..."))
    assert moves.pop("a1") == Fraction(9, 10) + Fraction(1, 90)
    assert moves == dict.fromkeys(("b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"), Fraction(1, 90))


# --- weights ---------------------------------------------------------------------------------------

GRIDS = [  # after row 1, 2, 3, column 1, 2, 3, diagonal 1, 2: seed 002
    "0 0 10 / 0 0 0 / 0 0 0",
    "0 0 10 / 0 0 0 / 0 0 0",
    "0 0 10 / 0 0 0 / 0 1 1",
    "0 0 10 / 0 0 0 / 0 1 1",
    "0 0 10 / 0 1 0 / 0 2 1",
    "0 0 10 / 0 1 0 / 0 2 1",
    "0 0 10 / 0 2 0 / 0 2 2",
    "0 0 11 / 0 3 0 / 0 2 2",
]


def as_text(grid):
    """A grid of nine weights as the document prints it."""
    return " / ".join(" ".join(map(str, grid[i : i + 3])) for i in (0, 3, 6))


def test_weights_builds_the_printed_grid_line_by_line():
    """For XX./.../O.. with O to move, the fed lines give the document's eight grids, one after another."""
    decision = decide("weights", "XX./.../O..")
    feeds = {feed.line: feed for feed in decision.evidence.feeds}
    grid, shown = [0] * 9, []
    for line in decision.position.board.lines:
        for cell in feeds[line].cells if line in feeds else ():
            grid[cell] += feeds[line].weight
        shown.append(as_text(grid))
    assert shown == GRIDS
    assert decision.evidence.grid == ((0, 0, 11), (0, 3, 0), (0, 2, 2))
    assert names(decision) == {"c1": 1}


def test_weights_counts_101_for_the_players_own_completion():
    """Had it been X's turn, c1 would weigh 101: 100 for the win and 1 for the diagonal."""
    assert decide("weights", "XX./.../OO.").evidence.grid[0][2] == 101


def test_weights_of_larger_boards_use_the_size():
    """On 4x3x3 a block is worth 4*3+1 = 13 and a win 13 squared."""
    grid = decide_on("4x3x3", "OXX./O.../....").evidence.grid
    assert grid[0][3] == 13**2
    assert grid[2][0] == 13 + 1  # the left column is O's, and a diagonal holds the X of c1


def decide_on(board, text):
    """What ``weights`` decides on a board given by name."""
    return player("weights").decide(Position.parse(text, k=int(board.rpartition("x")[2])))


# --- core ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "text", "moves", "step"),
    [
        ("core", ".../.../...", "a1 c1 b2 a3 c3", 0),
        ("core(easy=True)", ".../.../...", "b2", 4),
        ("core", "X../.../...", "c3", 0),
        ("core", "..X/.../...", "a3", 0),
        ("core", ".../.../X..", "c1", 0),
        ("core", ".../.../..X", "a1", 0),
        ("core(easy=True)", "X../.../...", "b2", 4),
        ("core", ".X./.../...", "b2", 4),
        ("core", "XX./.O./...", "c1", 3),
        ("core", "OX./OX./...", "a3", 3),
        ("core", ".../.X./...", "a1", 5),
        ("core", "X../.O./..X", "c1", 5),
        ("core", "XOX/XOO/OX.", "c3", 5),
        ("core", "XOX/.XO/OXO", "a2", 6),
    ],
)
def test_core_takes_its_numbered_steps(spec, text, moves, step):
    """Opening, two in a line, centre, corner, side: the step that fires and what it plays."""
    decision = decide(spec, text)
    assert set(names(decision)) == set(moves.split())
    assert decision.evidence.step == step


def test_core_blocks_before_it_wins():
    """In OX./OX./... X could win at b3, but the left column comes first in line order: it blocks a3."""
    decision = decide("core", "OX./OX./...")
    assert names(decision) == {"a3": 1}
    assert decision.evidence.line == (0, 3, 6)
    board = decision.position.board
    assert decision.position.play(board.cell("b3")).is_over


# --- rules -----------------------------------------------------------------------------------------

TABLE = """
  row1  0  0  3  |  3  0  0  0  | 0  0  | 1  0  | 1  2  3  | 1  0
  row2  0  5  0  |  5  0  0  0  | 0  0  | 0  1  | 4  5  6  | 0  0
  row3  3  0  0  |  3  0  0  0  | 0  0  | 1  0  | 7  8  9  | 1  0
  col1  0  0  3  |  3  0  0  0  | 0  0  | 1  0  | 1  4  7  | 1  0
  col2  0  5  0  |  5  0  0  0  | 0  0  | 0  1  | 2  5  8  | 0  0
  col3  3  0  0  |  3  0  0  0  | 0  0  | 1  0  | 3  6  9  | 1  0
 diag1  0  5  0  |  5  0  0  0  | 0  0  | 0  1  | 1  5  9  | 0  0
 diag2  3  5  3  | 11  0  1  1  | 0  0  | 0  0  | 3  5  7  | 0  0
"""  # seed 004 prints these figures: name, marks, total, clear, blocked, filled, next, in two, cells, fork


def printed(row):
    """A row of the evidence in the columns of the document."""
    sides = [
        [int(mark.value == side) for side in "XO"] if mark else [0, 0]
        for mark in (row.win_next, row.win_in_two)
    ]
    forks = [int(side in [mark.value for mark in row.forks]) for side in "XO"]
    states = [row.total, int(row.clear), int(row.blocked), int(row.filled)]
    columns = [row.marks, states, *sides, [cell + 1 for cell in row.line], forks]
    return [row.name, *[[*column] for column in columns]]


def test_rules_reproduces_the_printed_decision_table():
    """The table of ..X/.O./X.. is the document's in every figure, its fork column included.

    The document marks four lines under X's fork: rows 1 and 3 and columns 1 and 3, that is every
    line of a potential fork, not only the first of each pair.
    """
    lines = [line.replace("|", " ").split() for line in TABLE.strip().splitlines()]
    expected = []
    for name, *figures in lines:
        n = [int(figure) for figure in figures]
        expected.append([name, n[0:3], n[3:7], n[7:9], n[9:11], n[11:14], n[14:16]])
    rows = decide("rules", "..X/.O./X..").evidence.rows
    assert [printed(row) for row in rows] == expected


@pytest.mark.parametrize(
    ("spec", "x", "o", "cell"),
    [
        ("rules", {7, 3}, {5}, 4),
        ("rules", {7, 2}, {5}, 4),
        ("rules", {7, 2, 6}, {5, 4}, 9),
        ("rules(advanced=False)", {7, 3}, {5}, 4),
        ("rules(advanced=False)", {7, 2}, {5}, 4),
        ("rules(advanced=False)", {7, 2, 6}, {5, 4}, 1),
    ],
)
def test_rules_plays_the_documents_games(spec, x, o, cell):
    """X 7, 3 or 7, 2 against O 5: cell 4. X 7, 2, 6 against O 5, 4: the first version 1, the advanced 9."""
    decision = decide(spec, numbered(x, o))
    assert decision.moves == {cell - 1: 1}
    assert decision.evidence.fired == "anti-fork"


def test_rules_counts_the_documents_popularity():
    """In X 7, 2, 6 | O 5, 4 row 1 and row 3 are in one potential fork each, column 3 in two, on 3 and 9."""
    evidence = decide("rules", numbered({7, 2, 6}, {5, 4})).evidence
    assert evidence.popularity == {"row1": 1, "row3": 1, "col3": 2}
    forks = {(fork.rows, fork.cell + 1) for fork in evidence.forks if fork.side.value == "X"}
    assert forks == {(("row1", "col3"), 3), (("row3", "col3"), 9)}
    assert evidence.lines == ("diag1", "col3")


def test_the_first_version_of_rules_loses_the_documents_game():
    """After O 1, X takes 9 and has two ways to win; after O 9 the game is still a draw."""
    lost = numbered({7, 2, 6, 9}, {5, 4, 1})
    assert sorted(readings.completions(lost.replace("/", ""), "X")) == [2, 7]
    assert readings.game_value(numbered({7, 2, 6}, {5, 4, 1}).replace("/", ""), "O") == -1
    assert readings.game_value(numbered({7, 2, 6}, {5, 4, 9}).replace("/", ""), "O") == 0


@pytest.mark.parametrize(
    ("text", "fired", "moves"),
    [
        ("XX./OO./...", "win", "c1"),
        ("XX./.O./...", "block", "c1"),
        ("X../.../...", "centre", "b2"),
        (".../.X./...", "corner", "a1 c1 a3 c3"),
        ("XOX/XOO/OX.", "corner", "c3"),
        ("XOX/.XO/OXO", "remaining", "a2"),
    ],
)
def test_rules_decides_in_its_order(text, fired, moves):
    """Win, block, and in the document's silence the centre, then any corner."""
    decision = decide("rules", text)
    assert decision.evidence.fired == fired
    assert set(names(decision)) == set(moves.split())


# --- and three that are not in the documents -------------------------------------------------------


def test_perfect_takes_the_shortest_win():
    """In XOO/X../... it wins at once at a3."""
    assert names(decide("perfect", "XOO/X../...")) == {"a3": 1}


def test_perfect_delays_a_loss():
    """In XXO/..O/... everything loses for X, but c3 makes O need longest."""
    assert names(decide("perfect", "XXO/..O/...")) == {"c3": 1}


@pytest.mark.parametrize(
    ("level", "text", "moves", "step"),
    [
        (8, "XX./OO./...", "c1", 1),
        (8, "XX./O../...", "c1", 2),
        (8, "X../.O./..X", "b1 a2 c2 b3", 4),
        (8, "X../.../...", "b2", 5),
        (8, ".X./.O./X..", "a1 a2 c2", 4),
        (8, ".../.X./...", "a1 c1 a3 c3", 7),
        (5, "X../.../...", "b2", 5),
        (0, "XX./OO./...", "c1 c2 a3 b3 c3", 0),
        (1, "XX./O../...", "c1 b2 c2 a3 b3 c3", 0),
    ],
)
def test_newell_simon_climbs_its_ladder(level, text, moves, step):
    """The first known rule that applies is played, and without one any cell."""
    decision = decide(f"newell-simon(level={level})", text)
    assert set(names(decision)) == set(moves.split())
    assert decision.evidence.step == step
