"""Save a search's table to a file and take it up again (kill -9 between two saves loses only the time since).

File: one JSON line {format, key, position, nodes, seconds, rows, kind}, then rows of four little-endian words, then
eight bytes: the CRC-32 of everything before. Written beside the target, synced, then renamed. Only rows whose subtree
took some work are kept: first looks are cheaper to redo than to store.

A checkpoint is trusted like the program itself. The checksum finds damage, not a forger: rows say what is settled,
and a resumed search believes them. Whoever doubts one lets a certificate be written, which `verify` checks alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from math import inf
from pathlib import Path
from typing import Any

from noughts.errors import CheckpointError, quote
from noughts.files import replacing
from noughts.kernels.memory import zeros
from noughts.solver.search.arrays import new_table
from noughts.solver.search.kernels.transposition import ROW, WIDTH, rows_worth_keeping, spread
from noughts.solver.search.searches import Search

FORMAT = "noughts-checkpoint-2"
CHUNK = 1 << 18
LEAST = 5  # log(work) of the cheapest row kept


def fingerprint(search: Search) -> str:
    """What must agree: game, lines, symmetries and tuning (a row's zone depends on them)."""
    board = search.board
    text = json.dumps([search.kind, board.size, board.lines, board.symmetries, vars(search.tuning)])
    return hashlib.sha256(text.encode()).hexdigest()


def save(path: str | Path, search: Search, position: list[int], nodes: int, seconds: float) -> None:
    """Write the table; the workers must rest (call it from `progress`)."""
    blocks = [search.table[i : i + CHUNK] for i in range(0, len(search.table), CHUNK)]
    kept = zeros((CHUNK, WIDTH), "u8")
    rows = sum(rows_worth_keeping(block, LEAST, kept) for block in blocks)
    head = {
        "format": FORMAT,
        "kind": search.kind,
        "key": fingerprint(search),
        "position": position,
        "nodes": nodes,
        "seconds": seconds,
        "rows": rows,
    }
    with replacing(path) as file:
        crc = put(file, json.dumps(head).encode() + b"\n", 0)
        for block in blocks:
            count = rows_worth_keeping(block, LEAST, kept)
            crc = put(file, kept.rows(0, count).data, crc)
        file.write(crc.to_bytes(8, "little"))


def put(file: Any, data: bytes | memoryview, crc: int) -> int:
    """Write some bytes; return the checksum so far."""
    file.write(data)
    return zlib.crc32(data, crc)


def load(path: str | Path, search: Search, position: list[int]) -> dict[str, Any]:
    """Fill the search's table from the file; its header. CheckpointError, and an empty table, when it does not fit."""
    search.clear()
    try:
        with open(path, "rb") as file:
            line = file.readline(4096)
            head = header(path, line, search, position, os.fstat(file.fileno()).st_size)
            table, crc = new_table(search.bits), zlib.crc32(line)
            kept = zeros((CHUNK, WIDTH), "u8")
            for start in range(0, head["rows"], CHUNK):
                block = kept.rows(0, min(head["rows"] - start, CHUNK))
                file.readinto(block.data)
                crc = zlib.crc32(block.data, crc)
                spread(table, block)
            if file.read(8) != crc.to_bytes(8, "little"):
                raise CheckpointError(f"{path}: the checksum is wrong: the file is damaged")
    except OSError as error:
        raise CheckpointError(f"cannot read {quote(path, 1000)}: {error.strerror or error}") from error
    search.table = table
    return head


def header(path: str | Path, line: bytes, search: Search, position: list[int], size: int) -> dict[str, Any]:
    """The checked first line."""
    try:
        head = json.loads(line)
        ours = head["format"] == FORMAT
        about = head["kind"], head["key"], head["position"]
        rows, nodes, seconds = head["rows"], head["nodes"], head["seconds"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise CheckpointError(f"{path}: not a checkpoint of this version") from error
    counts = type(rows) is int and type(nodes) is int and type(seconds) in (int, float)
    if not ours or not counts or rows < 0 or nodes < 0 or not 0 <= seconds < inf:
        raise CheckpointError(f"{path}: not a checkpoint of this version")
    if about != (search.kind, fingerprint(search), position):
        raise CheckpointError(f"{path}: a checkpoint of another board, position or tuning")
    wanted = len(line) + ROW * rows + 8
    if size != wanted:
        raise CheckpointError(f"{path}: {size} bytes, {wanted} wanted: the file is cut off")
    return dict(head)
