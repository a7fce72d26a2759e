"""Challenges are played once, from openings long enough, and what a side scored is counted from its own view."""

import pytest

from noughts import Mark, OptionError, player
from research.strength.challenge import Challenge, play_challenge
from research.strength.recorded_games import GameRecords

FIRST = Challenge("5x5x4", "weights", "random", first=3)
BOTH = Challenge("5x5x4", "weights", "random", openings=2, plies=4)


def nobody(words):
    """Who is told nothing."""


def test_what_is_to_be_played():
    """As X from the empty board so often; or each opening of so many plies with either colour."""
    assert [(start.moves, x, o) for start, x, o in FIRST.games()] == [((), "weights", "random")] * 3
    games = list(BOTH.games())
    assert [(x, o) for _, x, o in games] == [("weights", "random"), ("random", "weights")] * 2
    assert all(len(start.moves) >= 4 for start, _, _ in games)
    assert games[0][0] == games[1][0] != games[2][0]


def test_only_what_is_missing_is_played(tmp_path):
    """Two challenges share a record, each finds its own games in it, and none is played again."""
    records, said = GameRecords(tmp_path / "games.jsonl"), []
    for challenge, games in ((FIRST, 3), (BOTH, 4)) * 2:
        play_challenge(challenge, map(player, ("weights", "random")), records, said.append)
        assert len(challenge.games_in(records.games.values())) == games
    assert len(said) == len(records.games) == 7


def test_who_is_named_must_be_there(tmp_path):
    """A challenge to a player that was not given is refused by its name."""
    with pytest.raises(OptionError, match="'random'"):
        play_challenge(FIRST, [player("weights")], GameRecords(tmp_path / "games.jsonl"), nobody)


def test_points_are_the_player_s(tmp_path):
    """In each game the two players' points add up to one, and who won has it."""
    records = GameRecords(tmp_path / "games.jsonl")
    play_challenge(BOTH, map(player, ("weights", "random")), records, nobody)
    for game in records.games.values():
        assert game.points("weights") + game.points("random") == 1
        if game.winner is not None:
            assert game.points(game.x if game.winner is Mark.X else game.o) == 1
