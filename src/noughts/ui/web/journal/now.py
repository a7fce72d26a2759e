"""The time as games go by it."""

from __future__ import annotations

import time


def milliseconds() -> int:
    """Since 1970, by this machine's clock."""
    return time.time_ns() // 1_000_000
