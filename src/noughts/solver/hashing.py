"""Hashes of 64 bits."""

from __future__ import annotations

from typing import Any

GOLDEN, MIX_1, MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
"""The constants of splitmix64."""

_WORD = (1 << 64) - 1


def mixed(x: Any) -> Any:
    """splitmix64 (Steele, Lea and Flood 2014): a 64-bit hash of a number, or of every word of an array of NumPy's."""
    x = x + GOLDEN & _WORD
    x = (x ^ (x >> 30)) * MIX_1 & _WORD
    x = (x ^ (x >> 27)) * MIX_2 & _WORD
    return x ^ (x >> 31)
