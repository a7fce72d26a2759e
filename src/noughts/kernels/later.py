"""Imports of others that take long and are seldom needed: put off until they are."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


class _Later(ModuleType):
    """Stands for a module, which is imported once something of it is asked for."""

    def __getattr__(self, name: str) -> object:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


@contextmanager
def later(name: str) -> Iterator[None]:
    """Whoever imports this module meanwhile, a part of an installed library, only notes that it is there."""
    if name in sys.modules or find_spec(name.partition(".")[0]) is None:
        yield
        return
    stand_in = sys.modules[name] = _Later(name)
    try:
        yield
    finally:
        if sys.modules.get(name) is stand_in:
            del sys.modules[name]
