"""A file of a campaign, damaged at random again and again and taken up: ``python -m`` this module, FILE, SEED.

A process of its own, since what reads unverified numbers may end it. A line of JSON is said for each: what was refused
and how, or null where what is left of the file is still whole.
"""

import gzip
import json
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts import Board, NoughtsError
from research.campaign.campaign import Campaign
from research.campaign.folder import CampaignFolder

TIMES = 150
WRONG = ("x", None, 1.5, [], [1], {}, True, -1, -4, -6, 10**6, 1 << 40, -(1 << 70))


def places(value, path=()):
    """The way to every value in a value."""
    yield path
    if isinstance(value, list | dict):
        for key in [*value] if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*path, key))


def changed(value, rng):
    """The same with one part of it another, gone, or cut off behind."""
    *way, last = rng.choice([*places(value)][1:])
    parent = value
    for key in way:
        parent = parent[key]
    kind = rng.randrange(4)
    if kind == 0 and isinstance(parent, list):
        del parent[last:]
    elif kind == 1:
        del parent[last]
    elif kind == 2:
        parent[last] = rng.choice(WRONG)
    else:
        parent[last] = rng.randrange(-5, 30)
    return value


def damaged(lines, rng):
    """A file's lines with one of them changed."""
    at = rng.randrange(len(lines))
    line = lines[at]
    new = (
        line[: rng.randrange(len(line))] if rng.random() < 0.1 else json.dumps(changed(json.loads(line), rng))
    )
    return [*lines[:at], new, *lines[at + 1 :]]


def main(path, seed):
    """Damages a file so many times."""
    rng = random.Random(seed)
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    board = Board.parse(json.loads(lines[0])["board"])
    opening = "-".join(path.name.split(".")[0].split("-")[:2])
    for _ in range(TIMES):
        with TemporaryDirectory() as folder:
            bad = gzip.compress("\n".join(damaged(lines, rng)).encode())
            (Path(folder) / path.name).write_bytes(bad)
            refused = None
            try:
                work = Campaign(CampaignFolder(board, Path(folder)))
                list(work.run(only=opening))
                assert len(work.settled) == 1, path
            except NoughtsError as error:
                refused = str(error)
                assert (Path(folder) / path.name).read_bytes() == bad
            sys.stdout.write(json.dumps(refused) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
