"""What the browser stores, or a file brings, may be damaged: a bad entry neither hides the others nor breaks a page."""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.table import Table

SUMMARY = {
    "board": "3x3x3",
    "position": "X../.O./...",
    "x": "person",
    "o": "tic",
    "names": {"X": None, "O": None},
    "ply": 2,
    "outcome": None,
}
GAME = {"tokens": {"X": "a" * 32, "O": "b" * 32}, "mine": True, "seen": 1_700_000_000_000, "summary": SUMMARY}
PUZZLE = {
    "asked": {
        "title": "Fork",
        "question": "Where does X fork?",
        "board": "3x3x3",
        "position": "X../.O./..X",
        "answers": ["a3", "c1"],
    },
    "box": 0,
    "due": "2024-02-29",
}

OVER = {**SUMMARY, "outcome": {"winner": None, "words": "A draw."}}
"""Of games that are over the page does not ask how they stand."""

DAMAGED_GAMES = {
    "date": {**GAME, "seen": 1e308},
    "late": {**GAME, "seen": 8.64e15 + 1},
    "dateText": {**GAME, "seen": "yesterday"},
    "number": 5,
    "text": "a game",
    "list": [GAME],
    "nothing": None,
    "noBoard": {**GAME, "summary": {**OVER, "board": "nonsense"}},
    "hugeBoard": {**GAME, "summary": {**OVER, "board": "99999x99999x5"}},
    "cube": {**GAME, "summary": {**OVER, "board": "cube9d9"}},
    "otherBoard": {**GAME, "summary": {**OVER, "board": "4x3x3"}},
    "marks": {**GAME, "summary": {**OVER, "position": "X../.Z./..."}},
    "noPosition": {**GAME, "summary": {**OVER, "position": 7}},
    "noPlayer": {**GAME, "summary": {**OVER, "x": {"kind": "person"}}},
    "noPly": {**GAME, "summary": {**OVER, "ply": "two"}},
    "noEnd": {**GAME, "summary": {**OVER, "outcome": "won"}},
    "names": {**GAME, "summary": {**OVER, "names": {"X": {"first": "Ada"}}}},
    "summary": {**GAME, "summary": []},
}
"""Entries by their ids. The first is what an import of an older version wrote, the others are damaged otherwise."""

GARBAGE = [
    "null",
    "5",
    '"text"',
    "[]",
    "[null]",
    "{",
    "",
    '{"tokens": 5, "seen": 1e308, "wanted": 1, "again": 7}',
]
"""Texts in localStorage that no version of the page writes."""


def put(table: Table, values: dict[str, str]) -> Table:
    """Writes texts into localStorage, by their keys without the prefix."""
    table.page.evaluate(
        "values => Object.entries(values).forEach(([key, text]) => localStorage.setItem(`noughts.${key}`, text))",
        values,
    )
    return table


def keys(table: Table, kind: str) -> set[str]:
    """The ids of what lies there of a kind."""
    prefix = f"noughts.{kind}."
    found = table.page.evaluate("Object.keys(localStorage)")
    return {key.removeprefix(prefix) for key in found if key.startswith(prefix)}


def brought(table: Table, folder: Path, games: list[object]) -> Table:
    """Reads a file of games."""
    file = folder / "games.json"
    text = json.dumps({"kind": "noughts games", "version": 1, "games": games})
    file.write_text(text.replace("Infinity", "1e999"))
    table.page.locator("#games-file").set_input_files(file)
    return table


def saved(**changes: object) -> dict[str, object]:
    """A game as a file has it, with changes."""
    game = {"board": "3x3x3", "start": ".../.../...", "moves": ["b2", "a1"], "x": "person", "o": "person"}
    return {**game, "seen": 1_700_000_000_000, **changes}


BAD = [
    (saved(seen=1e308), "“seen” is not a date"),
    (saved(seen=float("inf")), "“seen” is not a date"),
    (saved(seen="yesterday"), "“seen” is not a date"),
    (None, "it is not a game"),
    ([], "it is not a game"),
    (saved(board=3), "“board” is not text"),
    (saved(start=None), "“start” is not text"),
    (saved(x=["person"]), "“x” is not text"),
    (saved(moves="b2"), "“moves” is not a list of cells"),
    (saved(moves=["b2", 5]), "“moves” is not a list of cells"),
    (saved(names={"X": 5}), "“names” is not a pair of names"),
]
"""Games of a file that cannot be read, and what is said of each."""

REJECTED = [
    (saved(board="nonsense"), "'nonsense'"),
    (saved(moves=["b2", "b2"]), "'b2'"),
    (saved(o="nobody"), "'nobody'"),
]
"""The same of games that only the server can tell."""


