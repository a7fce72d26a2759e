"""Positions and games that come from elsewhere: by a link, typed, pasted, or from another program."""

import re

import pytest
from playwright.sync_api import expect

from noughts import Board, Position
from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.table import Table


def paste(table: Table, text: str) -> Table:
    """Pastes a text and has it opened."""
    table.page.get_by_label("Paste a position").fill(text)
    table.button("Open it").click()
    return table


def test_nobody_moves_unasked_in_a_position_from_a_link(visit: Visit):
    """A linked position stands still and is no game yet; a seat may be chosen; the computer moves when it is let."""
    table = visit(None)
    table.page.clock.install()
    table.goto("/?board=3x3x3&position=XX./.../O..").shows("Nobody moves until you say so")
    table.page.clock.run_for(60_000)
    table.holds(3)
    table.choose("O, second", "core").shows("You against core").holds(3)
    assert table.page.url.endswith("position=XX./.../O..")
    table.button("Let Core move").click()
    table.holds(4).says("O: c1")
    assert "/game/" in table.page.url


@pytest.mark.long
def test_a_pasted_position_asks_how_many_in_a_row_win(visit: Visit, guard: Guard):
    """On 3x3 a position of 15x15 is not fifteen in a row: its board is asked for, and what is chosen is the board."""
    guard.expects("422")
    table = visit().tab("Share")
    rows = "/".join([".......X......."] + ["." * 15] * 14)
    paste(table, rows).says("15x15 cells does not say how many in a row win").holds(0)
    table.choose("On which board?", "15x15x6").button("Open it").click()
    assert table.holds(1).on("15x15x6").position().ply == 1


@pytest.mark.long
def test_an_address_without_a_board_says_which_it_is(visit: Visit):
    """With another board chosen, a linked 3x3 position is shown on 3x3, and the page says so."""
    table = visit().choose("Board", "7x7x5")
    expect(table.grid.get_by_role("gridcell")).to_have_count(49)
    table.goto("/?position=XX./OO./...").says("this is 3x3x3").holds(4)
    assert table.position() == Position.parse("XX./OO./...")


@pytest.mark.long
def test_games_of_other_programs_are_read_with_their_names(visit: Visit):
    """An SGF without GM shows its players' names; Piskvork's 20x20 and moves alone are read, on the board at hand.

    A file keeps its names in its own character set, and its main line is played on.
    """
    table = visit("/?board=15x15x5")
    for text, board, words, plies in [
        ("(;FF[4]PB[Ada]PW[Bo]SZ[15];B[hh];W[ii])", "15x15x5", "Ada", 2),
        ("Piskvorky 20x20, 0:0, 0\n20,20,0\n1,1,0\n-1\n", "20x20x5", "t20", 2),
        ("h8i7i8", "20x20x5", "i8", 3),
    ]:
        paste(table.tab("Share"), text)
        table.shows("Two people, one board").tab("Game").shows(words)
        assert table.on(board).position().ply == plies
    expect(table.grid.get_by_role("gridcell")).to_have_count(400)
    expect(table.cell("t20")).to_have_accessible_name(re.compile("empty"))
    record = "(;FF[4]GM[4]CA[GB18030]SZ[15]PB[王小明]PW[李雷];B[hh](;W[ii];B[hi])(;W[gg];B[jj];W[aa]))"
    file = {"name": "game.sgf", "mimeType": "application/x-go-sgf", "buffer": record.encode("GB18030")}
    table.tab("Share").page.get_by_label("or a file").set_input_files(file)
    table.shows("王小明").shows("李雷").holds(3).play("a1").holds(4)


@pytest.mark.long
def test_a_record_that_is_too_long_is_not_cut(visit: Visit, guard: Guard):
    """A file with more than the server reads is rejected; its first part is not taken for the game."""
    guard.expects("422")
    table = visit("/?board=15x15x5").tab("Share")
    for letters, words in (
        (200_000, "This is too long: 200,039 letters. At most 200,000 are read"),
        (480_000, "This file has 480,039 bytes. At most 480,000 are read"),
    ):
        record = "Piskvorky 15x15, 0:0, 0\n8,8,0" + " " * letters + "\n9,7,0\n-1\n"
        file = {"name": "game.psq", "mimeType": "text/plain", "buffer": record.encode()}
        table.page.get_by_label("or a file").set_input_files(file)
        table.says(words)
        assert "/game/" not in table.page.url


@pytest.mark.long
def test_any_board_is_chosen_by_its_numbers(visit: Visit, guard: Guard):
    """7x5 with four in a row and a torus begin with New game; numbers that are no board are told and change nothing."""
    table = visit().choose("Board", "other")
    for field, number, board in (
        ("Columns", "7", r"7 \S 3, three in a row"),
        ("Rows", "5", r"7 \S 5, three in a row"),
        ("In a row", "4", r"7 \S 5, four in a row"),
    ):
        table.page.get_by_role("spinbutton", name=field).fill(number)
        table.press("Tab").shows(re.compile(board)).shows("The next game: X a person here")
    assert str(table.position().board) == "3x3x3"
    guard.expects("422")
    table.page.get_by_role("spinbutton", name="In a row").fill("8")
    table.press("Tab").says("Nobody can win on '7x5x8'")
    expect(table.page.get_by_role("spinbutton", name="In a row")).to_have_value("4")
    table.button("New game").click()
    expect(table.grid.get_by_role("gridcell")).to_have_count(35)
    table.play("d3").holds(2)
    for shape, board in (("torus", "torus7x5x4"), ("cube", "cube3"), ("flat", "3x3x3")):
        table.choose("Board", "other").choose("Shape", shape).button("New game").click()
        assert table.on(board).position() == Position.start(Board.parse(board))


@pytest.mark.long
@pytest.mark.one_host("answers are held or changed on their way")
def test_numbers_are_typed_faster_than_they_are_answered(visit: Visit):
    """What is typed while a board is asked about stays, the last that was asked about counts, and no click is lost."""
    table = visit().choose("Board", "other")
    page, held = table.page, table.hold("**/api/players*", times=None)
    page.get_by_role("spinbutton", name="Columns").fill("7")
    table.press("Tab", "1")
    table.until(lambda: held)
    held.pop().continue_()
    table.shows(re.compile(r"7 \S 3, three in a row")).press("2", "Tab", "4")
    button = table.button("New game").bounding_box()
    page.mouse.move(button["x"] + 5, button["y"] + 5)
    page.mouse.down()
    table.until(lambda: len(held) == 2)
    later, earlier = held.pop(), held.pop()
    later.continue_()
    table.shows(re.compile(r"7 \S 12, four in a row"))
    with page.expect_response("**/api/players*"):
        earlier.continue_()
    page.context.unroute("**/api/players*")
    page.mouse.up()
    expect(table.grid.get_by_role("gridcell")).to_have_count(84)
    assert table.on("7x12x4").position() == Position.start(Board.parse("7x12x4"))
