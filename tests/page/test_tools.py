"""What stands around the board: taking back, beginning again, hints, values, keys."""

import re

import pytest
from playwright.sync_api import Route, expect

from noughts import Position, analyse
from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pages import THREES
from tests.page.table import WON, in_turn

VERBS = {"win": "wins", "draw": "draws", "loss": "loses"}


def test_moves_are_taken_back_and_a_game_begins_again(visit: Visit):
    """After a reload a game stands as it did; undo takes both moves back and redo repeats them, by button and key.

    Restart begins again as X; after a change of sides the computer opens, and says so.
    """
    table = visit().against("minimax").play("b2").holds(2)
    before = table.position()
    table.page.reload()
    assert table.holds(2).position() == before
    for act, undo, redo in (
        (lambda name: table.button(name).click(), "Undo", "Redo"),
        (table.press, "u", "r"),
    ):
        act(undo)
        table.holds(0).says("Taken back")
        act(redo)
        table.holds(2)
        assert table.position() == before
    table.button("Restart").click()
    table.holds(0).shows("Your move: you are X")
    table.button("Change sides").click()
    table.holds(1).says("X: a1, top left corner").shows("Your move: you are O")


@pytest.mark.long
def test_rematches_keep_the_score(visit: Visit):
    """Two wins count two, also with the sides changed; a cell of a finished game says that it is over."""
    table = visit().against("core")
    table.game(in_turn(WON))
    table.shows(re.compile("won by X:.* 1$")).button("Put the result away").click()
    table.cell("b3").click(force=True)
    table.says("The game is over").holds(7)
    table.button("Rematch").first.click()
    table.holds(0).game(in_turn(WON))
    table.shows(re.compile("won by X:.* 2$"))
    table.button("Rematch, sides changed").click()
    table.holds(1).shows("Your move: you are O").shows(re.compile("won by O:.* 2$"))


@pytest.mark.long
def test_a_hint_is_right_and_stays(visit: Visit):
    """A hint names a best move with a reason, and stays; with the values shown the best play from a cell is said.

    Where all moves draw the hint is the one after which the other side errs most easily.
    """
    table = visit("/?board=3x3x3&position=XX./OO./...")
    table.button("Hint").click()
    table.says("Hint: c1, top right corner").shows("Hint: c1")
    expect(table.cell("c1")).to_have_accessible_name(re.compile("hint"))
    table.button("Threats").click()
    expect(table.cell("c1")).to_have_accessible_name(re.compile("hint.*X would complete a line"))
    expect(table.cell("c2")).to_have_accessible_name(re.compile("O would complete a line"))
    table.press("v").says("Values shown").cell("c1").focus()
    table.says("c1 wins in 1 move. Best play: c1")
    table.goto("/?board=3x3x3&position=X../.O./...").button("Hint").click()
    table.says("Hint: .*[Aa]ll seven .* after b1 .* errs most easily")


@pytest.mark.long
def test_values_are_those_of_the_solver_and_one_key_hides_all_help(visit: Visit):
    """Every empty cell says what exact analysis has; `z` takes values, hints and brains away, and brings them back."""
    position = Position.parse("X.O/.../O.X")
    table = visit(f"/?board=3x3x3&position={position}")
    table.press("v").says("Values shown")
    for cell, value in analyse(position).moves.items():
        name = position.board.cell_name(cell)
        moves = "" if VERBS[value.result.name.lower()] == "draws" else f" in {(value.plies + 1) // 2} "
        words = VERBS[value.result.name.lower()] + moves
        expect(table.cell(name)).to_have_accessible_name(re.compile(f"^{name}, .*empty, .*{words}"))
    table.press("h").says("Hint").tab("Analysis")
    expect(table.page.get_by_role("heading", name="What it is worth")).to_be_visible()
    table.press("z").says("All help is hidden")
    expect(table.cell("b2")).to_have_accessible_name("b2, centre, empty")
    expect(table.page.get_by_role("heading", name="What it is worth")).to_be_hidden()
    expect(table.page.get_by_text("Hint: ").filter(visible=True)).to_have_count(0)
    table.press("z").says("Help is shown")
    expect(table.cell("b2")).to_have_accessible_name(re.compile("(wins|draws|loses)"))
    expect(table.page.get_by_role("heading", name="What it is worth")).to_be_visible()


