"""The page docs/five.md and its picture: how the campaigns stand, read from the record research/records/five.jsonl."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from noughts.errors import NoughtsError
from noughts.explain.svg import board_svg
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.lessons.lesson_text import markdown_table
from research.campaign.page_data import campaigns_text
from research.campaign.status import ReplyStanding, read_record, standings, write_record
from research.documents.markdown import fill


def five_page(page: str, record: Path, joined: Path | None = None) -> tuple[str, str, str]:
    """Return the page filled in from a record of campaigns, its picture, and the data that the server reports.

    The page is about the largest board of the record, whose joined certificate is in ``joined``, and the smaller ones.
    Raises NoughtsError for other files and a page that has no place for a part.
    """
    campaigns = read_record(record)
    (board, openings), *smaller = campaigns
    parts = five_parts(openings) | ({"whole": _whole(joined, openings)} if joined else {})
    parts |= {"smaller": "\n\n".join(_smaller(*one) for one in smaller)} if smaller else {}
    return fill(page, parts), five_picture(board, openings) + "\n", campaigns_text(campaigns)


def record_campaign(record: Path, board: Board, folder: Path) -> None:
    """Replace what a record has of a board by what the headers of the folder's files say.

    Raises OSError, and NoughtsError for other files and for a folder without pieces of the board.
    """
    found = standings(board, folder)
    if all(state == ReplyStanding(state.opening) for state in found):
        raise NoughtsError(f"{folder}: no piece of a campaign of {board} is there")
    others = [one for one in read_record(record) if one[0] != board] if record.exists() else []
    both = [*others, (board, found)]
    write_record(record, sorted(both, key=lambda one: one[0].size, reverse=True))


def five_parts(openings: Sequence[ReplyStanding]) -> dict[str, str]:
    """What the page says of the board's own campaign."""
    settled = [state for state in openings if state.settled]
    met = sum(state.replies - state.left for state in openings)
    millions = sum(state.positions for state in openings) / 1e6
    state = (
        f"**{len(settled)} of {len(openings)} openings are settled**, with {_size(settled)}; "
        f"{met:,} replies to X's second stone are met in all, by {millions:,.0f} million positions in "
        f"{sum(state.seconds for state in openings) / 3600:.1f} hours of one process."
    )
    return {
        "state": state,
        "openings": _openings(openings),
        "shape": _shape(settled),
        "lines": _lines(settled),
    }


def _size(settled: Sequence[ReplyStanding]) -> str:
    records, size = sum(state.records for state in settled), sum(state.size for state in settled)
    return f"{records:,} records in {size / 1e6:.1f} MB"


def _whole(file: Path, openings: Sequence[ReplyStanding]) -> str:
    """The joined certificate: the records of all pieces, and the empty board's own."""
    body, records = file.read_bytes(), sum(state.records for state in openings) + 1
    sha256 = hashlib.sha256(body).hexdigest()
    return (
        f"[`{file.name}`](certificates/five/{file.name}) has {records:,} records in {len(body) / 1e6:.1f} MB; "
        f"SHA-256 `{sha256}`."
    )


def _openings(openings: Sequence[ReplyStanding]) -> str:
    """The table of all openings, those that come last in the campaign at its end."""
    head = ("opening", "X's second stone", "O's stone there", "state")
    numbers = ("replies met", "million positions", "records", "kB")
    rows = [
        (
            state.opening.name.replace("-", " "),
            state.second,
            state.reply,
            "settled" if state.settled else "begun" if state.second else "",
            f"{state.replies - state.left} of {state.replies}" if state.second else "",
            f"{state.positions / 1e6:,.0f}" if state.second else "",
            f"{state.records:,}" if state.second else "",
            f"{state.size / 1000:,.0f}" if state.settled else "",
        )
        for state in openings
    ]
    return markdown_table(head + numbers, rows, len(numbers))


def _smaller(board: Board, openings: Sequence[ReplyStanding]) -> str:
    """How a smaller board stands: the openings that are begun."""
    begun = [state for state in openings if state.second]
    settled = [state for state in begun if state.settled]
    head = ("opening", "X's second stone", "state", "carried", "replies met", "million positions", "records")
    rows = [
        (
            state.opening.name.replace("-", " "),
            state.second,
            "settled" if state.settled else "begun",
            f"{state.carried}",
            f"{state.replies - state.left} of {state.replies}",
            f"{state.positions / 1e6:,.1f}",
            f"{state.records:,}",
        )
        for state in begun
    ]
    words = (
        f"**{len(settled)} of {len(openings)} openings are settled here**, with {_size(settled)}, by "
        f"{sum(s.positions for s in settled) / 1e6:,.0f} million positions in "
        f"{sum(s.seconds for s in settled) / 60:,.1f} minutes of one process."
        if settled
        else f"**None of {len(openings)} openings is settled yet**, {len(begun)} are begun."
    )
    return f"### {board.columns} x {board.rows}\n\n{words}\n\n{markdown_table(head, rows, 3)}"


def _shape(settled: Sequence[ReplyStanding]) -> str:
    """Records by depth, as a table with bars."""
    depth = max((len(state.depths) for state in settled), default=0)
    counts = [sum(state.depths[d] for state in settled if d < len(state.depths)) for d in range(depth)]
    rows = [(str(d + 2), "█" * round(40 * n / max(counts)), f"{n:,}") for d, n in enumerate(counts)]
    return markdown_table(("X's stone", "", "records"), rows, 1)


def _lines(settled: Sequence[ReplyStanding]) -> str:
    rows = [
        (state.opening.name.replace("-", " "), state.reply, f"`{' '.join(state.line)}`") for state in settled
    ]
    return markdown_table(("opening", "O's stone", "line"), rows)


def five_picture(board: Board, openings: Sequence[ReplyStanding]) -> str:
    """The board: in every reply of O a check once its opening is settled, before that the replies met, in percent."""
    states = {cell: state for state in openings for cell in state.opening.replies}
    shares = {cell: 1 - state.left / state.replies for cell, state in states.items() if state.second}
    words = {cell: "✓" if states[cell].settled else f"{100 * share:.0f}" for cell, share in shares.items()}
    position = Position.start(board).play(openings[0].opening.first)
    return board_svg(position, overlay=words, heat=shares, paper=True)
