"""The output of git, for tests that read the history."""

import subprocess
from pathlib import Path

import pytest

from tests.paths import ROOT


def git(*arguments: str, at: Path | None = None, stdin: str = "") -> str:
    """Return the output of git in a folder, by default in the repository; skip the test if git is missing or fails."""
    command = ["git", *arguments]
    try:
        done = subprocess.run(
            command, cwd=at or ROOT, input=stdin, capture_output=True, text=True, check=False
        )
    except OSError as error:
        pytest.skip(f"not tested: {error}")
    if done.returncode:
        pytest.skip(f"not tested: git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout
