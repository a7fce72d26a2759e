"""Hooks of hatchling: the README as the package index shows it, and the compiled kernels of a wheel.

On the index the README stands alone, without the repository around it. A link into the repository becomes absolute,
below the address that pyproject.toml gives as ``Source`` in ``[project.urls]``; so does a picture. While there is no
such address a link is its text, and pictures are left out.

A wheel has the compiled kernels of one platform: of this one, or of the target that NOUGHTS_TARGET names. Where the
tools that build them are not installed, or NOUGHTS_TARGET is ``none``, it is a wheel for any platform, without them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)]+)\)")
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:|#)([^)]+)\)")
_EMPTY_ROWS = re.compile(r"^(?:\|[ |-]*\|\n)+", re.MULTILINE)


class ReadmeHook(MetadataHookInterface):
    """Gives the package its long description."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by hatchling when it builds."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        source = metadata.get("urls", {}).get("Source")
        metadata["readme"] = {"content-type": "text/markdown", "text": standing_alone(text, source)}


class KernelsHook(BuildHookInterface[Any]):
    """Puts the libraries of kernels into a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds a wheel. Raises RuntimeError if kernels cannot be built."""
        target = os.environ.get("NOUGHTS_TARGET")
        if version == "editable" or target == "none":
            return
        self._libraries = TemporaryDirectory()
        command = [sys.executable, "-m", "kernels", "build", "--copy-to", self._libraries.name]
        done = subprocess.run(  # noqa: S603 - the builder in this folder
            [*command, "--target", target] if target else command,
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(Path(self.root, "src")), self.root))},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            *_, reason = done.stderr.splitlines() or ["the builder gave no reason"]
            if target or done.returncode != 2:
                raise RuntimeError(reason)
            self.app.display_warning(f"This wheel has no compiled kernels: {reason}")
            return
        *_, tag = done.stdout.splitlines()
        if not tag:
            raise RuntimeError(f"there are no wheels for {target!r}")
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{tag}"
        for path in sorted(Path(self._libraries.name).iterdir()):
            build_data["force_include"][str(path)] = f"noughts/kernels/lib/{path.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called by hatchling after it has built a wheel."""
        if hasattr(self, "_libraries"):
            self._libraries.cleanup()


def standing_alone(text: str, source: str | None) -> str:
    """The page with absolute links and pictures, or without them where no address is known."""
    if source:
        base = source.rstrip("/")
        text = _PICTURE.sub(rf"![\1]({base}/raw/main/\2)", text)
        return _LINK.sub(rf"[\1]({base}/blob/main/\2)", text)
    return _EMPTY_ROWS.sub("", _LINK.sub(r"\1", _PICTURE.sub("", text)))
