"""The command that checks certificates: verify. It loads the verifier, and neither the prover nor the players."""

from __future__ import annotations

from pathlib import Path

import click

from noughts.cli.console import json_option, write_json
from noughts.explain.proofs import proof_text
from noughts.solver.certificate.verify import RejectedError
from noughts.solver.certificate.verify import verify as check_certificate


@click.command(short_help="Check a certificate.")
@click.argument("certificate", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--plain", is_flag=True, help="In plain Python alone, slowly: nothing compiled is trusted.")
@json_option
def verify(certificate: Path, plain: bool, as_json: bool) -> None:
    """Checks CERTIFICATE with code that shares nothing with the prover; exits with 0 only if it is a proof.

    A certificate that is rejected gives exit status 1.
    """
    try:
        proved = check_certificate(certificate, plain=plain or None)
    except RejectedError as error:
        raise click.ClickException(str(error)) from None  # exit status 1
    if as_json:
        write_json(proved.to_dict())
    else:
        click.echo(proof_text(proved))
