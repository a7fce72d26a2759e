"""Results that can show themselves.

The packages that compute results are below those that describe and draw them in the order of imports. A result is
therefore `Shown`, whose methods load `display.renderers` when one is first called.
"""

from __future__ import annotations

import json
from importlib import import_module
from types import ModuleType
from typing import Any, cast

Json = dict[str, Any]
"""An object whose values are JSON all the way down."""


def renderers() -> ModuleType:
    """Return the module that shows results, `display.renderers`, which is a higher one."""
    return import_module("noughts.display.renderers")


class Shown:
    """A result that prints as the command line prints it, and that notebooks and programs can read."""

    __slots__ = ()

    def __str__(self) -> str:
        return cast(str, renderers().text(self))

    def _repr_html_(self) -> str | None:
        """What a notebook shows: IPython calls this by its name."""
        return cast("str | None", renderers().html(self))

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows where there is no HTML."""
        return cast("str | None", renderers().svg(self))

    def to_dict(self) -> Json:
        """What ``--json`` answers, as a dictionary: its shape is in docs/contract.md."""
        return cast(Json, renderers().jsonable(self))

    def to_json(self) -> str:
        """The line that ``--json`` prints."""
        return json.dumps(self.to_dict(), allow_nan=False)

    def to_records(self) -> list[Json]:
        """Its rows as dictionaries of one shape, from which pandas or polars makes a table."""
        return cast("list[Json]", renderers().records(self))
