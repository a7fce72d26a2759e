"""Compiles the kernels ahead: ``python -m web.kernels FOLDER`` for browsers, with ``--here`` for this machine.

FOLDER gets a shared library a group of kernels, which Python loads by ``ctypes.CDLL`` and which shares its memory,
and ``kernels.json``: of what text they were made; of each kernel that Python calls, for every size of records that it
takes, its file, its symbol, the types of its arguments (``record``, ``number``, an array by its dimensions, a named
tuple as a list of these) and of its answers (``i`` and ``u`` for numbers with and without a sign, ``b`` for whether).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from web.kernels import entries
from web.kernels.machine import BROWSER, PREFIX, Machine, aim, compiled, this_machine

from noughts.kernels.library import made_of
from noughts.kernels.linking import PLAIN, TRIED, _below

ENVIRONMENT = "NOUGHTS_PLAIN_KERNELS"


def main(folder: Path, machine: Machine) -> None:
    """Compiles all, and tells of each file."""
    if PLAIN:
        first, last = (".".join(map(str, version)) for version in TRIED)
        raise SystemExit(f"kernels are compiled ahead by Numba {first} to {last}, without {ENVIRONMENT}")
    aim(machine)
    folder.mkdir(parents=True, exist_ok=True)
    about: dict[str, list[Any]] = {}
    for name, kernels in entries.files().items():
        file = folder / f"{name}.so"
        for kernel, one in build(file, kernels, machine).items():
            about.setdefault(kernel, []).append(one)
        sys.stdout.write(f"{file}: {file.stat().st_size:,} bytes\n")
    (folder / "kernels.json").write_text(json.dumps({"made of": made_of(), "kernels": about}, indent=0))


def build(file: Path, kernels: Any, machine: Machine) -> dict[str, Any]:
    """Compiles some kernels into a file; what the table says of them."""
    about, libraries, symbols = {}, [], {}
    for kernel, signature in kernels:
        name = entries.name_of(kernel)
        made = compiled(kernel.py_func, signature)
        libraries.append(made.library)
        symbols[PREFIX + made.fndesc.unique_name] = symbol = name.replace(".", "_")
        about[name] = {
            "records": [size for kind in made.fndesc.argtypes for size in _sizes(kind)],
            "file": file.name,
            "symbol": symbol,
            "arguments": [_argument(kind) for kind in made.fndesc.argtypes],
            "answers": _answers(made.fndesc.restype),
            "tuple": isinstance(made.fndesc.restype, types.BaseTuple),
        }
    link(file, assembled(libraries, symbols), list(symbols.values()), machine)
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


def link(file: Path, code: bytes, symbols: list[str], machine: Machine) -> None:
    """An object as a shared library."""
    made = file.with_suffix(".o")
    made.write_bytes(code)
    exports = [machine.export.format(symbol) for symbol in symbols if machine.export]
    command = [sys.executable, "-m", "ziglang", *machine.linker, *exports, "-o", str(file), str(made)]
    subprocess.run(command, check=True)
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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--here", action="store_true", help="for this machine, where neither Numba nor NumPy is"
    )
    given = parser.parse_args()
    main(given.folder, this_machine() if given.here else BROWSER)
