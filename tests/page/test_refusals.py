"""What the server refuses is said, shown, and can be mended; nothing that was played is lost."""

import json
import re
from typing import Any

import pytest

from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pair import path_of
from tests.page.table import Table

pytestmark = pytest.mark.one_host("the answers of a server are changed on their way")


def refuse(
    table: Table, status: int, body: dict[str, Any] | str, path: str = "**/moves", **headers: str
) -> None:
    """Answer the next request to such addresses in the server's place: `guard` sees whether it came."""
    text = body if isinstance(body, str) else json.dumps(body)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    table.page.context.route(
        path,
        lambda route: route.fulfill(status=status, body=text, content_type="application/json", headers=sent),
        times=1,
    )


@pytest.mark.long
def test_a_busy_server_is_asked_again(visit: Visit, guard: Guard):
    """Too many requests, or a locked database: the move waits, and is played without being asked for again."""
    table = visit().against("minimax").play("b2").holds(2)
    for status, code, cell, marks in ((429, "too-many", "c3", 4), (503, "busy", "b3", 6)):
        guard.expects(str(status))
        refuse(table, status, {"error": "try later", "code": code}, retry_after="0")
        table.cell(cell).click()
        table.holds(marks)


@pytest.mark.long
def test_a_full_disk_is_told_and_can_be_tried_again(visit: Visit, guard: Guard):
    """A full disk: the sentence is said, the board is as before, and Try again plays the same move."""
    guard.expects("507")
    table = visit().against("minimax").play("b2").holds(2)
    refuse(table, 507, {"error": "the disk is full", "code": "disk-full"})
    table.cell("c3").click()
    table.says("The disk is full").shows("The disk is full").holds(2)
    table.button("Try again").click()
    table.holds(4)


@pytest.mark.long
@pytest.mark.parametrize(
    ("status", "body", "headers"),
    [
        (507, {"error": "the database has reached its maximum size", "code": "store-full"}, {}),
        (429, {"error": "this address has stored its share", "code": "too-many"}, {"retry_after": "8000"}),
    ],
)
def test_a_new_game_that_cannot_be_stored_is_explained(visit: Visit, guard: Guard, status, body, headers):
    """The sentence is shown at once, however long the wait, and the player can try again."""
    guard.expects(str(status))
    table = visit().against("minimax").play("b2").holds(2)
    refuse(table, status, body, "**/api/games", **headers)
    table.choose("O, second", "random")
    table.button("Begin it now").click()
    table.holds(0).cell("b2").click()
    table.shows(re.compile(body["error"], re.IGNORECASE)).says(body["error"][1:])
    table.button("Try again").click()
    table.holds(2)


@pytest.mark.long
def test_a_stale_move_shows_the_game_as_it_stands(visit: Visit, guard: Guard):
    """A move against a newer game is refused with that game, which is then on the board, with words."""
    guard.expects("409")
    table = visit().against("minimax").play("b2").holds(2)
    other = table.beside().goto(path_of(table)).holds(2)
    game = table.page.evaluate(
        "id => fetch(`/api/games/${id}`).then((answer) => answer.json())",
        path_of(table).removeprefix("/game/"),
    )
    refuse(table, 409, {"error": "the game went on", "code": "stale", "game": game})
    table.cell("c3").click()
    table.says("The game went on elsewhere").holds(2)
    other.play("c3").holds(4)
    table.holds(4)


@pytest.mark.long
def test_nonsense_for_an_answer_is_survived(visit: Visit, guard: Guard):
    """An answer that is not JSON, as a proxy would give it, is told in words, and the game goes on after it."""
    guard.expects("500")
    table = visit().against("minimax").play("b2").holds(2)
    refuse(table, 500, "<h1>oops</h1>")
    table.cell("c3").click()
    table.says("500").holds(2)
    table.button("Try again").click()
    table.holds(4)


@pytest.mark.long
def test_a_foreign_seat_is_refused(visit: Visit, guard: Guard):
    """A token that is not this seat's: the page says so and offers a game of one's own."""
    guard.expects("403")
    table = visit().against("minimax").play("b2").holds(2)
    refuse(table, 403, {"error": "this token is not that of X's seat", "code": "wrong-token"})
    table.cell("c3").click()
    table.says("You can look on, or begin a game of your own").holds(2)
    table.page.locator(".notice").get_by_role("button", name="New game").click()
    table.holds(0)
