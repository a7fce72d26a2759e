"""docs/reference.md: every public name and what it means, made from the docstrings and signatures themselves."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import is_dataclass
from enum import Enum
from functools import cached_property
from types import ModuleType
from typing import Any

THEMES: Mapping[str, tuple[str, ...]] = {
    "Boards and positions": ("game",),
    "Players": ("players", "conformance"),
    "Values and proofs": ("solver", "engine"),
    "Contests": ("arena",),
    "Games": ("records",),
    "Words and pictures": ("explain", "ui"),
    "JSON": ("contract",),
    "Many processes, many machines": ("work",),
    "Errors": ("errors",),
}
"""The parts of the page, and the rooms whose names stand in each."""

_HEAD = """# Reference

Every name that `import noughts` brings, made from its own docstring by `make reference`.

What stands here stays: a name, its parameters and the shapes of its answers change only in a new minor version before
1.0, and in a new major version after it, and CHANGELOG.md says so under "Changed" or "Removed". Additions are free: new
names, new optional parameters, new fields of results. Names of inner modules (`noughts.game.board`) may move; what a
result prints is for people and may be worded anew, while `to_dict`, `to_json` and `to_records` are for programs.
Everything here works from any thread, and values (boards, positions, decisions, results) can be hashed, compared, and
sent to other processes. Nothing prints, asks, or uses random numbers without a seed.

Wherever a board, a position or a player is wanted, its name or text will do: `match("random", "core", "4x3x3")`.
"""

_INHERITED = ("to_dict", "to_json", "to_records")
_SHOWN = (
    "Results have `to_dict()`, the object that `--json` answers (docs/contract.md), `to_json()`, the same as a line\n"
    "of text, and `to_records()`, a list of dictionaries for a table; `str` is what the command line prints."
)


def reference_page(facade: ModuleType) -> str:
    """The page of a module's public names."""
    parts = [_HEAD, _SHOWN]
    names = [name for name in facade.__all__ if name != "__version__"]
    for title, rooms in THEMES.items():
        mine = [name for name in names if _room(getattr(facade, name), name) in rooms]
        parts.append(f"## {title}")
        parts += [_entry(name, getattr(facade, name)) for name in mine]
    parts.append("## The version\n\n`noughts.__version__` is the version that is installed, as text.")
    return "\n\n".join(part.strip() for part in parts) + "\n"


_ALIASES = {"Cell": "game", "Line": "game", "Symmetry": "game"}
_MEANINGS = {
    "Cell": "A cell: its index in reading order, row by row from the top left. A name like `b2` will do for it.",
    "Line": "The cells that one player must hold together to win: a tuple of cells.",
    "Symmetry": "A permutation of the cells that maps lines onto lines: cell `c` goes to `symmetry[c]`.",
}


def _room(thing: Any, name: str) -> str:
    """The room of the house that a public name comes from."""
    return _ALIASES.get(name) or str(thing.__module__).split(".")[1]


def _entry(name: str, thing: Any) -> str:
    if name in _MEANINGS:
        return f"### {name}\n\n{_MEANINGS[name]}"
    if not isinstance(thing, type):
        return f"### {name}\n\n{_call(name, thing)}\n\n{_docstring(thing)}"
    if thing.__name__ != name:
        return f"### {name}\n\nAnother name of `{thing.__name__}`."
    return "\n\n".join([f"### {name}", *_constructor(name, thing), _docstring(thing), *_members(thing)])


def _constructor(name: str, kind: type) -> Iterator[str]:
    """How an instance is made, where that is by calling the class with what its fields are."""
    if is_dataclass(kind) and not inspect.isabstract(kind):
        yield _call(name, kind)


def _members(kind: type) -> Iterator[str]:
    """The public members that the class itself adds, as a list."""
    if issubclass(kind, Enum):
        yield "Members: " + ", ".join(f"`{member}`" for member in kind.__members__) + "."
        return
    lines = []
    for name, value in vars(kind).items():
        if name.startswith("_") or name in _INHERITED:
            continue
        if isinstance(value, (property, cached_property)):
            lines.append(f"- `{name}`: {_first(value)}")
        elif isinstance(value, (staticmethod, classmethod)) or inspect.isfunction(value):
            function = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
            lines.append(
                f"- `{name}{_signature(function, drop=not isinstance(value, staticmethod))}`: {_first(function)}"
            )
    if lines:
        yield "\n".join(lines)


def _call(name: str, thing: Callable[..., Any]) -> str:
    return f"```text\n{name}{_signature(thing)}\n```"


def _signature(thing: Callable[..., Any], *, drop: bool = False) -> str:
    """The parameters and what is returned, without the first one where it is the object itself."""
    signature = inspect.signature(thing)
    given = list(signature.parameters.values())
    shown = str(signature.replace(parameters=given[1:] if drop else given))
    plain = re.sub(r"(: |-> )'([^']*)'", r"\1\2", shown)  # annotations, which are texts
    plain = re.sub(r"\b(?:noughts|collections|fractions|pathlib)(?:\.\w+)*\.|~", "", plain)
    return plain.replace("<factory>", "...")


def _docstring(thing: Any) -> str:
    """The docstring as Markdown, without its examples, which stand in the code; what is indented is a drawing."""
    text = (inspect.getdoc(thing) or "").replace("``", "`")
    return "\n\n".join(_block(part) for part in re.split(r"\n\n+", text) if not part.startswith(">>>"))


def _block(part: str) -> str:
    return f"```text\n{inspect.cleandoc(part)}\n```" if part.startswith("    ") else part


def _first(thing: Any) -> str:
    """The first paragraph of a docstring on one line."""
    return " ".join((inspect.getdoc(thing) or "").replace("``", "`").split("\n\n")[0].split())
