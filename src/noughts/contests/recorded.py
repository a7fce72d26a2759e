"""Data that come with the package: the strength of the levels and of the engine, from recorded games.

`python -m research.documents strength` writes them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from noughts.contract.matches import StrengthJson

STRENGTH = Path(__file__).parent / "data" / "strength.json"


def known_strength() -> StrengthJson:
    """Return the strength of the levels and of the engine."""
    return cast("StrengthJson", json.loads(STRENGTH.read_text(encoding="utf-8")))
