from fractions import Fraction

import pytest

from noughts import Board, NoughtsError, Tournament, UnsupportedBoardError, match, player, tournament
from noughts.players.registry import house_variants


@pytest.fixture(scope="module")
def whole() -> Tournament:
    """The whole house."""
    return tournament()


def test_everybody_plays_everybody(whole: Tournament) -> None:
    """The table has every ordered pair of all variants, each result a distribution."""
    names = [str(variant) for variant in house_variants()]
    assert [(r.x, r.o) for r in whole.results] == [(x, o) for x in names for o in names]
    assert all(r.win + r.draw + r.loss == 1 for r in whole.results)
    assert all(5 <= r.plies <= 9 for r in whole.results)


def test_a_cell_of_the_table_is_a_match() -> None:
    """A tournament's result is the match's, decisions remembered or not."""
    players = (player("weights"), player("core"))
    table = tournament(players).table
    assert table == tuple(tuple(match(x, o) for o in players) for x in players)


def test_scores_cancel(whole: Tournament) -> None:
    """One's win is another's loss: all totals together are 0, and places follow from them."""
    ranking = whole.ranking()
    assert sum((standing.total for standing in ranking), Fraction(0)) == 0
    assert [s.total for s in ranking] == sorted((s.total for s in ranking), reverse=True)
    assert all(s.rank == 1 + sum(t.total > s.total for t in ranking) for s in ranking)


def test_equal_totals_share_a_rank() -> None:
    """Two of the same player are first together, and the next is third."""
    ranking = tournament([player("tic"), player("random"), player("tic")]).ranking()
    assert [(s.rank, s.player) for s in ranking] == [(1, "tic"), (1, "tic"), (3, "random")]


def test_progress_is_told() -> None:
    """The matches done are told in order, up to all of them."""
    told: list[tuple[int, int]] = []
    tournament([player("random"), player("core")], progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 4), (2, 4), (4, 4)]


def test_refusals() -> None:
    """No players, or one who does not play the board, are refused before the first game."""
    with pytest.raises(NoughtsError, match="at least one player"):
        tournament([])
    with pytest.raises(UnsupportedBoardError):
        tournament([player("random"), player("core")], Board.mnk(4, 3, 3))
