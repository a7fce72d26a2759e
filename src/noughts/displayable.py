"""How a result shows itself: printed, in a notebook, as JSON, as records for a table.

The rooms that make results know nothing of words and pictures, which come later in the order of imports. So a result
is `Shown`: it asks `Shown.display`, which the facade has set, and what that does is loaded with the first question.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from types import ModuleType
from typing import Any, ClassVar, cast

Json = dict[str, Any]
"""An object whose values are JSON all the way down."""


class Shown:
    """A result that prints as the command line prints it, and that notebooks and programs can read."""

    __slots__ = ()

    display: ClassVar[Callable[[], ModuleType]]
    """Gives the module that shows results, `display.renderers`; set from outside, once."""

    def __str__(self) -> str:
        return cast(str, Shown.display().text(self))

    def _repr_html_(self) -> str | None:
        """What a notebook shows: IPython calls this by its name."""
        return cast("str | None", Shown.display().html(self))

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows where there is no HTML."""
        return cast("str | None", Shown.display().svg(self))

    def to_dict(self) -> Json:
        """What ``--json`` answers, as a dictionary: its shape is in docs/contract.md."""
        return cast(Json, Shown.display().jsonable(self))

    def to_json(self) -> str:
        """The line that ``--json`` prints."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def to_records(self) -> list[Json]:
        """Its rows as dictionaries of one shape, from which pandas or polars makes a table."""
        return cast("list[Json]", Shown.display().records(self))
