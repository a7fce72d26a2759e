"""The command that prints what programs rely on: schema, the JSON Schema of all answers."""

from __future__ import annotations

import click


@click.command(short_help="The JSON Schema of every answer.")
@click.argument("shapes", metavar="[SHAPE]...", nargs=-1)
def schema(shapes: tuple[str, ...]) -> None:
    """Prints the JSON Schema (draft 2020-12) of every answer, or of the SHAPEs named, like DecisionJson.

    docs/contract.md tells which shape answers what.
    """
    from noughts.contract.schema import schema_text

    click.echo(schema_text(*shapes), nl=False)
