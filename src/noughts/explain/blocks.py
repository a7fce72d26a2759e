"""An explanation as a list of blocks: texts, tables, boards, steps and trees, which every renderer can show.

Blocks are frozen dataclasses without behaviour. A text is a ``str`` with two marks: `either` has a precise and a simple
wording, `refer` names cells that a renderer may point out. Cells go by name. What a player of others has written goes
through `plain_text` before it becomes part of a block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from typing import Annotated, Any, Literal

from noughts.displayable import Json
from noughts.game.board import Board, Cell
from noughts.game.position import Position

_BEGIN, _OR, _END = "\x02", "\x1f", "\x03"
_EITHER = re.compile(f"{_BEGIN}([^{_END}]*){_OR}([^{_END}]*){_END}")
_LINK = re.compile(r"\[([^][]*)\]\(((?:/(?![/\\])[^()\s]*)|[a-z]\d+(?: [a-z]\d+)*)\)")
"""A reference to a page of the site or to cells. The page reads the same marks (``page/core/text.js``)."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")

Text = Annotated[str, "text"]
"""A text with marks: `either`, `refer`, and, as in lessons, code in backticks and ``[words](/path)``."""

CellName = Annotated[str, "cell"]
"""The name of a cell, like ``b2``; where a cell may be missing also ""."""

CellFrame = Literal["", "thin", "dashed", "double"]
ChipFrame = Literal["", "solid", "dashed"]


def either(precise: str, simple: str) -> Text:
    """Return a part of a text that has a precise and a simple wording. It cannot contain another such part."""
    return precise if precise == simple else f"{_BEGIN}{precise}{_OR}{simple}{_END}"


def refer(words: str, board: Board, cells: Iterable[Cell]) -> Text:
    """Return words that point at cells of a board. They cannot contain brackets."""
    names = " ".join(board.cell_names(cells))
    return f"[{words}]({names})" if names and words else words


def plain_text(foreign: str) -> Text:
    """Return a text of others as a text without marks."""
    return _CONTROLS.sub("", foreign).replace("](", "] (").replace("`", "'")


def wording(text: Text, simple: bool = False) -> Text:
    """Return a text in one wording. It still refers to cells."""
    return _EITHER.sub(r"\2" if simple else r"\1", text)


def bare(text: Text, simple: bool = False) -> str:
    """Return a text in one wording and without marks, as it is printed."""
    return _LINK.sub(r"\1", wording(text, simple)).replace("`", "")


def markdown(text: Text, simple: bool = False) -> str:
    """Return a text in one wording as Markdown, which has code and links, but no references to cells."""
    return _LINK.sub(lambda found: found[0] if found[2].startswith("/") else found[1], wording(text, simple))


def text_json(text: Text) -> Any:
    """Return a text as JSON: an object with both wordings if they differ."""
    if _BEGIN not in text:
        return text
    precise, simple = wording(text), wording(text, simple=True)
    return precise if precise == simple else {"precise": precise, "simple": simple}


class BlockBase:
    """A base class of blocks. In JSON they have their kind as ``block``."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Paragraph(BlockBase):
    """A paragraph of text. A note is less important."""

    words: Text
    note: bool = False


@dataclass(frozen=True, slots=True)
class Heading(BlockBase):
    """A heading above the blocks that follow."""

    words: Text


@dataclass(frozen=True, slots=True)
class Note:
    """A note in an empty cell of a board.

    ``text`` is in the middle, ``under`` below it (``meaning`` says what that stands for), ``added`` in a corner.
    ``heat`` is from 0 to 1. ``frame`` is a border: "", "thin", "dashed" or "double".
    """

    text: Text = ""
    under: str = ""
    meaning: Text = ""
    added: str = ""
    heat: float = 0.0
    frame: CellFrame = ""


@dataclass(frozen=True, slots=True)
class Figure(BlockBase):
    """A board with words below it, which may begin with a ``title``.

    ``notes`` are in cells, ``rings`` are cells that are pointed out, ``lines`` are struck through. ``last`` is the
    last move. With ``numbers`` the board is a table of its cells, which can be read cell by cell.
    """

    position: Position
    words: Text = ""
    notes: Mapping[CellName, Note] = field(default_factory=dict)
    rings: tuple[CellName, ...] = ()
    lines: tuple[tuple[CellName, ...], ...] = ()
    last: CellName = ""
    numbers: bool = False
    title: Text = ""


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table. ``share``, from 0 to 1, is a bar beside the text; ``sample`` a cell of a board before it."""

    text: Text
    share: float | None = None
    strong: bool = False
    sample: Note | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, whose first cell is its heading. ``cells`` are the cells of the board that it is about."""

    texts: tuple[Text | TableCell, ...]
    chosen: bool = False
    cells: tuple[CellName, ...] = ()


@dataclass(frozen=True, slots=True)
class Table(BlockBase):
    """A table. ``align`` has ``<`` or ``>`` for each column, ``<`` by default.

    Without ``head`` it is a list of terms. ``groups`` are headings over several columns: words, and how many columns.
    A ``quiet`` caption repeats the heading above it, and only screen readers need it.
    """

    caption: Text
    head: tuple[Text, ...]
    rows: tuple[Row, ...]
    align: str = ""
    groups: tuple[tuple[Text, int], ...] = ()
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """A change of the figure of `Frames`, and words about it.

    Notes stay until they are changed, except what they have ``added``. Rings and lines are those of this frame alone.
    A ``position`` takes the place of that before it, with its notes.
    """

    words: Text
    notes: Mapping[CellName, Note] = field(default_factory=dict)
    rings: tuple[CellName, ...] = ()
    lines: tuple[tuple[CellName, ...], ...] = ()
    position: Position | None = None
    last: CellName = ""


@dataclass(frozen=True, slots=True)
class Frames(BlockBase):
    """A figure that changes step by step. It is shown from its first frame, or ``at_end`` from its last."""

    caption: Text
    figure: Figure
    frames: tuple[Frame, ...]
    at_end: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A step that a player tries: its ``number``, or "" for that of the step before; ``state`` says what became of it.

    The states are "passed" (it did not apply), "fired" and "unreached".
    """

    number: str
    name: Text
    meaning: Text = ""
    state: Literal["passed", "fired", "unreached"] = "passed"


