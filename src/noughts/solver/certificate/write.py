"""Writes certificates: the proof is walked again with the search's table as its guide (format: ``verify``).

``write(path, claims)`` writes one claim or two about one position, each a question that is settled. A win is a tree
with zones (``win_node``). Holds, and a win whose tree is too long, are records, each written once for all positions
equal to it up to a symmetry. The attacker is the search's first side, the defender its second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from noughts.solver.certificate.win_node import WonTree
from noughts.solver.certificate.write_file import Writer, header, write_zones, writing
from noughts.solver.certificate.write_strong import StrongProof
from noughts.solver.certificate.write_weak import WeakProof
from noughts.solver.search.search_goal import Question
from noughts.solver.search.searches import Strong


def write(path: str | Path, claims: Sequence[Question], watch: Callable[[int], None] | None = None) -> int:
    """Writes a certificate of one or two claims beside the target, then renames it; the number of records.

    ``watch`` is told now and then how many records of a claim are written.
    Raises OSError where it cannot be written; nothing is left half-written then.
    """
    if len(claims) == 1 and claims[0].wins:
        records = _write_tree(path, claims[0], watch)
        if records:
            return records
    return write_records(path, claims, watch)


def _write_tree(path: str | Path, claim: Question, watch: Callable[[int], None] | None) -> int:
    """Writes a win as a tree with zones; the number of its records, 0 where it is too long and nothing was written."""
    search = claim.search
    tree = WonTree(search, watch).of(*claim.stones, claim.attacks) if isinstance(search, Strong) else None
    if tree is None:
        return 0
    write_zones(path, claim.position, claim.attacker, list(tree.numbers()))
    return tree.records


def write_records(
    path: str | Path, claims: Sequence[Question], watch: Callable[[int], None] | None = None
) -> int:
    """The same with an exact record for every position."""
    records = 0
    with writing(path, watch) as writer:
        for claim in claims:
            _write_claim(writer, claim)
            records += writer.count
    return records


def _write_claim(writer: Writer, claim: Question) -> None:
    search, (x, o) = claim.search, claim.stones
    proof: Any = StrongProof(search, writer) if isinstance(search, Strong) else WeakProof(search, writer)
    first = None if claim.attacks or claim.wins else proof.first(x, o)
    claims = "win" if claim.wins else "hold"
    writer.begin(header(claim.position, claim.attacker, claims, first=first))
    if claim.wins:
        (proof.win if claim.attacks else proof.lose)(x, o)
    else:
        proof.hold(x, o if first is None else o | 1 << first)
