"""Two people at two devices, and whoever looks on."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pair import alternate, invite, pair, path_of
from tests.page.table import Table

pytestmark = pytest.mark.one_host("a friend comes by a link")


def test_a_game_by_link(visit: Visit):
    """Both see every move live, and one's own board refuses while it is the other's turn; both are told the end."""
    host, friend = pair(visit)
    friend.cell("a1").click(force=True)
    friend.says("X, your friend, to move").holds(0)
    alternate(host, friend, "a1")
    host.cell("b2").click(force=True)
    host.says("O, your friend, to move").holds(1)
    alternate(host, friend, "b2", "b1", "a2", "c1")
    host.says("You win").shows("You win")
    friend.says("X: c1, top right corner.*You lose").shows("You lose")
    assert host.position() == friend.position()


def at_one_table(table: Table) -> list[Route]:
    """Two people sit at one device, and nobody answers what is told of their game: the request is held."""
    held = table.hold("**/api/games")
    table.choose("O, second", "person")
    expect(table.page.get_by_role("heading", level=1)).to_have_text("Two people, one board")
    return held


@pytest.mark.long
def test_a_move_is_shown_and_nobody_plays_until_it_has_come(visit: Visit):
    """A game that is made with a move shows it all the while, and lets the other play once it is there, not before."""
    table = visit("/?board=3x3x3&position=X../.X./O.O").choose("O, second", "person")
    held = table.hold("**/moves")
    table.cell("c2").click()
    table.until(lambda: held)
    expect(table.cell("c2")).to_have_accessible_name(re.compile(", X"))
    expect(table.cell("b3")).to_be_disabled()
    held[0].continue_()
    table.play("b3").says("O wins")


@pytest.mark.long
def test_two_people_begin_before_anybody_answers(visit: Visit):
    """At one device the first moves are taken at once; the game that is made of them has them all, and goes on."""
    table = visit()
    held = at_one_table(table)
    table.play("a1", "b2", "b1", "a2").holds(4)
    table.cell("c1").click()
    table.until(lambda: len(held) == 1)
    assert "/game/" not in table.page.url
    held[0].continue_()
    table.says("X wins")
    assert re.search(r"/game/[\w-]+$", table.page.url)
    table.page.reload()
    table.holds(5)


@pytest.mark.long
def test_what_two_people_began_outlives_their_tab(visit: Visit):
    """A tab that is closed before its game was made leaves the moves to the next one, and to that alone."""
    table = visit()
    at_one_table(table)
    table.play("b2", "a1")
    after = table.beside()
    table.page.close()
    after.goto("/").holds(2)
    after.until(lambda: "/game/" in after.page.url)
    after.play("c3").holds(3)
    third = after.beside().goto("/")
    third.holds(0)


@pytest.mark.long
def test_taking_back_and_a_draw_need_both(visit: Visit):
    """A move is taken back only when the other agrees; an offer of a draw may be declined, and ends the game if not."""
    host, friend = pair(visit)
    alternate(host, friend, "b2")
    host.button("Ask to take back").click()
    friend.says("asks to take the last move back").holds(1).button("Agree").click()
    for table in (host, friend):
        table.holds(0)
    alternate(host, friend, "b2", "a1")
    host.button("Offer a draw").click()
    friend.says("offers a draw").button("Decline").click()
    expect(friend.button("Agree")).to_have_count(0)
    expect(host.button("Offer a draw")).to_be_enabled()
    host.button("Offer a draw").click()
    friend.button("Agree").click()
    for table in (host, friend):
        table.says("(?i)draw.*agree|agree.*draw")


def overtake(host: Table, friend: Table, sent: str, act: Callable[[], object]) -> None:
    """The host acts, and before what it sends arrives, the friend's offer of a draw is there."""
    held = host.hold(sent)
    with host.page.expect_request(sent):
        act()
    friend.button("Offer a draw").click()
    host.says("offers a draw")
    held[0].continue_()


