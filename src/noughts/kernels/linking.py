"""Kernels that call each other are compiled apart, as Numba does it, but optimised together and once.

Numba by itself optimises every function and turns it into machine code with a copy of all that it calls: a function
called by twelve others is worked over thirteen times, and again where those are called. Here a kernel that is called
by kernels is a part: it is typed and lowered, and waits. What Python calls is a whole: it takes its own text and all
parts below it, once, and only it is optimised, made machine code and kept on disk.

    Python -> run        whole: run + weak.enter + look + ..., one piece of machine code
                |
           weak.enter    part: LLVM's text of this function alone
                |
              look       part

A kernel may call itself; kernels must not call each other in a circle: such code, loaded from disk, ends the process.

What that gains is in docs/solver.md. The kernels for browsers are collected in the same way (``web/kernels``). It leans
on how Numba compiles (``Compiler``), on the library that it puts code in (``JITCodeLibrary``), on ``_insert``,
``_compile_for_args`` and ``_cache`` of its dispatchers: ``TRIED`` says in which versions. In others, where that inside
has gone, and where NOUGHTS_PLAIN_KERNELS is set, kernels are plain ``njit``: slower to be there, with the same answers.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable
from functools import cache, cached_property, partial
from types import ModuleType
from typing import Any

from noughts.kernels.compilations import tell
from noughts.kernels.later import later

with later("yaml"):  # 0.03 s of CPU, for a file of settings that is seldom there
    import numba
with later("scipy.linalg.cython_blas"):  # 0.4 s of CPU, and no kernel multiplies matrices
    import numba.np.arraymath

try:
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler
    from numba.core.runtime.nrt import rtsys
except ImportError:  # its inside has changed
    JITCodeLibrary = Compiler = object  # type: ignore[misc, assignment]

TRIED = ((0, 60), (0, 68))
"""The first and the last version of Numba whose inside is as is assumed here; pyproject.toml admits no later."""

_version = tuple(map(int, re.findall(r"\d+", numba.__version__)[:2]))

PLAIN = (
    bool(os.environ.get("NOUGHTS_PLAIN_KERNELS"))
    or not hasattr(Compiler, "compile_extra")
    or not TRIED[0] <= _version <= TRIED[1]
)
"""Whether kernels are compiled by plain ``njit``."""

COMPILES = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
"""Whether the compiler is on."""

alike: Any = numba.extending.register_jitable
"""A function that kernels and Python call alike, taken in where a kernel calls it."""

Signature = tuple[Any, ...]
"""Numba's types of a kernel's arguments."""

_njit: Any = numba.njit  # its type names fewer options than it has

_only = threading.local()


class _NotKeptError(Exception):
    """A kernel is not on disk, and it was only to be loaded from there."""


class _Engineless:
    """Stands for the machine that runs code where there is none to be run: a part's constants are set nowhere."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, env: object) -> None:
        """Nothing: the whole that takes the part in has constants of its own."""


class _Part(JITCodeLibrary):
    """The code of one kernel, as it was lowered; kernels that it calls are named, not taken in."""

    @property
    def codegen(self) -> Any:
        return _Engineless(self._codegen)

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @cached_property
    def defined(self) -> list[str]:
        """The names of the functions in it."""
        return [function.name for function in self._final_module.functions if not function.is_declaration]


class _Whole(JITCodeLibrary):
    """The code of one kernel and of all parts below it."""

    def finalize(self) -> None:
        """Takes in each part once, for itself alone, so that what is called from one place is moved there."""
        libraries = _below(self._linking_libraries)
        parts = [library for library in libraries if isinstance(library, _Part)]
        for part in parts:
            self._final_module.link_in(part._final_module, preserve=True)
        for part in parts:
            for name in part.defined:
                self._final_module.get_function(name).linkage = "internal"
        self._linking_libraries = [library for library in libraries if library not in parts]
        super().finalize()  # type: ignore[no-untyped-call]


