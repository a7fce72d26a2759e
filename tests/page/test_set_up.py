"""Positions and games that come from elsewhere: by a link, typed, pasted, or from another program."""

import re

import pytest
from playwright.sync_api import expect

from noughts import Board, Position
from tests.page.conftest import Visit
from tests.page.guard import Guard

TYPED = [
    ("XX./.../O..", "3x3x3", {"position": "XX./.../O..", "board": "3x3x3"}),
    ("xx./.../o..", "3x3x3", {"position": "XX./.../O..", "board": "3x3x3"}),
    ("XX_/___/O__", "3x3x3", {"position": "XX./.../O..", "board": "3x3x3"}),
    ("XX....O..", "3x3x3", {"position": "XX./.../O..", "board": "3x3x3"}),
    ("XX.\n...\nO..", "3x3x3", {"position": "XX./.../O..", "board": "3x3x3"}),
    (" X X . / . . . / O . . ", "3x3x3", {"position": "XX./.../O..", "board": "3x3x3"}),
    ("5x4x4: X..../...../...../.....", "3x3x3", {"position": "X..../...../...../.....", "board": "5x4x4"}),
    ("torus4x4x4 X.../..../..../....", "3x3x3", {"position": "X.../..../..../....", "board": "torus4x4x4"}),
    ("X.../..../..../....", "4x4x3", {"position": "X.../..../..../....", "board": "4x4x3"}),
    ("X.../..../..../....", "3x3x3", {"position": "X.../..../..../....", "columns": 4, "rows": 4}),
    ("4x4 X.../..../..../....", "3x3x3", {"position": "X.../..../..../....", "columns": 4, "rows": 4}),
    ("X...............", "3x3x3", {"position": "X.../..../..../....", "columns": 4, "rows": 4}),
]
"""What is typed, the board at hand, and what is read."""

WRONG = [
    ("", "Type a position"),
    ("XXX/OO", "“XXX/OO”"),
    ("XYZ/.../...", "“Y” in “XYZ/.../...”"),
    ("XX...", "5 cells in one row"),
    ("XXXX/XXXX/XXXX/XXXX", "16 X and 0 O"),
    ("4x4x3 XX./.../O..", "which is not the board 4x4x3"),
]


def test_positions_are_read_as_people_type_them(visit: Visit):
    """Either case, other signs for empty cells, rows parted or not; the length of a line is told, at hand, or asked."""
    table = visit()
    page = table.page
    read = f"""async ([text, board]) =>
        (await import("{table.address}/static/core/position_text.js")).parsePosition(text, board)"""
    for text, board, meant in TYPED:
        assert page.evaluate(read, [text, board]) == meant, text
    for text, words in WRONG:
        assert words in page.evaluate(read, [text, "3x3x3"])["problem"], text


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
def test_a_pasted_position_asks_how_many_in_a_row_win(visit: Visit):
    """On 3x3 a position of 15x15 is not fifteen in a row: it is asked, and what is chosen is the board."""
    table = visit().tab("Share")
    field = table.page.get_by_role("textbox", name="Start from a position")
    field.fill("/".join([".......X......."] + ["." * 15] * 14))
    field.press("Enter")
    table.says("15 . 15 needs how many in a row").holds(0)
    table.page.get_by_role("combobox", name="How many in a row win").select_option("5")
    assert table.holds(1).on("15x15x5").position().ply == 1


@pytest.mark.long
def test_an_address_without_a_board_says_which_it_is(visit: Visit):
    """With another board chosen, a linked 3x3 position is shown on 3x3, and the page says so."""
    table = visit().choose("Board", "7x7x5")
    expect(table.grid.get_by_role("gridcell")).to_have_count(49)
    table.goto("/?position=XX./OO./...").says("this is 3x3x3").holds(4)
    assert table.position() == Position.parse("XX./OO./...")


@pytest.mark.long
def test_games_of_other_programs_are_read_with_their_names(visit: Visit):
    """An SGF without GM shows its players' names; Piskvork's 20x20 and moves alone are read, on the board at hand."""
    table = visit("/?board=15x15x5")
    for text, board, words, plies in [
        ("(;FF[4]PB[Ada]PW[Bo]SZ[15];B[hh];W[ii])", "15x15x5", "Ada", 2),
        ("Piskvorky 20x20, 0:0, 0\n20,20,0\n1,1,0\n-1\n", "20x20x5", "t20", 2),
        ("h8i7i8", "20x20x5", "i8", 3),
    ]:
        table.tab("Share").page.get_by_role("textbox", name="Open a game").fill(text)
        table.button("Open").click()
        table.shows("Two people, one board").tab("Game").shows(words)
        assert table.on(board).position().ply == plies
    expect(table.grid.get_by_role("gridcell")).to_have_count(400)
    expect(table.cell("t20")).to_have_accessible_name(re.compile("empty"))


@pytest.mark.long
def test_a_record_that_is_too_long_is_not_cut(visit: Visit):
    """A file with more letters than the server reads is rejected; its first part is not taken for the game."""
    table = visit("/?board=15x15x5").tab("Share")
    record = "Piskvorky 15x15, 0:0, 0\n8,8,0" + " " * 12_000 + "\n9,7,0\n-1\n"
    file = {"name": "game.psq", "mimeType": "text/plain", "buffer": record.encode()}
    table.page.locator("#record-file").set_input_files(file)
    table.says("This record has 12,039 letters. At most 12,000 are read here")
    expect(table.page.get_by_role("textbox", name="Open a game")).not_to_have_attribute(
        "maxlength", re.compile(".")
    )
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
    table, held = visit().choose("Board", "other"), []
    page = table.page
    page.route("**/api/players*", lambda route: held.append(route))  # noqa: PLW0108 - it wants to mark what it calls
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
    page.unroute("**/api/players*")
    page.mouse.up()
    expect(table.grid.get_by_role("gridcell")).to_have_count(84)
    assert table.on("7x12x4").position() == Position.start(Board.parse("7x12x4"))
