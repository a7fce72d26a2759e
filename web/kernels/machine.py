"""Numba's lowering for another machine, or for this one without Numba, with a way in for plain ``ctypes``.

Everything that this process compiles is for that machine: call ``aim`` before the first kernel is compiled. Numbers
stay as they are natively (``intp`` has 64 bits), pointers have the machine's; records lie as C has them, which is the
same on all. Nothing is run here, so the code has no engine, no constants of Python's and no runtime of Numba's: a
kernel that allocates cannot be compiled. It leans on the inside of Numba as ``noughts.kernels.linking`` does.

A way in is a function of C: where its answers go, eight bytes each, then its arguments; what it returns is Numba's
status, 0 if all went well. A number is 64 bits, a record its address, an array its address and its shape, and a named
tuple its members one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import cgutils, codegen, types
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target
from numba.np import arrayobj

from noughts.kernels import linking

WORD = ir.IntType(64)
ADDRESS = ir.IntType(8).as_pointer()
PREFIX = "kernel."


@dataclass(frozen=True)
class Machine:
    """LLVM's words for a machine, how hard code for it is optimised, and what of ziglang links it."""

    triple: str
    processor: str
    features: str
    level: int
    linker: tuple[str, ...]
    export: str = ""


BROWSER = Machine(
    "wasm32-unknown-emscripten",
    "",
    "+bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint,+multivalue",
    0,
    ("wasm-ld", "-shared", "--experimental-pic", "--no-entry", "--strip-all", "-O2"),
    "--export={}",
)
"""Every browser with Pyodide."""


def this_machine() -> Machine:
    """The one that this runs on, with all that its processor can."""
    features = llvm.get_host_cpu_features().flatten()
    linker = ("cc", "-shared", "-nostdlib", "-s")
    return Machine(llvm.get_process_triple(), llvm.get_host_cpu_name(), features, 3, linker)


class _Codegen(codegen.JITCPUCodegen):
    """Numba's code generator, with no engine to run what it makes."""

    machine: Machine

    def _init(self, llvm_module: Any) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        machine, target = self.machine, llvm.Target.from_triple(self.machine.triple)
        self._tm_features = machine.features
        self._tm = target.create_target_machine(
            cpu=machine.processor, opt=3, reloc="pic", codemodel="default", features=machine.features
        )
        self._engine = None
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = machine.level > 0, machine.level

    def _create_empty_module(self, name: str) -> Any:
        module = ir.Module(cgutils.normalize_ir_text(name))
        module.triple = self.machine.triple
        if self._data_layout:
            module.data_layout = self._data_layout
        return module

    def _add_module(self, module: Any) -> None:
        """Nothing: it is not run."""

    def set_env(self, env_name: str, env: object) -> None:
        """Nothing: no constant of Python's is asked for."""


class _Library(linking._Part):
    """The code of one kernel that is called from outside: it waits for the others, and is not run."""


class _Into(linking._Into):
    """Numba's compiler, putting the code into such a library."""

    library = _Library


def aim(machine: Machine) -> None:
    """From now on everything is compiled for this machine."""
    context = cpu_target.target_context
    _Codegen.machine = machine
    context._internal_codegen = _Codegen("numba.elsewhere")
    CPUContext.create_cfunc_wrapper = way_in  # type: ignore[method-assign]
    codegen.JITCodeLibrary._finalize_specific = lambda _: None  # type: ignore[method-assign]
    codegen.JITCodeLibrary.get_pointer_to_function = lambda *_: 0  # type: ignore[method-assign]


def compiled(function: Any, signature: tuple[Any, ...]) -> Any:
    """A kernel with its way in, compiled for these types: what Numba knows of the result."""
    made = linking._njit(function, pipeline_class=_Into, no_cpython_wrapper=True, _nrt=False)
    made._insert = lambda *_: None
    made.compile(signature)
    return made.overloads[signature]


def way_in(context: Any, library: Any, about: Any, env: object, call_helper: object) -> None:
    """Adds the function of C to a kernel's library."""
    module = context.create_module("way_in")
    kernel_type = context.call_conv.get_function_type(about.restype, about.argtypes)
    callee = ir.Function(module, kernel_type, about.llvm_func_name)
    taken = [each for kind in about.argtypes for each in _parameters(kind)]
    function = ir.Function(
        module, ir.FunctionType(ir.IntType(32), [ADDRESS, *taken]), PREFIX + about.unique_name
    )
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    answers, *rest = function.args
    given = iter(rest)
    values = [_value(context, builder, kind, given) for kind in about.argtypes]
    status, out = context.call_conv.call_function(builder, callee, about.restype, about.argtypes, values)
    room = builder.bitcast(answers, WORD.as_pointer())
    for i, (kind, answer) in enumerate(_answers(builder, about.restype, out)):
        builder.store(_widened(builder, kind, answer), builder.gep(room, [ir.Constant(WORD, i)]))
    builder.ret(status.code)
    library.add_ir_module(module)


def _parameters(kind: Any) -> Iterator[Any]:
    """The types of C that one argument takes."""
    if isinstance(kind, types.Record):
        yield ADDRESS
    elif isinstance(kind, types.Array):
        yield ADDRESS
        yield from [WORD] * kind.ndim
    elif isinstance(kind, types.BaseTuple):
        for member in kind.types:
            yield from _parameters(member)
    else:
        yield WORD


def _value(context: Any, builder: Any, kind: Any, given: Iterator[Any]) -> Any:
    """An argument as Numba has it, from those of C."""
    if isinstance(kind, types.Record):
        return builder.bitcast(next(given), context.get_value_type(kind))
    if isinstance(kind, types.Array):
        return _array(context, builder, kind, given)
    if isinstance(kind, types.BaseTuple):
        members = [_value(context, builder, member, given) for member in kind.types]
        return context.make_tuple(builder, kind, members)
    wanted, word = context.get_value_type(kind), next(given)
    return word if wanted == WORD else builder.trunc(word, wanted)


def _array(context: Any, builder: Any, kind: Any, given: Iterator[Any]) -> Any:
    """An array whose items lie one after the other."""
    array = arrayobj.make_array(kind)(context, builder)
    data = builder.bitcast(next(given), array.data.type)
    shape = [next(given) for _ in range(kind.ndim)]
    size = ir.Constant(WORD, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(length, strides[0]))
    arrayobj.populate_array(array, data, shape, strides, size, None)
    return array._getvalue()


def _answers(builder: Any, kind: Any, out: Any) -> Iterator[tuple[Any, Any]]:
    """What a kernel answers, number by number."""
    if isinstance(kind, types.BaseTuple):
        for i, member in enumerate(kind.types):
            yield member, builder.extract_value(out, i)
    elif kind != types.none:
        yield kind, out


def _widened(builder: Any, kind: Any, answer: Any) -> Any:
    """A number as 64 bits."""
    if answer.type == WORD:
        return answer
    return builder.sext(answer, WORD) if getattr(kind, "signed", False) else builder.zext(answer, WORD)
