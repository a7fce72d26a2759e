"""The kernel that verifies claims by zones, called as the verifier calls it."""

import gzip
import json
from functools import cache
from typing import Any

from noughts.game.board import cells_of
from noughts.kernels.memory import array
from noughts.solver.certificate import verify_zones_compiled, verify_zones_kernel
from noughts.solver.certificate.verify_zones import ZoneChecker
from noughts.solver.certificate.verify_zones_kernel import COUNT
from tests.paths import PIECE


def verified() -> tuple[int, int]:
    """Verify a long claim by the kernel; return the number of the fault, 0 for none, and the number of records."""
    checker, parts = _claim()
    lines = [list(cells_of(line)) for line in checker.sets]
    images = [[one.bit_length() - 1 for one in image] for image in checker.renamings]
    tree = verify_zones_compiled.load(
        lines, checker.cells, images, *(list(cells_of(side)) for side in checker.stones)
    )
    wrong = verify_zones_kernel.begin(tree, checker.attacks)
    for part in parts:
        wrong = wrong or verify_zones_kernel.read(tree, part)
    return int(wrong), int(tree.at[COUNT])


@cache
def _claim() -> tuple[ZoneChecker, list[Any]]:
    with gzip.open(PIECE, "rt") as file:
        header, *parts = map(json.loads, file)
    return ZoneChecker(header, None), [array(part, "i8") for part in parts if isinstance(part, list)]
