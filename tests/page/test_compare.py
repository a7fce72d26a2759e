"""Comparing in a browser: the exact table, matches, weaknesses and boards, by mouse and keyboard, live and stopped."""

import re
import shutil
from fractions import Fraction
from pathlib import Path

import pytest
from playwright.sync_api import expect

from noughts import exploit, match, verify
from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.table import Table
from tests.paths import PIECE
from tests.server.service import Service

PATIENCE = 240_000
"""Milliseconds that a proof may take on a busy machine."""


def status(table: Table, words: str) -> None:
    """What is told of a computation comes to have these words."""
    expect(table.page.locator(".compare-status").first).to_contain_text(re.compile(words), timeout=PATIENCE)


@pytest.mark.long
def test_a_match_is_watched_stopped_and_run_exactly(visit: Visit, guard: Guard):
    """A match on a large board tells how it stands until it is stopped; on a small one it is exact; names count."""
    guard.expects("422")
    table = visit("/compare/match?x=weights&o=random&board=10x10x5&games=10000&seed=3")
    table.button("Run the match").click()
    status(table, r"\d+ games? of 10000 played")
    table.button("Stop").click()
    status(table, "Stopped")
    table.shows("seed 3")
    expect(table.button("Stop")).to_be_hidden()
    table.page.get_by_label("Board", exact=True).select_option("3x3x3")
    table.button("Run the match").click()
    table.says("Done: this is exact.")
    share = 100 * match("weights", "random").win
    expect(table.page.locator(".compare-now .win")).to_contain_text(f"{float(share):.1f} %")
    table.page.get_by_label("O, second", exact=True).select_option("typed")
    table.page.get_by_label("O, second: the name").fill("nobody")
    table.button("Run the match").click()
    status(table, "Unknown player “nobody”|Unknown player 'nobody'")


def test_one_number_a_player_and_none_chosen_unasked(visit: Visit):
    """A player has its place for its number in both tables; whose weaknesses are shown is for the reader to choose."""
    table = visit("/compare").shows("Choose a player, to see a game that it loses")
    ranking = table.page.get_by_role("table", name="Sums of the mean scores")
    rows = [row.split("\t") for row in ranking.get_by_role("row").all_inner_texts()[1:]]
    square = table.page.get_by_role("grid", name="Scores of X, the row, against O, the column")
    assert square.get_by_role("rowheader").all_inner_texts() == [
        f"{place} {name}" for place, name, *_ in rows
    ]
    assert square.get_by_role("columnheader").all_inner_texts() == [place for place, *_ in rows]
    expect(table.page.get_by_role("region", name="Weights as O")).to_have_count(0)
    ranking.get_by_role("button", name="Weights", exact=True).click()
    expect(table.page.get_by_role("region", name="Weights as O")).to_be_visible()


@pytest.mark.long
def test_the_table_is_read_by_keyboard_and_a_lost_game_is_shown(visit: Visit):
    """Arrows go from match to match; a player who can lose is shown losing, and can be beaten along that game.

    One click leads to the whole game in Analyse, at the player's own last choice.
    """
    table = visit("/compare").shows("Who beats whom")
    first = table.page.locator("td[data-at='0 0']")
    first.focus()
    table.press("ArrowRight", "ArrowRight", "ArrowDown", "End")
    chosen = table.page.locator("td[aria-selected=true]")
    expect(chosen).to_have_attribute("data-at", "1 18")
    result = match("minimax", "random")
    expect(table.page.locator(".compare-match")).to_contain_text(f"{float(100 * result.win):.1f} %")
    table.page.get_by_role("button", name="Weights", exact=True).click()
    lost = exploit("weights")
    table.button("Show a game it loses").last.click()
    table.says(f"plays {lost.board.cell_name(lost.o.line[-1])}").shows("X wins")
    assert lost.o.score < 0
    table.button("Play it yourself").last.click()
    game = table.page.locator(".learn-game")
    names = [lost.board.cell_name(cell) for cell in lost.o.line]
    for name in names[::2]:
        game.get_by_text(f"Your move: {name}.").wait_for()
        game.get_by_role("button", name=re.compile(rf"^{name}\b")).click()
    game.get_by_text("You win.").wait_for()
    table.page.get_by_role("region", name="Weights as O").get_by_role("link", name="Analyse it").click()
    table.holds(len(names) - 2)
    expect(table.page.locator(".study-move")).to_have_count(1 + len(names))
    table.press("]", "]").holds(len(names)).shows("X wins")
    assert f"moves={''.join(names)}" in table.page.url


