"""The Python examples of every page as modules, for type checkers: ``python -m tests.docs.example_types FOLDER``.

Examples that show an error are left out, and so is what a page's other examples have no types for: what other libraries
say may be None, and names that are bound in a loop.
"""

import doctest
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

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


def source(page: Path) -> str:
    """The examples of a page that raise nothing, one after another."""
    examples = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
    return "".join(example.source for example in examples if not example.exc_msg)


def write(folder: Path) -> None:
    """Writes a module a page that has examples, and pyright's configuration."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.py"):
        old.unlink()
    for page in sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("**/*.md")]):
        if text := source(page):
            name = re.sub(r"\W", "_", str(page.relative_to(ROOT).with_suffix("")))
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "pyrightconfig.json").write_text(json.dumps(PYRIGHT), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
