"""docs/five.md and its picture say what the headers of the kept pieces say."""

from pathlib import Path

from noughts.game.board import Board
from noughts.pages.five import write_five

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_five_in_a_row_is_fresh(tmp_path):
    """Page and picture are what the folder of the campaign gives again; if this fails, run `make five`."""
    folder = DOCS / "certificates" / "five" / "15x15x5"
    write_five(tmp_path / "five.md", tmp_path / "five.svg", folder, Board.parse("15x15x5"))
    for kept in (DOCS / "five.md", DOCS / "pictures" / "five.svg"):
        assert (tmp_path / kept.name).read_bytes() == kept.read_bytes(), "run `make five`"
