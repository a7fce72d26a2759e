"""What a run ran on: the processor and the packages, as far as they can be told; and what a certificate takes there."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
import time
import zlib
from functools import cache
from pathlib import Path

from noughts.kernels.library import GROUPS


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
    """Return the versions of what computes and writes a certificate: Python, the prover's kernels, and zlib."""
    parts = {"Python": platform.python_version(), "kernels": GROUPS["prover"].digest}
    parts["zlib"] = zlib.ZLIB_RUNTIME_VERSION
    return ", ".join(f"{name} {number}" for name, number in parts.items())


_VERIFY = """
import sys
from noughts.solver.certificate.verify import verify
verify(sys.argv[1])
try:
    print(open("/proc/self/status").read())
except OSError:
    pass
"""


def cost_of_verifying(certificate: Path) -> tuple[float, int | None]:
    """What a certificate that holds takes to be verified in a process of its own, the loading of packages included.

    Seconds by the clock; and MiB of memory at most, None where the system does not tell. Raises CalledProcessError
    for a certificate that does not hold.
    """
    begun = time.perf_counter()
    told = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", _VERIFY, str(certificate)], check=True, capture_output=True, text=True
    )
    most = re.search(r"^VmHWM:\s*(\d+) kB$", told.stdout, re.MULTILINE)
    return time.perf_counter() - begun, int(most[1]) >> 10 if most else None