@pytest.mark.long
def test_compare_follows_the_register(visit: Visit):  # noqa: PLR0915 - one visit
    """The switch tells every page anew in place: the table, a game that is shown or played, a match, a board."""
    table = visit("/compare")
    region = table.page.get_by_role("region", name="Weights as O")
    table.page.get_by_role("button", name="Newell and Simon, level 2", exact=True).click()
    table.page.get_by_role("region", name="Newell and Simon, level 2 as O").get_by_role(
        "button"
    ).first.click()
    shown = table.page.locator(".compare-player .compare-lost")
    expect(shown).to_contain_text("A game that Newell and Simon, level 2 loses as O")
    shown.get_by_role("slider").fill("0")
    expect(shown).to_contain_text("Newell and Simon, level 2 plays O")
    table.button("Put into the table").click()
    status(table, "has met all")
    table.button("Words: simple").click()
    expect(shown).to_contain_text("A game that newell-simon(level=2) loses as O")
    expect(shown).to_contain_text("newell-simon(level=2) plays O")
    expect(shown.get_by_role("slider")).to_have_value("0")
    for place in (".compare-ranking", ".compare-square", ".compare-player", ".compare-entrant"):
        expect(table.page.locator(place).last).to_contain_text("newell-simon")
        expect(table.page.locator(place).last).not_to_contain_text("Newell and Simon")
    table.button("Words: precise").click()
    table.page.get_by_role("button", name="Weights", exact=True).click()
    region.get_by_role("button", name="Play it yourself").click()
    expect(shown).to_contain_text("Beat Weights")
    table.button("Words: simple").click()
    expect(shown).to_contain_text("Beat weights")
    table.goto("/compare/match?x=newell-simon&o=random").button("Run the match").click()
    now = table.page.locator(".compare-now")
    expect(now).to_contain_text("newell-simon (X) against random (O)")
    exact = match("newell-simon", "random").win
    expect(now).to_contain_text(str(exact) if len(str(exact)) <= 24 else str(exact)[:22])
    table.button("Words: precise").click()
    expect(now).to_contain_text("Newell and Simon (X) against Random (O)")
    table.button("Run the match").click()
    before = table.page.locator(".compare-before")
    expect(before).to_contain_text("Newell and Simon (X)")
    table.button("Words: simple").click()
    expect(before).to_contain_text("newell-simon (X)")
    table.goto("/compare/boards?board=4x3x3").shows(re.compile(r"X wins in \d plies"))
    table.button("Words: precise").click()
    expect(table.page.locator(".compare-known")).to_contain_text(re.compile(r"X wins in \d moves"))
    expect(table.page.get_by_label("What is asked")).to_contain_text("In how few moves")
    table.button("Words: simple").click()
    table.goto("/compare/boards?board=4x4x4").shows(re.compile(r"\b1 position,"))
    expect(table.page.get_by_text("1 positions")).to_have_count(0)
    table.goto("/compare/strength")
    expect(table.page.get_by_role("row", name=re.compile("^15x15x5 ")).first).to_be_visible()


@pytest.mark.long
def test_anybody_is_put_into_the_table(visit: Visit):
    """A level meets everybody of the table, and comes with how it can be exploited."""
    table = visit("/compare")
    table.button("Put into the table").click()
    status(table, "has met all")
    rows = table.page.locator(".compare-entrant tbody tr")
    count = rows.count()
    expect(table.page.locator(".compare-square tbody tr")).to_have_count(count)
    exact = match("medium", "random").win
    random = rows.filter(has_text=re.compile(r"^Random"))
    expect(random).to_contain_text(f"{float(100 * exact):.1f} %")
    assert Fraction(1, 2) < exact < 1


@pytest.mark.long
def test_a_board_that_is_proved_in_pieces_is_drawn(visit: Visit):
    """Settled replies of O are filled on the board, and those that are begun ringed, in both wordings."""
    table = visit("/compare/boards?board=15x15x5")
    ask = "path => fetch(path).then(answer => answer.json())"
    told = table.page.evaluate(ask, "/api/board?board=15x15x5")["campaign"]
    table.shows("Proved in pieces" if told["settled"] == len(told["openings"]) else "Being proved in pieces")
    picture = table.page.get_by_role("img", name=f"{told['settled']} of 35 openings settled")
    expect(picture).to_be_visible()
    for state, kind in (("settled", "heat"), ("begun", "ring")):
        cells = [cell for one in told["openings"] if one["state"] == state for cell in one["cells"]]
        expect(picture.locator(f".{kind}")).to_have_count(len(cells))
    table.shows(f"O has 35 answers up to symmetry, and {told['settled']} of them are settled")
    table.button("Words: simple").click()
    table.shows(f"O has 35 replies up to symmetry, and {told['settled']} of them are settled")


