"""The page's types of what the server answers: `make schema` writes them, made of docs/schema.json.

json-schema-to-typescript makes them and Biome lays them out, both at the versions in package.json.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

from noughts.contract.shapes import ENDPOINTS
from tests.paths import DOCS, ROOT

SCHEMA = DOCS / "schema.json"
TYPES = ROOT / "src/noughts/page/core/answers.d.ts"
PROGRAMS = ROOT / ".venv/node/node_modules/.bin"
BANNER = "// What the server answers: made of docs/schema.json by `make schema`. docs/contract.md tells more."


def page_types() -> str:
    """The types as TypeScript, of the schema as it is published, and which of them answers which path."""
    made = _run(
        "json2ts", "--no-additionalProperties", "--no-format", "--bannerComment", BANNER, text=_older()
    )
    return _run("biome", "format", f"--stdin-file-path={TYPES.relative_to(ROOT)}", text=made + _answers())


def _answers() -> str:
    """A table of the paths that name nothing, no game and no lesson, each with the type of its answer."""
    paths = {request.split()[1]: shape.__name__ for request, shape in ENDPOINTS.items() if "{" not in request}
    rows = "".join(f'"{path}": {name};' for path, name in paths.items())
    return f"/** The answer to each path. */ export interface Answers {{ {rows} }}"


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
    TYPES.write_text(page_types(), encoding="utf-8")
