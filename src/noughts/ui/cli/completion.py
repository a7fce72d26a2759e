"""The command ``completion``: what a shell must read to complete noughts' commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command(short_help="The script that completes commands in your shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Prints the completion script of SHELL.

    For bash: noughts completion bash > ~/.local/share/bash-completion/completions/noughts
    """
    from noughts.ui.cli.main import cli

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "noughts", "_NOUGHTS_COMPLETE").source())
