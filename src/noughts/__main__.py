"""``python -m noughts`` is the command ``noughts``."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from noughts.errors import MissingError
from noughts.extras import needed_by

_BAD_INPUT = 2

_MISSING = (("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))
"""How the null device is opened in place of each standard stream. One for stdout that cannot be written, as in GNU's
``stdopen``: output that is lost is an error, whereas a message on stderr may go nowhere and stdin be empty."""


def run() -> NoReturn:
    """The console script: runs the command line; says in one line which package it needs and does not find."""
    _open_missing_streams()
    try:
        with needed_by("this command"):
            from noughts.cli import main

            main.run()
    except MissingError as error:
        sys.stderr.write(f"noughts: {error}\n")
        sys.exit(_BAD_INPUT)


def _open_missing_streams() -> None:
    """Open the standard streams that are missing, as under ``pythonw``, in some services and after ``>&-``.

    The next file or connection would be given a closed stream's descriptor otherwise, and what is printed.
    """
    for name, mode, flags in _MISSING:
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, flags)
            os.set_inheritable(descriptor, True)  # so that programs that are started have it, too
            stream = open(descriptor, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 - open until the end
            setattr(sys, name, stream)


def run_brain() -> NoReturn:
    """The console script ``pbrain-noughts``: managers of Gomocup start brains by such names, without arguments."""
    sys.argv.insert(1, "gomocup")
    run()


if __name__ == "__main__":
    run()