@pytest.mark.long
def test_a_proof_is_played_on_the_board(visit: Visit, tmp_path: Path):
    """An opening is chosen; whatever O does X answers by a record of its certificate, and a move is taken back."""
    folder = tmp_path / "proofs"
    folder.mkdir()
    shutil.copy(PIECE, folder)
    with Service(tmp_path / "games.db", None, "--proofs", str(folder)) as service:
        table = visit("/compare/boards?board=15x15x5", service)
        openings = table.page.get_by_label("Play the proof: O's first move")
        openings.select_option(index=1)
        table.button("Play against it").click()
        said = table.page.locator(".compare-proof-game .compare-status")
        expect(said).to_contain_text(
            re.compile(r"X plays \w+, by record [\d,]+ of 204,050\. You are O"), timeout=PATIENCE
        )
        first = said.inner_text()
        table.cell("a15").click()
        expect(said).not_to_have_text(first)
        expect(said).to_contain_text(re.compile(r"X plays \w+, by record"))
        table.button("Take back").click()
        expect(said).to_have_text(first)
        expect(table.button("Take back")).to_be_disabled()


@pytest.mark.long
def test_the_present_board_can_be_chosen_again(visit: Visit):
    """A board of an address that is not among the usual ones is the first option of the choice."""
    table = visit("/compare/boards?board=9x4x4").shows("X wins")
    choice = table.page.get_by_role("combobox", name="Board")
    expect(choice).to_have_value("9x4x4")
    expect(table.page.get_by_role("spinbutton", name="Columns")).to_be_hidden()
    table.choose("Board", "3x3x3").shows("three in a row").choose("Board", "9x4x4").shows("X wins")
    expect(choice.get_by_role("option").first).to_have_text(re.compile(r"9 \S 4, four in a row"))


@pytest.mark.long
def test_a_board_is_solved_read_and_verified_in_place(visit: Visit, tmp_path):
    """Any board is chosen by its numbers; what is known is told, it is solved live, and its certificate holds."""
    table = visit("/compare/boards?board=4x4x4").shows("A draw.")
    table.page.get_by_label("Board", exact=True).select_option("other")
    table.page.get_by_label("Columns", exact=True).fill("5")
    table.press("Tab")
    table.page.get_by_label("In a row", exact=True).fill("3")
    table.press("Tab")
    table.shows("three in a row").shows("X wins in 3 moves, and not in fewer.")
    table.button("Solve it here, now").click()
    expect(table.page.locator(".compare-solving .compare-status").first).to_contain_text(
        "X wins", timeout=PATIENCE
    )
    solved = table.page.locator(".compare-solving")
    solved.get_by_role("button", name="Verify it").click()
    expect(solved).to_contain_text("Accepted. On 5x4x3 X wins", timeout=PATIENCE)
    solved.get_by_role("button", name="Read it").click()
    expect(solved.locator("figure").first).to_be_visible()
    file = table.saved(solved.get_by_role("link", name=re.compile("Download")))
    place = file.rename(tmp_path / "certificate.gz")
    assert verify(place)[0].wins


@pytest.mark.long
def test_on_a_phone_charts_and_tables_are_read_whole(visit: Visit):
    """At 390 pixels the levels and all columns of the ranking are in sight, to which sides a player can lose as."""
    table = visit("/compare/strength", viewport={"width": 390, "height": 844})
    parts = [table.page.locator(".compare-glance svg"), table.page.locator(".compare-levels")]
    for part in parts:
        box = part.bounding_box()
        assert box["x"] + box["width"] <= 390, part
    ranking = table.goto("/compare").page.get_by_role("table", name="Sums of the mean scores")
    for words in ("Both", "Can it lose?"):
        box = ranking.get_by_role("columnheader", name=words).bounding_box()
        assert box["x"] + box["width"] <= 390, words
    last = ranking.get_by_role("cell", name="as X and O").first
    assert last.evaluate("cell => cell.getBoundingClientRect().left + cell.scrollWidth <= innerWidth")
