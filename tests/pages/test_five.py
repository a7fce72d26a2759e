"""docs/five.md and its picture say what the headers of the kept pieces say."""

from noughts import Board
from noughts.campaign.page_data import FILE, known_campaigns
from noughts.pages.five import write_five
from tests.paths import CERTIFICATES, DOCS


def test_the_page_of_five_in_a_row_is_fresh(tmp_path):
    """Page, picture and what the server tells are what the campaign's folder gives again; else run `make five`."""
    folder = CERTIFICATES / "five" / "15x15x5"
    data = tmp_path / FILE.name
    (tmp_path / "five.md").write_bytes((DOCS / "five.md").read_bytes())
    write_five(tmp_path / "five.md", tmp_path / "five.svg", folder, Board.parse("15x15x5"), data)
    for kept in (DOCS / "five.md", DOCS / "pictures" / "five.svg", FILE):
        assert (tmp_path / kept.name).read_bytes() == kept.read_bytes(), "run `make five`"


def test_every_reply_of_a_campaign_is_told_once():
    """The cells of the openings are all cells of the board but X's first; settled ones have all replies met."""
    for name in ("15x15x5", "14x14x5", "13x13x5"):
        board, told = Board.parse(name), known_campaigns()[name]
        cells = [cell for one in told["openings"] for cell in one["cells"]]
        assert sorted([*cells, told["first"]]) == sorted(map(board.cell_name, board.cells))
        settled = [one for one in told["openings"] if one["state"] == "settled"]
        assert len(settled) == told["settled"] > 0
        assert all(one["met"] == one["replies"] == board.size - 3 for one in settled)
    assert "9x9x5" not in known_campaigns()
