"""The laboratory in a browser alone, on a web space: the folder that ``make web`` makes, and a server of files."""

import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

import pytest

from tests.paths import ROOT

PYODIDE = ROOT / ".venv/node/node_modules/pyodide"
KEPT = Path(os.environ.get("NOUGHTS_PARTS", ROOT / ".venv/parts"))
NAME = "noughts"
"""The folder's, below the root of its web space."""


QUICK = 3
"""The level of Zstandard that takes no time; what is published has 22."""


def folder(space: Path, level: int = QUICK) -> Path:
    """Makes the folder of the packages of npm and PyPI; where these are out of reach the tests are skipped.

    ``NOUGHTS_SITE`` names one that is there already, in place of one of the quick level.
    """
    built = os.environ.get("NOUGHTS_SITE")
    if built and level == QUICK:
        return Path(shutil.copytree(built, space / NAME))
    if not (PYODIDE / "package.json").is_file() or not shutil.which("node"):
        pytest.skip("Pyodide is not here: `make .venv/node` installs it, from npm")
    command = [
        sys.executable,
        "-m",
        "web",
        space / NAME,
        "--pyodide",
        PYODIDE,
        "--kept",
        KEPT,
        "--level",
        str(level),
    ]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if made.returncode and ("Could not find a version" in made.stderr or "No module named" in made.stderr):
        pytest.skip("the packages are out of reach: `make web` says which")
    assert made.returncode == 0, made.stderr
    return space / NAME


class Files(http.server.SimpleHTTPRequestHandler):
    """Files as they are, and 404.html for what is none."""

    extensions_map: ClassVar = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, *_):
        """Nothing."""

    def send_error(self, code, message=None, explain=None):
        body = Path(self.translate_path(f"/{NAME}/404.html")).read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Led(Files):
    """The same, but an address inside the site is led to its page at once, as the service worker does it."""

    def send_error(self, code, message=None, explain=None):
        if self.headers.get("sec-fetch-mode") != "navigate":
            return super().send_error(code)
        self.send_response(302)
        self.send_header("Location", f"/{NAME}/?at={quote(self.path.removeprefix(f'/{NAME}'), safe='')}")
        self.send_header("Content-Length", "0")
        self.end_headers()
        return None


class Server(http.server.ThreadingHTTPServer):
    """A server of files, to which a page that is closed while it loads is no error."""

    def handle_error(self, request, client_address):
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@dataclass
class Space:
    """A web space with the folder below another; as the guard knows a server."""

    address: str
    log: Path
    server: Server
    before_end: Callable[[], object] = lambda: None

    def close(self) -> None:
        """The network is gone."""
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def web_space(site: Path, files: type[Files], log: Path) -> Iterator[Space]:
    """A web space with the folder, on a port that the system chooses."""
    server = Server(("127.0.0.1", 0), functools.partial(files, directory=site.parent))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    log.touch()
    space = Space(f"http://127.0.0.1:{server.server_port}/{NAME}", log, server)
    try:
        yield space
    finally:
        space.before_end()
        space.close()
