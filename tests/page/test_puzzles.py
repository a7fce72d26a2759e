"""Puzzles in a browser: of the day, by theme, against the clock, what was missed, moments of one's own games."""

import re
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import expect

from noughts.lessons.puzzles import boards, daily, puzzles
from tests.page.conftest import Visit
from tests.page.pages import fits
from tests.page.table import Table

DAY = "2026-11-23T10:00:00"
LATER = "2026-11-23T10:10:00"
LARGE = 8  # columns or rows
FOUR = "4 \N{MULTIPLICATION SIGN} 4, four in a row"


def at(visit: Visit, when: str, path: str) -> Table:
    """A page of this browser's calendar, whose clock stands still."""
    table = visit(None)
    table.page.clock.set_fixed_time(when)
    return table.goto(path)


def wrong_cell(puzzle: Any) -> str:
    """The name of a legal move that is no answer; of a puzzle as the server tells it, or as the library has it."""
    if isinstance(puzzle, dict):
        rows = enumerate(puzzle["position"].split("/"), 1)
        empty = [f"{'abcdefghijklmno'[x]}{y}" for y, row in rows for x, mark in enumerate(row) if mark == "."]
        return next(cell for cell in empty if cell not in puzzle["answers"])
    return puzzle.board.cell_name(next(cell for cell in puzzle.position.moves if cell not in puzzle.answers))


def right_cell(puzzle: Any) -> str:
    """The name of its first answer."""
    return puzzle["answers"][0] if isinstance(puzzle, dict) else puzzle.board.cell_name(puzzle.answers[0])


@pytest.mark.long
def test_the_puzzle_of_a_day_is_answered_once(visit: Visit):
    """Everybody has the same one on a day; its first answer is kept over a reload, and what others do is told."""
    puzzle = daily(date(2026, 11, 23))
    table = at(visit, DAY, "/learn/daily")
    expect(table.page.get_by_role("heading", level=1)).to_have_text(re.compile("^Today.s puzzle$"))
    table.shows("Monday").shows("Your first answer counts.")
    table.cell(right_cell(puzzle)).click()
    table.says("Right: ").shows("Solved at the first try today. Right on 1 day so far.").shows(
        "How likely others are"
    )
    table.page.reload()
    table.cell(wrong_cell(puzzle)).click()
    table.shows("Not ").shows("Solved at the first try today.")


@pytest.mark.long
def test_a_theme_on_another_board(visit: Visit):
    """A board and a theme are chosen; after the answer the win is told, and the next one comes by keyboard."""
    table = visit("/learn/puzzles")
    table.choose("Board", FOUR)
    number = len(puzzles("4x4x4", "fork"))
    table.choose("Theme", f"Fork ({number})")
    first, second = puzzles("4x4x4", "fork")[:2]
    table.shows(f"Number 1 of {number}")
    table.cell(right_cell(first)).click()
    table.shows("makes two threats at once").shows("1 right answer in a row")
    table.button("Next").focus()
    table.press("Enter")
    table.shows(f"{second.position.to_move} to move").shows("Number 2 of")
    assert table.page.evaluate("document.activeElement.closest('noughts-board') !== null")


@pytest.mark.long
def test_what_was_missed_comes_again_later_and_later(visit: Visit):
    """A missed puzzle waits under Again; right there it comes back the next day, and after that three days later."""
    puzzle = puzzles("3x3x3", "fork")[0]
    table = at(visit, DAY, "/learn/puzzles?kind=fork&number=1")
    table.cell(wrong_cell(puzzle)).click()
    table.shows("Not ")
    for day, later in ((DAY, "tomorrow"), ("2026-11-24T09:00:00", "Friday, November 27")):
        table.page.clock.set_fixed_time(day)
        table.goto("/learn")
        table.page.get_by_role("link", name="Again (1)").click()
        table.shows("1 puzzle for today.")
        table.cell(right_cell(puzzle)).click()
        table.says("Right: ").shows(f"0 puzzles for today. 1 later, the next {later}.")
        table.button("Next").click()
        table.shows("Nothing more today.")


