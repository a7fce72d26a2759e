"""My games in one file: saved by one browser, read by another."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit


@pytest.mark.long
def test_games_go_from_one_browser_to_another_in_a_file(visit: Visit):
    """A file that one browser saves another reads: the game is there, goes on, and comes no second time."""
    table = visit().against("tic").play("b2").holds(2)
    table.goto("/games")
    file = table.saved(table.button("Save all in one file"))
    (saved,) = json.loads(file.read_text())["games"]
    assert (saved["x"], saved["o"], len(saved["moves"])) == ("person", "tic", 2)
    other = visit("/games")
    for said in ("1 game read.", "Every game of this file is here already."):
        other.page.locator("#games-file").set_input_files(file)
        other.shows(said)
        expect(other.page.get_by_role("heading", level=2)).to_have_count(1)
    other.page.get_by_role("heading", level=2).get_by_role("link").click()
    other.holds(2).play_on().holds(4)


@pytest.mark.long
def test_without_games_a_file_can_be_read(visit: Visit, tmp_path: Path):
    """Without a game there is nothing to save; a file without games is rejected in a sentence, and changes nothing."""
    file = tmp_path / "letter.json"
    file.write_text('{"dear": "friend"}')
    table = visit("/games").shows("No games yet")
    expect(table.button("Read a file of games")).to_be_visible()
    expect(table.button("Save all in one file")).to_be_hidden()
    table.page.locator("#games-file").set_input_files(file)
    table.shows("This file has no games").shows("No games yet")
