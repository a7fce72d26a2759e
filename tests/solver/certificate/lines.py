"""Certificates as lines, so that tests can read them and write changed ones, or their own."""

import gzip
import json


def values(path):
    """The lines of a certificate, read."""
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]


def put(path, lines):
    """A certificate of these lines."""
    path.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode(), 1))
    return path


def kinds(lines):
    """The kinds of the records there are; "d" where a move is answered by one that dominates it."""
    records = [line for line in lines if isinstance(line, list)]
    return {record[0] for record in records} | {
        "d" for record in records if record[0] == "w" and len(record) == 5
    }


def held(position):
    """The header of the claim that X, to move in this position, cannot win it."""
    return {
        "format": "noughts-certificate-1",
        "board": position.board.name,
        "position": position.rows_text,
        "attacker": "X",
        "claim": "hold",
        "first": None,
        "symmetries": [list(range(position.board.size))],
    }
