"""How Sphinx makes a site of the documents: `make site`. Their Markdown is read as it stands, for GitHub reads it too.

Strict: a link that leads nowhere fails.
Nothing on the site is asked for from elsewhere: no fonts, scripts or styles. The reference is made of the sources.
"""

from __future__ import annotations

import inspect
import pydoc
import re
import sys
import tomllib
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "src"))

import noughts  # noqa: E402 - of these sources, whichever is installed

project = "noughts"
author = "The noughts founders"
version = release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
html_title = f"noughts {version}"
html_theme = "furo"
html_copy_source = html_show_sourcelink = False

extensions = ["myst_nb", "sphinx.ext.autodoc"]
root_doc = "docs/site/index"
include_patterns = [
    "*.md",
    "docs/*.md",
    "docs/reference/*.md",
    "docs/site/*.md",
    "docs/notebooks/*.ipynb",
    "research/*.md",
]
myst_heading_anchors = 4
nb_execution_mode = "off"  # their output is stored in them, and a test checks it
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
suppress_warnings = ["misc.highlighting_failure"]  # what a terminal shows is no program

nitpicky = True
autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 100
toc_object_entries_show_parents = "hide"

_LINK = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)\)")
_DATA = re.compile(r"^\[([^\]]*)\]\(([\w-]+\.csv)\)$", re.MULTILINE)
_NAME = re.compile(r"``([A-Z]\w+)((?:\.\w+)?)``|``([a-z]\w+)``|\b([A-Z]\w+Error)\b")


class Names(SphinxDirective):
    """Public names, below ``noughts``, each with its signature and its docstring."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """The names' descriptions."""
        lines = [f".. {_directive(f'noughts.{name}')}" for name in " ".join(self.content).split()]
        return self.parse_text_to_nodes("\n".join(["```{eval-rst}", *lines, "```"]))


def _directive(name: str) -> str:
    thing = pydoc.locate(name)
    if inspect.ismodule(thing):
        return f"automodule:: {name}"
    if inspect.isclass(thing):
        return f"{'autoexception' if issubclass(thing, Exception) else 'autoclass'}:: {name}"
    return f"{'autofunction' if inspect.isroutine(thing) else 'autodata'}:: {name}"


def with_links(_: Sphinx, kind: str, name: str, thing: object, options: object, lines: list[str]) -> None:
    """Public names in the words of a docstring are links."""
    code = False
    for number, line in enumerate(lines):
        code = line.startswith(">>>") or (code and bool(line))
        if not code:
            lines[number] = _NAME.sub(_link, line)


def _link(found: re.Match[str]) -> str:
    name = (found[1] or found[3] or found[4]) + (found[2] or "")
    public = name.split(".")[0] in noughts.__all__ and pydoc.locate(f"noughts.{name}") is not None
    return f":py:obj:`{name} <noughts.{name}>`" if public else found[0]


def in_the_facade(
    app: Sphinx, env: BuildEnvironment, link: pending_xref, shown: nodes.TextElement
) -> nodes.reference | nodes.TextElement | None:
    """A type is called by where it is defined, and stands where it is public; inner ones and others' are words."""
    if link.get("refdomain") != "py":
        return None
    target = link["reftarget"]
    name = target.rpartition(".")[2]
    if name in noughts.__all__:
        python = env.domains.python_domain
        return python.resolve_xref(env, link["refdoc"], app.builder, "obj", f"noughts.{name}", link, shown)
    return shown


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.add_directive("names", Names)
    app.connect("autodoc-process-docstring", with_links)
    app.connect("missing-reference", in_the_facade)
    app.connect("source-read", as_the_site_shows_it)
    app.connect("build-finished", front_door)


def as_the_site_shows_it(_: Sphinx, document: str, source: list[str]) -> None:
    """A link to a folder, which a site does not show, is its text; one that stands alone, to data, is their table."""
    folder = (ROOT / document).parent
    text = _LINK.sub(lambda link: link[1] if (folder / link[2]).is_dir() else link[0], source[0])
    source[0] = _DATA.sub("```{csv-table} \\1\n:file: \\2\n:header-rows: 1\n```", text)


def front_door(app: Sphinx, failure: Exception | None) -> None:
    """``index.html`` leads to the first page, which lies among the documents."""
    if failure is None:
        text = f'<!doctype html><title>noughts</title><meta http-equiv="refresh" content="0; url={root_doc}.html">\n'
        (Path(app.outdir) / "index.html").write_text(text, encoding="utf-8")
