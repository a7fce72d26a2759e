"""Programs in the arena: sampled, in one process, never remembered, never computed with."""

import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from noughts import Board, PlayerError, Position, exploit, match, player, sample
from noughts.adapters.programs.pipe import LostError, Pipe
from noughts.contests.tournament import sampled_tournament
from noughts.errors import ForfeitError
from tests.processes import PATIENCE, wait_until

from .brains import SHORT, Brain

FIVE = Board.mnk(5, 5, 5)


@pytest.fixture
def honest(tmp_path):
    fake = Brain(tmp_path)
    yield fake
    assert fake.left == []


def test_nothing_exact_is_said_of_a_program(honest):
    """Matches and weaknesses that are computed from all games are refused for whoever is no pure function."""
    for ask in (lambda: match(honest.player, player("random"), FIVE), lambda: exploit(honest.player, FIVE)):
        with pytest.raises(PlayerError, match="its games can be sampled"):
            ask()
    assert honest.notes("pid") == []


def test_a_sampled_match_asks_for_every_move_and_leaves_nothing(honest):
    """Every move of every game is asked for, also in positions seen before, of one process, which then ends."""
    result = sample(honest.player, honest.player, FIVE, 2)
    assert (result.tally.games, result.win.share, result.forfeits) == (2, 1, {})
    asked = [command for command in honest.heard if command.startswith(("BEGIN", "TURN"))]
    assert len(asked) == result.tally.plies == 42
    assert len(honest.notes("pid")) == 2
    assert honest.left == []


@pytest.mark.parametrize("side", ["x", "o"])
def test_a_forfeit_is_a_lost_game_with_its_reason(tmp_path, side):
    """A program that dies in each game loses each, on either side, and the match says why."""
    fake = Brain(tmp_path, "die", wait=SHORT * 1000)
    players = {"x": player("random"), "o": player("random"), side: fake.player}
    result = sample(players["x"], players["o"], FIVE, 2, seed=1)
    assert result.score == (-1 if side == "x" else 1)
    ((reason, games),) = result.forfeits.items()
    assert (games, reason) == (2, f"{fake.player} forfeits the game: it ended")
    assert fake.left == []


def test_a_tournament_of_programs_is_sampled(honest):
    """All play all, itself included, in so many games a pair; the sums of the mean scores rank them."""
    table = sampled_tournament([honest.player, player("random")], FIVE, games=1, seed=2)
    assert [result.tally.games for result in table.results] == [1] * 4
    assert sum(standing.total for standing in table.ranking()) == 0
    assert table.table[0][0].win.share == 1


def test_a_program_that_cannot_be_started_is_lost():
    """Whatever the system says against a program is told."""
    with pytest.raises(LostError, match="could not be started"):
        Pipe(("/etc/passwd",))


def test_an_answer_has_a_deadline_and_the_end_is_told_again_and_again():
    """A line is awaited until the deadline; after the last one there will be none, however often it is asked for."""
    pipe = Pipe(("sh", "-c", "echo one; read line; echo $line"))
    try:
        assert pipe.line(time.monotonic() + PATIENCE) == "one"
        with pytest.raises(TimeoutError):
            pipe.line(time.monotonic() + 0.01)
        pipe.send("two")
        assert pipe.line(time.monotonic() + PATIENCE) == "two"
        for _ in range(2):
            with pytest.raises(LostError, match="ended"):
                pipe.line(time.monotonic() + PATIENCE)
    finally:
        pipe.dismiss("bye")
        pipe.close()


def test_a_program_is_ended_in_the_middle_of_its_move(tmp_path):
    """Release waits for no answer: a move of a thousand seconds is lost then, and so is one that waits for its turn."""
    fake = Brain(tmp_path, "hang", seconds=Fraction(1_000))
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(fake.player.decide, Position.start(FIVE)) for _ in range(2)]
        wait_until(
            lambda: any(each.done() for each in asked) or (fake.notes("heard") and fake.heard[-1] == "BEGIN")
        )
        assert not any(each.done() for each in asked)
        fake.player.release()
        for each in asked:
            with pytest.raises(ForfeitError, match="ended"):
                each.result(60)
    assert fake.left == []
    assert len(fake.notes("pid")) == 1
