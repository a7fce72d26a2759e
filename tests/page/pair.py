"""Two people, each with a browser of their own, in one game by link."""

from typing import Any

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.table import Table


def invite(host: Table) -> str:
    """Chooses a friend as O; returns the path that the invitation leads to."""
    host.choose("O, second", "friend")
    field = host.page.get_by_role("textbox", name="Send this link")
    expect(field).to_be_visible()
    return field.input_value().removeprefix(host.address)


def seated(visit: Visit, path: str, **options: Any) -> Table:
    """Return the friend, who has followed the invitation and taken the seat of O."""
    friend = visit(path, **options)
    friend.button("Play as O").click()
    return friend.shows("X, your friend, to move")


def pair(visit: Visit, **options: Any) -> tuple[Table, Table]:
    """The host as X and the friend, who has taken the seat of O."""
    host = visit(**options)
    friend = seated(visit, invite(host), **options)
    expect(host.page.get_by_role("textbox", name="Send this link")).to_have_count(0)
    return host, friend


def alternate(host: Table, friend: Table, *cells: str) -> None:
    """Plays the cells in turn; each move is seen at both boards before the next."""
    for cell in cells:
        ply = host.position().ply
        mover, other = (host, friend) if ply % 2 == 0 else (friend, host)
        mover.play(cell)
        other.holds(ply + 1)


def path_of(table: Table) -> str:
    """The game's address without the server's, as a spectator would be sent it."""
    return table.page.url.removeprefix(table.address)
