"""The Python examples of every page as modules, for type checkers: ``python -m tests.docs.example_types FOLDER``.

Examples that show an error are left out, and so is what a page's other examples have no types for: what other libraries
say may be None, and names that are bound in a loop.
"""

import doctest
import json
import re
import sys
from pathlib import Path

from tests.paths import DOCS, ROOT

PYRIGHT = dict.fromkeys(
    (
        "reportUnusedExpression",
        "reportOptionalSubscript",
        "reportPossiblyUnboundVariable",
        "reportMissingImports",
    ),
    "none",
)
"""What pyright is not to ask of examples."""

CELLS = """
from fractions import Fraction
import noughts
position = noughts.Position.start().play(0).play("b2")
choice = noughts.Choice({2: Fraction(1)}, noughts.Uniform())
decision = noughts.player("core").decide("3x3x3")
shown = noughts.sentence(decision, "b2"), noughts.sentence(decision, 4), decision.moves["b2"], decision.moves[4]
marks = position["a1"], position.at("a1"), position[0], position.at(0)
drawn = noughts.board_svg(position, heat={"c1": 0.5}, last="b2"), noughts.board_svg(position, heat={2: 0.5}, last=4)
"""
"""Names and plain integers, which are cells to every call, whether or not a page shows it."""


def source(page: Path) -> str:
    """The examples of a page that raise nothing, one after another."""
    examples = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
    return "".join(example.source for example in examples if not example.exc_msg)


def write(folder: Path) -> None:
    """Writes a module a page that has examples, and pyright's configuration."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.py"):
        old.unlink()
    for page in sorted([*ROOT.glob("*.md"), *DOCS.glob("**/*.md")]):
        if text := source(page):
            name = re.sub(r"\W", "_", str(page.relative_to(ROOT).with_suffix("")))
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "cells.py").write_text(CELLS, encoding="utf-8")
    (folder / "pyrightconfig.json").write_text(json.dumps(PYRIGHT), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
