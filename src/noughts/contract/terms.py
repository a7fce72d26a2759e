"""The terms that all shapes are made of: cells, boards, positions and players by name, exact numbers as text.

A shape is a TypedDict: it costs nothing at run time, mypy holds its maker to it, and pydantic makes its JSON Schema. It
comes from typing_extensions because pydantic takes no other before Python 3.12.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from typing_extensions import TypeAliasType, TypedDict


class Says:
    """Keywords of JSON Schema that a type has beside its own; pydantic asks for them by this method's name."""

    def __init__(self, **keywords: Any) -> None:
        self._keywords = keywords

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        return {**handler(core), **self._keywords}


CellName = TypeAliasType(
    "CellName",
    Annotated[
        str, Says(pattern=r"^[a-t]([1-9]|1[0-9]|20)$", description="A cell: column, then row from the top.")
    ],
)
PositionText = TypeAliasType(
    "PositionText",
    Annotated[
        str, Says(pattern=r"^[XO.]{1,20}(/[XO.]{1,20}){0,19}$", description="A position: rows from the top.")
    ],
)
BoardName = TypeAliasType(
    "BoardName",
    Annotated[
        str, Says(description="A board: columns, rows and k, 3x3x3; or torus5x5x4, strip4x6x6, cube4.")
    ],
)
PlayerName = TypeAliasType(
    "PlayerName", Annotated[str, Says(description="A player with its options: rules(advanced=False).")]
)
ExactNumber = TypeAliasType(
    "ExactNumber",
    Annotated[str, Says(pattern=r"^-?[0-9]+(/[1-9][0-9]*)?$", description='An exact number as text: "1/3".')],
)


class BothWordings(TypedDict):
    """A text that has a precise and a simple wording."""

    precise: str
    simple: str


TextJson = TypeAliasType(
    "TextJson",
    Annotated[
        str | BothWordings,
        Says(description="A text: `code`, [words](/path), and [words](a1 b1), which point at cells."),
    ],
)

Item = TypeVar("Item")
Pair = Annotated[list[Item], Says(minItems=2, maxItems=2)]
BySide = Annotated[dict[Literal["X", "O"], Item], Says(required=["X", "O"])]
ByResult = Annotated[dict[Literal["win", "draw", "loss"], Item], Says(required=["win", "draw", "loss"])]

Side = Literal["X", "O"]
ResultWord = Literal["win", "draw", "loss"]


class AnswerJson(TypedDict):
    """What can stand alone as an answer says by ``schema`` which edition of these shapes it follows."""

    schema: Literal[3]


class BoardAnswerJson(AnswerJson):
    """An answer that is about a board."""

    board: BoardName


class PositionAnswerJson(BoardAnswerJson):
    """An answer that is about a position."""

    position: PositionText