@pytest.mark.long
def test_what_crosses_an_offer(visit: Visit, guard: Guard):
    """A move on its way when the other offered a draw stands, and ends the offer; two offers that cross become one."""
    guard.expects("409")
    host, friend = pair(visit)
    alternate(host, friend, "b2", "a1")
    overtake(host, friend, "**/moves", host.cell("c3").click)
    for table in (host, friend):
        table.holds(3)
        expect(table.page.get_by_text("offers a draw").filter(visible=True)).to_have_count(0)
    alternate(host, friend, "c1")
    overtake(host, friend, "**/draw", host.button("Offer a draw").click)
    host.button("Agree").click()
    for table in (host, friend):
        table.says("(?i)draw.*agree|agree.*draw")


@pytest.mark.long
def test_a_rematch_needs_both_and_changes_sides(visit: Visit):
    """Both want a rematch with the sides changed: both come to the new game, and who was O begins.

    After a reload each still holds the own seat and no other. Resign asks once, and then both are told.
    """
    host, friend = pair(visit)
    alternate(host, friend, "a1")
    for table in (host, friend):
        table.page.reload()
        table.holds(1)
    host.shows("O, your friend, to move")
    alternate(host, friend, "b2", "b1", "a2", "c1")
    host.button("Rematch, sides changed").click()
    friend.says("another game").button("Agree").click()
    friend.holds(0).shows("Your move: you are X")
    host.holds(0).shows("X, your friend, to move")
    alternate(friend, host, "b2", "a1")
    host.shows(re.compile("won by O:.* 1$")).button("Resign").click()
    dialog = host.page.get_by_role("dialog", name="Give this game up?")
    dialog.get_by_role("button", name="Play on").click()
    alternate(friend, host, "c3")
    host.button("Resign").click()
    dialog.get_by_role("button", name="Resign").click()
    friend.says("You win").shows(re.compile("resign"))
    host.says("You lose")


@pytest.mark.long
def test_a_spectator_sees_all_and_can_do_nothing(visit: Visit):
    """Whoever has the address sees the moves live, and finds nothing to act with.

    In Analyse a spectator plays on alone from there, and is back at the game as it stands.
    """
    host, friend = pair(visit)
    third = visit(path_of(host)).shows("You are looking on")
    alternate(host, friend, "b2", "a1")
    third.holds(2)
    assert third.position() == host.position()
    third.cell("c3").click(force=True)
    third.says("You are looking on").holds(2)
    for name in ("Ask to take back", "Offer a draw", "Resign", "Restart", "Rematch", "Play as O"):
        expect(third.button(name)).to_have_count(0)
    third.page.get_by_role("link", name="try moves of your own in Analyse").click()
    expect(third.page.get_by_role("heading", level=1)).to_have_text("Analyse")
    third.holds(2).cell("c3").click()
    third.holds(3)
    alternate(host, friend, "c1")
    third.page.go_back()
    third.holds(3)
    expect(third.cell("c1")).to_have_accessible_name(re.compile(", X"))


@pytest.mark.long
def test_the_seat_is_taken_once(visit: Visit, guard: Guard):
    """Of two who follow the same invitation the second is refused in words, even one who could not see the first."""
    guard.expects("409")
    guard.expects("net::ERR_FAILED")
    path = invite(visit())
    friend, late, later = visit(path), visit(None), visit(path)
    late.page.context.route("**/events*", lambda route: route.abort())
    late.goto(path).shows("You are invited to play O")
    friend.button("Play as O").click()
    friend.shows("X, your friend, to move")
    late.button("Play as O").click()
    late.says("taken").shows("begin a game of your own")
    later.shows("You are looking on")
    expect(later.button("Play as O")).to_have_count(0)


@pytest.mark.long
def test_two_tabs_of_one_player_agree(visit: Visit):
    """What is played in one tab is on the board in the other, which may play on."""
    one = visit().against("minimax").play("b2").holds(2)
    other = one.beside().goto(path_of(one)).holds(2)
    other.play_on().holds(4)
    one.holds(4)
    one.button("Undo").click()
    other.holds(2)


@pytest.mark.long
def test_eight_tabs_of_one_browser(visit: Visit):
    """A browser opens six connections at most: in its eighth tab a game loads and is played, and all tabs follow it."""
    host, friend = pair(visit)
    tabs = [host, *(host.beside() for _ in range(7))]
    for tab in tabs[1:]:
        tab.goto(path_of(host))
    tabs[-1].cell("b2").click()
    friend.shows("X: b2")
    friend.cell("a1").click()
    for tab in tabs:
        tab.holds(2)
