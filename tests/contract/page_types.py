"""The page's types of responses: `make types` writes them to build/types, made of docs/schema.json.

json-schema-to-typescript makes them, at the version in package.json. They are known in every module, without an import.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from noughts.server.routes import ROUTES
from tests.paths import DOCS, ROOT

SCHEMA = DOCS / "schema.json"
TYPES = ROOT / "build/types/core/answers.d.ts"
PROGRAMS = ROOT / ".venv/node/node_modules/.bin"
BANNER = "// Responses of the server, made of docs/schema.json by `make types`; see docs/http.md."


def page_types() -> str:
    """Return the types as TypeScript, and a table of the type of each path's response."""
    made = _run(
        "json2ts", "--no-additionalProperties", "--no-format", "--bannerComment", BANNER, text=_older()
    )
    return re.sub(r"^export ", "", made, flags=re.MULTILINE) + _answers()


def _answers() -> str:
    """Return the types of the responses by path, of those paths without parameters that respond with JSON."""
    routes = [route for route in ROUTES if isinstance(route.response, type) and "{" not in route.path]
    rows = "".join(f'"{route.path}": {route.response.__name__};' for route in routes)
    return f"/** The response of each path. */ interface Answers {{ {rows} }}"


def _older() -> str:
    """The schema with tuples as draft 7 has them: json-schema-to-typescript reads no ``prefixItems``."""

    def older(node: dict[str, object]) -> dict[str, object]:
        return {"items" if name == "prefixItems" else name: value for name, value in node.items()}

    return json.dumps(json.loads(SCHEMA.read_text(encoding="utf-8"), object_hook=older))


def _run(program: str, *arguments: str, text: str) -> str:
    """What a program of the page's checks makes of a text; Node is the system's, or that of the environment."""
    path = os.pathsep.join((os.environ["PATH"], str(Path(sys.executable).parent)))
    there = {"cwd": ROOT, "env": {**os.environ, "PATH": path}}
    command = [PROGRAMS / program, *arguments]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, encoding="utf-8", check=True, **there
    ).stdout


if __name__ == "__main__":
    TYPES.parent.mkdir(parents=True, exist_ok=True)
    TYPES.write_text(page_types(), encoding="utf-8")