@pytest.mark.long
def test_on_a_large_board_the_engine_helps(visit: Visit):
    """Two open threes on 10x10: the hint wins, values are proofs or estimates, threats are the forks of both."""
    table = visit(f"/?board=10x10x5&position={THREES}")
    table.button("Hint").click()
    table.says("Hint: d5. Plays d5, which wins in 2 moves")
    table.press("v", "t").says("Threats shown")
    expect(table.cell("d5")).to_have_accessible_name(
        "d5, empty, hint, X would threaten two lines, wins in 2 moves"
    )
    expect(table.cell("f4")).to_have_accessible_name("f4, empty, loses in 2 moves")
    expect(table.cell("d6")).to_have_accessible_name(
        re.compile("^d6, empty, O would threaten two lines, is estimated at [0-9]+ in 100$")
    )


@pytest.mark.long
def test_a_question_mark_shows_the_keys(visit: Visit):
    """`?` opens the list of keys and Escape closes it; in a field, letters are letters."""
    table = visit().press("?")
    dialog = table.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    table.press("Escape")
    expect(dialog).to_have_count(0)
    table.tab("Share")
    table.page.get_by_label("Paste a position").press_sequentially("zv")
    table.tab("Game")
    expect(table.button("Values")).to_have_attribute("aria-pressed", "false")
    expect(table.button("Hide all help")).to_have_attribute("aria-pressed", "false")


@pytest.mark.long
def test_sound_is_off_until_it_is_wanted(visit: Visit):
    """A new browser is silent; the switch says how it stands, also after a reload."""
    table = visit()
    expect(table.button("Sound")).to_have_attribute("aria-pressed", "false")
    table.button("Sound").click()
    table.page.reload()
    expect(table.button("Sound")).to_have_attribute("aria-pressed", "true")


@pytest.mark.long
def test_two_people_at_one_device(visit: Visit):
    """Two people play at one board in turn, and each move can be taken back alone."""
    table = visit().choose("O, second", "person").shows("Two people, one board")
    table.play("a1", "b2").holds(2)
    table.button("Undo").click()
    table.holds(1).play("a2", "b1", "a3", "c1")
    table.says("X wins along the top row").shows("X wins along the top row")


@pytest.mark.long
def test_changing_the_opponent_asks_before_a_game_is_left(visit: Visit):
    """In the middle of a game another opponent waits for New game: what was begun is not lost by a choice."""
    table = visit().against("minimax").play("b2").holds(2).play("c3").holds(4)
    table.choose("O, second", "tic").holds(4).shows("You against minimax")
    table.button("New game").click()
    table.holds(0).shows("You against tic")


@pytest.mark.long
@pytest.mark.one_host("answers are held or changed on their way")
def test_what_can_be_pressed_is_what_the_server_allows(visit: Visit, guard: Guard):
    """Where the server says that no seat may do anything, nothing can be pressed, whatever the game looks like."""
    guard.expects("net::ERR_FAILED")
    table = visit().against("minimax").play("b2").holds(2)
    expect(table.button("Undo")).to_be_enabled()

    def forbid(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"may": {"X": [], "O": []}})

    table.page.context.route("**/api/games/*", forbid)
    table.page.context.route("**/events*", lambda route: route.abort())
    table.page.reload()
    table.holds(2)
    for name in ("Undo", "Redo", "Restart", "Change sides"):
        expect(table.button(name)).to_be_disabled()
    expect(table.cell("c3")).to_be_disabled()
