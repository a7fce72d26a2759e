"""Save a search's table to a file and take it up again (kill -9 between two saves loses only the time since).

File: one JSON line {format, key, position, nodes, seconds, rows, kind}, then rows of four little-endian words, then
eight bytes: the CRC-32 of everything before. Written beside the target, synced, then renamed. Only rows whose subtree
took some work are kept: first looks are cheaper to redo than to store.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from noughts.errors import NoughtsError
from noughts.solver.search.searches import Search, new_table, spread

FORMAT = "noughts-checkpoint-1"
CHUNK = 1 << 18
LEAST = 5  # log(work) of the cheapest row kept


class CheckpointError(NoughtsError):
    """Not a checkpoint of this search."""


def fingerprint(search: Search) -> str:
    """What must agree: game, lines, symmetries and tuning (a row's zone depends on them)."""
    board = search.board
    text = json.dumps([search.kind, board.size, board.lines, board.symmetries, vars(search.tuning)])
    return hashlib.sha256(text.encode()).hexdigest()


def save(path: str | Path, search: Search, position: list[int], nodes: int, seconds: float) -> None:
    """Write the table; the workers must rest (call it from `progress`)."""
    part = f"{path}.part"
    blocks = range(0, len(search.table), CHUNK)
    rows = sum(int(np.count_nonzero(kept(search.table[i : i + CHUNK]))) for i in blocks)
    head = {
        "format": FORMAT,
        "kind": search.kind,
        "key": fingerprint(search),
        "position": position,
        "nodes": nodes,
        "seconds": seconds,
        "rows": rows,
    }
    try:
        with open(part, "wb") as file:
            crc = put(file, json.dumps(head).encode() + b"\n", 0)
            for i in blocks:
                block = search.table[i : i + CHUNK]
                crc = put(file, block[kept(block)].astype("<u8").tobytes(), crc)
            file.write(crc.to_bytes(8, "little"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError:
        Path(part).unlink(missing_ok=True)
        raise


def kept(block: Any) -> Any:
    """Which rows are worth a place in the file."""
    return (block[:, 1] >> np.uint64(56)) >= LEAST


def put(file: Any, data: bytes, crc: int) -> int:
    """Write some bytes; the checksum so far."""
    file.write(data)
    return zlib.crc32(data, crc)


def load(path: str | Path, search: Search, position: list[int]) -> dict[str, Any]:
    """Fill the search's table from the file; its header. CheckpointError, and an empty table, when it does not fit."""
    with open(path, "rb") as file:
        line = file.readline(4096)
        head = header(path, line, search, position, os.fstat(file.fileno()).st_size)
        crc, left = zlib.crc32(line), head["rows"]
        search.table = new_table(search.bits)
        while left:
            data = file.read(min(left, CHUNK) * 32)
            crc = zlib.crc32(data, crc)
            left -= min(left, CHUNK)
            spread(search.table, np.frombuffer(data, "<u8").reshape(-1, 4))
        if file.read(8) != crc.to_bytes(8, "little"):
            search.clear()
            raise CheckpointError(f"{path}: the checksum is wrong: the file is damaged")
    return head


def header(path: str | Path, line: bytes, search: Search, position: list[int], size: int) -> dict[str, Any]:
    """The checked first line."""
    try:
        head = json.loads(line)
        rows, known = head["rows"], head["format"] == FORMAT
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise CheckpointError(f"{path}: not a checkpoint") from error
    if not known or type(rows) is not int or rows < 0:
        raise CheckpointError(f"{path}: not a checkpoint of this version")
    if head.get("key") != fingerprint(search) or head.get("position") != position:
        raise CheckpointError(f"{path}: a checkpoint of another board, position or tuning")
    if size != len(line) + 32 * rows + 8:
        raise CheckpointError(
            f"{path}: {size} bytes, {len(line) + 32 * rows + 8} wanted: the file is cut off"
        )
    return dict(head)
