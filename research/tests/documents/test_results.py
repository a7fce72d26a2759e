import re

import pytest
from tests.paths import DOCS

from noughts import NoughtsError, player
from noughts.contests.blunders import survey
from noughts.contests.json_views import results_json
from noughts.lessons.packaged import shipped
from noughts.players.registry import house_variants
from research.documents.markdown import fill
from research.documents.results import AUTHORS_LOSS, ExactResults, losing_moves, orbit

PAGE = DOCS / "results.md"


@pytest.fixture(scope="module")
def made() -> ExactResults:
    """The page and its table as they are now computed."""
    return ExactResults()


@pytest.fixture(scope="module")
def page(made: ExactResults) -> str:
    """The page."""
    return made.text(PAGE.read_text(encoding="utf-8"))


def test_the_page_is_fresh(made: ExactResults, page: str) -> None:
    """docs/results.md and docs/results.csv are what the players now do; else run `research.documents results`."""
    assert PAGE.read_text(encoding="utf-8") == page, (
        "docs/results.md is stale: run `python -m research.documents results`"
    )
    assert PAGE.with_suffix(".csv").read_text(encoding="utf-8") == made.table()


@pytest.mark.long
def test_the_table_of_the_package_is_fresh() -> None:
    """What Compare shows is what the players now do; else run `research.documents lessons`."""
    assert shipped("results") == results_json()


def test_the_page_says_how_it_is_made(page: str) -> None:
    """A reader who finds it wrong knows the command."""
    assert "`python -m research.documents results`" in page.partition("##")[0]


def test_the_whole_table_is_there(made: ExactResults, page: str) -> None:
    """Every variant against every variant, and each of them under its verdict."""
    count = len(house_variants())
    assert len(made.table().splitlines()) == count**2 + 1
    verdicts = page.partition("## Who is unbeatable")[2].partition("##")[0]
    assert all(f"| `{variant}` |" in verdicts for variant in house_variants())


def test_a_page_is_filled_in() -> None:
    """What stands between the marks is made anew, what stands around them stays; a part without a place is named."""
    page = "# One\n\n<!-- one -->\nold\n<!-- / -->\nend"
    assert fill(page, {"one": "new"}) == "# One\n\n<!-- one -->\n\nnew\n\n<!-- / -->\nend"
    assert fill(page, {}) == page
    with pytest.raises(NoughtsError, match="no place for its part 'two'"):
        fill(page, {"one": "", "two": ""})


def test_tables_are_square(page: str) -> None:
    """Every row of a table has as many columns as its head."""
    for block in re.findall(r"(?:^\|.*\n)+", page, re.MULTILINE):
        assert len({row.count("|") for row in block.splitlines()}) == 1


def test_where_the_first_version_of_rules_loses() -> None:
    """It loses where its author found it (and in the mirror), and in one more way he does not mention."""
    own, other = sorted(
        losing_moves(survey(player("rules(advanced=False)"))),
        key=lambda moves: orbit(moves[0].position, moves[0].cell) != orbit(*AUTHORS_LOSS),
    )
    assert {(str(m.position), m.cell) for m in own} == {(".X./OOX/X..", 0), (".X./XOO/..X", 2)}
    assert {(str(m.position), m.cell) for m in other} == {("O../.X./..X", 1), ("..X/.X./O..", 7)}
    assert survey(player("rules")).lost == ()
