"""How a result shows itself: printed, in a notebook, as JSON, as records for a table.

The rooms that make results know nothing of words and pictures, which come later in the order of imports. So a result
is `Shown`: it asks `Shown.display`, which the facade has set, and what that does is loaded with the first question.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, ClassVar, Protocol

Json = dict[str, Any]
"""An object whose values are JSON all the way down."""


class Display(Protocol):
    """What knows how results look: a module or an object with these functions."""

    def text(self, result: Any) -> str:
        """The text that the command line prints of it."""

    def html(self, result: Any) -> str | None:
        """What a notebook shows of it; None where it has nothing better than the text."""

    def svg(self, result: Any) -> str | None:
        """Its picture; None where there is none."""

    def jsonable(self, result: Any) -> Json:
        """The object that ``--json`` prints of it."""

    def records(self, result: Any) -> list[Json]:
        """Its rows, each with the same names."""

    def read_game(self, source: Any) -> Any:
        """The game of such a text, of its bytes or of a file."""

    def read_study(self, source: Any) -> Any:
        """The same with its variations and notes."""

    def read_games(self, source: Any) -> Any:
        """Every game of a collection."""

    def read_studies(self, source: Any) -> Any:
        """The same with their variations and notes."""

    def written(self, result: Any, form: str, **options: Any) -> str:
        """It as the text of a file of this format."""


class Shown:
    """A result that prints as the command line prints it, and that notebooks and programs can read."""

    __slots__ = ()

    display: ClassVar[Callable[[], Display]]
    """Gives the module that shows results; set from outside, once."""

    def __str__(self) -> str:
        return Shown.display().text(self)

    def _repr_html_(self) -> str | None:
        """What a notebook shows: IPython calls this by its name."""
        return Shown.display().html(self)

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows where there is no HTML."""
        return Shown.display().svg(self)

    def to_dict(self) -> Json:
        """What ``--json`` answers, as a dictionary: its shape is in docs/contract.md."""
        return Shown.display().jsonable(self)

    def to_json(self) -> str:
        """The line that ``--json`` prints."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def to_records(self) -> list[Json]:
        """Its rows as dictionaries of one shape, from which pandas or polars makes a table."""
        return Shown.display().records(self)
