"""Wins with zones are found where there are some, and what is found is a certificate that the verifier accepts."""

import random

import pytest
from tests.paths import TESTS
from tests.positions import MIXED, games
from tests.solver.certificate.zones import ByThePage, Strategy

from noughts import Board, IllegalMoveError, Position, Result, verify
from noughts.solver.certificate.write_file import write_zones
from noughts.solver.small.solver_choice import solver_for

WINS = [line.split() for line in (TESTS / "engine/wins.txt").read_text().splitlines()]
FIVE = Board.parse("15x15x5")


def found(position, positions=800_000):
    """The numbers of a tree, or None."""
    from research.zones.zone_search import ZoneSearch

    return ZoneSearch(position).run(positions)


def certified(position, numbers, path):
    """Whether the plain verifier accepts the tree as a win of the side to move."""
    write_zones(path, position, position.to_move, numbers)
    (claim,) = verify(path, None if position.board.is_named else position.board, plain=True)
    return claim.wins and claim.attacker is position.to_move


@pytest.mark.parametrize("first", [15, pytest.param(0, marks=pytest.mark.long)])
def test_forced_wins_are_certified(first, tmp_path):
    """The wins on 15x15 that the engine is tested with are all found, each in 800,000 positions, and accepted."""
    missed = []
    for kind, plies, text in WINS[first:]:
        position = Position.parse(text, FIVE)
        numbers = found(position)
        if numbers is None or not certified(position, numbers, tmp_path / "win"):
            missed.append((kind, plies, text))
    assert missed == []


@pytest.mark.parametrize("name", ["4x4x3", "5x3x3", "torus4x4x4", "mixed"])
def test_what_is_found_is_true(name, tmp_path):
    """On small boards a win is found only where the table knows of one, and every one found is accepted."""
    board = MIXED if name == "mixed" else Board.parse(name)
    exact, wins = solver_for(board), 0
    for position in games(board, 40, 21):
        numbers = found(position, 20_000)
        if numbers is not None:
            wins += 1
            assert exact.value(position).result is Result.WIN
            assert certified(position, numbers, tmp_path / "win")
    assert wins > 3


@pytest.mark.parametrize("r", [0, 1, 2, 3])
def test_zones_are_reckoned_as_the_page_says(r):
    """Where the defender may have more stones, too, the checker from the page accepts the tree, and a zone as large."""
    from research.zones.zone_search import ZoneSearch

    board, tried = Board.parse("4x4x3"), 0
    for position in games(board, 25, 22, 2, 6):
        search = ZoneSearch(position)
        if search.run(20_000) is not None and (proof := search.replayed(search.root.proof, r)):
            zone = ByThePage(board).zone(proof.tree.numbers, position.own, position.other, r)
            assert zone is not None
            assert zone == sum(1 << int(c) for c in proof.zone.nonzero()[0])
            tried += 1
    assert tried > 5


@pytest.mark.parametrize(
    ("name", "most"),
    [("4x4x3", 20_000), ("torus4x4x3", 20_000), ("mixed", 20_000), ("6x5x4", 40_000), ("15x15x5", 30_000)],
)
def test_the_compiled_upper_part_searches_the_slow_references_tree(name, most):
    """In every order, and with a hint, both look at as many positions, and find the same proof."""
    from research.tests.zones.slow_zone_search import SlowZoneSearch
    from research.zones.zone_search import ZoneSearch

    large = name == "15x15x5"
    board, hint, found = MIXED if name == "mixed" else Board.parse(name), None, 0
    some = [Position.parse(text, FIVE) for _, _, text in WINS[20:23]] if large else games(board, 12, 24)
    for position in some:
        for order in range(5):
            fast, slow = (kind(position, order) for kind in (ZoneSearch, SlowZoneSearch))
            fast.root.hint = slow.root.hint = hint
            told = [(one.run(most), one.spent, one.root.pn, one.root.dn) for one in (fast, slow)]
            assert told[0] == told[1]
            assert fast.favourites == slow.favourites
            if fast.root.proof:
                hint, found = fast.root.proof, found + 1
    assert found > 3


def test_a_certified_win_on_a_large_board_is_played_out():
    """Against a hundred defenders who play at random near the stones the attacker completes five, and first."""
    dice, games_won = random.Random(9), 0
    for _, _, text in WINS[34:37]:
        position = Position.parse(text, FIVE)
        numbers = found(position)
        strategy = Strategy(FIVE, numbers, position.own, position.other)
        for _ in range(35):
            games_won += strategy.wins(lambda a, d: dice.choice(sorted(set(FIVE.cells) - a - d)))
    assert games_won == 105


def test_a_four_of_the_defender_does_not_end_an_attack(tmp_path):
    """Where a four far away must be met first by a stone that threatens nothing, the threats go on and win."""
    sides = "h8 g7 f6 i9 h6 o8", "e5 j10 o9 o10 o11 a1"
    x, o = (sum(1 << FIVE.cell(cell) for cell in side.split()) for side in sides)
    position = Position.unchecked(FIVE, x, o)
    numbers = found(position, 1_000)
    assert numbers is not None
    assert FIVE.cell("o13") in numbers
    assert certified(position, numbers, tmp_path / "win")


def test_a_finished_game_is_refused():
    """There is nothing to search where somebody has won."""
    with pytest.raises(IllegalMoveError, match="is over"):
        found(Position.parse("XXX/OO./..."))


def test_more_is_tried_before_it_is_given_up():
    """Where nothing comes of what is tried more moves are, with more for each; then the search ends."""
    from research.zones.zone_search import ZoneSearch

    board = Board.parse("4x4x4")
    search = ZoneSearch(Position.start(board))
    levels = []
    while search.open:
        search.run(1)
        levels.append(search.root.level)
    assert search.root.proof is None
    assert sorted({*levels}) == [0, 1, 2]
    assert len(search.root.moves) == board.size


def test_replies_met_at_once_may_not_be_a_line(tmp_path):
    """Where the replies to a three make a full line of the defender together, no proof is written that is none."""
    rows = ".......OOOXO... .....X.X.O..... ....OXXXXO..... .....X.X....... ....X..X.OO.... ...O...O......."
    empty = ["." * 15] * 4
    position = Position.parse("/".join([*empty, *rows.split(), *empty, "." * 15]), FIVE)
    numbers = found(position, 3_000)
    assert numbers is None or certified(position, numbers, tmp_path / "win")
