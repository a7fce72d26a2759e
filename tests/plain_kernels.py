"""Kernels as plain Python over NumPy's numbers, to compare compiled kernels with.

Words of 64 bits wrap around there as in a compiled kernel.
"""

import os
import subprocess
import sys
import warnings

import numpy as np

from noughts.kernels import declare, library, memory
from tests.paths import ROOT, SOURCE


class PlainArray(np.ndarray):
    """An array of NumPy's with the names of ``memory.Array``."""

    @property
    def numbers(self):
        return self.reshape(-1)

    def rows(self, start, end):
        return self[start:end]


class PlainRecord:
    """A record in NumPy's memory, whose fields are its numbers and arrays."""

    def __init__(self, kind):
        offsets, codes, shapes = zip(*kind.fields.values(), strict=True)
        layout = {"names": [*kind.fields], "formats": [*zip(codes, shapes, strict=True)], "offsets": offsets}
        numbers = np.zeros((), {**layout, "itemsize": kind.size})
        self.__dict__.update(kind=kind, capacity=kind.capacity, _numbers=numbers)

    def __getattr__(self, name):
        if not self.kind.fields[name][2]:
            return self._numbers[name][()]
        field = self.__dict__[name] = self._numbers[name].view(PlainArray)
        return field

    def __setattr__(self, name, value):
        self._numbers[name] = value


def use():
    """Declare kernels of modules that are imported from now on as plain functions."""
    early = [name for name in sys.modules if any(group.contains(name) for group in library.GROUPS.values())]
    if early:
        raise RuntimeError(f"modules of kernels were imported already: {early}")
    warnings.simplefilter("ignore", RuntimeWarning)  # NumPy warns that words wrap around
    library.unavailable_reason = lambda: None
    declare.kernel = declare.entry = declare.shared = lambda function: function
    memory.U64, memory.I64, memory.Record = np.uint64, np.int64, PlainRecord
    memory.zeros = lambda shape, code: np.zeros(shape, code).view(PlainArray)
    memory.array = lambda numbers, code: np.array(numbers, code).view(PlainArray)


def lines_of(program, *arguments):
    """Return the lines that a program prints in a process of its own, where kernels are plain Python."""
    program = f"from tests import plain_kernels\nplain_kernels.use()\n{program}"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(SOURCE.parent), str(ROOT)))}
    command = [sys.executable, "-c", program, *map(str, arguments)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()
