"""The page that names what the site is made of, with every licence in full."""

from __future__ import annotations

import html
import json
import zipfile
from email.parser import HeaderParser
from pathlib import Path

from web.python import HOUSE, version, wheels

_PYODIDE = (
    "Python itself (PSF-2.0), its packages of WebAssembly and Emscripten's system library (MIT), and SQLite, which "
    "is in the public domain, come with it. https://github.com/pyodide/pyodide has its source, and the licence: "
    "https://www.mozilla.org/MPL/2.0/"
)
_PAGE = """<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'">
  <title>What this site is made of · noughts</title>
  <link rel="stylesheet" href="static/style.css">
  <link rel="stylesheet" href="host/host.css">
</head>
<body class="licences">
  <main>
    <h1>What this site is made of</h1>
    <p>Everything here runs in your browser, and nothing is sent anywhere. <a href="./">Back to the board</a></p>
{parts}
  </main>
</body>
</html>
"""


def page(pyodide: Path, kept: Path) -> str:
    """The page, as HTML."""
    runtime = json.loads((pyodide / "package.json").read_text())
    parts = [
        _part("noughts", version(), "MIT", (HOUSE / "LICENSE").read_text()),
        _part("Pyodide", runtime["version"], runtime["license"], _PYODIDE),
        *(_part(*told(wheel)) for wheel in wheels(kept)),
    ]
    return _PAGE.format(parts="\n".join(parts))


def told(wheel: Path) -> tuple[str, str, str, str]:
    """A package's name, version and licence, and the licence's text."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        facts = HeaderParser().parsestr(packed.read(metadata).decode())
        texts = [
            packed.read(name).decode() for name in names if "/licenses/" in name and "AUTHORS" not in name
        ]
    classified = [
        kind.split(" :: ")[-1] for kind in facts.get_all("Classifier", []) if kind.startswith("License")
    ]
    licence = facts["License-Expression"] or ", ".join(classified)
    return facts["Name"], facts["Version"], licence, "\n".join(texts)


def _part(name: str, number: str, licence: str, text: str) -> str:
    lines = "</p><p>".join(html.escape(part) for part in text.strip().split("\n\n"))
    return f"<h2>{html.escape(f'{name} {number}')}</h2>\n<p><strong>{html.escape(licence)}</strong></p><p>{lines}</p>"
