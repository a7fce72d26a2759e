"""The page docs/five.md and its picture: how the campaigns stand, read from the headers of their files."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from noughts.campaign.page_data import write_campaigns
from noughts.campaign.standing import ReplyStanding, standings
from noughts.errors import NoughtsError
from noughts.files import replace_file
from noughts.game.board import Board
from noughts.markdown_table import table

_CELL, _EDGE = 34, 30
_INK, _PAPER, _FAINT = "#2b3440", "#fdfcf8", "#c9cdd1"
_SETTLED, _TRIED, _UNTRIED = "#2f6f4f", "#e8c468", "#ffffff"

_HEAD = """# Five in a row

On 15 x 15 cells, five or more in a row, the first player wins: L. V. Allis, H. J. van den Herik and M. P. H. Huntjens
computed it from 1992 on (Go-Moku solved by new search techniques, Computational Intelligence 12, 1996). No proof that
anybody could check was ever released. This page is the state of one that can be: a campaign of certificates.

X begins in the middle. Up to symmetry O has {openings} replies; each is an *opening* here, and has a certificate of its
own in [`docs/certificates/five`](certificates/five) once it is settled: X, to move, wins by a second stone whatever O
plays. `noughts verify FILE` checks it ([what is checked](certificates.md#wins-with-zones), [why that is
enough](zones.md)). When all are there they are joined into one certificate of the empty board:

    noughts campaign 15x15x5 docs/certificates/five/15x15x5                    # goes on where it was, anywhere
    noughts campaign 15x15x5 docs/certificates/five/15x15x5 --join 15x15x5.gz  # the last step

This page and the picture are generated from the headers of these files, by `make five`; a test fails if they disagree.
"""

_JOINED = """## The whole

