"""Certificates as lines, so that tests can read them and write changed ones."""

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
