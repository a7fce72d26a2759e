"""Whole games: by mouse, by keyboard alone, by touch; won, lost and drawn."""

import re

import pytest
from playwright.sync_api import expect

from noughts import Mark, Position, analyse
from tests.page.conftest import Visit
from tests.page.table import Table, in_turn

WON = ("a1", "c1", "a3", "b2")
"""How X beats `core`, which answers in the opposite corner and then only ever blocks."""


def best(position: Position) -> str:
    return position.board.cell_name(analyse(position).best[0])


def worst(position: Position) -> str:
    values = analyse(position).moves
    return position.board.cell_name(min(values, key=values.get))


def by_arrows(table: Table):
    """Plays a cell with the arrow keys and Enter, from wherever the keyboard is on the board."""

    def play(name: str) -> None:
        table.press(
            "Control+Home", *["ArrowRight"] * (ord(name[0]) - 97), *["ArrowDown"] * (int(name[1]) - 1)
        )
        assert table.focused.startswith(name)
        table.press("Enter")

    return play


def test_a_game_by_mouse_is_won(visit: Visit):
    """Clicking a fork beats `core`: the result is said, shown, and counted."""
    table = visit().against("core")
    last = table.game(in_turn(WON))
    assert last.outcome.winner is Mark.X
    table.says("X: b2, centre.*You win").shows("You win").shows(re.compile("won by X:.* 1"))
    expect(table.grid.get_by_role("button", name="in the winning line")).to_have_count(3)


@pytest.mark.parametrize(
    "opponent",
    [
        pytest.param(name, marks=pytest.mark.long)
        for name in ("impossible", "minimax", "tic", "rules", "perfect")
    ],
)
def test_good_play_draws(visit: Visit, opponent: str):
    """Against a player that cannot lose, best play fills the board, and the draw is said."""
    table = visit().against(opponent)
    last = table.game(best)
    assert last.outcome.winner is None
    table.says("A draw").shows("A draw")


@pytest.mark.long
def test_bad_play_loses(visit: Visit):
    """Against `perfect` the worst moves lose, and the page says so, with the mistakes marked by size."""
    table = visit().against("perfect")
    last = table.game(worst)
    assert last.outcome.winner is Mark.O
    table.says("You lose").shows("You lose")
    expect(table.page.get_by_role("button", name="Jump to move")).not_to_have_count(0)


def test_a_game_by_keyboard_alone(visit: Visit):
    """From a fresh page Tab reaches the board, arrows and Enter play, and the game is won without a mouse."""
    table = visit().against("core")
    table.goto()
    expect(table.cell("a1")).to_be_visible()
    for _ in range(20):
        table.press("Tab")
        if "empty" in table.focused:
            break
    last = table.game(in_turn(WON), by_arrows(table))
    assert last.outcome.winner is Mark.X
    table.says("You win")


@pytest.mark.long
def test_a_game_by_touch(visit: Visit):
    """On a phone, taps play a whole game."""
    table = visit(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).against("core")
    last = table.game(in_turn(WON), lambda name: table.cell(name).tap())
    assert last.outcome.winner is Mark.X
    table.says("You win")


def test_the_computer_may_begin(visit: Visit):
    """A computer that plays X opens at once, and its opening is said."""
    table = visit().choose("O, second", "person").choose("X, first", "minimax")
    table.holds(1).says("X: a1, top left corner").shows("Your move: you are O")
