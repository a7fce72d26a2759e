"""How tests start programs that they will interrupt, and what they do where a program is not here."""

import os

import pytest

HEARS_CTRL_C = ["env", "--default-signal=INT"]
"""Before a command: where the suite runs in the background Ctrl-C is off, and children inherit that."""


def not_here(reason):
    """Skips the test, or fails it in CI, where everything must be."""
    pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
