"""Compile kernels by Numba and LLVM, for this machine or another, with C functions that call them.

``install_compiler`` must be called before the first module of kernels is imported: from then on ``declare.kernel`` and
``declare.entry`` return the compiler's functions. Nothing is run here, so there is no execution engine, no Python
constant and no Numba runtime: a kernel that allocates cannot be compiled. Integers have 64 bits on every machine,
pointers have the size of the machine's, and records are laid out as in C.

Numba by itself optimises every function and emits machine code with a copy of all that it calls. Here each kernel is
typed and lowered only. Then each entry is linked with private copies of the kernels that it calls, and this module is
optimised and emitted once.

The C function of a kernel takes a number as 64 bits, a record by its address and an array by the address of its
descriptor (``noughts.kernels.memory``), and returns the result; several results are written to the address that is its
first argument. This file uses Numba's internals, so constraints.txt pins its version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import types as numba_types
from numba.core import cgutils, codegen
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target
from numba.extending import intrinsic, register_jitable
from numba.np import arrayobj

from kernels.targets import Target
from noughts.kernels import declare, memory
from noughts.kernels.declare import ArrayType, NamedTupleType, Signature, is_record

WORD, FLAG = ir.IntType(64), ir.IntType(32)
ADDRESS = ir.IntType(8).as_pointer()
_PREFIX = "kernel."

_INSTRUCTIONS: dict[str, Callable[[Any, Any], Any]] = {
    "ctpop": lambda builder, word: builder.ctpop(word),
    "cttz": lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 1)),
}

types: Any = numba_types
_from_dtype: Any = numba.from_dtype  # its types know no code that is computed
_dtype: Any = np.dtype

ENTRIES: list[Any] = []
"""The kernels that Python calls, as they are declared."""

INNER_KERNELS: list[Any] = []
"""The kernels that only kernels call."""


class _Codegen(codegen.JITCPUCodegen):
    """Numba's code generator for another machine, with no engine to run what it makes."""

    target: Target

    def _init(self, llvm_module: Any) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        target = self.target
        self._tm_features = target.features
        self._tm = llvm.Target.from_triple(target.triple).create_target_machine(
            cpu=target.processor, opt=3, reloc="pic", codemodel="default", features=target.features
        )
        self._engine = None  # type: ignore[assignment]
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = target.opt_level > 0, target.opt_level

    def _create_empty_module(self, name: str) -> Any:
        module = ir.Module(cgutils.normalize_ir_text(name))  # type: ignore[no-untyped-call]
        module.triple = self.target.triple
        if self._data_layout:
            module.data_layout = self._data_layout
        return module

    def _add_module(self, module: Any) -> None:
        """Do nothing: the code is not run."""

    def set_env(self, env_name: str, env: object) -> None:
        """Do nothing: no kernel needs a constant of Python's."""


class _UnlinkedLibrary(JITCodeLibrary):
    """The lowered code of one kernel, without the code of kernels that it calls."""

    def finalize(self) -> None:
        self._finalized = True


class _Compiler(Compiler):
    """Numba's compiler, writing to such a library."""

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, *rest: Any) -> None:
        if library is None:
            library = _UnlinkedLibrary(targetctx.codegen(), type(self).__name__)  # type: ignore[no-untyped-call]
        super().__init__(typingctx, targetctx, library, *rest)  # type: ignore[no-untyped-call]


_OPTIONS: dict[str, Any] = {
    "pipeline_class": _Compiler,
    "no_cpython_wrapper": True,
    "error_model": "numpy",  # nothing is raised: kernels divide by no 0
    "_nrt": False,
}


def install_compiler(target: Target) -> None:
    """Make the decorators of ``declare`` compile for a target from now on."""
    _Codegen.target = target
    cpu_target.target_context._internal_codegen = _Codegen("noughts")  # type: ignore[no-untyped-call]
    CPUContext.create_cfunc_wrapper = _add_c_wrapper  # type: ignore[method-assign]
    codegen.JITCodeLibrary._finalize_specific = lambda _: None  # type: ignore[method-assign]
    codegen.JITCodeLibrary.get_pointer_to_function = lambda *_: 0  # type: ignore[method-assign]
    memory.U64, memory.I64 = np.uint64, np.int64
    declare.kernel = _declared(INNER_KERNELS)
    declare.entry = _declared(ENTRIES)
    declare.shared = register_jitable  # type: ignore[assignment]
    declare.intrinsic = _intrinsic


