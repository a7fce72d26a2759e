"""docs/strength.md is what its record says, the record is of true games, and the levels are in order."""

import re
from itertools import pairwise

import pytest
from tests.paths import DOCS, RECORDS

from noughts import Position, player
from noughts.contests.recorded import known_strength
from noughts.players.registry import LEVELS
from research.documents.challenges import EVEN_NODES, STRONGEST, Beyond
from research.documents.markdown import fill
from research.documents.strength import EXACT, OPENINGS, SAMPLED, SEED, play_missing, strength_parts
from research.strength import value_preservation
from research.strength.openings import EVEN, NODES, PLIES, Opening
from research.strength.ratings import LEVEL, RESAMPLES
from research.strength.recorded_games import GameRecords, play_game


@pytest.fixture(scope="module")
def games():
    """The recorded games."""
    return tuple(GameRecords(RECORDS / "strength.jsonl").games.values())


def test_the_page_is_fresh():
    """docs/strength.md says what the package has of it, with two of its records."""
    beyond = Beyond(RECORDS / "challenges.jsonl", RECORDS / "kept.jsonl").parts(known_strength())
    page = (DOCS / "strength.md").read_text(encoding="utf-8")
    assert page == fill(page, strength_parts(known_strength()) | beyond), (
        "run `python -m research.documents strength`"
    )
    assert set(re.findall(r"<!-- (\w+) -->", page)) == {*strength_parts(known_strength()), *beyond}


def test_the_page_tells_by_which_numbers_it_is_made():
    """What is written around its tables says the numbers of openings, searches, seeds and intervals that are taken."""
    page = " ".join((DOCS / "strength.md").read_text(encoding="utf-8").split())
    for words in (
        f"Openings are {PLIES[0]} to {PLIES[1]} random moves after which the engine (with {NODES:,} positions) gives",
        f"neither side more than {EVEN / 1000} logits",
        f"intervals hold {LEVEL:.0%} of {RESAMPLES} ratings",
        f"from the seed {SEED}, and",
        f"On {EXACT} every result is exact",
        f"the interval that holds {LEVEL:.0%}.",
        f"`{STRONGEST}` met them",
        f"Openings are {PLIES[0] + 1} to {PLIES[1]} random moves that the engine (with {EVEN_NODES:,} positions) finds",
        f"Positions of random games, from {value_preservation.PLIES[0]} moves to half of the board, of seed {SEED}.",
        f"finds with {value_preservation.NODES:,} expansions",
    ):
        assert words in page


def test_the_levels_are_in_order_on_every_board():
    """On all seven boards each level is rated higher than the one before."""
    page = (DOCS / "strength.md").read_text(encoding="utf-8")
    glance = page.partition("## At a glance")[2].partition("##")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", glance, re.MULTILINE)
    assert [board for board, _ in rows] == [EXACT, *SAMPLED]
    for _, row in rows:
        ratings = [int(number) for number in row.split(" | ")]
        assert len(ratings) == len(LEVELS)
        assert ratings == sorted(set(ratings))


def test_recorded_games_are_games(games):
    """Nobody takes a taken cell, and the recorded winner is who holds a line at the end; a draw fills the board."""
    for game in games:
        assert len(set(game.moves)) == len(game.moves), game.key
        x, o = (sum(1 << cell for cell in game.moves[side::2]) for side in (0, 1))
        outcome = Position.unchecked(game.board, x, o).outcome
        assert outcome is not None, game.key
        assert outcome.winner == game.winner, game.key


def test_no_game_is_missing(games):
    """Every pair of levels that meets has its games: each opening with either colour."""
    played = {game.key for game in games}
    for board in SAMPLED:
        for number in range(OPENINGS):
            for weak, strong in pairwise(LEVELS):
                assert {(board, weak, strong, SEED, number), (board, strong, weak, SEED, number)} <= played


@pytest.mark.long
@pytest.mark.parametrize("board", SAMPLED)
def test_games_can_be_played_again(games, board):
    """The first games of the record come out the same today; if not, a level changed: see research/README.md."""
    for game in [game for game in games if str(game.board) == board and game.number < 2]:
        start = Opening(game.board, game.seed, game.number, game.moves[: game.opening])
        assert play_game(start, player(game.x), player(game.o)) == game


def test_only_what_is_missing_is_played(tmp_path):
    """A second call plays nothing, and a record that was cut short is filled up."""
    said = []
    records = GameRecords(tmp_path / "games.jsonl")
    play_missing(records, ["4x4x4"], 1, said.append)
    assert said == ["4x4x4: opening 1 of 1"]
    whole = records.path.read_bytes()
    play_missing(GameRecords(records.path), ["4x4x4"], 1, said.append)
    assert len(said) == 1
    records.path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-2]))
    play_missing(GameRecords(records.path), ["4x4x4"], 1, said.append)
    assert records.path.read_bytes() == whole
