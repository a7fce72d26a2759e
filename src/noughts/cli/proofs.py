"""The command that proves: solve."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path

import click

from noughts.cli.console import check_places, end_unsettled, json_option, watching, write_json, writing
from noughts.cli.parameters import PROVABLE, option_group, position_of
from noughts.errors import NoughtsError, ProofLostError, quote
from noughts.explain.json_proofs import shortest_json, verdict_json
from noughts.game.board import Board
from noughts.solver.search.limits import Checkpoint, Limits
from noughts.solver.search.verdict import Shortest, Verdict, check

_MIB = 1 << 20

memory_option = click.option(
    "--memory", type=int, default=1024, show_default=True, help="MiB for the tables."
)
threads_option = click.option("--threads", type=int, default=os.cpu_count() or 1, help="Threads that search.")


@dataclass(frozen=True)
class _Goal:
    """What is asked of a position, and where the proof goes."""

    shortest: bool
    certificate: Path | None


def limits_of(seconds: float, memory: int, threads: int, nodes: float = inf) -> Limits:
    """Limits of a search, of ``memory`` MiB."""
    return Limits(seconds, nodes, memory * _MIB, threads)


def _checkpoint(checkpoint: Path | None, every: float, resume: bool) -> Checkpoint | None:
    """Where a run is saved, if it is."""
    if resume and checkpoint is None:
        raise NoughtsError("--resume needs --checkpoint FILE, the name of what was saved")
    return Checkpoint(checkpoint, every, resume) if checkpoint else None


@click.command(short_help="Prove what a board or a position is worth.")
@click.argument("board", type=PROVABLE)
@click.argument("position", required=False)
@option_group(
    "goal",
    _Goal,
    click.option("--shortest", is_flag=True, help="The fewest plies in which the side to move wins."),
    click.option("--certificate", type=click.Path(path_type=Path), help="Write the proof to this file."),
)
@option_group(
    "limits",
    limits_of,
    click.option("--seconds", type=float, default=inf, help="Give up after so many seconds."),
    click.option("--nodes", type=float, default=inf, help="Give up after so many nodes."),
    memory_option,
    threads_option,
)
@option_group(
    "saved",
    _checkpoint,
    click.option("--checkpoint", type=click.Path(path_type=Path), help="Save the run to files of this name."),
    click.option("--every", type=float, default=600.0, show_default=True, help="Seconds between two saves."),
    click.option("--resume", is_flag=True, help="Go on from the checkpoint."),
)
@json_option
def solve(
    board: Board,
    position: str | None,
    goal: _Goal,
    limits: Limits,
    saved: Checkpoint | None,
    as_json: bool,
) -> None:
    """Proves whether the side to move wins, draws or loses POSITION (the empty BOARD unless given).

    A limit that ends the search gives "unknown", and exit status 1. Boards may have up to 128 cells. Long runs:
    --checkpoint FILE saves what is known, and --resume goes on from there, also after a crash. --shortest proves
    how many plies a win takes, and that fewer do not do; a limit then gives bounds, and the proof of the lower one.
    """
    from noughts.solver.search import prover, shortest_win, strips  # only now: with kernels

    start = position_of(position, board)
    check(start)
    certificate, checkpoint = goal.certificate, saved.path if saved else None
    check_places(certificate, checkpoint)
    if board.is_strip:
        _check_whole(board, {"a position": position, "--shortest": goal.shortest, "--checkpoint": checkpoint})
    answer: Verdict | Shortest
    with watching(board) as watch, _proof_errors(certificate, checkpoint):
        if board.is_strip:
            answer = strips.hold(board, limits=limits, certificate=certificate, watch=watch)
        else:
            ask = shortest_win.shortest if goal.shortest else prover.solve
            answer = ask(start, limits=limits, certificate=certificate, checkpoint=saved, watch=watch)
    if as_json:
        write_json(shortest_json(answer) if isinstance(answer, Shortest) else verdict_json(answer))
    else:
        click.echo(str(answer))
    if not answer.is_settled:
        end_unsettled()


def _check_whole(board: Board, options: dict[str, object]) -> None:
    """A block is held or not: refuses what asks more of it."""
    for name, given in options.items():
        if given:
            raise NoughtsError(
                f"{quote(board)} is a block of an endless strip, held or not: no {name} with it"
            )


@contextmanager
def _proof_errors(*paths: Path | None) -> Iterator[None]:
    """As ``writing``; exit status 1 for a proof that is lost, for nothing was wrong with the question."""
    try:
        with writing(*paths):
            yield
    except ProofLostError as error:
        why = (
            f"a proof was found, and not found again to be written: {error} (more --memory keeps more of it)"
        )
        raise click.ClickException(why) from error
