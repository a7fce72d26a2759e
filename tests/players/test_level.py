"""Levels: exact mixtures by a stated law, on every board; they never miss their own completion."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest

from noughts import (
    Board,
    IllegalMoveError,
    NoughtsError,
    OptionError,
    PlayerConformance,
    Position,
    match,
    player,
    player_names,
    sentence,
    working,
)
from noughts.engine.static_eval import LineKind, threats, worths
from noughts.explain.analysis_text import thinking_words
from noughts.explain.json_views import decision_json
from noughts.game.threats import completions
from noughts.kernels.library import available
from noughts.players.level import SMALL, Level, against_people
from noughts.players.newell_simon import NewellSimon
from noughts.players.perfect import Perfect
from noughts.players.player import uniform
from noughts.players.registry import LEVELS
from tests.contract.held import held
from tests.players.readings import every_position
from tests.positions import games

QUICK = ("easy", "medium")
"""The levels that go by a look."""


@pytest.mark.parametrize("name", LEVELS)
class TestLevels(PlayerConformance):
    """The shared suite, once for each level."""

    games = 1

    @pytest.fixture(autouse=True)
    def _take(self, name):
        if name not in QUICK and not available():
            pytest.skip("the engine needs the extra 'solver'")
        self.player = player(name)
        self.boards = tuple(map(Board.parse, ("3x3x3", "4x4x3", "6x5x4")))


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_a_player_in_any_case(name):
    """`hard`, `Hard` and `HARD` are one player, whose name is `hard`; and levels are no others' names."""
    assert player(name) == player(name.upper()) == player(f" {name.capitalize()} ")
    assert str(player(name)) == name
    assert name not in player_names()


