"""Which kernels Python calls, and with which types: what has to be compiled for a search and for its proof."""

from __future__ import annotations

from typing import Any

from numba import from_dtype, types

from noughts.solver.linking import Signature, whole_of
from noughts.solver.search.kernels.dfpn import run_strong, run_weak
from noughts.solver.search.kernels.fields import Room, geo_type, state_type
from noughts.solver.search.kernels.reasons import describe, pairs_within, replies
from noughts.solver.search.kernels.state import load
from noughts.solver.search.kernels.strong_node import load_both
from noughts.solver.search.kernels.transposition import spread


def entries(kind: str, room: Room) -> dict[str, tuple[Any, Signature]]:
    """The kernels of the weak or the strong game that Python calls, in the order in which they are needed."""
    geo, state = from_dtype(geo_type(*room)), from_dtype(state_type(room[0]))
    table = types.Array(types.uint64, 2, "C")
    stop, paths = types.Array(types.int64, 1, "C"), types.Array(types.int64, 2, "C")
    word, number = types.uint64, types.int64
    stones = (word, word, word, word, number)
    if kind == "weak":
        asked = (types.Array(geo, 1, "C"), types.Array(state, 1, "C"))
        words = types.Array(word, 1, "C")
        return {
            "load": (whole_of(load), (geo, state, *stones)),
            "spread": (spread, (table, table)),
            "run_weak": (run_weak, (geo, state, table, number, stop, paths)),
            "describe": (describe, (*asked, words)),
            "replies": (replies, (*asked, table, words)),
        }
    both = (geo, state, state)
    return {
        "load_both": (whole_of(load_both), (*both, *stones, number)),
        "spread": (spread, (table, table)),
        "run_strong": (run_strong, (*both, table, number, stop, paths)),
        "pairs_within": (pairs_within, (geo, state, *stones)),
    }
