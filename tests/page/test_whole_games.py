"""Whole games: by mouse, by keyboard alone, by touch; won, lost and drawn."""

import re

import pytest
from playwright.sync_api import expect

from noughts import Mark, Position, analyse
from tests.page.conftest import Visit
from tests.page.table import WON, Table, in_turn


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
    """Clicking a fork beats `core`: the result is said, shown, and counted; last move and line are in cells' names."""
    table = visit().against("core").play("a1").holds(2)
    expect(table.cell("c3")).to_have_accessible_name("c3, bottom right corner, O, last move")
    last = table.game(in_turn(WON))
    assert last.outcome.winner is Mark.X
    table.says("X: b2, centre.*You win").shows("You win").shows(re.compile("won by X:.* 1"))
    for name in ("c1", "b2", "a3"):
        expect(table.cell(name)).to_have_accessible_name(re.compile("X, .*in the winning line"))


@pytest.mark.long
@pytest.mark.parametrize("opponent", ["impossible", "minimax", "tic", "rules", "perfect"])
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
