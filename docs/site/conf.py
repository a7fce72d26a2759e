"""How Sphinx makes a site of the documents: `make site`. Their Markdown is read as it stands, for GitHub reads it too.

Strict: a link that leads nowhere fails. Nothing on the site is asked for from elsewhere: no fonts, scripts or styles.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]

project = "noughts"
author = "The noughts founders"
version = release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
html_title = f"noughts {version}"
html_theme = "furo"
html_copy_source = html_show_sourcelink = False
html_use_index = False

extensions = ["myst_nb"]
root_doc = "docs/site/index"
include_patterns = ["*.md", "docs/*.md", "docs/site/*.md", "docs/notebooks/*.ipynb"]
myst_heading_anchors = 4
nb_execution_mode = "off"  # what they show was made by `make notebooks`, and a test holds them to it
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
suppress_warnings = ["misc.highlighting_failure"]  # what a terminal shows is no program

_LINK = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)\)")


def without_folders(_: Sphinx, document: str, source: list[str]) -> None:
    """A link to a folder, which a site does not show, is its text."""
    folder = (ROOT / document).parent
    source[0] = _LINK.sub(lambda link: link[1] if (folder / link[2]).is_dir() else link[0], source[0])


def front_door(app: Sphinx, failure: Exception | None) -> None:
    """``index.html`` leads to the first page, which lies among the documents."""
    if failure is None:
        text = f'<!doctype html><title>noughts</title><meta http-equiv="refresh" content="0; url={root_doc}.html">\n'
        (Path(app.outdir) / "index.html").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("source-read", without_folders)
    app.connect("build-finished", front_door)