@pytest.mark.parametrize("board", ["4x4x4", "6x6x4", "15x15x5", "19x19x6", "cube4", "torus9x9x5"])
@pytest.mark.parametrize("name", LEVELS)
def test_levels_play_every_board(name, board):
    """No board is without its levels; those that think need Numba on more than nine cells."""
    assert player(name).plays(Board.parse(board)) is (name in QUICK or available())


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("easy", "cube3"),
        ("medium", "6x5x4"),
        ("hard", "5x4x4"),
        ("expert", "torus4x4x3"),
        ("impossible", "4x4x3"),
    ],
)
def test_its_own_completion_is_never_missed(name, board):
    """Where a level can complete a line it does, with certainty."""
    found = 0
    for position in games(Board.parse(board), 20, 9, Board.parse(board).size // 2):
        wins = completions(position.board, position.own, position.other)
        if wins:
            found += 1
            assert player(name).choose(position).moves == uniform(wins)
    assert found


def coins(law):
    """Every way in which a level's coins may fall: what is overlooked, whether a last stone is seen, and how likely."""
    for *missed, alert in product((True, False), repeat=len(LineKind) + 1):
        blind = {kind for kind, each in zip(LineKind, missed, strict=True) if each}
        chance = law.alert if alert else 1 - law.alert
        for kind in LineKind:
            chance *= law.overlooks[kind] if kind in blind else 1 - law.overlooks[kind]
        yield blind, alert, chance


@pytest.mark.parametrize("board", ["4x4x4", "6x6x4", "7x7x5", "cube3", "cube4"])
@pytest.mark.parametrize("name", QUICK)
def test_the_mixture_is_that_of_independent_oversights(name, board):
    """Every kind is overlooked by a coin of its own, and so is a last stone, whether it threatens or not."""
    level, board = player(name), Board.parse(board)
    law, split = level.on(board), 0
    for position in games(board, 16, 4, board.size // 4):
        if completions(board, position.own, position.other):
            continue
        met, counted = threats(position), Counter()
        for blind, alert, chance in coins(law):
            unseen = {each.line_kind for each in met if not (alert and each.lacks == 1)} & blind
            worth = worths(position, unseen, alert)
            good = [cell for cell, each in worth.items() if each >= law.near * max(worth.values())]
            for cell in good:
                counted[cell] += chance / len(good)
        choice = level.choose(position)
        assert choice.moves == {cell: share for cell, share in counted.items() if share}
        split += any(sight.sees_last for sight in choice.evidence.sights)
    assert split or str(board) in {"4x4x4", "7x7x5"}


@pytest.mark.parametrize("board", ["6x6x4", "7x7x5", "15x15x5", "cube4"])
def test_easy_sees_a_plain_four_nine_times_in_ten(board):
    """On boards of more than 25 cells, and each level after it more often still; it overlooks most other threats."""
    laws = [player(name).on(Board.parse(board)) for name in LEVELS]
    for kind in LineKind:
        missed = [law.overlooks[kind] * (1 - law.alert) for law in laws]
        assert Fraction(17, 200) < missed[0] < Fraction(11, 100)
        assert missed == sorted(missed, reverse=True)
        assert laws[0].overlooks[kind] > Fraction(1, 2)


def test_a_four_is_blocked_as_often_as_it_is_seen():
    """Easy blocks a plain four in a row but where it overlooks it: 3/5 of 1/7; the sentences tell each way there."""
    decision = player("easy").decide(
        Position.parse("......./.OOOOX./......./..XO.../....X../..XO.../X...X..", "7x7x5")
    )
    board = decision.position.board
    assert decision.moves[board.cell("a2")] == 1 - Fraction(3, 35)
    assert sentence(decision, board.cell("a2")).startswith(
        "Plays a2: in 9/16 (56.2%) of the cases at a look, where it overlooks O's straight lines that lack two. Else: "
    )
    assert sentence(decision, board.cell("c3")) == (
        "Plays c3 because it overlooks O's straight lines; overlooking nothing it would play a2."
    )


def test_people_overlook_diagonals_more():
    """The chance for diagonals is no less than that for straight lines; both fall from medium on, level by level."""
    boards = [Board.parse(name) for name in ("3x3x3", "4x4x4", "7x7x5", "15x15x5")]
    for weaker, stronger in pairwise(LEVELS[1:]):
        for board in boards:
            for kind in LineKind:
                assert player(weaker).on(board).overlooks[kind] >= player(stronger).on(board).overlooks[kind]
    for law in (law for name in LEVELS for _, law in player(name).laws()):
        assert law.overlooks[LineKind.DIAGONAL] >= law.overlooks[LineKind.STRAIGHT]


@pytest.mark.parametrize(("name", "most"), [("15x15x5", 3), ("9x9x5", 2), ("6x6x4", 1), ("cube4", 1)])
@pytest.mark.parametrize("level", QUICK)
def test_the_first_stone_is_near_the_middle(level, name, most):
    """At a look the first stone of either side lies at most so many cells from the middle, along each axis."""
    board = Board.parse(name)
    ends = [max(axis) for axis in zip(*board.points, strict=True)]
    for position in (Position.start(board), Position.start(board).play(0)):
        for cell in player(level).choose(position).moves:
            assert all(
                abs(2 * at - end) <= 2 * most for at, end in zip(board.points[cell], ends, strict=True)
            )


def test_on_3x3x3_easy_and_impossible_are_who_they_were():
    """Easy is the first rung of the ladder, and impossible is perfect."""
    for position in games(Board.mnk(3, 3, 3), 150, 6):
        assert player("easy").decide(position).moves == NewellSimon(1).decide(position).moves
        assert player("impossible").decide(position).moves == Perfect().decide(position).moves


def test_small_boards_have_a_law_of_their_own():
    """Up to 25 cells one law holds, beyond another, or two, and 3x3x3 has its own."""
    hard = player("hard")
    assert isinstance(hard, Level)
    laws = [hard.on(Board.parse(name)) for name in ("3x3x3", "4x4x4", "5x5x4", "6x5x4", "19x19x5")]
    assert Board.parse("5x5x4").size == SMALL
    assert laws == [hard.law_of_3x3x3, hard.law_of_small, hard.law_of_small, hard.law, hard.law]
    expert = player("expert")
    assert isinstance(expert, Level)
    laws = [expert.on(Board.parse(name)) for name in ("5x5x4", "6x5x4", "cube4", "13x5x5")]
    assert laws == [expert.law_of_small, expert.law_of_middle, expert.law_of_middle, expert.law]
    assert [where for where, _ in expert.laws()][1:] == [
        "others of at most 25 cells",
        "26 to 64 cells",
        "larger",
    ]


def test_what_a_level_sees_is_told():
    """Sights with chances that sum to 1, the threats, and whom it follows: as JSON, in sentences, in the working."""
    decision = player("hard").decide(Position.parse("XX./.../O.."))
    told = held(decision_json(decision), "DecisionJson")["evidence"]
    assert told["kind"] == "level"
    assert sum(Fraction(sight["chance"]) for sight in told["sights"]) == 1
    assert told["threats"][0] == {"line": ["a1", "b1", "c1"], "line_kind": "straight", "lacks": 1}
    assert told["thought"]["player"] == "newell-simon(level=6)"
    assert told["thought"]["evidence"]["name"] == "block"
    words = {decision.position.board.cell_name(cell): sentence(decision, cell) for cell in decision.moves}
    assert words["c1"] == (
        "Plays c1: in 11/17 (64.7%) of the cases at a look, where it overlooks X's diagonals or overlooks X's straight "
        "lines and diagonals. Else: As newell-simon(level=6), overlooking nothing (6/17 (35.3%) of the cases): "
        "Blocks the top row at c1: X would complete it."
    )
    assert words["b2"] == (
        "Plays b2 because it overlooks X's straight lines or overlooks X's straight lines and diagonals; "
        "overlooking nothing it would play c1."
    )
    assert "Overlooking nothing it does as newell-simon(level=6):" in working(decision)


def told_by_share(decision, cell, words):
    """Whether a sentence tells how the move came about, the likelier way first, with its share of the move's chance."""
    first, *_ = sights = decision.evidence.sights
    if first.chance == 1:
        return "overlook" not in words
    eyes_open = first.chance / len(first.cells) if cell in first.cells else Fraction(0)
    assert (
        eyes_open + sum(sight.chance / len(sight.cells) for sight in sights[1:] if cell in sight.cells)
        == (decision.moves[cell])
    )
    share = eyes_open / decision.moves[cell]
    head, _, tail = words.partition(" Else")
    if share == 0:
        return "because it overlooks" in head and "at random" not in words and not tail
    if share == 1:
        return f"overlooking nothing ({first.chance} " in head and "it overlooks" not in head and not tail
    nothing = f"overlooking nothing ({share} "
    if share >= Fraction(1, 2):
        return nothing in head and "it overlooks" in tail
    return (
        f"in {1 - share} " in head and "it overlooks" in head and nothing in tail and "at random" not in head
    )


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", LEVELS)
def test_no_sentence_contradicts_its_chances(name, step):
    """In every position of 3x3 a level's sentence of a move tells the ways to it by what they add to its chance."""
    level, told = player(name), 0
    reached = ("/".join((text[:3], text[3:6], text[6:])) for text in every_position()[::step])
    for position in (each for each in map(Position.parse, reached) if not each.is_over):
        decision = level.decide(position)
        for cell in decision.moves:
            words = sentence(decision, cell)
            wins = completions(position.board, position.own, position.other)
            right = words.startswith("Wins") if wins else told_by_share(decision, cell, words)
            assert right, (str(position), words)
            told += 1
    assert told > 4_000 / step


TIMED = "impossible(seconds=1)"


def test_by_the_clock_a_level_is_no_pure_function():
    """With seconds `impossible` and the engine are not pure, and contests know that; without they are as they were."""
    for name in ("impossible", "engine"):
        timed, steady = player(f"{name}(seconds=5)"), player(name)
        assert (timed.pure, steady.pure, type(timed).pure) == (False, True, True)
        assert str(timed) == f"{name}(seconds=5)"
        assert player(str(timed)) == timed
        with pytest.raises(OptionError, match=r"seconds='-1' is not above 0"):
            player(f"{name}(seconds=-1)")
    with pytest.raises(NoughtsError, match="impossible"):
        match(TIMED, "random", "4x3x3")


@pytest.mark.skipif(not available(), reason="the engine needs the extra 'solver'")
def test_a_decision_ripens_and_is_stopped():
    """What it thinks comes depth by depth; stopped it decides by what it has, long before its time."""
    position = Position.start("9x9x5").play("e5")
    with player("impossible(seconds=3000)").thinking(position) as thoughts:
        first = next(thoughts)
        thoughts.stop()
        depths = [decision.evidence.thought.evidence.depth for decision in (first, *thoughts)]
    assert depths == sorted(depths)
    assert set(thoughts.last.moves) <= set(position.moves)
    assert thinking_words(thoughts.last).startswith("impossible(seconds=3000) thinks: ")


def test_who_does_not_think_decides_at_once():
    """Of every other player, and on a board that is known by heart, there is one word: its decision."""
    position = Position.parse("X../.../...")
    for name in ("easy", "weights", "perfect", TIMED):
        (only,) = player(name).thinking(position)
        assert only.moves == player(name).decide(position).moves
        assert thinking_words(only).startswith(f"{name} plays ")
    with pytest.raises(IllegalMoveError):
        player("easy").thinking("XXX/OO./...")


@pytest.mark.skipif(not available(), reason="the engine needs the extra 'solver'")
def test_a_person_is_given_a_second():
    """Against people who name no time `impossible` thinks for a second where it thinks, and nobody else does."""
    large, small = Board.parse("15x15x5"), Board.parse("3x3x3")
    assert str(against_people(player("impossible"), large)) == TIMED
    for name in ("hard", "engine", "impossible(seconds=30)"):
        assert against_people(player(name), large) == player(name)
    assert against_people(player("impossible"), small) == player("impossible")
    assert against_people(None, large) is None


def test_a_look_is_told():
    """A level that goes by a look says so, with open eyes or not."""
    decision = player("medium").decide(Position.parse("..../.X../..../....", k=4))
    (first, *_) = decision.moves
    assert "at a look" in sentence(decision, first)
    assert sentence(player("medium").decide(Position.parse("XX../OO../..../....", k=3)), 2) == (
        "Wins at c1: X completes the row from a1 to c1."
    )