@dataclass(frozen=True, slots=True)
class Steps(BlockBase):
    """Steps in the order in which they are tried."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A request for more blocks: GET ``path`` with ``params`` responds with an object that has ``blocks``."""

    path: str
    params: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Chip:
    """A word in a frame: "", "solid" or "dashed"."""

    words: Text
    frame: ChipFrame = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a tree in one line.

    ``remark`` says why it is cut, or its window, and ``short`` is its short form. ``below`` says how many nodes are not
    shown. ``spoken`` is the whole line for screen readers, ``figure`` the position. ``state`` is "cut", "best" or "".
    ``is_open_ended`` is true if the children are not in ``children``, but requested with ``path``: the moves that lead
    to the node, separated by commas.
    """

    name: Text
    chips: tuple[Chip, ...] = ()
    value: str = ""
    words: Text = ""
    remark: Text = ""
    short: Text = ""
    below: Text = ""
    spoken: Text = ""
    figure: Figure | None = None
    state: Literal["", "cut", "best"] = ""
    path: str = ""
    is_open_ended: bool = False
    children: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Switch:
    """A checkbox of a tree: its words, and the parameter of the request that it turns on and off."""

    words: Text
    param: str
    is_on: bool = True


@dataclass(frozen=True, slots=True)
class Tree(BlockBase):
    """A tree that is opened node by node. ``ask`` requests children that are not part of it."""

    caption: Text
    root: Node
    ask: Ask | None = None
    above: Text = ""
    below: Text = ""
    switch: Switch | None = None


@dataclass(frozen=True, slots=True)
class Beside(BlockBase):
    """Blocks side by side where there is room. Figures alone form a grid, numbered if they are ``ordered``."""

    blocks: tuple[Block, ...]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Details(BlockBase):
    """Blocks that are opened by their title, which is also the key by which they stay open.

    ``ask`` requests more blocks when they are opened. Only the page does that.
    """

    title: Text
    blocks: tuple[Block, ...] = ()
    open: bool = False
    ask: Ask | None = None


@dataclass(frozen=True, slots=True)
class Wordings(BlockBase):
    """Blocks that differ in the two wordings."""

    precise: tuple[Block, ...]
    simple: tuple[Block, ...]


Block = Paragraph | Heading | Figure | Table | Frames | Steps | Tree | Beside | Details | Wordings


def frame_figures(frames: Frames) -> Iterator[Figure]:
    """Yield the figure of `Frames` after each frame, with the words of the frame."""
    figure = frames.figure
    for frame in frames.frames:
        notes = (
            {} if frame.position else {name: replace(note, added="") for name, note in figure.notes.items()}
        )
        figure = replace(
            figure,
            position=frame.position or figure.position,
            words=frame.words,
            notes={**notes, **frame.notes},
            rings=frame.rings,
            lines=frame.lines,
            last=frame.last,
        )
        yield figure


def block_json(block: BlockBase) -> Json:
    """Return a block as JSON: its kind as ``block``, and its fields except those that have their default.

    A position becomes ``board`` and ``position``, a text with two wordings an object (`text_json`).
    """
    shaped: Json = _json(block)
    return shaped


def _json(value: Any) -> Any:
    if isinstance(value, str):
        return text_json(value)
    if isinstance(value, Mapping):
        return {key: _json(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_json(each) for each in value]
    if value is None or isinstance(value, (bool, int, float)):
        return value
    shaped: Json = {"block": block_name(type(value))} if isinstance(value, BlockBase) else {}
    for each in fields(value):
        own = getattr(value, each.name)
        if isinstance(own, Position):
            shaped |= {"board": str(own.board), "position": own.rows_text}
        elif own != _default(each):
            shaped[each.name] = _json(own)
    return shaped


def block_name(kind: type) -> str:
    """Return the name of a kind of block in JSON: ``details``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()


def _default(each: Field[Any]) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()
