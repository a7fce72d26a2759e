"""Hashes of 64 bits."""

from __future__ import annotations

from typing import Any

_WORD = (1 << 64) - 1


def mixed(x: Any) -> Any:
    """splitmix64 (Steele, Lea and Flood 2014): a 64-bit hash of a number, or of every word of an array of NumPy's."""
    x = x + 0x9E3779B97F4A7C15 & _WORD
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & _WORD
    return x ^ (x >> 31)
