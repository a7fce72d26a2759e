"""Which kernels Python calls, and with which types: what has to be compiled for a search and for its proof."""

from __future__ import annotations

from typing import Any

from numba import from_dtype, types

from noughts.kernels.linking import Signature, whole_of
from noughts.solver.search.kernels import dfpn, fields, reasons, strong_node, transposition
from noughts.solver.search.kernels.state import load


def entries(kind: str, room: fields.Room) -> dict[str, tuple[Any, Signature]]:
    """The kernels of the weak or the strong game that Python calls, in the order in which they are needed."""
    geo, state = from_dtype(fields.geo_type(*room)), from_dtype(fields.state_type(room[0]))
    table = types.Array(types.uint64, 2, "C")
    stop, paths = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    word, number = types.uint64, types.int64
    stones = (word, word, word, word, number)
    if kind == "weak":
        asked = (types.Array(geo, 1, "C"), types.Array(state, 1, "C"))
        words = types.Array(word, 1, "C")
        return {
            "load": (whole_of(load), (geo, state, *stones)),
            "spread": (transposition.spread, (table, table)),
            "run_weak": (dfpn.run_weak, (geo, state, table, number, stop, paths)),
            "describe": (reasons.describe, (*asked, words)),
            "replies": (reasons.replies, (*asked, table, words)),
        }
    both = (geo, state, state)
    return {
        "load_both": (whole_of(strong_node.load_both), (*both, *stones, number)),
        "spread": (transposition.spread, (table, table)),
        "run_strong": (dfpn.run_strong, (*both, table, number, stop, paths)),
        "pairs_within": (reasons.pairs_within, (geo, state, *stones)),
    }