def check_reports(table: Table, folder: Path, bad: Iterable[tuple[object, str]]) -> None:
    """Of each file the other games are read, and the page says which one is not, and why."""
    for number, (game, why) in enumerate(bad):
        brought(table, folder, [saved(seen=2 * number), game, saved(seen=2 * number + 1)])
        table.shows("2 games read. 1 game of this file cannot be read. Game 2: ").shows(why)
        expect(table.page.get_by_role("heading", level=2)).to_have_count(2 * number + 2)
        table.button("Close").click()
    table.goto("/games")
    expect(table.page.get_by_role("heading", level=2)).to_have_count(2 * number + 2)


@pytest.mark.long
def test_a_damaged_game_in_a_file_is_skipped_and_reported(visit: Visit, tmp_path: Path):
    """An entry of a file that is no game of the page's kind is skipped, and no request is made for it."""
    check_reports(visit("/games"), tmp_path, BAD)


@pytest.mark.long
def test_a_game_in_a_file_that_the_server_rejects_is_skipped_and_reported(
    visit: Visit, guard: Guard, tmp_path: Path
):
    """A game that cannot be made is skipped, with the server's reason."""
    guard.expects("422")
    guard.expects("409")
    check_reports(visit("/games"), tmp_path, REJECTED)


@pytest.mark.long
def test_many_games_of_a_file(visit: Visit, tmp_path: Path):
    """A missing date, as an older version may have saved it, stops no import; of many bad games the first are named."""
    undated = saved()
    del undated["seen"]
    table = brought(visit("/games"), tmp_path, [undated, saved(seen=None, moves=["b2", "a1", "c3"])])
    table.shows("2 games read.")
    expect(table.page.get_by_role("heading", level=2)).to_have_count(2)
    brought(table, tmp_path, [None] * 9)
    table.shows("9 games of this file cannot be read.").shows("Game 5: it is not a game. 4 more.")
    expect(table.page.get_by_text("Game 6:")).to_be_hidden()


