"""Games to their end by a certificate, against replies of several kinds, and the CPU time of its moves.

    python -m tests.solver.strategy.games docs/certificates/five/15x15x5.gz 12

plays twelve games against each kind, and fails where one is not won.
"""

import random
import sys
import time
from collections.abc import Callable
from itertools import chain, pairwise

from noughts import Certificate, Position, certificate
from noughts.game.board import cells_of
from noughts.game.threats import completions
from noughts.solver.strategy.index import OWN
from noughts.solver.strategy.zone_strategy import ZoneStrategy

Reply = Callable[[Position, random.Random], int]


class Followed(ZoneStrategy):
    """Remembers where the record is that was followed last."""

    at = 0

    def _look(self, place: int, *rest: int) -> None:
        before = self._found
        super()._look(place, *rest)
        self.at = self.at if self._found is before else place


def drawn(position: Position, rng: random.Random) -> int:
    """Any cell."""
    return rng.choice(position.empty)


def close(position: Position, rng: random.Random) -> int:
    """One of the eight cells nearest the middle."""
    return rng.choice(sorted(position.empty, key=lambda cell: _off(position, cell))[:8])


def far(position: Position, rng: random.Random) -> int:
    """One of the eight cells farthest from the middle."""
    return rng.choice(sorted(position.empty, key=lambda cell: -_off(position, cell))[:8])


def breaking(position: Position, rng: random.Random) -> int:
    """The cell whose lines are worth most to the other side, or nearly so."""
    return max(position.empty, key=lambda cell: _worth(position, cell) + 3 * rng.random())


def _off(position: Position, cell: int) -> int:
    row, column = divmod(cell, position.board.columns)
    return max(abs(2 * row + 1 - position.board.rows), abs(2 * column + 1 - position.board.columns))


def _worth(position: Position, cell: int) -> int:
    mine, theirs = sides(position)
    lines = (line for line in position.board.masks if line >> cell & 1 and not line & mine)
    return sum((line & theirs).bit_count() ** 3 for line in lines)


def sides(position: Position) -> tuple[int, int]:
    """The stones of the side to move, and the other's."""
    return (position.x, position.o) if str(position.to_move) == "X" else (position.o, position.x)


def kinds(proof: Certificate, strategy: Followed) -> dict[str, Reply]:
    """The replies; each but the first completes its lines and breaks the other side's."""

    def deepest(position: Position, rng: random.Random) -> int:
        """The reply with the most records to itself below the record that was followed."""
        children = strategy.index.children(strategy.at + 1) or []
        own = [
            (after.record - child.record, child) for child, after in pairwise(children) if child.kind == OWN
        ]
        cells = [next(cells_of(child.cells)) for _, child in sorted(own, reverse=True)]
        return next((cell for cell in cells if cell in position.empty), None) or breaking(position, rng)

    def slowest(position: Position, rng: random.Random) -> int:
        """Of fourteen replies, most of them by their worth, the one that is answered last."""
        ranked = sorted(position.empty, key=lambda cell: -_worth(position, cell) - 3 * rng.random())
        return max(
            [*ranked[:11], *rng.sample(position.empty, 3)],
            key=lambda cell: timed(proof, position.play(cell))[0],
        )

    return {"random": drawn} | {
        reply.__name__: _seeing_lines(reply) for reply in (drawn, close, far, breaking, deepest, slowest)
    }


def _seeing_lines(reply: Reply) -> Reply:
    def see(position: Position, rng: random.Random) -> int:
        mine, theirs = sides(position)
        ends = completions(position.board, mine, theirs) or completions(position.board, theirs, mine)
        return ends[0] if ends else reply(position, rng)

    return see


def timed(proof: Certificate, position: Position) -> tuple[float, Position]:
    """The CPU seconds of an answer, and the position after it."""
    if position.is_over:
        return 0.0, position
    begun = time.process_time()
    answer = proof.answer(position)
    return time.process_time() - begun, position.play(answer.cell)


def play(proof: Certificate, reply: Reply, rng: random.Random) -> list[float]:
    """The CPU seconds of each of the proof's moves in a game, which it wins."""
    position, seconds = proof.position, list[float]()
    while True:
        spent, position = timed(proof, position)
        seconds.append(spent)
        if position.is_over:
            assert position.outcome.winner in proof.sides, position
            return seconds
        position = position.play(reply(position, rng))


def main(path: str, games: int) -> None:
    """Plays, and says how long the moves took."""
    begun = time.process_time()
    proof = certificate(path)
    print(f"opened in {time.process_time() - begun:.2f} s of CPU")  # noqa: T201
    (one,) = proof._plays
    strategy = Followed(one.strategy.index, None)
    object.__setattr__(one, "strategy", strategy)
    seconds = list[float]()
    for kind, reply in kinds(proof, strategy).items():
        some = [play(proof, reply, random.Random(f"{kind} {seed}")) for seed in range(games)]
        _tell(kind, games, list(chain(*some)))
        seconds += chain(*some)
    _tell("all", games * len(kinds(proof, strategy)), seconds)


def _tell(kind: str, games: int, seconds: list[float]) -> None:
    seconds = sorted(seconds)
    at = ", ".join(f"{name} {seconds[int(share * (len(seconds) - 1))]:.4f}" for name, share in SHARES.items())
    print(f"{kind}: {games} games won, {len(seconds)} moves, CPU seconds of a move: {at}", flush=True)  # noqa: T201


SHARES = {"median": 0.5, "90th in 100": 0.9, "99th": 0.99, "most": 1.0}

if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
