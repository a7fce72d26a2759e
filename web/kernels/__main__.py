"""Compiles the kernels for browsers: ``python -m web.kernels FOLDER``.

FOLDER gets a side module a group of kernels, which Pyodide loads by ``ctypes.CDLL`` and which shares Python's memory,
and ``kernels.json``: of each kernel that Python calls, for every size of records that it takes, its file, its symbol,
the types of its arguments (``record``, ``number``, an array by its dimensions, a named tuple as a list of these) and of
its answers (``i`` and ``u`` for numbers with and without a sign, ``b`` for whether).
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from web.kernels import entries, machine

from noughts.solver.linking import PLAIN, TRIED, _below

ENVIRONMENT = "NOUGHTS_PLAIN_KERNELS"
LINKER = ("-m", "ziglang", "wasm-ld", "-shared", "--experimental-pic", "--no-entry", "--strip-all", "-O2")


def main(folder: Path) -> None:
    """Compiles all, and tells of each file."""
    if PLAIN:
        first, last = (".".join(map(str, version)) for version in TRIED)
        raise SystemExit(f"kernels for browsers need Numba {first} to {last}, and no {ENVIRONMENT}")
    machine.aim()
    folder.mkdir(parents=True, exist_ok=True)
    about: dict[str, list[Any]] = {}
    for file, kernels in entries.files().items():
        for name, one in build(folder / f"{file}.so", kernels).items():
            about.setdefault(name, []).append(one)
        sys.stdout.write(f"{folder / file}.so: {(folder / file).with_suffix('.so').stat().st_size:,} bytes\n")
    (folder / "kernels.json").write_text(json.dumps(about, indent=0))


def build(file: Path, kernels: Any) -> dict[str, Any]:
    """Compiles some kernels into a file; what the table says of them."""
    about, libraries, symbols = {}, [], {}
    for kernel, signature in kernels:
        name = entries.name_of(kernel)
        made = machine.compiled(kernel.py_func, signature)
        libraries.append(made.library)
        symbols[machine.PREFIX + made.fndesc.unique_name] = symbol = name.replace(".", "_")
        about[name] = {
            "records": [size for kind in made.fndesc.argtypes for size in _sizes(kind)],
            "file": file.name,
            "symbol": symbol,
            "arguments": [_argument(kind) for kind in made.fndesc.argtypes],
            "answers": _answers(made.fndesc.restype),
            "tuple": isinstance(made.fndesc.restype, types.BaseTuple),
        }
    link(file, assembled(libraries, symbols), list(symbols.values()))
    return about


@global_compiler_lock
def assembled(libraries: list[Any], symbols: dict[str, str]) -> bytes:
    """One object of these kernels and all that they call, each optimised once."""
    codegen = libraries[0]._codegen
    whole = codegen.create_library("whole")
    module = whole._final_module
    for library in dict.fromkeys([*libraries, *_below(libraries)]):
        module.link_in(library._final_module, preserve=True)
    for function in module.functions:
        if function.name in symbols:
            function.name = symbols[function.name]
        elif not function.is_declaration:
            function.linkage = "internal"
    for constant in module.global_variables:
        if not constant.is_declaration:
            constant.linkage = "internal"
    whole._optimize_final_module()
    module.verify()
    return codegen._tm.emit_object(module)


def link(file: Path, code: bytes, symbols: list[str]) -> None:
    """An object as a side module."""
    made = file.with_suffix(".o")
    made.write_bytes(code)
    exports = [f"--export={symbol}" for symbol in symbols]
    subprocess.run([sys.executable, *LINKER, *exports, "-o", str(file), str(made)], check=True)
    made.unlink()


def _sizes(kind: Any) -> list[int]:
    """The bytes of a record, or of one of an array of them."""
    record = kind.dtype if isinstance(kind, types.Array) else kind
    return [record.size] if isinstance(record, types.Record) else []


def _argument(kind: Any) -> Any:
    if isinstance(kind, types.Record):
        return "record"
    if isinstance(kind, types.Array):
        return kind.ndim
    if isinstance(kind, types.BaseTuple):
        return [_argument(member) for member in kind.types]
    return "number"


def _answers(kind: Any) -> str:
    members = kind.types if isinstance(kind, types.BaseTuple) else () if kind == types.none else (kind,)
    return "".join("b" if m == types.boolean else "i" if m.signed else "u" for m in members)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
