"""The folder of static files: the page, its host, Python, and what says how much of it there is."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from web.python import HERE, HOUSE, beginning, bundle, pack

from noughts.server.middleware import CONTENT_SECURITY_POLICY, policy_text
from noughts.server.routes import PAGES
from web import icons

_STATIC = HOUSE / "src/noughts/page"
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_POLICY = policy_text(
    {
        **CONTENT_SECURITY_POLICY,
        "script-src": "'self' 'wasm-unsafe-eval'",
        "img-src": "'self' data: blob:",
        "base-uri": "'self'",
        "worker-src": "'self'",
    }
)
"""The server's, and what Python in a worker needs. It is in the page: a host of files sends no such header."""
_PAGES = [f"^{re.sub(r'{[a-z]+}', '[^/]+', path)}$" for path in PAGES]
"""Regular expressions of the page's paths, below the folder of the site."""

_HEAD = f"""<head>
  <meta http-equiv="Content-Security-Policy" content="{_POLICY}">
  <meta name="referrer" content="no-referrer">
  <link rel="manifest" href="app.webmanifest">
  <link rel="apple-touch-icon" href="apple-touch-icon.png">
  <link rel="stylesheet" href="host/host.css">
  <script src="host/plain.js"></script>
"""
_BOOT = '<script type="module" src="host/boot.js"></script>\n  <link rel="modulepreload"'
_FOOT = (
    '<p><a href="./licences.html" target="_self">What this site is made of</a></p>\n'
    '    <details id="memory"><summary>What it takes of this device</summary></details>\n  </footer>'
)
_LOST = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>noughts</title>
<script src="lost.js"></script>
<script src="../lost.js"></script>
<script src="../../lost.js"></script>
<p>There is no such page here.</p>
</html>
"""


@dataclass(frozen=True)
class Contents:
    """Contents of the folder: Pyodide, Python's own library, what else Python reads, responses, licences.

    ``constant`` are responses by target that never change, ``first`` those that hold until Python runs. What Python
    reads is compressed by Zstandard at a ``level`` of 1 to 22.
    """

    pyodide: Path
    library: Path
    trees: tuple[Path, ...]
    constant: dict[str, bytes]
    first: dict[str, bytes]
    licences: str
    level: int = 22


def make(site: Path, contents: Contents) -> None:
    """Makes the folder anew."""
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(_STATIC, site / "static", ignore=shutil.ignore_patterns("*.d.ts", "index.html"))
    shutil.copytree(
        HERE / "host", site / "host", ignore=shutil.ignore_patterns("offline.js", "lost.js", "*.d.ts")
    )
    for name in ("offline.js", "lost.js"):
        shutil.copy(HERE / "host" / name, site / name)
    (site / "index.html").write_text(_page((_STATIC / "index.html").read_text()))
    (site / "404.html").write_text(_LOST)
    (site / "licences.html").write_text(contents.licences)
    (site / "app.webmanifest").write_text(json.dumps(_MANIFEST, indent=2))
    for name, picture in icons.pictures().items():
        (site / name).write_bytes(picture)
    _prepare(site, contents)
    _runtime(site / "pyodide", contents.pyodide, contents.library)
    whole = bundle((contents.library, *contents.trees), beginning(contents.library), contents.level)
    (site / "house.zst").write_bytes(whole)
    counted = ["house.zst", "pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip"]
    size = sum((site / name).stat().st_size for name in counted)
    (site / "parts.js").write_text(f"export const BYTES = {size};\n")
    _list(site)


_MANIFEST = {
    "name": "noughts",
    "short_name": "noughts",
    "description": "Noughts and crosses, and a look inside the computer's brain.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f2f5ef",
    "theme_color": "#15604f",
    "icons": icons.declared(),
}


def _page(text: str) -> str:
    """The page, which finds its files wherever it lies; its host begins before all else."""
    text = text.replace("<head>\n", _HEAD, 1).replace('<link rel="modulepreload"', _BOOT, 1)
    text = text.replace("</footer>", _FOOT)
    return re.sub(r'(href|src)="/', r'\1="./', text)


def _runtime(folder: Path, pyodide: Path, library: Path) -> None:
    folder.mkdir()
    for name in _RUNTIME:
        shutil.copy(pyodide / name, folder / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    pack(library, beginning(library), folder / "python_stdlib.zip")


def _prepare(site: Path, contents: Contents) -> None:
    """Write the responses that need no Python, and a module that says which file has which."""
    (site / "responses").mkdir()
    files = {}
    for number, (target, body) in enumerate(contents.constant.items()):
        files[target] = f"responses/{number}.json"
        (site / files[target]).write_bytes(body)
    first = {target: json.loads(body) for target, body in contents.first.items()}
    (site / "responses" / "first.json").write_text(json.dumps(first, separators=(",", ":")))
    (site / "constant.js").write_text(
        f"export const CONSTANT = {json.dumps(files, indent=2)};\nexport const PAGES = {json.dumps(_PAGES)};\n"
    )


def _list(site: Path) -> None:
    """What the service worker keeps, and the version: a new one wherever any file is another."""
    files = sorted(
        path for path in site.rglob("*") if path.is_file() and path.name not in ("404.html", "lost.js")
    )
    names = [path.relative_to(site).as_posix() for path in files if path.name != "offline.js"]
    version = hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]
    (site / "files.js").write_text(
        f"self.VERSION = {json.dumps(version)};\nself.FILES = {json.dumps(names)};\n"
        f"self.PAGES = {json.dumps(_PAGES)};\n"
    )
