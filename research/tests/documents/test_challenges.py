"""What docs/strength.md says beyond the levels is what its records say, and it is what was to be reached."""

import re

import pytest
from tests.paths import DOCS, RECORDS

from noughts import OptionError, Position, player
from noughts.contests.recorded import known_strength
from research.documents.challenges import (
    CHALLENGES,
    KEPT,
    KEPT_BOARDS,
    NEVER_LOSES,
    PLAYED_BEFORE,
    PROGRAMS,
    PUBLISHED,
    STRONG,
    WINS_FIRST,
    Beyond,
)
from research.strength.openings import Opening
from research.strength.recorded_games import GameRecords, play_game
from research.strength.value_preservation import read_kept


@pytest.fixture(scope="module")
def games():
    """The recorded games."""
    return tuple(GameRecords(RECORDS / "challenges.jsonl").games.values())


def test_no_game_is_missing(games):
    """Every challenge has all its games, and nothing else is on record but games against programs."""
    assert all(len(each.games_in(games)) == 2 * each.openings + each.first for each in CHALLENGES)
    known = [game.key for each in (*CHALLENGES, *PROGRAMS.values()) for game in each.games_in(games)]
    assert sorted(known) == sorted(game.key for game in games)


def test_a_second_a_move_never_loses_to_the_classic_players(games):
    """On 15x15x5 the engine lost none of a thousand games against `weights` and `random`."""
    scored = [game.points(STRONG) for each in NEVER_LOSES for game in each.games_in(games)]
    assert len(scored) == 1_000
    assert min(scored) > 0


def test_what_is_won_is_won(games):
    """As X on cube4, 6x5x4 and 9x4x4 the engine won every game, two hundred on the cube."""
    won = [(each.board, game.points(STRONG)) for each in WINS_FIRST for game in each.games_in(games)]
    assert {score for _, score in won} == {1}
    assert sum(board == "cube4" for board, _ in won) >= 200


def over(game):
    """The outcome of a recorded game, None where it was forfeited."""
    x, o = (sum(1 << cell for cell in game.moves[side::2]) for side in (0, 1))
    return Position.unchecked(game.board, x, o).outcome


def test_recorded_games_are_games(games):
    """Nobody takes a taken cell, and the recorded winner holds a line at the end, but for forfeited games."""
    for game in games:
        assert len(set(game.moves)) == len(game.moves), game.key
        outcome = over(game)
        assert outcome is not None or game.circumstances is not None, game.key
        if outcome is not None:
            assert outcome.winner == game.winner, game.key


def test_at_least_99_of_100_values_are_kept():
    """On each board there are so many positions, and the engine's move keeps the value in all but one at most."""
    kept = read_kept(RECORDS / "kept.jsonl")
    for board in KEPT_BOARDS:
        there = [each.is_kept for each in kept if each.board == board and each.player == STRONG]
        assert len(there) == KEPT
        assert sum(there) >= 0.99 * KEPT


def test_the_rating_is_that_at_which_its_score_is_expected(games):
    """On the Gomocup scale, of openings played to the end, the score is what the page's rating expects, to an Elo."""
    page = (DOCS / "strength.md").read_text(encoding="utf-8")
    rating = int(re.search(r"is rated \*\*(\d+)\*\*", page)[1])
    scored = hoped_less = hoped_more = 0.0
    for name, each in PROGRAMS.items():
        played = each.games_in(games)
        assert len(played) in (0, 40)
        broken = {game.number for game in played if over(game) is None}
        counted = [game.points(each.player) for game in played if game.number not in broken]
        if played and name in PUBLISHED:
            scored += sum(counted) + 1 / 2
            hoped_less += (len(counted) + 1) / (1 + 10 ** ((PUBLISHED[name] - rating + 1) / 400))
            hoped_more += (len(counted) + 1) / (1 + 10 ** ((PUBLISHED[name] - rating - 1) / 400))
    assert hoped_less < scored < hoped_more


@pytest.mark.long
@pytest.mark.xfail(bool(PLAYED_BEFORE), reason=PLAYED_BEFORE, strict=True)
@pytest.mark.parametrize("each", [*NEVER_LOSES, *WINS_FIRST[:2]], ids=str)
def test_games_can_be_played_again(games, each):
    """The first games come out the same today; if not, the engine changed: see research/README.md."""
    for game in each.games_in(games)[:4]:
        start = Opening(game.board, game.seed, game.number, game.moves[: game.opening])
        assert play_game(start, player(game.x), player(game.o)) == game


def test_a_stranger_is_not_met(tmp_path):
    """A program by a name that has no place on the page is refused, and so are games that nobody records."""
    stranger = player("random")
    with pytest.raises(OptionError, match="'random' is no program that is met here"):
        Beyond(tmp_path / "games.jsonl", None).meet([stranger], lambda words: None)
    assert not (tmp_path / "games.jsonl").exists()
    nothing = known_strength() | {"even": [], "empty": [], "scale": None}
    assert set(Beyond(None, None).parts(nothing)) == {"played_before"}
