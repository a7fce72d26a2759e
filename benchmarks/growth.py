"""How a campaign grows with its workers, by a simulation from recorded times: `python benchmarks/growth.py`.

One leader serves the workers one after another: it verifies and notes an answer and makes the next job, in LEADER
seconds. A worker then computes for as long as a job took that was recorded, drawn at random with a fixed seed: most
replies are met by the proof of another, some are searched, a few resist and are split into parts. Not reckoned: the
network, and that a proof which comes later is tried on fewer replies.
"""

from __future__ import annotations

import random
import sys
from heapq import heappop, heappush

LEADER = 0.018
"""CPU seconds of whoever leads for a job: 51 jobs of the opening h8 a1."""

MET, SEARCHED, RESISTS, PART = 0.014, 33 / 260, 12 / 222, 1.0
"""Seconds of a reply that a hint meets; the share that is searched (of 260 drawn from 13 openings); the share that
resists 6 million positions; seconds of a part, of a million positions."""

TIMES = (
    *(
        0.13,
        0.16,
        0.16,
        0.17,
        0.18,
        0.18,
        0.19,
        0.19,
        0.19,
        0.19,
        0.21,
        0.21,
        0.22,
        0.22,
        0.22,
        0.26,
        0.27,
        0.27,
    ),
    *(
        0.29,
        0.29,
        0.3,
        0.31,
        0.31,
        0.31,
        0.31,
        0.32,
        0.33,
        0.34,
        0.36,
        0.37,
        0.38,
        0.4,
        0.41,
        0.45,
        0.47,
        0.67,
    ),
    *(0.67, 0.69, 2.87, 3.08),
)
"""CPU seconds of replies that were searched and met."""

OPENINGS, REPLIES, PARTS = 35, 222, 200
"""Parts of a reply that resists: 200 million positions."""


def first_pass(dice: random.Random) -> list[float]:
    """Every reply once."""
    jobs = []
    for _ in range(OPENINGS * REPLIES):
        searched = dice.random() < SEARCHED
        jobs.append(
            6.0
            if searched and dice.random() < RESISTS / SEARCHED
            else dice.choice(TIMES)
            if searched
            else MET
        )
    return jobs


def seconds(jobs: list[float], workers: int) -> float:
    """How long it takes: the leader serves whoever is free first."""
    free = [0.0] * workers
    served = 0.0
    for job in jobs:
        served = max(heappop(free), served) + LEADER
        heappush(free, served + job)
    return max(free)


def main() -> None:
    """Prints how many times as fast it is with so many workers."""
    parts = [PART] * round(OPENINGS * REPLIES * RESISTS * PARTS)
    for name, jobs in (("first pass", first_pass(random.Random(1))), ("parts", parts)):
        one = seconds(jobs, 1)
        grown = (f"{n}: {one / seconds(jobs, n):.1f}" for n in (2, 4, 16, 64, 256, 1024))
        told = f"{name}: {len(jobs):,} jobs, {one / 3600:.1f} hours by one worker; with {', '.join(grown)}"
        sys.stdout.write(told + "\n")


if __name__ == "__main__":
    main()
