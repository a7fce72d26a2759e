"""Wins with zones changed at random, in any number: whatever the verifier still accepts is tried out by brute force.

    python -m tests.solver.certificate.forgeries NUMBER [SEED] [FROM]

They come in blocks of 10,000, a line each with the sums so far; exit status 1 and the forgery if one is accepted and
false. A block depends on the seed and its place alone, so that a run that was stopped goes on FROM so many forgeries.
"""

from __future__ import annotations

import random
import sys

from tests.solver.certificate.zones import Watched, changed, trees

SEED, BLOCK, EACH = 31, 10_000, 50
"""The seed unless told; forgeries of a block; and of a tree, at most."""


def forged(seed, number):
    """So many changed trees, none as it was: how many were accepted as a whole; each of these is true."""
    dice, accepted, tried = random.Random(str(seed)), 0, 0
    for board, game, mine, theirs, r, tree in trees(seed, number):
        watched = Watched(board)
        for _ in range(min(EACH, number - tried)):
            forgery = changed(tree, board.size, dice)
            while forgery == tree:
                forgery = changed(tree, board.size, dice)
            tried += 1
            claimed, good = watched.claims(forgery, mine, theirs, r)
            accepted += good
            assert not good or game.is_true(*claimed[-1]), (board.name, board.lines, forgery, claimed[-1])
        if tried == number:
            break
    return accepted


def main(number, seed=SEED, start=0):
    """Tries them block by block, and says how far it has come."""
    if start % BLOCK:
        return f"FROM {start} is no multiple of {BLOCK}"
    accepted = 0
    for done in range(start, number, BLOCK):
        these = min(BLOCK, number - done)
        try:
            accepted += forged(f"{seed}/{done // BLOCK}", these)
        except AssertionError as error:
            return f"accepted, and false: {error}"
        sys.stdout.write(
            f"seed {seed}: {start:,} to {done + these:,} tried, {accepted:,} accepted, all true\n"
        )
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 4 or not all(one.isdigit() for one in sys.argv[1:]):
        sys.exit(__doc__)
    sys.exit(main(*map(int, sys.argv[1:])))