@pytest.mark.long
@pytest.mark.one_host("the answers of a server are changed on their way")
def test_what_was_read_is_shown_when_the_rest_fails(visit: Visit, guard: Guard, tmp_path: Path):
    """Where the server cannot store any more, the games that were read until then are shown, and no more are sent."""
    guard.expects("507")
    table = visit("/games")
    asked: list[Route] = []

    def answer(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:
            return route.fallback()
        return route.fulfill(status=507, body='{"error": "the disk is full", "code": "disk-full"}')

    table.page.context.route("**/api/games", answer)
    brought(table, tmp_path, [saved(seen=1), saved(seen=2), saved(seen=3)])
    table.shows("1 game read. The disk is full")
    expect(table.page.get_by_role("heading", level=2)).to_have_count(1)
    assert len(asked) == 2


def good_game(table: Table) -> str:
    """The id of a game that the page has just made, and has left: on its page an event would store it again."""
    table.choose("O, second", "tic").play("b2").holds(2)
    (good,) = keys(table, "game")
    table.goto("/games")
    expect(table.page.get_by_role("heading", level=2)).to_have_count(1)
    return good


def change(table: Table, game: str, **changes: object) -> None:
    """Change parts of a game that is stored."""
    kept = json.loads(table.page.evaluate("key => localStorage.getItem(key)", f"noughts.game.{game}"))
    put(table, {f"game.{game}": json.dumps(kept | changes)})


@pytest.mark.long
def test_damaged_games_are_counted_and_removed(visit: Visit):
    """My games shows those that can be read, says how many cannot, and removes them when asked to."""
    table = visit()
    good = good_game(table)
    put(table, {f"game.{id_}": json.dumps(value) for id_, value in DAMAGED_GAMES.items()})
    more = {"torn": "{", "empty": "", "a/b": json.dumps({**GAME, "summary": OVER}), "": "{}"}
    put(table, {f"game.{id_}": text for id_, text in more.items()})
    table.goto("/games").shows(f"{len(DAMAGED_GAMES) + 4} games in this browser cannot be read.")
    expect(table.page.get_by_role("heading", level=2)).to_have_count(1)
    table.button("Remove them").click()
    expect(table.page.get_by_text("cannot be read")).to_be_hidden()
    table.says("Removed.")
    expect(table.page.get_by_role("heading", level=2)).to_have_count(1)
    assert keys(table, "game") == {good}


@pytest.mark.long
def test_a_damaged_game_is_opened(visit: Visit):
    """With a bad date a game is played on, and is in the list again; with a token that cannot be sent it is watched."""
    table = visit()
    good = good_game(table)
    change(table, good, seen=1e308)
    table.goto("/games").shows("1 game in this browser cannot be read.")
    table.goto(f"/game/{good}").holds(2)
    table.play_on().holds(4)
    table.goto("/games")
    expect(table.page.get_by_role("heading", level=2)).to_have_count(1)
    expect(table.page.get_by_text("cannot be read")).to_be_hidden()
    change(table, good, tokens={"X": "é\n", "O": 5})
    table.goto("/games").shows("Looking on.")
    table.goto(f"/game/{good}").holds(4)
    for cell in table.grid.get_by_role("button", name="empty").all():
        expect(cell).to_be_disabled()


@pytest.mark.long
def test_games_are_saved_without_one_that_is_gone(visit: Visit, guard: Guard):
    """The other games are saved when the server does not know one."""
    guard.expects("404")
    table = visit()
    good_game(table)
    put(table, {"game.nosuchgame": json.dumps({**GAME, "summary": OVER})}).goto("/games")
    file = table.saved(table.button("Save all in one file"))
    assert len(json.loads(file.read_text())["games"]) == 1
    table.shows("1 game saved. 1 game is not on this server any more.")


PAGES = (
    "/",
    "/games",
    "/analyse",
    "/brains",
    "/compare",
    "/learn",
    "/learn/again",
    "/learn/puzzles",
    "/learn/daily",
)
KEYS = ("preferences", "draft", "learnt", "game.xxxxxxxxxxxxxxxx", "class.abcdefgh")


@pytest.mark.long
@pytest.mark.parametrize(
    "texts",
    [
        [
            '{"x": 5, "o": [], "theme": {}, "words": 1, "speed": "a", "clock": 7, "wish": 3, "board": 9, "name": {}}',
            *GARBAGE[3:7],
        ],
        *([text] * len(KEYS) for text in GARBAGE),
    ],
)
def test_every_page_opens_whatever_is_stored(visit: Visit, texts: list[str]):
    """No page fails over what lies in localStorage, and a game can be played."""
    table = visit()
    put(table, dict(zip(KEYS, texts, strict=True)))
    for path in PAGES:
        table.goto(path)
    table.goto().choose("O, second", "tic").play("b2").holds(2)


@pytest.mark.long
@pytest.mark.one_host("a class needs a server")
def test_damaged_classes_are_counted_and_removed(visit: Visit):
    """The classes that can be read are listed; how many cannot is said, and they are removed when asked to."""
    table = visit("/class")
    good = json.dumps({"tokens": {"teacher": "c" * 32}, "seen": 1_700_000_000_000, "board": "3x3x3"})
    damaged = {f"class.abcdefg{number}": text for number, text in enumerate(GARBAGE)}
    put(table, {**damaged, "class.ijklmnop": good}).goto("/class")
    table.shows(f"{len(GARBAGE)} classes in this browser cannot be read.").shows("Class ijklmnop")
    table.button("Remove them").click()
    expect(table.page.get_by_text("cannot be read")).to_be_hidden()
    assert keys(table, "class") == {"ijklmnop"}


@pytest.mark.long
def test_settings_that_cannot_be_are_replaced(visit: Visit, guard: Guard):
    """A board that the server does not know, and players that it does not have, are replaced, and the page says so."""
    guard.expects("422")
    table = put(visit(), {"preferences": json.dumps({"board": "3x3x19", "o": "nobody"})}).goto()
    table.on("3x3x3").shows("3x3x19").shows("nobody").play("b2").holds(2)
    table.goto().on("3x3x3").holds(0)


@pytest.mark.long
def test_a_damaged_draft_is_left(visit: Visit, guard: Guard):
    """A game that was left before it was made and cannot be read gives way to a new one."""
    guard.expects("422")
    table = visit()
    for board, moves in (("3x3x3", ["b2", "b2"]), ("3x3x3", ["z9"]), ("3x3x19", ["b2"])):
        draft = {"id": "1.5", "wanted": {"x": "person", "o": "person", "board": board}, "moves": moves}
        put(table, {"draft": json.dumps(draft)}).goto()
        table.shows("The game that you left cannot be read.").on("3x3x3").holds(0).play("b2")


@pytest.mark.long
def test_damaged_puzzles_are_counted_and_removed(visit: Visit):
    """Puzzles that come again are asked, the others are counted and removed when asked to."""
    asked = PUZZLE["asked"]
    damaged = [
        None,
        7,
        {**PUZZLE, "asked": None},
        {**PUZZLE, "box": "first"},
        {**PUZZLE, "due": 5},
        {**PUZZLE, "asked": {**asked, "board": "99999x99999x5"}},
        {**PUZZLE, "asked": {**asked, "position": "X"}},
        {**PUZZLE, "asked": {**asked, "answers": []}},
        {**PUZZLE, "asked": {**asked, "answers": ["b2"]}},
        {**PUZZLE, "asked": {**asked, "question": {}}},
    ]
    learnt = {
        "again": [*damaged, PUZZLE],
        "solved": 5,
        "streak": "x",
        "lessons": 7,
        "daily": [],
        "runs": None,
    }
    table = put(visit(), {"learnt": json.dumps(learnt)})
    table.goto("/learn").goto("/learn/again").shows(f"{len(damaged)} puzzles in this browser cannot be read.")
    table.shows("1 puzzle for today.").shows("Where does X fork?")
    table.button("Remove them").click()
    expect(table.page.get_by_text("cannot be read")).to_be_hidden()
    kept = table.page.evaluate("JSON.parse(localStorage.getItem('noughts.learnt'))")
    assert kept["again"] == [PUZZLE]
    table.goto("/learn/again").shows("1 puzzle for today.")
