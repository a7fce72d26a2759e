"""Which kernels Python calls, file by file, and with which types: what has to be compiled for the browser."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from numba import from_dtype, types

Entry = tuple[Any, tuple[Any, ...]]
"""A kernel and Numba's types of its arguments."""

WIDE = (8, 1 << 16)
"""Room for boards of up to 512 lines: a torus of 11x11 has 484."""

NUMBER, WORD = types.int64, types.uint64


def rows(kind: Any, dimensions: int = 1) -> Any:
    """Numba's type of an array."""
    return types.Array(kind, dimensions, "C")


NUMBERS, WORDS, BYTES = rows(NUMBER), rows(WORD), rows(types.uint8)


def files() -> dict[str, Iterable[Entry]]:
    """The files, by name: kernels that call the same ones lie in one."""
    from noughts.solver.search.entries import entries
    from noughts.solver.search.kernels.fields import COMMON_ROOM

    weak, strong, wide, wide_strong = (
        entries(kind, room) for room in (COMMON_ROOM, WIDE) for kind in ("weak", "strong")
    )
    for kernels in (strong, wide, wide_strong):
        del kernels["spread"]  # it takes no record
    return {
        "engine": engine(),
        "weak": weak.values(),
        "strong": strong.values(),
        "weak_wide": wide.values(),
        "strong_wide": wide_strong.values(),
        "small": small(),
        "mcts": mcts(),
        "zones": zones(),
    }


def engine() -> Iterator[Entry]:
    """Alpha-beta, fours and threats."""
    from noughts.engine.kernels import alphabeta, lines, proof, vcf

    geo, state = map(from_dtype, (lines.geo_type(), lines.state_type()))
    table, tree = rows(WORD, 2), rows(types.int32, 2)
    yield lines.load, (geo, state, rows(types.int8), NUMBER)
    for kernel in (lines.make, lines.unmake, lines.completions, vcf.by_fours):
        yield kernel, (geo, state, NUMBER)
    yield alphabeta.prepare, (geo, state)
    yield alphabeta.deepen, (geo, state, table, NUMBER, NUMBER, NUMBER)
    yield proof.prove, (geo, state, tree, NUMBER)


def small() -> Iterator[Entry]:
    """The table of a small board."""
    from noughts.solver.small import retrograde as r

    ints = rows(types.int32)
    owns = named(r.Owns, rows(types.uint8, 2), rows(types.uint8, 2), rows(types.int32, 2))
    sets = named(r.Sets, ints, BYTES, rows(NUMBER, 2), BYTES)
    room = named(r.Room, NUMBERS, NUMBERS, rows(NUMBER, 2))
    yield r.list_sets, (NUMBERS, NUMBERS, NUMBERS, ints, BYTES)
    yield r.list_moves, (NUMBERS, ints, owns)
    yield r.fill, (NUMBERS, owns, sets, BYTES, BYTES, room)


def mcts() -> Iterator[Entry]:
    """The tree grown by random games."""
    from noughts.engine.mcts import compiled as c

    lists = named(c.Lists, *[NUMBERS] * len(c.Lists._fields))
    stones = named(c.Stones, NUMBERS, rows(NUMBER, 2), NUMBERS, WORDS, NUMBERS, NUMBERS, NUMBERS)
    yield c.put, (lists, stones, NUMBER)
    yield c.grow, (lists, stones, rows(NUMBER, 2), rows(types.float64), NUMBER, NUMBER)


def zones() -> Iterator[Entry]:
    """The check of claims by zones."""
    from noughts.solver.certificate import verify_zones_kernel as v
    from noughts.solver.certificate.verify_zones_kernel import Tree

    board, twos, words = [NUMBERS] * 4, rows(NUMBER, 2), rows(WORD, 2)
    tree = named(Tree, *board, twos, words, words, twos, NUMBERS, WORDS, NUMBERS, words, words)
    yield v.stand, (tree, NUMBERS, NUMBERS)
    yield v.read, (tree, NUMBERS)
    yield v.begin, (tree, types.boolean)


def named(kind: Any, *members: Any) -> Any:
    """Numba's type of a named tuple."""
    return types.NamedTuple(members, kind)


def name_of(kernel: Any) -> str:
    """A kernel's whole name."""
    return f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"
