"""docs/five.md, its picture and what the server reports are made from the record research/records/five.jsonl."""

import shutil

import pytest
from tests.paths import DOCS, JOINED, PIECE, RECORDS
from tests.processes import not_here

from noughts import Board, NoughtsError
from noughts.solver.recorded import CAMPAIGNS, known_campaigns
from research.campaign.status import read_record
from research.documents.five import five_page, record_campaign


def test_the_page_of_five_in_a_row_is_fresh():
    """Page, picture and what the server reports are those of the record; else run `research.documents five`."""
    if not JOINED.exists():
        not_here("a source distribution lacks the joined certificate")
    files = (DOCS / "five.md", DOCS / "pictures" / "five.svg", CAMPAIGNS)
    made = five_page(files[0].read_text(encoding="utf-8"), RECORDS / "five.jsonl", JOINED)
    assert made == tuple(path.read_text(encoding="utf-8") for path in files)


def test_a_board_is_recorded_again(tmp_path):
    """Recording a folder replaces the lines of its board and no others."""
    record, folder = tmp_path / "five.jsonl", tmp_path / "folder"
    record.write_bytes((RECORDS / "five.jsonl").read_bytes())
    before = read_record(record)
    folder.mkdir()
    shutil.copy(PIECE, folder)
    record_campaign(record, Board.parse("15x15x5"), folder)
    (large, openings), *others = read_record(record)
    assert (large, others) == (before[0][0], before[1:])
    begun = [one for one in openings if one.second]
    assert begun == [one for one in before[0][1] if one.opening.name == "h8-a1"]


def test_a_folder_without_pieces_is_rejected(tmp_path):
    """A folder that has no piece of the board's campaign leaves the record as it is."""
    record = tmp_path / "five.jsonl"
    record.write_bytes((RECORDS / "five.jsonl").read_bytes())
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(NoughtsError, match="no piece of a campaign of 15x15x5"):
            record_campaign(record, Board.parse("15x15x5"), folder)
    assert record.read_bytes() == (RECORDS / "five.jsonl").read_bytes()


@pytest.mark.parametrize(
    "text", ["nothing", "[]", '{"board": "15x15x5"}', '{"board": "x", "opening": "h8-a1"}']
)
def test_a_file_that_is_no_record_is_named(tmp_path, text):
    """Another file is refused in one sentence that quotes it."""
    (tmp_path / "none.jsonl").write_text(text, encoding="utf-8")
    with pytest.raises(NoughtsError, match=r"none\.jsonl' is no record of campaigns"):
        read_record(tmp_path / "none.jsonl")


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
