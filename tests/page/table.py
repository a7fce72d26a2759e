"""The page as a person meets it: by role and name, not by how it is built."""

import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

from noughts import Board, Position

PATIENCE = 60_000
"""Milliseconds that a slow machine may take; no test is about them."""

WON = ("a1", "c1", "a3", "b2")
"""Moves with which X beats `core`, which answers in the opposite corner and then only ever blocks."""

expect.set_options(timeout=PATIENCE)


class Table:
    """A board and what lies around it, in one tab of one browser."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        page.set_default_timeout(PATIENCE)

    def goto(self, path: str = "/") -> "Table":
        """Opens an address of the server and waits for its heading."""
        self.page.goto(self.address + path, wait_until="load")
        expect(self.page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
        return self

    def fingers(self, *steps: list[tuple[float, float]]) -> None:
        """Fingers that go down at the first places, move to the next, and are lifted."""
        session = self.page.context.new_cdp_session(self.page)
        for number, places in enumerate([*steps, []]):
            kind = "touchEnd" if not places else "touchMove" if number else "touchStart"
            points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(places)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        session.detach()

    def beside(self) -> "Table":
        """Another tab of the same browser."""
        return Table(self.page.context.new_page(), self.address)

    @property
    def grid(self) -> Locator:
        return self.page.get_by_role("grid")

    @property
    def marked(self) -> Locator:
        """The cells that hold a mark."""
        return self.grid.get_by_role("button", name=re.compile(r", [XO]\b"))

    def cell(self, name: str) -> Locator:
        """The cell of a name like ``b2``."""
        return self.grid.get_by_role("button", name=re.compile(rf"^{name}\b"))

    def button(self, name: str, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def seats(self, side: str = "O") -> Locator:
        """Open the choice of who plays a side, and return its dialog."""
        self.page.get_by_role("button", name=f"Choose who plays {side}").click()
        return self.page.get_by_role("dialog", name=f"Who plays {side}?")

    def choose(self, label: str, option: str) -> "Table":
        """Chooses in one of the boxes, by its value; who plays X or O at the strip of that side."""
        side = re.match("([XO]), ", label)
        if side:
            dialog = self.seats(side[1])
            if "(" in option:
                dialog.get_by_text("With other options").click()
            dialog.locator(f"[data-who='{option}']").click()
        else:
            self.page.get_by_role("combobox", name=label).select_option(option)
        return self

    def tab(self, name: str) -> "Table":
        """Opens one of the panel's tabs."""
        self.page.get_by_role("tab", name=name, exact=True).click()
        expect(self.page.get_by_role("tabpanel", name=name)).to_be_visible()
        return self

    def confirm(self, name: str) -> "Table":
        """Press a button of the dialog that is open."""
        self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
        return self

    def saved(self, press: Locator) -> Path:
        """Press what saves a file, and return the file."""
        with self.page.expect_download() as saving:
            press.click()
        return saving.value.path()

    def hold(self, path: str, times: int | None = 1) -> list[Route]:
        """Hold the next requests to such addresses; each is in the list as soon as it is sent."""
        held: list[Route] = []
        # A bound method would not do: Playwright sets attributes of the function.
        self.page.context.route(path, lambda route: held.append(route), times=times)  # noqa: PLW0108
        return held

    def card(self, name: str) -> Locator:
        """Return a player's card among all brains."""
        heading = self.page.get_by_role("heading", name=name, exact=True)
        return self.page.get_by_role("article").filter(has=heading)

    def brain(self, name: str) -> Locator:
        """Return a player's card, opened."""
        card = self.card(name)
        card.get_by_text(f"Look inside {name}", exact=True).click()
        return card

    def against(self, player: str) -> "Table":
        """A game as X against a computer."""
        self.choose("O, second", player)
        title = self.page.get_by_role("heading", level=1)
        expect(title).to_have_text(re.compile(f"^You against {player}$", re.IGNORECASE))
        return self

    def play(self, *names: str) -> "Table":
        """Clicks cells, each when it is this side's turn, and waits for the mark."""
        for name in names:
            expect(self.cell(name)).to_have_accessible_name(re.compile("empty"))
            expect(self.cell(name)).to_be_enabled()
            self.cell(name).click()
            expect(self.cell(name)).to_have_accessible_name(re.compile(", [XO]"))
        return self

    def play_on(self) -> "Table":
        """Play on the first empty cell."""
        position = self.position()
        return self.play(position.board.cell_name(position.moves[0]))

    def holds(self, marks: int) -> "Table":
        """Waits until the board holds so many marks."""
        expect(self.marked).to_have_count(marks)
        return self

    def on(self, board: str) -> "Table":
        """Waits until this board lies there."""
        expect(self.grid).to_have_accessible_name(re.compile(rf"^Board {re.escape(board)},"))
        return self

    def position(self) -> Position:
        """The position, read from the names of the cells: all at one moment, as another board may come just then."""
        expect(self.grid.get_by_role("gridcell").first).to_be_visible()
        name, rows = self.grid.evaluate(
            """grid => [grid.ariaLabel, [...grid.querySelectorAll("[role=row]")].map(row =>
                [...row.querySelectorAll("button")].map(cell => cell.ariaLabel))]"""
        )
        marks = (
            "".join(re.search(r", (X|O|empty)\b", cell)[1].replace("empty", ".") for cell in row)
            for row in rows
        )
        return Position.parse("/".join(marks), board=Board.parse(re.match(r"Board (\S+),", name)[1]))

    def game(
        self, choose: Callable[[Position], str], play: Callable[[str], object] | None = None
    ) -> Position:
        """Plays as X against a computer until the page says how it ended; returns the last position."""
        position = self.position()
        while position.outcome is None:
            (play or self.play)(choose(position))
            after = position.play(position.board.cell(choose(position)))
            self.holds(after.ply + (after.outcome is None))
            position = self.position()
        # The last mark is shown before it has come.
        expect(self.grid).to_have_accessible_name(re.compile("win|draw"))
        return position

    def until(
        self, so: Callable[[], object], otherwise: Callable[[], str] = lambda: "waited in vain"
    ) -> None:
        """Waits until it is so, with the page going on, and gives up where it never is."""
        end = time.monotonic() + PATIENCE / 1000
        while not so():
            assert time.monotonic() < end, otherwise()
            self.page.wait_for_timeout(40)

    def says(self, text: str, hurry: bool = False) -> "Table":
        """Waits until a live region has said this since the page was loaded; in a hurry the page's clock runs ahead.

        What is said at the same moment is said together, each on a line: ^ and $ are a line's ends.
        """
        if hurry:
            self.page.clock.install()

        def said() -> bool:
            if hurry:
                self.page.clock.fast_forward(1000)
            return any(re.search(text, words, re.M | re.S) for words in self.heard())

        self.until(said, lambda: f"{text!r} was not said, but {self.heard()}")
        return self

    def heard(self) -> list[str]:
        """All that the live regions have said since the page was loaded."""
        return self.page.evaluate("window.heard")

    def shows(self, text: str | re.Pattern[str]) -> "Table":
        """Waits until this can be read somewhere on the page."""
        expect(self.page.get_by_text(text).filter(visible=True).first).to_be_visible()
        return self

    def press(self, *keys: str) -> "Table":
        for key in keys:
            self.page.keyboard.press(key)
        return self

    @property
    def focused(self) -> str:
        """The name of what the keyboard is on."""
        return self.page.evaluate("document.activeElement.ariaLabel || document.activeElement.textContent")


def in_turn(moves: Iterable[str]) -> Callable[[Position], str]:
    """Chooses these moves, one a turn."""
    moves = list(moves)
    return lambda position: moves[position.ply // 2]