def _declared(kernels: list[Any]) -> Any:
    def declared(function: Callable[..., Any]) -> Any:
        kernels.append(_jit(function, no_cfunc_wrapper=True))
        return kernels[-1]

    return declared


def _jit(function: Callable[..., Any], **options: Any) -> Any:
    kernel: Any = numba.njit(function, **_OPTIONS, **options)
    kernel._insert = lambda *_: None  # there is no machine code to be called
    return kernel


def _intrinsic(instruction: str) -> Any:
    generate = _INSTRUCTIONS[instruction]

    def declared(function: Callable[..., Any]) -> Any:
        del function  # only Python calls it

        @intrinsic
        def instruction(_typing: Any, x: Any) -> Any:
            return types.int64(types.uint64), lambda _, builder, __, arguments: generate(
                builder, arguments[0]
            )

        return instruction

    return declared


def name_of(kernel: Any) -> str:
    """Return the full name of a kernel."""
    return f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"


def objects(kernels: list[Any], capacity: int) -> Iterator[tuple[str, bytes]]:
    """Yield the symbol and the object file of each kernel that is compiled for a capacity.

    Every object file has private copies of the kernels that it calls, so that LLVM can inline them.
    """
    for kernel in kernels:
        signature = Signature.of(kernel.py_func)
        if capacity < signature.capacities:
            symbol = signature.symbol(capacity)
            yield symbol, _object(_compiled(kernel.py_func, signature, capacity), symbol)


@global_compiler_lock  # type: ignore[untyped-decorator]
def _object(compiled: Any, symbol: str) -> bytes:
    generator = compiled.library._codegen
    whole = generator.create_library("whole")
    module = whole._final_module
    for library in _with_callees(compiled.library):
        module.link_in(library._final_module, preserve=True)
    for function in module.functions:
        if function.name == _PREFIX + compiled.fndesc.unique_name:
            function.name = symbol
        elif not function.is_declaration:
            function.linkage = "internal"
    for constant in module.global_variables:
        if not constant.is_declaration:
            constant.linkage = "internal"
    whole._optimize_final_module()
    module.verify()
    code: bytes = generator._tm.emit_object(module)
    return code


def _compiled(function: Callable[..., Any], signature: Signature, capacity: int) -> Any:
    """Compile a kernel for a capacity and return Numba's result. Raises TypeError if the result's type differs."""
    arguments = tuple(_numba_type(kind, capacity) for kind in signature.arguments)
    kernel = _jit(function)
    kernel.compile(arguments)
    result = kernel.overloads[arguments]
    members = signature.results if type(signature.results) is tuple else (signature.results,)
    found = result.fndesc.restype
    inferred = tuple(found) if isinstance(found, types.BaseTuple) else (found,)
    if len(members) != len(inferred) or not all(map(_matches, members, inferred)):
        raise TypeError(f"{signature.name} is declared to return {signature.results}, and returns {found}")
    return result


def _matches(kind: Any, found: Any) -> bool:
    """Return whether an inferred result can be returned as the declared type."""
    if kind is None or kind is bool:
        return bool(found == (types.none if kind is None else types.boolean))
    if kind == "u8":
        return isinstance(found, types.Integer) and not found.signed
    return isinstance(found, types.Integer) and (found.signed or found.bitwidth < 64)


def _with_callees(library: Any) -> list[Any]:
    """Return a library and those of the kernels that it calls, directly or not, each once."""
    found: dict[Any, None] = {}
    todo = [library]
    while todo:
        library = todo.pop()
        if library not in found:
            found[library] = None
            todo += library._linking_libraries if isinstance(library, _UnlinkedLibrary) else []
    return list(found)


