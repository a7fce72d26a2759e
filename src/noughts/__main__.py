"""``python -m noughts`` is the command ``noughts``."""

from __future__ import annotations

import sys
from typing import NoReturn

from noughts.errors import MissingError
from noughts.extras import needed_by, uncollected

_BAD_INPUT = 2


def run() -> NoReturn:
    """The console script: runs the command line; says in one line which package it needs and does not find."""
    try:
        with needed_by("this command"):
            with uncollected():
                from noughts.ui.cli import main

            main.run()
    except MissingError as error:
        sys.stderr.write(f"noughts: {error}\n")
        sys.exit(_BAD_INPUT)


def run_brain() -> NoReturn:
    """The console script ``pbrain-noughts``: managers of Gomocup start brains by such names, without arguments."""
    sys.argv.insert(1, "gomocup")
    run()


if __name__ == "__main__":
    run()