@pytest.mark.long
@pytest.mark.one_host("what was drawn is read from the server's answer")
def test_a_run_ends_with_its_time(visit: Visit):
    """Right answers lead on, a wrong one is missed and comes again; when time is over the score is told and kept."""
    table = visit(None)
    table.page.clock.install(time=DAY)
    table.goto("/learn/run")
    table.choose("Board", FOUR)
    table.page.clock.pause_at(LATER)  # a slow machine may take seconds from the click to the look
    with table.page.expect_response(lambda answer: "board=4x4x4" in answer.url) as drawn:
        table.button("Begin").click()
    first, second = drawn.value.json()["puzzles"][:2]
    expect(table.page.get_by_role("timer")).to_contain_text("3:00")
    table.page.clock.resume()
    table.cell(right_cell(first)).click()
    table.shows("1 right, 0 missed.")
    table.cell(wrong_cell(second)).click()
    table.shows("1 right, 1 missed.")
    expect(table.button("Next")).to_be_visible()
    table.page.clock.fast_forward(181_000)
    table.says("The run is over: 1 puzzle right, 1 missed.", hurry=True)
    expect(table.button("Once more")).to_be_visible()
    table.goto("/learn/again").shows("1 puzzle for today.")
    table.goto("/learn/run").choose("Board", FOUR).shows("Your best here: 1 right.")


@pytest.mark.long
def test_a_lost_moment_becomes_a_puzzle(visit: Visit):
    """What one gave away in a game of one's own is asked under Again, and any move that holds is right."""
    table = visit("/?board=3x3x3&position=X../.X./O.O").choose("O, second", "perfect").play("c2")
    table.holds(6).says("You lose")
    table.until(
        lambda: "From a game of yours" in str(table.page.evaluate("JSON.stringify({...localStorage})"))
    )
    table.goto("/learn/again").shows("From a game of yours").shows("You played c2: what would have")
    table.cell("b1").click()
    table.says("Not b1")
    table.cell("b3").click()
    table.says("Right: b3")


@pytest.mark.long
@pytest.mark.parametrize("name", boards())
def test_every_board_is_solved_on_a_phone(visit: Visit, name: str):
    """At 390 pixels nothing reaches over the side, and the first puzzle of each board is answered by touch."""
    table = visit(
        f"/learn/puzzles?board={name}", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    first = puzzles(name, "win")[0]
    table.shows("Number 1 of")
    fits(table, 390)
    cell = table.cell(right_cell(first))
    cell.tap()
    if name != "cube4" and max(first.board.columns, first.board.rows) > LARGE:  # its layers are small
        cell.tap()  # there a finger's first touch only aims
    table.says("Right: ")


@pytest.mark.long
def test_a_large_puzzle_is_in_sight_with_its_buttons(visit: Visit):
    """On 1440x900 the whole of 15x15, what is asked and the buttons are seen without scrolling."""
    table = visit("/learn/puzzles?board=15x15x5", viewport={"width": 1440, "height": 900})
    for part in (table.cell("o15"), table.button("Show me"), table.button("Next")):
        box = part.bounding_box()
        assert box["y"] + box["height"] <= 900


@pytest.mark.long
def test_any_puzzle_of_a_theme_is_reached(visit: Visit):
    """A number leads to its puzzle and says once it is solved; one button goes on, green when an answer was given."""
    last = puzzles("6x6x4", "plan")[-1]
    number = len(puzzles("6x6x4", "plan"))
    table = visit(
        "/learn/puzzles?board=6x6x4&kind=plan", viewport={"width": 390, "height": 844}, is_mobile=True
    )
    table.choose("Number", str(number)).shows(f"Number {number} of {number}, 0 solved.")
    onwards = table.page.get_by_role("button", name=re.compile("next", re.IGNORECASE))
    expect(onwards).to_have_count(1)
    expect(onwards).not_to_have_class(re.compile("primary"))
    table.cell(right_cell(last)).click()
    table.says("Right: ")
    expect(onwards).to_have_class(re.compile("primary"))
    chosen = table.page.get_by_role("combobox", name="Number").locator("option:checked")
    expect(chosen).to_have_text(f"{number}, solved")
