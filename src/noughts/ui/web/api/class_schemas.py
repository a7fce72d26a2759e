"""The shapes of what comes in to a class, beside those of games."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from noughts.ui.web.api import schemas


class NewClass(schemas.Body):
    """A class to make: the games' board, start and clock, and whom one who waits may play."""

    board: Annotated[
        str, Field(max_length=20, json_schema_extra=schemas.pattern(schemas.BOARD), examples=["3x3x3"])
    ] = "3x3x3"
    position: schemas.Place | None = None
    clock: schemas.TimeLimit | None = None
    meanwhile: (
        Annotated[
            str,
            Field(
                min_length=1,
                max_length=100,
                description="a level or a computer player, for one who waits",
                examples=["medium"],
            ),
        ]
        | None
    ) = None


class NewPupil(schemas.Body):
    """Somebody who comes; the nonce is their own random text, kept until the answer is there."""

    name: Annotated[str, Field(max_length=30, examples=["Ada"])] = ""
    nonce: Annotated[str, Field(min_length=16, max_length=100)]


class Gone(schemas.Body):
    """Who goes: the pupil who asks, or the one whom the teacher names."""

    pupil: Annotated[schemas.Whole, Field(ge=1, le=10_000)] | None = None


class ClassLock(schemas.Body):
    """Whether anybody new may come in."""

    locked: bool


class NextRound(schemas.Body):
    """The round that the teacher has seen."""

    round: Annotated[schemas.Whole, Field(ge=1, le=10_000)]
