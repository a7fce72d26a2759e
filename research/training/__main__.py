"""``python -m research.training``: learns the weights of the engine's network from recorded games."""

from __future__ import annotations

from pathlib import Path

import click

from noughts.cli.console import tell
from noughts.cli.main import run
from noughts.errors import NoughtsError
from research.files import FILE, Files, files_option
from research.training.network_games import add_game, examples, recorded_moves


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=FILE)
@click.argument("record", type=FILE)
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=0,
    help="Number of new games that are played and recorded first.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    help="Of the weights' beginning and order, and of new games.",
)
@files_option
def weights(file: Path, record: Path, games: int, seed: int, files: Files) -> None:
    """The weights of the engine's network, of games with itself: the same record and seed give the same FILE."""
    from research.training import network_fit, policy_fit

    if not games and not record.exists():
        raise NoughtsError(f"{record}: no such file; --games makes one")
    files.begin(file)
    for _ in range(games):
        tell(f"game {add_game(record, seed)}")
    policy = policy_fit.PolicyFit(policy_fit.arrays(recorded_moves(record)), seed)
    policy.learn(tell)
    fit = network_fit.Fit(network_fit.arrays(examples(record)), seed)
    fit.learn(tell)
    files.put(file, fit.network(policy.policy()).packed())
    files.end()


if __name__ == "__main__":
    run(weights, "python -m research.training")
