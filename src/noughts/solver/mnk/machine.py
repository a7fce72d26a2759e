"""What a run ran on: the processor and the packages, as far as they can be told."""

from __future__ import annotations

import platform
import re
import zlib
from functools import cache
from importlib.metadata import version
from pathlib import Path


@cache
def processor() -> str:
    """The processor's name, as Linux tells it, else as Python does."""
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        told = ""
    named = re.search(r"^model name\s*: *(.+)$", told, re.MULTILINE)
    return named[1].strip() if named else platform.processor() or platform.machine()


@cache
def packages() -> str:
    """The versions of what computes and writes a certificate: Python, Numba, NumPy, and zlib, which packs it."""
    parts = {"Python": platform.python_version(), "Numba": version("numba"), "NumPy": version("numpy")}
    parts["zlib"] = zlib.ZLIB_RUNTIME_VERSION
    return ", ".join(f"{name} {number}" for name, number in parts.items())