def _numba_type(kind: Any, capacity: int) -> Any:
    """Return Numba's type for a declared one."""
    if isinstance(kind, ArrayType):
        return types.Array(_from_dtype(_dtype(kind.dtype)), kind.dimensions, "C")
    if isinstance(kind, NamedTupleType):
        return types.NamedTuple([_numba_type(member, capacity) for member in kind.kinds], kind.named_tuple)
    if is_record(kind):
        fields = kind[capacity].fields
        offsets, codes, shapes = zip(*fields.values(), strict=True)
        layout = {"names": [*fields], "formats": [*zip(codes, shapes, strict=True)], "offsets": offsets}
        return _from_dtype(_dtype({**layout, "itemsize": kind[capacity].size}, align=True))
    return {int: types.int64, bool: types.boolean, "u8": types.uint64}[kind]


def _add_c_wrapper(context: Any, library: Any, descriptor: Any, env: object, call_helper: object) -> None:
    """Add to a kernel's library the C function that calls it, in place of the one that Numba would add."""
    module = context.create_module("c_wrapper")
    kernel_type = context.call_conv.get_function_type(descriptor.restype, descriptor.argtypes)
    callee = ir.Function(module, kernel_type, descriptor.llvm_func_name)
    several = isinstance(descriptor.restype, types.BaseTuple)
    parameter_types = [ADDRESS] * several + [
        each for kind in descriptor.argtypes for each in _parameters(kind)
    ]
    function = ir.Function(
        module,
        ir.FunctionType(_returned(descriptor.restype), parameter_types),
        _PREFIX + descriptor.unique_name,
    )
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    arguments = iter(function.args[several:])
    values = [_value(context, builder, kind, arguments) for kind in descriptor.argtypes]
    _, result = context.call_conv.call_function(
        builder, callee, descriptor.restype, descriptor.argtypes, values
    )
    if several:
        memory = builder.bitcast(function.args[0], WORD.as_pointer())
        for i, kind in enumerate(descriptor.restype.types):
            number = _widened(builder, kind, builder.extract_value(result, i))
            builder.store(number, builder.gep(memory, [ir.Constant(WORD, i)]))
        builder.ret_void()
    elif descriptor.restype == types.none:
        builder.ret_void()
    elif descriptor.restype == types.boolean:
        builder.ret(builder.zext(result, FLAG))
    else:
        builder.ret(_widened(builder, descriptor.restype, result))
    library.add_ir_module(module)


def _returned(kind: Any) -> Any:
    """Return the type of a C function's result."""
    if isinstance(kind, types.BaseTuple) or kind == types.none:
        return ir.VoidType()
    return FLAG if kind == types.boolean else WORD


def _parameters(kind: Any) -> Iterator[Any]:
    """Yield the types of the C arguments for one argument."""
    if isinstance(kind, types.BaseTuple):
        for member in kind.types:
            yield from _parameters(member)
    else:
        yield ADDRESS if isinstance(kind, (types.Record, types.Array)) else WORD


def _value(context: Any, builder: Any, kind: Any, arguments: Iterator[Any]) -> Any:
    """Return Numba's value of an argument, taken from the C arguments."""
    if isinstance(kind, types.BaseTuple):
        members = [_value(context, builder, member, arguments) for member in kind.types]
        return context.make_tuple(builder, kind, members)
    one = next(arguments)
    if isinstance(kind, types.Record):
        return builder.bitcast(one, context.get_value_type(kind))
    if isinstance(kind, types.Array):
        return _array(context, builder, kind, one)
    wanted = context.get_value_type(kind)
    return one if wanted == WORD else builder.trunc(one, wanted)


def _array(context: Any, builder: Any, kind: Any, descriptor: Any) -> Any:
    """Return Numba's value of an array, read from its descriptor."""
    array = arrayobj.make_array(kind)(context, builder)
    words = builder.bitcast(descriptor, WORD.as_pointer())
    address, *shape = [builder.load(builder.gep(words, [ir.Constant(WORD, i)])) for i in range(1 + kind.ndim)]
    size = ir.Constant(WORD, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(length, strides[0]))
    data = builder.inttoptr(address, array.data.type)
    arrayobj.populate_array(array, data, shape, strides, size, None)
    return array._getvalue()


def _widened(builder: Any, kind: Any, number: Any) -> Any:
    """Return a number as 64 bits."""
    if number.type == WORD:
        return number
    return builder.sext(number, WORD) if getattr(kind, "signed", False) else builder.zext(number, WORD)
