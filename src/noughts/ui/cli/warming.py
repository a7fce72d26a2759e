"""The command that compiles what Numba compiles before anybody waits for it: warm-up."""

from __future__ import annotations

import click

from noughts.engine.search import warm_up as warm_up_engine
from noughts.extras import missing
from noughts.solver.jit import available
from noughts.ui.cli.console import progress


@click.command("warm-up", short_help="Compile the solver and the engine beforehand.")
def warm_up() -> None:
    """Compiles what `solve`, the engine and the larger tables need, once for all; what is there already is kept.

    Nothing has to be warmed up: whoever asks first waits for it otherwise.
    """
    if not available():
        raise missing("warm-up", "numba")
    from noughts.solver.search.compiling import warm_up as warm_up_solver
    from noughts.solver.small.retrograde import solve

    with progress("compiling the solver") as tell:
        warm_up_solver(tell)
    with progress("compiling the engine"):
        warm_up_engine()
        solve(1, (1,))
    click.echo("Everything is compiled.", err=True)