**The openings together are one certificate of the empty board: X, to move, wins.** [`{name}`](certificates/five/{name})
has {records:,} records in {size:.1f} MB; SHA-256 `{sha256}`.
It is what `--join` makes of the pieces. Both are kept: with it alone `noughts verify` checks the whole claim and
`noughts.certificate` plays it, once it has made an index beside it, in a minute or so with Numba; then a move takes
some thousandths of a second, a tenth at most ([how](certificates.md#playing-by-a-certificate)). The pieces are what
campaigns of smaller squares begin with.
"""

_RESISTS = """## What resists

Replies that were tried within the limit and not settled, with the proof and the disproof number at which the search
stopped: the lower the first, the nearer to a proof; the lower the second, the nearer to having no move left that is
tried. Replies that were not tried yet are not named.
"""

_TREE = """## The shape of the trees

Records by the number of X's stone that they begin with, counted from X's second: all settled openings together.
"""

_LINES = """## Main lines

From X's second stone on, each reply of O the one that takes the most records. A dash is a pass: O's reply does not
matter there. Cells are turned as the certificate has them.
"""


_CARRIED = """## Smaller squares

Of squares from 9 x 9 to 14 x 14 nobody has told who wins. A win on 15,15,5 says nothing of them, but its proofs carry
over where what they need lies on the smaller board, too ([how](zones.md#campaigns)): each opening of these campaigns
begins with them, and is a certificate of its board alone once it is settled. The column "carried" has the replies to
X's second stone that these proofs and those of openings nearby met, before anything but holes was searched. What is
kept here is a beginning; the same command goes on with it, and makes what is not kept again:

    noughts campaign {board} docs/certificates/five/{board} --carry docs/certificates/five/{large}
"""


def write_five(page: Path, picture: Path, folder: Path, board: Board, data: Path | None = None) -> None:
    """Writes the page and its picture of a campaign's folder, and what the server knows of it, where ``data`` is named.

    Raises OSError, and NoughtsError for other files.
    Folders beside it that are named as smaller boards with lines as long are campaigns that were carried on there; a
    file that is named as the board and ends with .gz is the joined certificate.
    """
    found, joined = standings(board, folder), folder.parent / f"{board.name}.gz"
    smaller = [(other, standings(other, folder.parent / other.name)) for other in _beside(board, folder)]
    replace_file(page, five_page(board, found, picture.name, smaller, joined if joined.exists() else None))
    replace_file(picture, five_picture(board, found) + "\n")
    if data:
        write_campaigns(data, [(board, found), *smaller])


def _beside(board: Board, folder: Path) -> list[Board]:
    """The smaller boards whose campaigns lie beside a board's own, the largest first."""
    boards = []
    for path in folder.parent.iterdir() if folder.name == board.name else ():
        try:
            other = Board.parse(path.name)
        except NoughtsError:
            continue
        if other.k == board.k and other.size < board.size:
            boards.append(other)
    return sorted(boards, key=lambda one: one.size, reverse=True)


def five_page(
    board: Board,
    found: Sequence[ReplyStanding],
    picture: str,
    smaller: Sequence[tuple[Board, Sequence[ReplyStanding]]] = (),
    joined: Path | None = None,
) -> str:
    """The page as Markdown; ``smaller`` are boards that proofs were carried to, ``joined`` is a certificate of all."""
    settled = [state for state in found if state.settled]
    met = sum(state.replies - state.left for state in found)
    size, records = sum(state.size for state in settled), sum(state.records for state in settled)
    parts = [
        _HEAD.format(openings=len(found)),
        f"**{len(settled)} of {len(found)} openings are settled**, with {records:,} records in {size / 1e6:.1f} MB; "
        f"{met:,} replies to X's second stone are met in all, by {sum(s.positions for s in found) / 1e6:,.0f} million "
        f"positions in {sum(s.seconds for s in found) / 3600:.1f} hours of one process.\n",
        f"![The board: openings that are settled, begun and not begun](pictures/{picture})\n",
        _openings(found),
    ]
    if joined:
        parts.insert(2, _joined(joined, records + 1))
    if smaller:
        parts += [_CARRIED.format(board=smaller[0][0], large=board), *(_smaller(*one) for one in smaller)]
    resisting = [state for state in found if state.resists and not state.settled]
    if resisting:
        parts += [_RESISTS, _resisting(resisting)]
    if settled:
        parts += [_TREE, _shape(settled), _LINES, _lines(settled)]
    return "\n".join(parts)


def _joined(file: Path, records: int) -> str:
    body = file.read_bytes()
    sha256 = hashlib.sha256(body).hexdigest()
    return _JOINED.format(name=file.name, records=records, size=len(body) / 1e6, sha256=sha256)


def _openings(found: Sequence[ReplyStanding]) -> str:
    """The table of all openings, those that come last in the campaign at its end."""
    head = (
        "opening",
        "X's second stone",
        "O's stone there",
        "state",
        "replies met",
        "million positions",
        "records",
        "kB",
    )
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
        for state in found
    ]
    return table(head, rows, 4) + "\n"


def _smaller(board: Board, found: Sequence[ReplyStanding]) -> str:
    """How a smaller board stands: the openings that are begun."""
    begun = [state for state in found if state.second]
    settled = [state for state in begun if state.settled]
    size, records = sum(state.size for state in settled), sum(state.records for state in settled)
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
        f"**{len(settled)} of {len(found)} openings are settled here**, with {records:,} records in "
        f"{size / 1e6:.1f} MB, by {sum(s.positions for s in settled) / 1e6:,.0f} million positions in "
        f"{sum(s.seconds for s in settled) / 60:,.1f} minutes of one process."
        if settled
        else f"**None of {len(found)} openings is settled yet**, {len(begun)} are begun."
    )
    return f"### {board.columns} x {board.rows}\n\n{words}\n\n{table(head, rows, 3)}\n"


def _resisting(found: Sequence[ReplyStanding]) -> str:
    head = ("opening", "X's second stone", "within million positions", "replies: proof, disproof number")
    rows = [
        (
            state.opening.name.replace("-", " "),
            state.second,
            f"{limit // 1_000_000:,}",
            "; ".join(
                f"{name}: {_number(pn)}, {_number(dn)}" for name, at, pn, dn in state.resists if at == limit
            ),
        )
        for state in found
        for limit in sorted({at for _, at, _, _ in state.resists})
    ]
    return table(head, rows) + "\n"


def _number(number: int) -> str:
    """A proof number; that of what was given up is beyond all."""
    return f"{number:,}" if number < 1 << 40 else "none"


def _shape(settled: Sequence[ReplyStanding]) -> str:
    """Records by depth, as a table with bars."""
    depth = max(len(state.depths) for state in settled)
    counts = [sum(state.depths[d] for state in settled if d < len(state.depths)) for d in range(depth)]
    most = max(counts)
    rows = [(str(d + 2), "█" * round(40 * n / most), f"{n:,}") for d, n in enumerate(counts)]
    return table(("X's stone", "", "records"), rows, 1) + "\n"


def _lines(settled: Sequence[ReplyStanding]) -> str:
    rows = [
        (state.opening.name.replace("-", " "), state.reply, f"`{' '.join(state.line)}`") for state in settled
    ]
    return table(("opening", "O's stone", "line"), rows) + "\n"


def five_picture(board: Board, found: Sequence[ReplyStanding]) -> str:
    """The board as SVG: every reply of O coloured as its opening stands, with the share of replies that is met."""
    width, height = (board.columns * _CELL + 2 * _EDGE, board.rows * _CELL + 2 * _EDGE + 30)
    done = sum(state.settled for state in found)
    label = f"{board}: {done} of {len(found)} second moves of O are settled, up to symmetry."
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}"})
    root.attrib.update({"role": "img", "aria-label": label, "width": f"{width}", "height": f"{height}"})
    root.attrib.update({"font-family": "system-ui, sans-serif", "font-size": "11", "fill": _INK})
    ET.SubElement(root, "rect", {"width": f"{width}", "height": f"{height}", "rx": "12", "fill": _PAPER})
    for state in found:
        for cell in sorted(state.opening.replies):
            _square(root, board, cell, state)
    first = found[0].opening.first
    x, y = _place(board, first)
    ET.SubElement(root, "rect", _box(x, y) | {"fill": _PAPER, "stroke": _FAINT})
    _text(root, x, y + 6, "X", {"font-size": "18"})
    for column in range(board.columns):
        _text(root, _EDGE + (column + 0.5) * _CELL, _EDGE - 8, board.cell_name(board.cells[column])[0], {})
    for row in range(board.rows):
        name = board.cell_name(board.cells[row * board.columns])[1:]
        _text(root, _EDGE - 14, _EDGE + (row + 0.5) * _CELL + 4, name, {})
    legend = ((_SETTLED, "settled"), (_TRIED, "begun: replies met, in percent"), (_UNTRIED, "not begun"))
    for i, (fill, words) in enumerate(legend):
        x, y = _EDGE + (0, 110, 340)[i], board.rows * _CELL + _EDGE + 18
        ET.SubElement(
            root,
            "rect",
            {"x": f"{x}", "y": f"{y}", "width": "14", "height": "14", "fill": fill, "stroke": _FAINT},
        )
        _text(root, x + 20, y + 11, words, {"font-size": "12", "text-anchor": "start"})
    return ET.tostring(root, encoding="unicode")


def _square(root: ET.Element, board: Board, cell: int, state: ReplyStanding) -> None:
    x, y = _place(board, cell)
    fill = _SETTLED if state.settled else _TRIED if state.second else _UNTRIED
    ET.SubElement(root, "rect", _box(x, y) | {"fill": fill, "stroke": _FAINT})
    if state.settled:
        _text(root, x, y + 4, "✓", {"font-size": "13", "fill": _PAPER})
    elif state.second:
        _text(root, x, y + 4, f"{100 * (state.replies - state.left) // state.replies}", {})


def _place(board: Board, cell: int) -> tuple[float, float]:
    """The middle of a cell."""
    return _EDGE + (cell % board.columns + 0.5) * _CELL, _EDGE + (cell // board.columns + 0.5) * _CELL


def _box(x: float, y: float) -> dict[str, str]:
    return {"x": f"{x - _CELL / 2:g}", "y": f"{y - _CELL / 2:g}", "width": f"{_CELL}", "height": f"{_CELL}"}


def _text(root: ET.Element, x: float, y: float, words: str, looks: dict[str, str]) -> None:
    given = {"x": f"{x:g}", "y": f"{y:g}", "text-anchor": "middle", **looks}
    ET.SubElement(root, "text", given).text = words