def _below(libraries: list[Any]) -> list[Any]:
    """These libraries and those that parts among them name, each once."""
    found: dict[Any, None] = {}
    todo = list(libraries)
    while todo:
        library = todo.pop()
        if library not in found:
            found[library] = None
            todo += library._linking_libraries if isinstance(library, _Part) else []
    return list(found)


class _Into(Compiler):
    """Numba's compiler, putting the code into a library of ours."""

    library: type[JITCodeLibrary]

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *rest: Any) -> None:
        if getattr(_only, "kept", False):
            raise _NotKeptError
        if library is None:
            library = self.library(targetctx.codegen(), type(self).__name__)
            library.enable_object_caching()
        super().__init__(typingctx, targetctx, library, *rest)  # type: ignore[no-untyped-call]

    def _compile_bytecode(self) -> Any:
        tell(f"{self.state.func_id.modname}.{self.state.func_id.func_qualname}")
        return super()._compile_bytecode()  # type: ignore[no-untyped-call]


class _IntoPart(_Into):
    library = _Part


class _IntoWhole(_Into):
    library = _Whole


def whole(function: Callable[..., Any]) -> Any:
    """The function compiled for Python to call: without the GIL, and kept on disk for the next process.

    Numba keeps it where NUMBA_CACHE_DIR says, else beside the module, else in the user's cache folder;
    where none of these can be written, it is compiled anew in each process.
    """
    options: dict[str, Any] = {"nogil": True} if PLAIN else {"nogil": True, "pipeline_class": _IntoWhole}
    try:
        compiled = _njit(function, cache=True, **options)
    except (RuntimeError, OSError):  # "no locator available": nowhere to write
        return _njit(function, **options)
    if COMPILES and not PLAIN:
        compiled._cache.load_overload = partial(_load_kept, compiled._cache)
    return compiled


def _load_kept(kept: Any, signature: Signature, target: Any) -> Any:
    """What is on disk of a whole, or None. Numba would first make all ready that it needs to compile, 0.06 s of CPU."""
    rtsys.initialize(target)
    with kept._guard_against_spurious_io_errors():
        return kept._load_overload(signature, target)


def part(function: Callable[..., Any]) -> Any:
    """The function compiled for kernels to call; Python may call it, too, which makes a whole of it."""
    if PLAIN:
        return _njit(function, nogil=True)
    compiled = _njit(
        function, pipeline_class=_IntoPart, no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False
    )
    if compiled is function:  # the compiler is off
        return function
    compiled.whole = cache(lambda: whole(function))
    compiled._insert = lambda *_: None  # Python must not find what cannot be run
    compiled._compile_for_args = lambda *_, **__: (
        compiled.whole()
    )  # what it returns is called with the same arguments
    return compiled


def whole_of(kernel: Any) -> Any:
    """What Python calls of a kernel."""
    return kernel.whole() if hasattr(kernel, "whole") else kernel


def is_loaded(kernel: Any, signature: Signature) -> bool:
    """Whether a whole is ready to be called, once it is loaded from disk, if it is there; it is not compiled."""
    if PLAIN:  # whether it is there Numba does not tell: it is compiled where it is not
        kernel.compile(signature)
        return True
    _only.kept = True
    try:
        kernel.compile(signature)
    except _NotKeptError:
        return False
    finally:
        _only.kept = False
    return True


def is_kept(kernel: Any) -> bool:
    """Whether Numba found a place to keep what it compiles of a whole, and ``is_loaded`` can tell what is there."""
    return not PLAIN and kernel.stats.cache_path is not None


def names_below(kernel: Any) -> set[str]:
    """The names of a kernel and of all that it may call, by the names in their text."""
    found: dict[Any, None] = {}
    todo = [kernel]
    while todo:
        function = todo.pop()
        if function not in found:
            found[function] = None
            names = function.py_func.__globals__
            todo += [
                other
                for name in function.py_func.__code__.co_names
                for scope in (names, *(vars(m) for m in names.values() if isinstance(m, ModuleType)))
                if hasattr(other := scope.get(name), "py_func")
            ]
    return {f"{function.py_func.__module__}.{function.py_func.__qualname__}" for function in found}
